# Writes rpart.json: trees by deviance, as R's package tree grows them.
# Run with R 4.2.2, rpart 4.1.19 and jsonlite 1.8.4. All data are drawn here.
source("stops.R")

case <- function(seed, n, k, levels, mincut, minsize, mindev) {
  set.seed(seed)
  y <- sample(k, n, replace = TRUE)
  x <- as.data.frame(lapply(seq_along(levels), function(j) {
    l <- levels[j]
    if (l == 0) return(round(rnorm(n) + 0.7 * (y == 1 + j %% k), 3))
    if (l < 0) return(round(2 * rnorm(n) + 2 * (y == 1 + j %% k)))
    w <- matrix(rexp(k * l), k)
    factor(sapply(y, function(c) sample(l, 1, prob = w[c, ])), 1:l)
  }))
  names(x) <- paste0("x", seq_along(levels))
  train <- sort(sample(n, n / 2))
  d <- cbind(y = factor(y, 1:k), x)
  fit <- treelike(d[train, ], k, mincut, minsize, mindev)
  codes <- sapply(x, function(v) if (is.factor(v)) as.integer(v) - 1 else v)
  list(seed = seed, classes = k, levels = pmax(levels, 0), mincut = mincut, minsize = minsize, mindev = mindev,
    x = codes, y = y - 1L, train = train - 1L, leaves = sum(fit$frame$var == "<leaf>"),
    predicted = as.integer(predict(fit, d, type = "class")) - 1L)
}

numeric <- rep(0, 5)
cases <- list(
  case(1, 400, 2, numeric, 5, 10, 0.01),
  case(2, 400, 3, numeric, 5, 10, 0.01),
  case(3, 400, 4, numeric, 5, 10, -1),
  case(4, 400, 3, c(-1, -1, -1, -1), 5, 10, 0.01),
  case(5, 400, 2, c(0, 4, 9, 0, 2), 5, 10, 0.01),
  case(6, 400, 3, c(5, 0, 3, 7), 5, 10, 0.01),
  case(7, 400, 4, c(6, 2, 0, 4), 8, 20, 0.002),
  case(8, 400, 5, c(0, 8, -1), 5, 10, -1)
)
out <- list(version = paste0(R.version.string, ", rpart ", packageVersion("rpart")), cases = cases)
writeLines(jsonlite::toJSON(out, auto_unbox = TRUE, digits = 6), "rpart.json")
