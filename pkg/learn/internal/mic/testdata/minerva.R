# Maximal information coefficients by R's package minerva of pairs of variables with and
# without ties: Rscript minerva.R > minerva.csv
suppressPackageStartupMessages(library(minerva))
set.seed(3)
cat(sprintf("# R %s, minerva %s; mine(x, y, alpha, C)$MIC; see minerva.R\n", getRversion(), packageVersion("minerva")))
cat("name,alpha,c,mic,x,y\n")
show <- function(name, x, y, alpha = 0.6, C = 15) {
  x <- as.numeric(sprintf("%.6g", x)); y <- as.numeric(sprintf("%.6g", y))
  text <- function(v) paste(sprintf("%.6g", v), collapse = " ")
  cat(sprintf("%s,%g,%g,%.15g,%s,%s\n", name, alpha, C, mine(x, y, alpha = alpha, C = C)$MIC, text(x), text(y)))
}
for (n in c(10, 40, 72, 145, 300)) {
  x <- rnorm(n)
  show(paste("independent", n), x, rnorm(n))
  show(paste("line", n), x, 2 * x + 1)
  show(paste("parabola", n), x, x^2 + 0.3 * rnorm(n))
  show(paste("sine", n), x, sin(4 * x) + 0.2 * rnorm(n))
  show(paste("counts", n), rpois(n, 2), rpois(n, 1))
  show(paste("count of feature", n), x, rpois(n, exp(x)))
  show(paste("zeros", n), pmax(0, rnorm(n)), rpois(n, 0.6) * rpois(n, 4))
}
x <- rnorm(200)
for (alpha in c(0.4, 0.7, 0.9)) for (C in c(1, 3, 20)) show(sprintf("alpha %g c %g", alpha, C), x, cos(3 * x) + 0.5 * rnorm(200), alpha, C)
