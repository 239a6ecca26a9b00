# Writes tests_r.csv: tests of the mean difference of two models on the items of one test set. The paired t-test
# is t.test. The variance CR2 and its Satterthwaite degrees of freedom are written with the matrices of Pustejovsky
# and Tipton (2018, eqs. 5 to 11), not with the closed form for a mean. Mean squares of items and runs are those of
# aov. Run in this directory: Rscript tests.R
set.seed(29)
source("cr2.R")
squares <- function(y) { # y[item, run]
  d <- data.frame(y = as.vector(y), item = factor(row(y)), run = factor(col(y)))
  a <- anova(aov(y ~ item + run, data = d))
  list(ms = a[["Mean Sq"]], df = a[["Df"]])
}
satterthwaite <- function(x, df) sum(x)^2 / sum(x^2 / df)
paired <- function(A, B) {
  d <- B - A; q <- squares(d); x <- q$ms / length(d)
  if (x[2] < x[3]) return(c(x[1], q$df[1]))
  c(x[1] + x[2] - x[3], satterthwaite(x * c(1, 1, -1), q$df))
}
unpaired <- function(A, B, cluster = seq_len(nrow(A))) {
  v <- cr2(rowMeans(B) - rowMeans(A), cluster)
  x <- v[1]; df <- v[2]
  for (y in list(A, B)) {
    S <- ncol(y)
    between <- squares(y)$ms[2] / length(y)
    rest <- sum(apply(sweep(sweep(y, 1, rowMeans(y)), 2, colMeans(y)) + mean(y), 2,
      function(e) cr2(e, cluster)[1])) / (S - 1) / S
    if (between > rest) { x <- c(x, between, -rest); df <- c(df, S - 1, v[2] * (S - 1)) }
  }
  c(sum(x), satterthwaite(x, df))
}
line <- function(test, A, B, cluster, est, v, df) {
  t <- est / sqrt(v)
  data.frame(test = test, a = paste(formatC(A, digits = 17, format = "g"), collapse = " "),
    b = paste(formatC(B, digits = 17, format = "g"), collapse = " "), runsa = ncol(A), runsb = ncol(B),
    clusters = paste(cluster - 1, collapse = " "), estimate = est, variance = v, df = df,
    p = 2 * pt(-abs(t), df), low = est - qt(0.975, df) * sqrt(v), high = est + qt(0.975, df) * sqrt(v))
}
rows <- NULL
sizes <- list(c(3, 3, 3), c(1, 1, 8), c(2, 5, 1, 4, 9), rep(1, 12), c(30, 1), c(4, 6, 2, 2, 7, 3, 1, 5))
for (k in seq_along(sizes)) for (shape in 1:3) {
  cluster <- rep(seq_along(sizes[[k]]), sizes[[k]]); n <- length(cluster)
  sa <- c(2, 3, 4)[shape]; sb <- c(2, 5, 4)[shape]
  make <- function(S, shift) {
    y <- outer(rnorm(n), rnorm(S, sd = 0.4 * shape), "+") + rnorm(max(cluster))[cluster] + rnorm(n * S) + shift
    if (shape == 3) y <- (y > 0) * 1 # right or wrong
    y
  }
  A <- make(sa, 0); B <- make(sb, 0.5)
  if (shape == 1) B <- sweep(B, 2, colMeans(B)) + 0.2 # runs of B that differ by less than the rest
  d <- rowMeans(B) - rowMeans(A)
  h <- t.test(rowMeans(B), rowMeans(A), paired = TRUE)
  rows <- rbind(rows, line("item-t", A, B, cluster, mean(d), h$stderr^2, h$parameter))
  v <- cr2(d, cluster); rows <- rbind(rows, line("cluster-t", A, B, cluster, mean(d), v[1], v[2]))
  v <- unpaired(A, B); rows <- rbind(rows, line("crossed-t", A, B, cluster, mean(d), v[1], v[2]))
  v <- unpaired(A, B, cluster); rows <- rbind(rows, line("crossed-cluster-t", A, B, cluster, mean(d), v[1], v[2]))
  if (sa == sb) { v <- paired(A, B); rows <- rbind(rows, line("crossed-paired-t", A, B, cluster, mean(d), v[1], v[2])) }
}
con <- file("tests_r.csv", "w")
writeLines(paste("#", R.version.string, "tests.R"), con)
numbers <- sapply(rows, is.numeric)
rows[numbers] <- lapply(rows[numbers], formatC, digits = 16, format = "g", width = 1)
write.csv(rows, con, row.names = FALSE, quote = FALSE)
close(con)
