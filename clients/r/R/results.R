# Scores or losses of models on the folds, in a column of their name. An attribute says whether more is better.
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

# A table of a score as one of several: with the columns metric and value.
bcv_below <- function(frame) {
  at <- if (is.null(attr(frame, "loss"))) attr(frame, "score") else attr(frame, "loss")
  known <- c(ROC = "roc_auc", Sens = "sensitivity", Spec = "specificity") # names of caret
  frame$metric <- if (at %in% names(known)) known[[at]] else at
  frame$value <- frame[[at]]
  frame[c(setdiff(names(frame), c(at, "metric", "value", "n_train", "n_valid", "set")), "metric", "value", "n_train", "n_valid", "set")]
}

# Predictions of models on the folds.
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
      if (is.matrix(predicted) && is.null(colnames(predicted))) {
        bcv_stop(model, ": columns of probabilities have no names; name the class of each, of ", paste(classes, collapse = ", "), ", with colnames")
      }
      if (is.matrix(predicted) && !identical(sort(colnames(predicted)), sort(classes))) {
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

# What a model predicted for the rows valid of fold i: labels, or a matrix of probabilities.
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

# Whether there are runs; stops unless some results are functions of the run and their number is known.
bcv_drawn <- function(results, runs) {
  functions <- any(vapply(results, is.function, NA))
  if (is.null(runs) && !functions) return(FALSE)
  if (!functions || !is.numeric(runs) || length(runs) != 1 || is.na(runs) || runs < 1 || runs != round(runs)) {
    bcv_stop("runs is the number of runs, from 1, of models that are functions of the run: say runs = 3, and list(name = function(run) ...) for at least one of them")
  }
  TRUE
}

# The tables of all runs, of the models that are functions of the run; the others are in the first.
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
bcv_at_most_1 <- "^((balanced_|top_k_)?accuracy|kappa|roc|auc|sens|spec|rsquared|(f1|precision|recall)(_(micro|macro|weighted))?)$"

bcv_at_least_0 <- "^(log_?loss|brier(_score)?|r?mse|mae|((root|mean|median|max|absolute|squared|log)[_ ])*error)$"

# The numbers of a model, one per fold; name is what they are.
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

# What files of results use for something else.
bcv_not_models <- c("replication", "half", "inner", "fold", "record", "truth", "set", "dataset", "model", "predicted", "run")

# Stops unless models can have these names. What files of predictions use for something else bcv refuses, too.
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
