# Writes whole_r.csv: F1 of two models on 7 sentences with counts gold, predicted, correct. The variance of the
# difference is that of the residuals of a ratio, (numerator - F1 denominator)/mean denominator, and CR2 of their sums
# over clusters by matrices (see cr2.R). All 2^units exchanges are visited for the p-values, and all samples with
# replacement, by their counts and multinomial probabilities, for the BCa interval.
# Run in this directory: Rscript whole.R
source("cr2.R")
set.seed(30)
f1 <- function(x) 2 * sum(x[, 3]) / (sum(x[, 1]) + sum(x[, 2]))
compositions <- function(n, k) if (k == 1) matrix(n) else
  do.call(rbind, lapply(0:n, function(i) cbind(i, compositions(n - i, k - 1))))
weighted <- function(v, w, p) { o <- order(v); v[o][which(cumsum(w[o]) >= p - 1e-12)[1]] }
rows <- NULL
for (k in 1:8) {
  n <- 7; cluster <- if (k %% 2) 1:n else c(1, 1, 2, 3, 3, 3, 4)
  gold <- 1 + rpois(n, 5)
  make <- function(p) { c <- rbinom(n, gold, p); cbind(gold, c + rpois(n, 2), c) }
  A <- make(0.5); B <- make(0.7)
  u <- function(x) (2 * x[, 3] - f1(x) * (x[, 1] + x[, 2])) / mean(x[, 1] + x[, 2])
  v <- cr2(u(B) - u(A), cluster)
  d <- f1(B) - f1(A); G <- max(cluster)
  all <- apply(as.matrix(expand.grid(rep(list(0:1), G))), 1, function(s) {
    e <- s[cluster] == 1; X <- A; Y <- B; X[e, ] <- B[e, ]; Y[e, ] <- A[e, ]; f1(Y) - f1(X) })
  units <- compositions(G, G); w <- apply(units, 1, function(m) dmultinom(m, prob = rep(1, G)))
  boot <- apply(units, 1, function(m) f1(B * m[cluster]) - f1(A * m[cluster]))
  left <- sapply(1:G, function(g) f1(B[cluster != g, , drop = FALSE]) - f1(A[cluster != g, , drop = FALSE]))
  e <- mean(left) - left; a <- sum(e^3) / (6 * sum(e^2)^1.5)
  below <- sum(w[boot < d - 1e-12]) + sum(w[abs(boot - d) <= 1e-12]) / 2; z0 <- qnorm(below)
  end <- function(p) { z <- z0 + qnorm(p); weighted(boot, w, pnorm(z0 + z / (1 - a * z))) }
  at <- sum(w[boot < -1e-12]) + sum(w[abs(boot) <= 1e-12]) / 2; z <- qnorm(at) - z0
  rows <- rbind(rows, data.frame(a = paste(t(A), collapse = " "), b = paste(t(B), collapse = " "),
    clusters = paste(cluster - 1, collapse = " "), estimate = d, variance = v[1], df = v[2],
    twosided = mean(abs(all) >= abs(d) - 1e-12), greater = mean(all >= d - 1e-12), low = end(0.05), high = end(0.95),
    pbca = pnorm(z / (1 + a * z) - z0)))
}
con <- file("whole_r.csv", "w")
writeLines(paste("#", R.version.string, "whole.R"), con)
numbers <- sapply(rows, is.numeric)
rows[numbers] <- lapply(rows[numbers], formatC, digits = 16, format = "g", width = 1)
write.csv(rows, con, row.names = FALSE, quote = FALSE)
close(con)
