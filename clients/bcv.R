# Folds and verdicts of bcv in R: one file to source().
#
#   source("bcv.R")
#   folds <- bcv_folds(nrow(d), m = 5, seed = 1)
#   loss <- function(formula) sapply(folds, function(f) {
#     fit <- lm(formula, d[f$train, ])
#     mean((predict(fit, d[f$valid, ]) - d$y[f$valid])^2)
#   })
#   bcv_compare(bcv_losses(folds, list(few = loss(y ~ a), all = loss(y ~ .)), loss = "squared error"))
#
# The work is done by the command bcv (https://github.com/block-regularized/bcv). It is looked for
# under the argument command, then the environment variable BCV, then on PATH and where go install puts it. What it refuses is
# an error of class bcv_error with the line that it prints. Needs R 4.0 or later and no packages;
# rsample and caret only for the functions that are about them.

#' Makes a partition set of n records with bcv split.
#'
#' @param n number of records; may be left out with strata, groups, response or time
#' @param m replications of two-fold CV (default 3), or of K-fold CV (method "rkfold")
#' @param seed whole number
#' @param strata labels to be spread alike over train and valid, one per record; several as a data frame
#' @param groups what keeps together, such as the patient or document of each record
#' @param response one number per record, to be spread alike
#' @param time when each record was made, a number or a date as text: folds train on records before those
#'   they validate, with gap = N records left out between them
#' @param method bcv, mx2, kfold, rkfold, rlt, rhs, brlt, pb, rolling (default: bcv; with time rolling)
#' @param ... other flags of bcv split by name, such as k = 10 and gap = 5; inner = 2 adds inner folds in both
#'   halves of each of halves = 10 half-splits, to be run like the others
#' @param command path of bcv
#' @return an object of class bcv_folds: a list with a list a fold, of replication, fold, train and
#'   valid, where train and valid are rows from 1. Its names are as in caret, such as
#'   "Fold2.Rep1". Its attributes are set, the name of the partition set, n, and notes of bcv split.
#'   Inner folds come after the others; they have half, inner and set too, replication is their
#'   half-split, and their names are such as "Fold2.Inner1.Half2.Rep1".
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

#' Reads folds that bcv split wrote.
bcv_read_folds <- function(path) bcv_folds_of(bcv_table(path, path))

#' Makes folds of the columns that bcv split writes.
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

#' A list a fold, in the order of the last column, then of the one before it, and so on.
bcv_groups <- function(frame, columns) {
  unname(lapply(split(frame, frame[columns], drop = TRUE), function(f) {
    place <- as.list(f[1, intersect(c("replication", "half", "inner", "fold"), columns)])
    c(place, list(train = f$record[f$role == "train"] + 1L, valid = f$record[f$role == "valid"] + 1L), if ("inner" %in% columns) list(set = f$set[1]))
  }))
}

#' The columns of results on a fold that say which one it is: half and inner in all rows if any fold is an inner one.
bcv_place <- function(folds, i) {
  f <- folds[[i]]
  if (is.null(folds[[length(folds)]]$inner)) return(data.frame(replication = f$replication, fold = f$fold))
  of <- function(x) if (is.null(x)) NA_integer_ else x
  data.frame(replication = f$replication, half = of(f$half), inner = of(f$inner), fold = f$fold)
}

#' The partition set of a fold, which of inner folds is the nested one.
bcv_set <- function(folds, i) if (is.null(folds[[i]]$set)) attr(folds, "set") else folds[[i]]$set

print.bcv_folds <- function(x, ...) {
  inner <- sum(sapply(x, function(f) !is.null(f$inner)))
  cat(length(x), " folds of ", attr(x, "n"), " records, ", if (inner > 0) paste0(inner, " of them inner folds, "), attr(x, "set"), "\n", sep = "")
  if (length(attr(x, "notes")) > 0) writeLines(paste("Note:", attr(x, "notes")))
  invisible(x)
}

