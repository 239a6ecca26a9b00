# Writes ranks_r.csv: Friedman's test, Iman and Davenport's F and Nemenyi's p-value of
# models 1 and 2 (ptukey with df = Inf), and wilcoxon_r.csv: Wilcoxon's signed-rank test by
# wilcox.test where it is exact (no ties) or large, and by all 2^n signs where there are ties.
# Run in this directory: Rscript ranks.R
set.seed(3)
put <- function(name, lines) {
  con <- file(name, "w")
  writeLines(c(paste("#", R.version.string, "ranks.R"), lines), con)
  close(con)
}
num <- function(x) formatC(x, digits = 16, format = "g", width = 1)
lines <- "models,scores,chisq,p,F,Fp,nemenyi"
for (i in 1:12) {
  k <- c(2, 3, 4, 6)[1 + i %% 4]; n <- c(5, 14, 30)[1 + i %% 3]
  x <- matrix(rnorm(n * k), n) + rep(seq_len(k) * 0.2, each = n)
  if (i %% 2) x <- round(x) else x <- round(x, 3)
  f <- friedman.test(x)
  chisq <- unname(f$statistic)
  iman <- (n - 1) * chisq / (n * (k - 1) - chisq)
  ranks <- colMeans(t(apply(-x, 1, rank))) # higher is better
  q <- sqrt(2) * abs(ranks[1] - ranks[2]) / sqrt(k * (k + 1) / (6 * n))
  lines <- c(lines, paste(k, paste(num(t(x)), collapse = " "), num(chisq), num(f$p.value), num(iman),
    num(pf(iman, k - 1, (k - 1) * (n - 1), lower.tail = FALSE)), num(ptukey(q, k, Inf, lower.tail = FALSE)), sep = ","))
}
put("ranks_r.csv", lines)

lines <- "differences,positive,p,greater,less"
row <- function(d, v, p) lines <<- c(lines, paste(paste(num(d), collapse = " "), num(v), num(p[1]), num(p[2]), num(p[3]), sep = ","))
for (n in c(1, 2, 5, 9, 20, 49, 120)) {
  d <- round(rnorm(n, 0.3), 6)
  if (n == 120) d <- round(d, 1)
  p <- sapply(c("two.sided", "greater", "less"), function(a) suppressWarnings(wilcox.test(d, alternative = a))$p.value)
  row(d, sum(rank(abs(d[d != 0]))[d[d != 0] > 0]), p)
}
for (n in c(4, 8, 12, 14)) {
  d <- round(rnorm(n, 0.5), 0)
  d[1:2] <- c(0, 1) # a zero, and something else
  e <- d[d != 0]; r <- rank(abs(e)); v <- sum(r[e > 0])
  all <- as.matrix(expand.grid(rep(list(0:1), length(e)))) %*% r
  g <- mean(all >= v - 1e-9); l <- mean(all <= v + 1e-9)
  row(d, v, c(min(1, 2 * min(g, l)), g, l))
}
put("wilcoxon_r.csv", lines)
