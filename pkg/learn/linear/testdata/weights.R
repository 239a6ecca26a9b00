# Coefficients by R of weighted fits to the data sets that fixtures.py writes: record i of all, from 0, has the weight
# 0.5 + 0.75 (i mod 4). Ridge regression is solved directly.
out <- file("weights.csv", "w")
writeLines(sprintf("# R %s", getRversion()), out)
writeLines("data,learner,lambda,standardize,term,value", out)
report <- function(data, learner, lambda, standardize, b) {
  term <- c("intercept", paste0("x", seq_len(length(b) - 1)))
  writeLines(sprintf("%s,%s,%s,%d,%s,%.17g", data, learner, lambda, standardize, term, as.vector(b)), out)
}
for (data in c("tall", "wide")) {
  d <- read.csv(paste0(data, ".csv"))
  d$w <- 0.5 + 0.75 * ((seq_len(nrow(d)) - 1) %% 4)
  d <- d[d$train == 1, ]
  w <- d$w; X <- as.matrix(d[, setdiff(names(d), c("train", "y", "class", "w"))]); y <- d$y
  if (data == "tall") {
    report(data, "ols", 0, 0, coef(lm(y ~ X, weights = w)))
    logistic <- suppressWarnings(glm(d$class ~ X, weights = w, family = binomial(),  # which warns of weights
                                     control = list(epsilon = 1e-15, maxit = 100)))
    report(data, "logistic", 0, 0, coef(logistic))
  }
  centre <- colSums(w * X) / sum(w)
  for (standardize in 0:1) for (lambda in c(0.5, 20)) {
    s <- if (standardize) sqrt(colSums(w * sweep(X, 2, centre)^2) / sum(w)) else rep(1, ncol(X))
    Z <- sweep(sweep(X, 2, centre), 2, s, "/")
    b <- solve(crossprod(Z, w * Z) + lambda * diag(ncol(X)), crossprod(Z, w * (y - weighted.mean(y, w)))) / s
    report(data, "ridge", lambda, standardize, c(weighted.mean(y, w) - sum(centre * b), b))
  }
}
close(out)