#' The folds for caret: list(index =, indexOut =) of rows, two arguments of trainControl:
#' do.call(trainControl, c(list(method = "cv"), bcv_caret(folds)))
bcv_caret <- function(folds) {
  list(index = lapply(unclass(folds), function(f) f$train), indexOut = lapply(unclass(folds), function(f) f$valid))
}

#' The folds for tidymodels: a manual_rset of package rsample, for fit_resamples and the like. The
#' column id has the names of the folds. Without rsample it is a list of lists of analysis and assessment.
bcv_rset <- function(folds, data) {
  if (nrow(data) != attr(folds, "n")) {
    bcv_stop("the folds are for ", attr(folds, "n"), " records, and the data has ", nrow(data), "; make folds of your data")
  }
  pairs <- lapply(unclass(folds), function(f) list(analysis = f$train, assessment = f$valid))
  if (!requireNamespace("rsample", quietly = TRUE)) return(pairs[names(folds)])
  rsample::manual_rset(lapply(unname(pairs), rsample::make_splits, data = data), names(folds))
}

#' The scores or losses of models on the folds, in a column of their name, as bcv_compare reads
#' them: it knows from an attribute whether more is better.
#'
#' @param folds of bcv_folds
#' @param results a list by name of the model: numbers, one per fold in the order of the folds, or
#'   with the names of the folds; or objects of caret's train; or data frames with a column for each score
#' @param score what the numbers are if more is better, such as "Accuracy".
#'   Of train objects the column of fit$resample.
#' @param loss in place of it: what the numbers are if less is better, such as "RMSE". Of train objects and
#'   data frames both may name several, such as score = c("ROC", "Accuracy"), loss = "logLoss"
#' @param runs number of runs, such as seeds, of models whose results are functions of the number of the
#'   run, from 1: each is called after set.seed(run). Others have run 1 alone.
#' @return a data frame with model, replication, fold, the score or loss, n_train, n_valid, set, and
#'   with runs the column run; of several in place of the score the columns metric and value
bcv_losses <- function(folds, results, score = NULL, loss = NULL, runs = NULL) {
  bcv_check_folds(folds)
  if (bcv_drawn(results, runs)) {
    out <- bcv_in_runs(results, runs, function(of) bcv_losses(folds, of, score, loss))
    if (length(score) + length(loss) == 1) attr(out, if (is.null(score)) "loss" else "score") <- if (is.null(score)) loss else score
    return(out)
  }
  if (length(score) + length(loss) > 1) {
    plain <- names(Filter(function(result) !inherits(result, c("train", "data.frame")), results))
    if (length(plain) > 0) bcv_stop(plain[1], ": numbers of one score; of several give a data frame with a column for each, or a train object")
    return(do.call(rbind, c(lapply(score, function(name) bcv_below(bcv_losses(folds, results, score = name))),
                            lapply(loss, function(name) bcv_below(bcv_losses(folds, results, loss = name))))))
  }
  if (is.null(score) == is.null(loss)) {
    bcv_stop("is more of the numbers better, or less? Say score = or loss = with their name")
  }
  bcv_check_names(names(results))
  name <- if (is.null(score)) loss else score
  if (name %in% c(bcv_not_models, "n_train", "n_valid")) {
    bcv_stop("a score or loss cannot be called ", name, ": files of results use the name for something else")
  }
  if (is.null(score) && grepl(bcv_at_most_1, name, ignore.case = TRUE)) bcv_stop(name, " is a score, of which more is better; name it with score =")
  rows <- lapply(names(results), function(model) {
    numbers <- bcv_numbers(folds, model, results[[model]], name)
    if (is.null(score) && grepl(bcv_at_least_0, name, ignore.case = TRUE) && any(numbers < 0)) {
      bcv_stop(model, ": ", names(folds)[which(numbers < 0)[1]], ": the ", name, " is ", numbers[numbers < 0][[1]], "; give the loss, not its negative")
    }
    out <- data.frame(model = model, do.call(rbind, lapply(seq_along(folds), bcv_place, folds = folds)),
                      value = numbers, n_train = sapply(folds, function(f) length(f$train)), n_valid = sapply(folds, function(f) length(f$valid)),
                      set = sapply(seq_along(folds), bcv_set, folds = folds), row.names = NULL)
    names(out)[names(out) == "value"] <- name
    out
  })
  out <- do.call(rbind, rows)
  attr(out, if (is.null(score)) "loss" else "score") <- name
  out
}

