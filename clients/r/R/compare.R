# Verdicts of bcv compare.
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
  out <- utils::read.csv(table, na.strings = "", colClasses = c(model_a = "character", model_b = "character", better = "character", higher = "character"))
  out$recommended <- out$recommended == "true"
  structure(out, class = c("bcv_verdicts", "data.frame"), notes = done$notes)
}

# Verdicts, and a page for others.
bcv_report <- function(data, html, ..., command = NULL) bcv_compare(data, html = html, ..., command = command)

print.bcv_verdicts <- function(x, ...) {
  if (is.null(x$sentence)) return(invisible(print.data.frame(x, ...)))
  writeLines(x$sentence)
  if (length(attr(x, "notes")) > 0) writeLines(paste("Note:", attr(x, "notes")))
  invisible(x)
}
