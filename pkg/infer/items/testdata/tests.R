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
# Parts of a variance, one row each, as v and df. Critical values are Cochran's (1964).
critical <- function(parts, p) sum(parts[, "v"] * qt(p, parts[, "df"], lower.tail = FALSE)) / sum(parts[, "v"])
parted <- function(items, df, subtracted, runs, dfs) # of the items, of what is subtracted from it, and of runs
  cbind(v = c(max(0, items - sum(subtracted), items - sum(runs)), sum(runs)),
    df = c(df, min(df, sum(runs)^2 / sum(runs^2 / dfs))))
paired <- function(A, B) {
  d <- B - A; q <- squares(d); x <- q$ms / length(d)
  parted(x[1], q$df[1], x[3], x[2], q$df[2])
}
unpaired <- function(A, B, cluster = seq_len(nrow(A))) {
  v <- cr2(rowMeans(B) - rowMeans(A), cluster)
  runs <- rests <- dfs <- NULL
  for (y in list(A, B)) {
    S <- ncol(y)
    runs <- c(runs, squares(y)$ms[2] / length(y)); dfs <- c(dfs, S - 1)
    rests <- c(rests, sum(apply(sweep(sweep(y, 1, rowMeans(y)), 2, colMeans(y)) + mean(y), 2,
      function(e) cr2(e, cluster)[1])) / (S - 1) / S)
  }
  parted(v[1], v[2], rests, runs, dfs)
}
line <- function(test, A, B, cluster, est, parts) {
  v <- sum(parts[, "v"]); df <- parts[parts[, "v"] > 0, "df"]; t <- est / sqrt(v); c <- critical(parts, 0.025)
  p <- 2 * pt(-abs(t), df[1])
  if (length(unique(df)) > 1) {
    root <- function(f, ends) uniroot(f, ends, tol = 1e-15, maxiter = 10000)$root
    p <- 2 * exp(root(function(l) critical(parts, exp(l)) - abs(t), c(pt(-abs(t), max(df), log.p = TRUE) - 1e-9,
      pt(-abs(t), min(df), log.p = TRUE) + 1e-9)))
    df <- 1 / root(function(x) qt(0.975, 1 / x) - c, c(1 / max(df), 1 / min(df)))
  }
  data.frame(test = test, a = paste(formatC(A, digits = 17, format = "g"), collapse = " "),
    b = paste(formatC(B, digits = 17, format = "g"), collapse = " "), runsa = ncol(A), runsb = ncol(B),
    clusters = paste(cluster - 1, collapse = " "), estimate = est, variance = v, df = df[1], p = p,
    low = est - c * sqrt(v), high = est + c * sqrt(v))
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
  rows <- rbind(rows, line("item-t", A, B, cluster, mean(d), cbind(v = h$stderr^2, df = h$parameter)))
  v <- cr2(d, cluster); rows <- rbind(rows, line("cluster-t", A, B, cluster, mean(d), cbind(v = v[1], df = v[2])))
  v <- unpaired(A, B); rows <- rbind(rows, line("crossed-t", A, B, cluster, mean(d), v))
  v <- unpaired(A, B, cluster); rows <- rbind(rows, line("crossed-cluster-t", A, B, cluster, mean(d), v))
  if (sa == sb) { v <- paired(A, B); rows <- rbind(rows, line("crossed-paired-t", A, B, cluster, mean(d), v)) }
}
con <- file("tests_r.csv", "w")
writeLines(paste("#", R.version.string, "tests.R"), con)
numbers <- sapply(rows, is.numeric)
rows[numbers] <- lapply(rows[numbers], formatC, digits = 16, format = "g", width = 1)
write.csv(rows, con, row.names = FALSE, quote = FALSE)
close(con)
