# Results as people have them, as a data frame for bcv compare: one in any form as it is; what caret's resamples() or
# tidymodels' fit_resamples(), tune_grid() and workflow_map() return; a list of train objects of caret, of data frames such as
# their fit$resample and fit$pred, or of numbers.
bcv_frame <- function(data) {
  if (inherits(data, "resamples")) return(data$values)
  if (inherits(data, "workflow_set")) {
    return(do.call(rbind, lapply(seq_len(nrow(data)), function(i) cbind(wflow_id = data$wflow_id[[i]], bcv_metrics(data$result[[i]])))))
  }
  if (is.data.frame(data) && ".metrics" %in% names(data)) return(bcv_metrics(data))
  if (is.data.frame(data)) return(data)
  if (!is.list(data) || is.null(names(data)) || any(names(data) == "")) {
    bcv_stop("the results are a ", class(data)[1], "; give a data frame, names of files, resamples, or list(name = ...) of train objects, ",
             "tune results or numbers")
  }
  if (all(vapply(data, inherits, NA, what = "train"))) {
    for (model in names(data)[-1]) if (!identical(data[[model]]$control$index, data[[1]]$control$index)) {
      bcv_stop(names(data)[1], " and ", model, " are on other folds; give both the same trainControl(index = ...)")
    }
    for (model in names(data)) {
      if (is.null(data[[model]]$resample)) bcv_stop(model, ": no fit$resample; train it with trainControl(returnResamp = \"final\")")
    }
    return(bcv_bound(lapply(data, `[[`, "resample")))
  }
  if (all(vapply(data, function(of) is.data.frame(of) && ".metrics" %in% names(of), NA))) {
    return(do.call(rbind, lapply(names(data), function(model) cbind(wflow_id = model, bcv_metrics(data[[model]])))))
  }
  if (all(vapply(data, is.data.frame, NA))) return(bcv_bound(data))
  if (!all(vapply(data, is.numeric, NA)) || length(unique(lengths(data))) != 1) {
    bcv_stop("the results of the models have other types or lengths; give train objects, tune results, data frames, or as many numbers of each")
  }
  data.frame(data, check.names = FALSE)
}

# The data frames of models in one, by the columns that all have: others, such as what was tuned, are of one model alone.
bcv_bound <- function(frames) {
  shared <- Reduce(intersect, lapply(frames, names))
  if (length(shared) == 0 || "model" %in% shared) {
    bcv_stop("the data frames of the models have ", if (length(shared) == 0) "no column in common" else "a column model",
             "; give a data frame for each model, with the same columns, or one of all")
  }
  do.call(rbind, lapply(names(frames), function(model) cbind(model = model, as.data.frame(frames[[model]])[shared])))
}

# The metrics on each fold of tune results, as collect_metrics(summarize = FALSE) has them.
bcv_metrics <- function(results) {
  if (!".metrics" %in% names(results)) bcv_stop("the results have no column .metrics; give what fit_resamples or tune_grid returned")
  ids <- grep("^id[0-9]*$", names(results), value = TRUE)
  do.call(rbind, lapply(seq_len(nrow(results)), function(i) {
    cbind(as.data.frame(lapply(results[ids], function(column) as.character(column[[i]])), stringsAsFactors = FALSE),
          as.data.frame(results$.metrics[[i]]), row.names = NULL)
  }))
}
