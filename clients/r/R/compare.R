# Verdicts of bcv compare.
bcv_compare <- function(data, ..., command = NULL) {
  table <- tempfile(fileext = ".csv")
  on.exit(unlink(table))
  options <- c(list(...), bcv_direction(data, list(...)))
  if (!is.character(data)) data <- bcv_frame(data)
  files <- if (is.data.frame(data)) "-" else ifelse(startsWith(data, "-"), file.path(".", data), data) # a file, not a flag
  done <- bcv_run(command, c("compare", files), c(options, list(verbose = TRUE, csv = table)), if (is.data.frame(data)) data)
  if (!file.exists(table)) bcv_stop("bcv compare wrote no verdicts; leave out options that print something else")
  out <- utils::read.csv(table, na.strings = "", colClasses = c(model_a = "character", model_b = "character", better = "character", higher = "character"))
  out$recommended <- out$recommended == "true"
  structure(out, class = c("bcv_verdicts", "data.frame"), notes = done$notes)
}

# Whether more is better, where bcv_losses says which of the two its column is, and nothing else does.
bcv_direction <- function(data, options) {
  if (any(c("score", "loss") %in% names(options))) return(list())
  said <- Filter(function(key) isTRUE(attr(data, key) %in% names(data)), c("score", "loss"))
  stats::setNames(lapply(said, function(key) attr(data, key)), said)
}

# Models in order by bcv rank.
bcv_rank <- function(data, ..., command = NULL) {
  table <- tempfile(fileext = ".csv")
  on.exit(unlink(table))
  options <- list(...)
  key <- bcv_direction(data, options)
  if (!is.character(data)) data <- bcv_frame(data)
  files <- if (is.data.frame(data)) "-" else ifelse(startsWith(data, "-"), file.path(".", data), data)
  done <- bcv_run(command, c("rank", files), c(options, key, list(csv = table)), if (is.data.frame(data)) data)
  if (!file.exists(table)) bcv_stop("bcv rank wrote no order; leave out options that print something else")
  out <- utils::read.csv(table, na.strings = "", colClasses = c(model = "character", groups = "character", known_error = "character"))
  structure(out, class = c("bcv_order", "data.frame"), notes = done$notes)
}

# Verdicts, and a page for others.
bcv_report <- function(data, html, ..., command = NULL) bcv_compare(data, html = html, ..., command = command)

print.bcv_order <- function(x, ...) {
  if (is.null(x$sentence)) return(invisible(print.data.frame(x, ...)))
  writeLines(unique(x$sentence))
  shown <- intersect(c("dataset", "task", "model", "estimate", "low", "high", "rank_low", "rank_high", "groups"), names(x))
  print.data.frame(x[shown][!vapply(x[shown], function(column) all(is.na(column)), NA)], row.names = FALSE, ...)
  if (length(attr(x, "notes")) > 0) writeLines(paste("Note:", attr(x, "notes")))
  invisible(x)
}

print.bcv_verdicts <- function(x, ...) {
  if (is.null(x$sentence)) return(invisible(print.data.frame(x, ...)))
  writeLines(x$sentence)
  if (length(attr(x, "notes")) > 0) writeLines(paste("Note:", attr(x, "notes")))
  invisible(x)
}