#' A table of a score as one of several: with the columns metric and value.
bcv_below <- function(frame) {
  at <- if (is.null(attr(frame, "loss"))) attr(frame, "score") else attr(frame, "loss")
  known <- c(ROC = "roc_auc", Sens = "sensitivity", Spec = "specificity") # names of caret
  frame$metric <- if (at %in% names(known)) known[[at]] else at
  frame$value <- frame[[at]]
  frame[c(setdiff(names(frame), c(at, "metric", "value", "n_train", "n_valid", "set")), "metric", "value", "n_train", "n_valid", "set")]
}

#' The predictions of models on the folds, as bcv_compare reads them.
#'
#' @param folds of bcv_folds
#' @param results a list by name of the model: a list with the predictions of each fold, in the
#'   order of its rows valid, classes or a matrix or data frame with the probability of each class in
#'   a column of its name (or .pred_ and its name); or objects of caret's train, with
#'   savePredictions = "final", and classProbs = TRUE for probabilities
#' @param truth the classes of all records
#' @param runs as in bcv_losses
#' @return a data frame with replication, fold, record, truth, one column per model, set, and with runs
#'   the column run; of probabilities the models are below each other, in the columns model, predicted,
#'   the most probable class where only probabilities are known, and p_CLASS for each class
bcv_predictions <- function(folds, results, truth, runs = NULL) {
  bcv_check_folds(folds)
  if (bcv_drawn(results, runs)) return(bcv_in_runs(results, runs, function(of) bcv_predictions(folds, of, truth)))
  if (length(truth) != attr(folds, "n")) {
    bcv_stop("the folds are for ", attr(folds, "n"), " records, and truth has ", length(truth), "; give the class of each record")
  }
  bcv_check_names(names(results))
  classes <- as.character(sort(unique(truth)))
  rows <- lapply(seq_along(folds), function(i) {
    f <- folds[[i]]
    out <- data.frame(bcv_place(folds, i), record = f$valid - 1L, truth = as.character(truth[f$valid]), row.names = NULL)
    of <- lapply(stats::setNames(nm = names(results)), function(model) {
      predicted <- bcv_predicted(folds, i, results[[model]], classes)
      if (NROW(predicted) != length(f$valid) || anyNA(predicted)) {
        where <- if (is.null(f$inner)) paste("replication", f$replication) else paste("half-split", f$replication, "half", f$half, "inner replication", f$inner)
        bcv_stop(model, ": ", where, " fold ", f$fold, ": give a prediction for each of its ",
                 length(f$valid), " records (of caret with bcv_caret(folds) and savePredictions = \"final\")")
      }
      if (is.matrix(predicted) && !setequal(colnames(predicted), classes)) {
        bcv_stop(model, ": probabilities of ", paste(colnames(predicted), collapse = ", "), "; give a column for each class of truth, ", paste(classes, collapse = ", "))
      }
      predicted
    })
    likely <- vapply(of, is.matrix, NA)
    if (any(likely) && !all(likely)) bcv_stop(names(of)[!likely][1], ": labels, and of ", names(of)[likely][1], " probabilities; give the same of all")
    if (!any(likely)) return(data.frame(out, lapply(of, as.character), set = bcv_set(folds, i), check.names = FALSE))
    do.call(rbind, lapply(names(of), function(model) {
      p <- of[[model]][, classes, drop = FALSE]
      best <- attr(of[[model]], "said")
      if (is.null(best)) best <- classes[max.col(p, ties.method = "first")]
      colnames(p) <- paste0("p_", classes)
      data.frame(out, model = model, predicted = best, p, set = bcv_set(folds, i), row.names = NULL, check.names = FALSE)
    }))
  })
  do.call(rbind, rows)
}

