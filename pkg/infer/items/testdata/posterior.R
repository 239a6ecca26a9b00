# Writes posterior_r.csv: P(p01 - p10 > delta) for p ~ Dirichlet(n + lambda) over four cells, by integrate over p10
# in place of the share of disagreements; and the ends of the interval at 95% by uniroot.
# Run in this directory: Rscript posterior.R
above <- function(delta, n00, n01, n10, n11, lambda) {
  if (abs(delta) >= 1) return((delta < 0) * 1)
  if (delta < 0) return(1 - above(-delta, n00, n10, n01, n11, lambda))
  a <- n01 + lambda; b <- n10 + lambda; rest <- n00 + n11 + 2 * lambda
  top <- (1 - delta) / 2
  f <- function(t) { # p10 = top/(1 + exp(-t))
    y <- top * plogis(t)
    dbeta(y, b, a + rest) * pbeta((1 - delta) * plogis(-t) / (1 - y), rest, a) * top * dlogis(t)
  }
  at <- c(-600, -400, -200, -100, -80, seq(-60, 40, by = 0.5), 60, 80, 100, 200)
  sum(mapply(function(u, v) integrate(f, u, v, rel.tol = 1e-12, abs.tol = 1e-15, subdivisions = 1000, stop.on.error = FALSE)$value,
    head(at, -1), tail(at, -1)))
}
tables <- rbind(c(10, 7, 3, 30), c(0, 0, 5, 9), c(0, 3, 4, 0), c(1, 0, 0, 1), c(40, 60, 95, 4000), c(2, 1, 0, 300),
  c(100, 350, 300, 250))
rows <- NULL
for (k in seq_len(nrow(tables))) for (lambda in c(1, 0.5, 0.1)) {
  n <- tables[k, ]; g <- function(d) above(d, n[1], n[2], n[3], n[4], lambda)
  mid <- (n[2] - n[3]) / (sum(n) + 4 * lambda); reach <- 3 / sqrt(sum(n) + 4)
  lo <- uniroot(function(d) g(d) - 0.975, c(max(-1, mid - reach), mid), tol = 1e-12, extendInt = "downX")$root
  hi <- uniroot(function(d) g(d) - 0.025, c(mid, min(1, mid + reach)), tol = 1e-12, extendInt = "downX")$root
  for (delta in c(-0.2, -0.01, 1e-6, 0.001, 0.02, 0.3))
    rows <- rbind(rows, data.frame(n00 = n[1], n01 = n[2], n10 = n[3], n11 = n[4], lambda = lambda, delta = delta,
      above = g(delta), low = lo, high = hi))
}
con <- file("posterior_r.csv", "w")
writeLines(paste("#", R.version.string, "posterior.R"), con)
rows[] <- lapply(rows, formatC, digits = 16, format = "g", width = 1)
write.csv(rows, con, row.names = FALSE, quote = FALSE)
close(con)
