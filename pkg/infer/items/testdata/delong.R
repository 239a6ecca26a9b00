# Writes delong_r.csv: the difference of two areas under ROC curves on the same items, and its variance, by the formulas
# of DeLong, DeLong and Clarke-Pearson (1988) and of Obuchowski (1997), written with matrices of pairs and covariances
# of both models. Components are means over runs. Run in this directory: Rscript delong.R
set.seed(1988)
components <- function(y, truth) { # y[item, run]: V10 of positive items, V01 of negative ones
  one <- function(s) {
    x <- s[truth == 1]; z <- s[truth == 0]
    psi <- outer(x, z, ">") + outer(x, z, "==") / 2
    v <- numeric(length(s)); v[truth == 1] <- rowMeans(psi); v[truth == 0] <- colMeans(psi)
    v
  }
  rowMeans(apply(y, 2, one))
}
delong <- function(V, truth) {
  S10 <- cov(V[truth == 1, ]); S01 <- cov(V[truth == 0, ])
  L <- c(-1, 1)
  drop(L %*% (S10 / sum(truth == 1) + S01 / sum(truth == 0)) %*% L)
}
obuchowski <- function(V, truth, cluster) {
  theta <- colMeans(V[truth == 1, ])
  m <- sum(truth == 1); n <- sum(truth == 0); ids <- unique(cluster); I <- length(ids)
  X <- Y <- matrix(0, I, 2); I10 <- I01 <- 0
  for (k in seq_along(ids)) {
    pos <- cluster == ids[k] & truth == 1; neg <- cluster == ids[k] & truth == 0
    X[k, ] <- colSums(V[pos, , drop = FALSE]) - sum(pos) * theta
    Y[k, ] <- colSums(V[neg, , drop = FALSE]) - sum(neg) * theta
    I10 <- I10 + any(pos); I01 <- I01 + any(neg)
  }
  S10 <- I10 / ((I10 - 1) * m) * t(X) %*% X
  S01 <- I01 / ((I01 - 1) * n) * t(Y) %*% Y
  S11 <- I / (I - 1) * t(X) %*% Y
  v <- diag(S10) / m + diag(S01) / n + 2 / (m * n) * diag(S11)
  between <- S10[1, 2] / m + S01[1, 2] / n + (S11[1, 2] + S11[2, 1]) / (m * n)
  v[1] + v[2] - 2 * between
}
text <- function(x) paste(formatC(as.vector(x), digits = 17, format = "g", width = 1), collapse = " ")
rows <- NULL
for (k in 1:12) {
  n <- c(8, 20, 41)[(k - 1) %% 3 + 1]; runs <- c(1, 1, 3)[(k + 1) %% 3 + 1]
  truth <- c(0, 0, 1, 1, rbinom(n - 4, 1, 0.4))
  cluster <- if (k %% 2) sample(rep_len(1:(n %/% 3), n)) else seq_len(n)
  cluster <- match(cluster, unique(cluster))
  make <- function(shift, S) matrix(round(rnorm(n * S) + rnorm(n)[cluster] + shift * truth, if (k > 6) 0 else 6), n)
  A <- make(0.5, 1); B <- make(1, runs)
  V <- cbind(components(A, truth), components(B, truth))
  est <- mean(V[truth == 1, 2]) - mean(V[truth == 1, 1])
  for (test in c("delong", "obuchowski")) {
    v <- if (test == "delong") delong(V, truth) else obuchowski(V, truth, cluster)
    rows <- rbind(rows, data.frame(test, truth = text(truth), a = text(A), b = text(B), runs, clusters = text(cluster - 1),
      estimate = text(est), variance = text(v), p = text(2 * pnorm(-abs(est / sqrt(v)))),
      low = text(est - qnorm(0.975) * sqrt(v))))
  }
}
con <- file("delong_r.csv", "w")
writeLines(paste("#", R.version.string, "delong.R"), con)
write.csv(rows, con, row.names = FALSE, quote = FALSE)
close(con)
