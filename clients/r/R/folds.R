# Partition sets of bcv split.
bcv_folds <- function(n = NULL, m = NULL, seed = 1, strata = NULL, groups = NULL, response = NULL,
                      time = NULL, method = NULL, ..., command = NULL) {
  labels <- list()
  flags <- list(n = n, m = m, method = method, seed = seed)
  given <- Filter(Negate(is.null), list(strata = strata, groups = groups, response = response, time = time))
  for (flag in names(given)) {
    columns <- if (is.list(given[[flag]])) as.list(given[[flag]]) else given[flag]
    names(columns) <- if (length(columns) == 1) flag else paste0(flag, seq_along(columns))
    for (name in names(columns)) labels[[name]] <- bcv_labels(flag, columns[[name]], n)
    flags[[flag]] <- names(columns)
  }
  if (length(unique(lengths(labels))) > 1) {
    bcv_stop("strata, groups, response and time have ", paste(lengths(labels), collapse = ", "), " values; give one per record")
  }
  input <- NULL
  if (length(labels) > 0) {
    input <- as.data.frame(labels, stringsAsFactors = FALSE)
    flags$labels <- "-"
  }
  done <- bcv_run(command, "split", c(flags, list(...)), input)
  bcv_folds_of(bcv_table("what bcv split printed", text = done$out), done$notes)
}

# A column of labels, one per record.
bcv_labels <- function(flag, values, n) {
  if (!is.null(n) && length(values) != n) bcv_stop(flag, " has ", length(values), " values for ", n, " records; give one per record")
  if (anyNA(values)) bcv_stop(flag, ": row ", which(is.na(values))[1], " has no value; fill it in or leave the record out")
  if (is.factor(values)) as.character(values) else values
}

# Reads folds that bcv split wrote.
bcv_read_folds <- function(path) bcv_folds_of(bcv_table(path, path))

# A table of folds from a file or text.
bcv_table <- function(name, ...) {
  tryCatch(utils::read.csv(...), error = function(e) {
    bcv_stop(name, " is not a table of folds (", conditionMessage(e), "); give what bcv split writes")
  })
}

# Makes folds of the columns that bcv split writes.
bcv_folds_of <- function(frame, notes = character()) {
  missing <- setdiff(c("replication", "fold", "record", "role", "set"), names(frame))
  if (length(missing) > 0) bcv_stop("the folds have no column ", missing[1], "; give what bcv split writes")
  if (nrow(frame) == 0 || !all(frame$role %in% c("train", "valid", "none"))) {
    bcv_stop("the folds are empty or have a role other than train, valid and none; give what bcv split writes")
  }
  if (xor("half" %in% names(frame), "inner" %in% names(frame))) {
    bcv_stop("the folds have one of the columns half and inner; give what bcv split writes")
  }
  inner <- if ("half" %in% names(frame)) !is.na(frame$half) else logical(nrow(frame))
  folds <- bcv_groups(frame[!inner, ], c("fold", "replication"))
  names(folds) <- sapply(folds, function(f) paste0("Fold", f$fold, ".Rep", f$replication))
  if (any(inner)) {
    within <- bcv_groups(frame[inner, ], c("fold", "inner", "half", "replication"))
    names(within) <- sapply(within, function(f) paste0("Fold", f$fold, ".Inner", f$inner, ".Half", f$half, ".Rep", f$replication))
    folds <- c(folds, within)
  }
  structure(unname(folds), names = names(folds), class = "bcv_folds", set = frame$set[1], n = max(frame$record) + 1L, notes = notes)
}

# A list a fold, in the order of the last column, then of the one before it, and so on.
bcv_groups <- function(frame, columns) {
  unname(lapply(split(frame, frame[columns], drop = TRUE), function(f) {
    place <- as.list(f[1, intersect(c("replication", "half", "inner", "fold"), columns)])
    c(place, list(train = f$record[f$role == "train"] + 1L, valid = f$record[f$role == "valid"] + 1L), if ("inner" %in% columns) list(set = f$set[1]))
  }))
}

# The columns of results on a fold that say which one it is: half and inner in all rows if any fold is an inner one.
bcv_place <- function(folds, i) {
  f <- folds[[i]]
  if (is.null(folds[[length(folds)]]$inner)) return(data.frame(replication = f$replication, fold = f$fold))
  of <- function(x) if (is.null(x)) NA_integer_ else x
  data.frame(replication = f$replication, half = of(f$half), inner = of(f$inner), fold = f$fold)
}

# The partition set of a fold, which of inner folds is the nested one.
bcv_set <- function(folds, i) if (is.null(folds[[i]]$set)) attr(folds, "set") else folds[[i]]$set

print.bcv_folds <- function(x, ...) {
  inner <- sum(sapply(x, function(f) !is.null(f$inner)))
  cat(length(x), " folds of ", attr(x, "n"), " records, ", if (inner > 0) paste0(inner, " of them inner folds, "), attr(x, "set"), "\n", sep = "")
  if (length(attr(x, "notes")) > 0) writeLines(paste("Note:", attr(x, "notes")))
  invisible(x)
}

# Stops unless these are folds of bcv.
bcv_check_folds <- function(folds) {
  if (!inherits(folds, "bcv_folds")) {
    bcv_stop("the folds are a ", class(folds)[1], "; give the folds of bcv_folds or bcv_read_folds, on which the models were run")
  }
}

# The folds for caret.
bcv_caret <- function(folds) {
  list(index = lapply(unclass(folds), function(f) f$train), indexOut = lapply(unclass(folds), function(f) f$valid))
}

# The folds for tidymodels.
bcv_rset <- function(folds, data) {
  if (nrow(data) != attr(folds, "n")) {
    bcv_stop("the folds are for ", attr(folds, "n"), " records, and the data has ", nrow(data), "; make folds of your data")
  }
  pairs <- lapply(unclass(folds), function(f) list(analysis = f$train, assessment = f$valid))
  if (!requireNamespace("rsample", quietly = TRUE)) return(pairs[names(folds)])
  rsample::manual_rset(lapply(unname(pairs), rsample::make_splits, data = data), names(folds))
}

# The folds for mlr3.
bcv_mlr3 <- function(folds) {
  bcv_check_folds(folds)
  list(train_sets = unname(lapply(folds, function(f) f$train)), test_sets = unname(lapply(folds, function(f) f$valid)))
}
