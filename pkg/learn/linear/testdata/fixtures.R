# Coefficients by R and glmnet of the data sets that fixtures.py writes; see there.
suppressPackageStartupMessages(library(glmnet))
out <- file("r.csv", "w")
writeLines(sprintf("# R %s, glmnet %s", getRversion(), packageVersion("glmnet")), out)
writeLines("data,learner,lambda,standardize,term,value", out)
report <- function(data, learner, lambda, standardize, b) {
  term <- c("intercept", paste0("x", seq_len(length(b) - 1)))
  writeLines(sprintf("%s,%s,%s,%d,%s,%.17g", data, learner, lambda, standardize, term, as.vector(b)), out)
}
for (data in c("tall", "wide")) {
  d <- read.csv(paste0(data, ".csv")); d <- d[d$train == 1, ]
  X <- as.matrix(d[, -(1:3)]); y <- d$y; n <- length(y)
  if (data == "tall") {
    report(data, "ols", 0, 0, coef(lm(y ~ X)))
    report(data, "logistic", 0, 0, coef(glm(d$class ~ X, family = binomial(), control = list(epsilon = 1e-15, maxit = 100))))
  }
  for (standardize in 0:1) for (lambda in c(0.5, 20)) {
    # glmnet's lambda is ours over n; it scales the response, so that a direct solution is the check for ridge
    s <- if (standardize) sqrt(colMeans(sweep(X, 2, colMeans(X))^2)) else rep(1, ncol(X))
    Z <- sweep(sweep(X, 2, colMeans(X)), 2, s, "/")
    b <- solve(crossprod(Z) + lambda * diag(ncol(X)), crossprod(Z, y - mean(y))) / s
    report(data, "ridge", lambda, standardize, c(mean(y) - sum(colMeans(X) * b), b))
  }
  for (standardize in 0:1) for (lambda in c(0.02, 0.3)) {
    g <- glmnet(X, y, lambda = lambda, standardize = standardize == 1, thresh = 1e-28, maxit = 1e8)
    report(data, "lasso", lambda, standardize, coef(g))
  }
}
close(out)
