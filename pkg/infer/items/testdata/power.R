# Writes power_r.csv: power of the paired t-test by the noncentral t distribution.
# Run in this directory: Rscript power.R
rows <- NULL
for (n in c(5, 30, 400)) for (delta in c(0.05, 0.3, 1)) for (side in c("two.sided", "one.sided")) for (alpha in c(0.05, 0.01))
  rows <- rbind(rows, data.frame(n = n, sd = 1.3, delta = delta, sides = side, alpha = alpha,
    power = power.t.test(n, delta, 1.3, alpha, type = "paired", alternative = side, strict = TRUE)$power))
con <- file("power_r.csv", "w")
writeLines(paste("#", R.version.string, "power.R"), con)
rows$power <- formatC(rows$power, digits = 16, format = "g", width = 1)
write.csv(rows, con, row.names = FALSE, quote = FALSE)
close(con)
