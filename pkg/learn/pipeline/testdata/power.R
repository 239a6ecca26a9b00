# Powers by MASS::boxcox on a fine grid for the positive columns of power.csv, and for the
# others plus 1 less their minimum: Rscript power.R > boxcox.csv
library(MASS)
d <- read.csv("power.csv", comment.char = "#")
cat(sprintf("# R %s, MASS %s; lambda at the largest log likelihood on a grid with steps of 0.0001\n", getRversion(), packageVersion("MASS")))
cat("column,shift,lambda\n")
for (k in seq_len(nrow(d))) {
  x <- as.numeric(strsplit(d$values[k], " ")[[1]])
  shift <- if (min(x) > 0) 0 else 1 - min(x)
  b <- boxcox(x + shift ~ 1, lambda = seq(-5, 5, 0.0001), plotit = FALSE)
  cat(sprintf("%s,%.17g,%.4f\n", d$column[k], shift, b$x[which.max(b$y)]))
}
