# Writes effect_r.csv: mid-p-values of McNemar's test, Tango's score interval of the
# difference of two paired proportions and the odds ratio with Wilson's score interval.
# The score interval is found without Tango's formula: the trinomial likelihood under a
# given difference is maximized by optimize, and the limits by uniroot.
# Run in this directory: Rscript effect.R
set.seed(2)
n00 <- c(1, 12, 50, 0, 5, 3, 900, rpois(10, 30))
n01 <- c(7, 9, 0, 0, 5, 40, 60, rpois(10, 8))
n10 <- c(1, 2, 6, 4, 5, 2, 95, rpois(10, 12))
n11 <- c(12, 21, 40, 3, 9, 30, 4000, rpois(10, 60))
score <- function(d, a, b, n) { # b = n01, a = n10; difference (a - b)/n
  rest <- n - a - b
  ll <- function(q) { # q = P(n01), q + d = P(n10)
    term <- function(k, p) if (k == 0) 0 else k * log(pmax(p, 0))
    term(b, q) + term(a, q + d) + term(rest, 1 - 2 * q - d)
  }
  low <- max(0, -d); high <- (1 - d) / 2
  q <- optimize(ll, c(low, high), maximum = TRUE, tol = 1e-14)$maximum
  best <- c(q, low, high); q <- best[which.max(sapply(best, ll))]
  (a - b - n * d) / sqrt(n * (2 * q + d * (1 - d)))
}
rows <- NULL
for (i in seq_along(n01)) {
  b <- n01[i]; a <- n10[i]; n <- n00[i] + b + a + n11[i]
  mid <- function(k) pbinom(k, a + b, 0.5, lower.tail = FALSE) + dbinom(k, a + b, 0.5) / 2
  for (alpha in c(0.05, 0.2)) {
    z <- qnorm(1 - alpha / 2); est <- (a - b) / n; e <- 1e-9
    up <- uniroot(function(d) score(d, a, b, n) + z, c(est + e, 1 - e), tol = 1e-14)$root
    lo <- uniroot(function(d) score(d, a, b, n) - z, c(-1 + e, est - e), tol = 1e-14)$root
    w <- as.vector(suppressWarnings(prop.test(a, a + b, conf.level = 1 - alpha, correct = FALSE))$conf.int)
    rows <- rbind(rows, data.frame(n00 = n00[i], n01 = b, n10 = a, n11 = n11[i], alpha = alpha,
      midp = min(1, 2 * min(mid(a), mid(b))), greater = mid(a), less = mid(b),
      low = lo, high = up, oddslow = w[1] / (1 - w[1]), oddshigh = w[2] / (1 - w[2])))
  }
}
rows <- rows[rows$n01 + rows$n10 > 0, ]
con <- file("effect_r.csv", "w")
writeLines(paste("#", R.version.string, "effect.R"), con)
rows[] <- lapply(rows, formatC, digits = 16, format = "g", width = 1)
write.csv(rows, con, row.names = FALSE, quote = FALSE)
close(con)