#' What a model predicted for the rows valid of fold i: labels, or a matrix of probabilities.
bcv_predicted <- function(folds, i, result, classes) {
  if (inherits(result, "train")) {
    of <- result$pred[result$pred$Resample == names(folds)[i], ]
    at <- match(folds[[i]]$valid, of$rowIndex)
    return(if (!all(classes %in% names(of))) of$pred[at] else structure(as.matrix(of[at, classes]), said = as.character(of$pred[at])))
  }
  predicted <- if (i <= length(result)) result[[i]]
  if (is.data.frame(predicted)) predicted <- as.matrix(predicted)
  if (is.matrix(predicted)) colnames(predicted) <- sub("^[.]pred_", "", colnames(predicted))
  predicted
}

#' Which of two models is better: bcv compare on losses, counts or predictions on the folds.
#'
#' @param data a data frame, or the names of files
#' @param ... flags of bcv compare by name: models = c("a", "b"), metric = "F1", method = "bcv-t",
#'   all = TRUE, alpha = 0.1; html = "report.html" writes a page
#' @param command path of bcv
#' @return a data frame of class bcv_verdicts with one row per verdict: model_a, model_b, estimate (metric of
#'   B minus metric of A), low, high, level, p_better (posterior probability that B is better; NA without a posterior), p_value (NA for a
#'   posterior), better (the model that is shown to be; NA if none), method, target (what it is
#'   about: "algorithms" or "fitted models"), sentence. The attribute notes has what to know of the results.
bcv_compare <- function(data, ..., command = NULL) {
  table <- tempfile(fileext = ".csv")
  on.exit(unlink(table))
  files <- if (is.data.frame(data)) "-" else ifelse(startsWith(data, "-"), file.path(".", data), data) # a file, not a flag
  options <- list(...)
  if (!any(c("score", "loss") %in% names(options))) { # bcv_losses says which of the two its column is
    for (key in c("score", "loss")) if (isTRUE(attr(data, key) %in% names(data))) options[[key]] <- attr(data, key)
  }
  done <- bcv_run(command, c("compare", files), c(options, list(verbose = TRUE, csv = table)), if (is.data.frame(data)) data)
  if (!file.exists(table)) bcv_stop("bcv compare wrote no verdicts; leave out options that print something else")
  out <- utils::read.csv(table, na.strings = "", colClasses = c(model_a = "character", model_b = "character", better = "character"))
  out$recommended <- out$recommended == "true"
  structure(out, class = c("bcv_verdicts", "data.frame"), notes = done$notes)
}

#' Compares like bcv_compare, and writes a page for others to the file html.
bcv_report <- function(data, html, ..., command = NULL) bcv_compare(data, html = html, ..., command = command)

print.bcv_verdicts <- function(x, ...) {
  if (is.null(x$sentence)) return(invisible(print.data.frame(x, ...)))
  writeLines(x$sentence)
  if (length(attr(x, "notes")) > 0) writeLines(paste("Note:", attr(x, "notes")))
  invisible(x)
}

#' Whether there are runs; stops unless some results are functions of the run and their number is known.
bcv_drawn <- function(results, runs) {
  functions <- any(vapply(results, is.function, NA))
  if (is.null(runs) && !functions) return(FALSE)
  if (!functions || !is.numeric(runs) || length(runs) != 1 || is.na(runs) || runs < 1 || runs != round(runs)) {
    bcv_stop("runs is the number of runs, from 1, of models that are functions of the run: say runs = 3, and list(name = function(run) ...) for at least one of them")
  }
  TRUE
}

