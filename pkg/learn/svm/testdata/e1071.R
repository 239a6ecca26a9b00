# Writes e1071.json: decision values and predictions of e1071::svm.
# Run with R 4.2.2 and e1071 1.7-13. All data are drawn here.
library(e1071)

array <- function(v, format) paste0("[", paste(sprintf(format, v), collapse = ","), "]")
rows <- function(m, format) paste0("[", paste(apply(m, 1, array, format), collapse = ",\n"), "]")

# One training and prediction, as a JSON object. Decision values are turned to
# pairs a < b of class numbers, positive for a. If constant, a column is constant
# in the training records, and e1071 warns that it scales none. The last columns are
# indicators, which svm.formula leaves unscaled for the levels of factors; the very
# last is constant in the training records, which matters to no other.
case <- function(seed, n, p, k, kernel, cost, gamma = 1 / p, coef0 = 0, constant = FALSE, scale = TRUE,
  tolerance = 1e-9, within = 1e-6, indicators = 0) {
  set.seed(seed)
  y <- sample(k, n, replace = TRUE)
  x <- matrix(rnorm(n * p), n) %*% diag(1:p) + 5
  x[, 1] <- x[, 1] + (y == 2)
  x[, 2] <- x[, 2] - (y == 1)
  train <- sort(sample(n, 2 * n / 3))
  if (constant) x[train, 3] <- 4
  x <- round(x, 4)
  for (j in seq_len(indicators)) x[, p + 1 - j] <- as.numeric(x[, p + 1 - j] > 5)
  if (indicators > 0) { x[train, p] <- 0; scale <- seq_len(p) <= p - indicators }
  model <- svm(x[train, ], factor(y[train]), kernel = kernel, cost = cost, gamma = gamma, coef0 = coef0,
    tolerance = tolerance, scale = scale)
  stopifnot(is.null(model$x.scale) == (constant || !any(scale)))
  out <- predict(model, x, decision.values = TRUE)
  d <- attr(out, "decision.values")
  pairs <- combn(k, 2)
  values <- apply(pairs, 2, function(ab) {
    straight <- paste(ab, collapse = "/")
    if (straight %in% colnames(d)) d[, straight] else -d[, paste(rev(ab), collapse = "/")]
  })
  paste0('{"within":', within, ',"classes":', k, ',"scale":"', if (any(scale)) "fold" else "none",
    '","indicators":', indicators, ',"kernel":"', if (kernel == "radial") "rbf" else kernel, '","cost":', cost,
    if (kernel != "linear" && gamma != 1 / p) paste0(',"gamma":', gamma), if (coef0 != 0) paste0(',"coef0":', coef0),
    ',"tolerance":', tolerance, ',"x":', rows(x, "%.4f"), ',"y":', array(y - 1L, "%d"), ',"train":', array(train - 1L, "%d"),
    ',"decision":', rows(matrix(values, n), "%.12g"), ',"predicted":', array(as.integer(as.character(out)) - 1L, "%d"), "}")
}

cases <- c(case(1, 60, 3, 2, "radial", 1), case(2, 60, 3, 2, "radial", 20, within = 1e-5), case(3, 60, 4, 2, "linear", 1),
  case(4, 90, 4, 4, "radial", 1), case(5, 90, 4, 5, "linear", 0.1), case(6, 60, 4, 3, "radial", 1, constant = TRUE),
  case(7, 60, 3, 2, "linear", 0.1, constant = TRUE, within = 1e-4),
  case(8, 60, 3, 2, "sigmoid", 1), case(9, 120, 5, 2, "sigmoid", 1), case(10, 90, 4, 4, "sigmoid", 1),
  case(11, 60, 4, 2, "sigmoid", 1, constant = TRUE), case(12, 75, 3, 3, "sigmoid", 1, gamma = 0.02, constant = TRUE),
  case(13, 60, 3, 2, "sigmoid", 1, coef0 = -0.5), case(14, 75, 3, 3, "sigmoid", 0.2, gamma = 0.5, coef0 = 1),
  case(15, 60, 4, 2, "sigmoid", 10), case(16, 60, 3, 2, "sigmoid", 3, gamma = 0.01, scale = FALSE),
  # A loose tolerance: equal only if the steps are.
  case(17, 240, 6, 2, "sigmoid", 1, tolerance = 1e-3, within = 1e-9),
  case(18, 240, 6, 3, "sigmoid", 1, coef0 = -1, tolerance = 1e-3, within = 1e-9),
  case(19, 80, 5, 2, "sigmoid", 1, indicators = 2), case(20, 80, 5, 3, "radial", 1, indicators = 3),
  case(23, 240, 6, 2, "sigmoid", 10, tolerance = 1e-6, within = 1e-9)) # without shrinking, values differ by 4.5
writeLines(paste0('{"version":"', R.version.string, ", e1071 ", packageVersion("e1071"), '","cases":[',
  paste(cases, collapse = ",\n"), "]}"), "e1071.json")
