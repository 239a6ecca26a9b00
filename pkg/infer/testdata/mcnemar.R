# Writes mcnemar_r.csv: McNemar's test with continuity correction by mcnemar.test,
# and the binomial test of n10 among n01 + n10 with both one-sided p-values.
# Run in this directory: Rscript mcnemar.R
set.seed(1)
n01 <- c(0, 1, 0, 1, 5, 5, 10, 25, 25, 100, 3, 1000, 40000, rpois(12, 20), rpois(5, 300))
n10 <- c(1, 0, 7, 2, 5, 6, 3, 25, 10, 150, 30, 1100, 41000, rpois(12, 30), rpois(5, 340))
rows <- NULL
for (i in seq_along(n01)) {
  b <- n01[i]; c <- n10[i]
  m <- mcnemar.test(matrix(c(10, c, b, 20), 2), correct = TRUE)
  p <- function(side) binom.test(c, b + c, 0.5, alternative = side)$p.value
  rows <- rbind(rows, data.frame(n01 = b, n10 = c, statistic = unname(m$statistic), p = m$p.value,
    exact = p("two.sided"), greater = p("greater"), less = p("less")))
}
con <- file("mcnemar_r.csv", "w")
writeLines(paste("#", R.version.string, "mcnemar.R"), con)
rows[] <- lapply(rows, formatC, digits = 16, format = "g", width = 1)
write.csv(rows, con, row.names = FALSE, quote = FALSE)
close(con)