#' The tables of all runs, of the models that are functions of the run; the others are in the first.
bcv_in_runs <- function(results, runs, table) {
  bcv_check_names(names(results))
  frames <- lapply(seq_len(runs), function(run) {
    of <- if (run == 1) results else Filter(is.function, results)
    out <- table(lapply(of, function(result) {
      if (!is.function(result)) return(result)
      set.seed(run)
      result(run)
    }))
    out$run <- run
    out
  })
  columns <- names(frames[[1]])
  do.call(rbind, lapply(frames, function(f) {
    f[setdiff(columns, names(f))] <- NA # of predictions: models with one run
    f
  }))
}

# Scores that are at most 1, of caret and others, and losses that are at least 0.
bcv_at_most_1 <- "accuracy|^(kappa|roc|auc|sens|spec|f1|precision|recall|rsquared)"
bcv_at_least_0 <- "log_?loss|error|brier|^r?mse$|^mae$"

#' The numbers of a model, one per fold; name is what they are.
bcv_numbers <- function(folds, model, result, name) {
  if (inherits(result, "train")) {
    if (!name %in% names(result$resample)) {
      bcv_stop(model, ": no ", name, " in fit$resample; it has ", paste(setdiff(names(result$resample), "Resample"), collapse = ", "))
    }
    result <- stats::setNames(result$resample[[name]], result$resample$Resample)
  } else if (is.data.frame(result)) {
    if (!name %in% names(result)) bcv_stop(model, ": no ", name, "; it has ", paste(names(result), collapse = ", "))
    result <- result[[name]]
  }
  if (length(result) != length(folds)) {
    bcv_stop(model, ": ", length(result), " numbers for ", length(folds), " folds; give one per fold, of all replications")
  }
  numbers <- unlist(result)
  if (!is.null(names(numbers))) {
    if (!setequal(names(numbers), names(folds))) {
      bcv_stop(model, ": ", setdiff(names(numbers), names(folds))[1], " is not a fold; the folds are called ", names(folds)[1], ", ...")
    }
    numbers <- numbers[names(folds)]
  }
  bad <- which(!is.finite(numbers))
  if (length(bad) > 0) bcv_stop(model, ": ", names(folds)[bad[1]], ": the number is ", numbers[[bad[1]]], "; see whether the fit failed")
  if (grepl(bcv_at_most_1, name, ignore.case = TRUE) && any(numbers > 1)) {
    bcv_stop(model, ": ", names(folds)[which(numbers > 1)[1]], ": the ", name, " is ", numbers[numbers > 1][[1]], "; give it from 0 to 1, not in percent")
  }
  as.numeric(numbers)
}

#' Stops unless these are folds of bcv.
bcv_check_folds <- function(folds) {
  if (!inherits(folds, "bcv_folds")) {
    bcv_stop("the folds are a ", class(folds)[1], "; give the folds of bcv_folds or bcv_read_folds, on which the models were run")
  }
}

# What files of results use for something else.
bcv_not_models <- c("replication", "half", "inner", "fold", "record", "truth", "set", "dataset", "model", "predicted", "run")

#' Stops unless models can have these names. What files of predictions use for something else bcv refuses, too.
bcv_check_names <- function(models) {
  if (is.null(models) || any(models == "")) bcv_stop("the models have no names; write list(name = ...)")
  taken <- intersect(models, bcv_not_models)
  if (length(taken) > 0) {
    bcv_stop("a model cannot be called ", taken[1], ": files of predictions have a column of this name for something else; give it another name")
  }
  odd <- models[models != trimws(models) | grepl("[[:cntrl:]]", models)]
  if (length(odd) > 0) {
    bcv_stop("a model cannot be called ", encodeString(odd[1], quote = "'"),
             ": files would not give the name back; leave out what does not print and blanks at its ends")
  }
  if (anyDuplicated(models) > 0) bcv_stop("two models are called ", models[anyDuplicated(models)], "; give each a name of its own")
}

