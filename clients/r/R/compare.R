# Verdicts of bcv compare.
bcv_compare <- function(data, ..., command = NULL) {
  classes <- c(model_a = "character", model_b = "character", better = "character", higher = "character")
  out <- bcv_answer(command, "compare", "verdicts", data, list(..., verbose = TRUE), classes)
  out$recommended <- out$recommended == "true"
  structure(out, class = c("bcv_verdicts", "data.frame"))
}

# Models in order by bcv rank.
bcv_rank <- function(data, ..., command = NULL) {
  out <- bcv_answer(command, "rank", "order", data, list(...), c(model = "character", groups = "character", known_error = "character"))
  structure(out, class = c("bcv_order", "data.frame"))
}

# The table that a command writes of results, with its notes.
bcv_answer <- function(command, word, what, data, options, classes) {
  table <- tempfile(fileext = ".csv")
  on.exit(unlink(table))
  options <- c(options, bcv_direction(data, options), list(csv = table))
  if (!is.character(data)) data <- bcv_frame(data)
  files <- if (is.data.frame(data)) "-" else ifelse(startsWith(data, "-"), file.path(".", data), data) # a file, not a flag
  done <- bcv_run(command, c(word, files), options, if (is.data.frame(data)) data)
  if (!file.exists(table)) bcv_stop("bcv ", word, " wrote no ", what, "; leave out options that print something else")
  structure(utils::read.csv(table, na.strings = "", colClasses = classes), notes = done$notes)
}

# Whether more is better, where bcv_losses says which of the two its column is, and nothing else does.
bcv_direction <- function(data, options) {
  if (any(c("score", "loss") %in% names(options))) return(list())
  said <- Filter(function(key) isTRUE(attr(data, key) %in% names(data)), c("score", "loss"))
  stats::setNames(lapply(said, function(key) attr(data, key)), said)
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