#' A table of folds from a file or text.
bcv_table <- function(name, ...) {
  tryCatch(utils::read.csv(...), error = function(e) {
    bcv_stop(name, " is not a table of folds (", conditionMessage(e), "); give what bcv split writes")
  })
}

#' A column of labels, one per record.
bcv_labels <- function(flag, values, n) {
  if (!is.null(n) && length(values) != n) bcv_stop(flag, " has ", length(values), " values for ", n, " records; give one per record")
  if (anyNA(values)) bcv_stop(flag, ": row ", which(is.na(values))[1], " has no value; fill it in or leave the record out")
  if (is.factor(values)) as.character(values) else values
}

bcv_stop <- function(...) {
  stop(structure(class = c("bcv_error", "error", "condition"), list(message = paste0(...), call = NULL)))
}

#' The path of the command.
bcv_find <- function(command) {
  variable <- Sys.getenv("BCV")
  wanted <- if (!is.null(command)) command else if (variable != "") variable else "bcv"
  found <- Sys.which(wanted)
  if (found == "" && wanted == "bcv") { # where go install puts it; RStudio often does not have the PATH of the shell
    folders <- c(Sys.getenv("GOBIN"), file.path(Sys.getenv("GOPATH", path.expand("~/go")), "bin"))
    found <- c(Filter(nzchar, Sys.which(file.path(folders[folders != ""], "bcv"))), "")[[1]]
  }
  if (found == "") {
    where <- if (!is.null(command)) "argument command" else if (variable != "") "environment variable BCV"
    bcv_stop(if (is.null(where)) "no program bcv on PATH or in ~/go/bin; install it" else paste0(wanted, ", which the ", where, " names, is not a program; correct it"),
             ", with `go install ./pkg/cmd/bcv` in a clone of https://github.com/block-regularized/bcv, or set BCV to its path")
  }
  unname(found)
}

#' Runs the command on a data frame as its standard input; returns what it prints, and its notes.
bcv_run <- function(command, words, flags, input = NULL) {
  found <- bcv_find(command)
  flags <- Filter(function(x) !is.null(x) && !identical(x, FALSE), flags)
  args <- c(words, vapply(names(flags), function(name) {
    flag <- paste0("--", gsub("_", "-", name))
    if (isTRUE(flags[[name]])) return(flag)
    value <- flags[[name]]
    if (is.numeric(value)) value <- format(value, digits = 15, trim = TRUE, scientific = FALSE)
    paste0(flag, "=", paste(value, collapse = ","))
  }, ""))
  files <- tempfile(c("in", "out", "err"))
  on.exit(unlink(files))
  if (is.null(input)) file.create(files[1]) else utils::write.csv(bcv_exact(input), files[1], row.names = FALSE, na = "", fileEncoding = "UTF-8")
  quoted <- shQuote(args, if (.Platform$OS.type == "windows") "cmd" else "sh")
  status <- system2(found, quoted, stdin = files[1], stdout = files[2], stderr = files[3])
  said <- sub(paste0("^bcv ", words[1], ": "), "", readLines(files[3], encoding = "UTF-8", warn = FALSE))
  note <- startsWith(said, "note: ")
  if (status != 0) {
    wrong <- said[!note & said != ""]
    bcv_stop(if (length(wrong) > 0) paste(wrong, collapse = "; ") else paste0("bcv ", words[1], " ended with status ", status))
  }
  list(out = readLines(files[2], encoding = "UTF-8", warn = FALSE), notes = sub("^note: ", "", said[note]))
}

#' A data frame whose numbers have all their digits as text; write.csv would leave them 15.
bcv_exact <- function(frame) {
  for (name in names(frame)) {
    x <- frame[[name]]
    if (is.double(x)) frame[[name]] <- ifelse(is.na(x), NA, sprintf("%.17g", x))
  }
  frame
}
