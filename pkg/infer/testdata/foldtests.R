# What R says about the fold losses of foldtests.py, with R's own test functions
# where it has them.
#
#     Rscript foldtests.R    (R 4.2.2)
#
# reads foldtests_input.csv, foldtests_records.csv, foldtests_halves.csv,
# foldtests_inner.csv and writes foldtests_r.csv.

input <- read.csv("foldtests_input.csv")
records <- read.csv("foldtests_records.csv")
inner <- read.csv("foldtests_inner.csv")
rows <- list()
put <- function(case, test, alternative, delta, alpha, statistic, df1, df2, p, ci) {
  rows[[length(rows) + 1]] <<- data.frame(case, test, alternative, delta, alpha, statistic, df1, df2, p, low = ci[1], high = ci[2])
}

# A statistic of which R has no function: a fake sample of n values with the wanted
# mean and standard error goes through t.test.
fake <- function(estimate, se, n) estimate + se * sqrt(n) * as.vector(scale(1:n))

for (alternative in c("two.sided", "greater", "less")) for (set in list(c(0, 0.05), c(0.005, 0.2))) {
  delta <- set[1]; alpha <- set[2]; side <- sub(".", "-", alternative, fixed = TRUE)
  student <- function(case, test, x) {
    r <- t.test(x, mu = delta, alternative = alternative, conf.level = 1 - alpha)
    put(case, test, side, delta, alpha, r$statistic, r$parameter, NA, r$p.value, r$conf.int)
  }
  normal <- function(case, test, estimate, se) {
    z <- (estimate - delta) / se
    p <- switch(alternative, two.sided = 2 * pnorm(-abs(z)), greater = pnorm(-z), less = pnorm(z))
    ci <- switch(alternative, two.sided = estimate + c(-1, 1) * qnorm(1 - alpha / 2) * se,
                 greater = c(estimate - qnorm(1 - alpha) * se, Inf), less = c(-Inf, estimate + qnorm(1 - alpha) * se))
    put(case, test, side, delta, alpha, z, NA, NA, p, ci)
  }
  for (case in unique(input$case)) {
    f <- input[input$case == case, ]
    d <- f$b - f$a; n <- length(d); m <- max(f$replication); folds <- max(f$fold)
    table <- matrix(d, m, folds, byrow = TRUE)
    if (case == "holdouts") {
      r <- t.test(f$b, f$a, paired = TRUE, mu = delta, alternative = alternative, conf.level = 1 - alpha)
      put(case, "resampled-t", side, delta, alpha, r$statistic, r$parameter, NA, r$p.value, r$conf.int)
      student(case, "corrected-resampled-t", fake(mean(d), sd(d) * sqrt(1 / 15 + 100 / 200), n))
      h <- read.csv("foldtests_halves.csv")
      normal(case, "conservative-z", mean(d), sqrt(sum((h$first - h$second)^2) / (2 * nrow(h))))
    }
    if (case == "10fold") {
      student(case, "kfold-t", d)
      fit <- lm(d ~ 1, weights = f$n_valid) # its residual mean square is the one between folds
      normal(case, "kfold-ci-z", unname(coef(fit)), summary(fit)$coefficients[1, 2])
    }
    if (folds > 1) student(case, "corrected-repeated-kfold-t", fake(mean(d), sd(d) * sqrt(1 / n + 1 / (folds - 1)), n))
    if (folds == 2) {
      s2 <- apply(table, 1, var)
      student(case, "mx2-t", fake(d[1], sqrt(mean(s2)), m + 1))
      student(case, "bcv-t", fake(mean(d), sqrt(mean((d - mean(d))^2) * (2 * m + 1) / (2 * m - 1)), 2 * m))
    }
    if (case %in% inner$case) {
      each <- aggregate(difference ~ inner + half + replication, inner[inner$case == case, ], mean)
      group <- list(each$half, each$replication) # columns are half-splits
      y <- tapply(each$difference, group, mean)
      noise <- mean(tapply(each$difference, group, var)) / max(each$inner)
      h <- mean(apply(y, 2, var)) # the variance of two is half their squared difference
      bound <- min(mean((d - mean(d))^2) * (2 * m + 1) / (2 * m - 1), h / 2)
      v <- weighted.mean(c(max(h - noise, h / 4) / 2, bound), c(ncol(y), 4))
      added <- var(rowMeans(table)) / m
      student(case, "nested-t", fake(mean(d), sqrt(v + added), ncol(y) + 5))
      g <- records$b - records$a
      v <- weighted.mean(c(v, var(g) / length(g)), c(ncol(y) + 4, 10))
      student(case, "nested-records-t", fake(mean(d), sqrt(v + added), ncol(y) + 15))
    }
    if (case == "5x2") {
      student(case, "5x2-t", fake(d[1], sqrt(mean(s2)), 6))
      student(case, "combined-5x2-t", fake(mean(d), sqrt(mean(s2) / 10), 6))
      stat <- sum((d - delta)^2) / (2 * sum(s2))
      if (alternative == "two.sided") for (df1 in c(10, 7)) {
        put(case, if (df1 == 10) "combined-5x2-F" else "calibrated-5x2-F", side, delta, alpha, stat, df1, 5, pf(stat, df1, 5, lower.tail = FALSE), c(NA, NA))
      }
    }
    if (case == "3x2") student(case, "blocked-3x2-t", fake(mean(d), sqrt(mean((d - mean(d))^2)), 6))
    if (case == "holdout" && delta == 0) { # prop.test has no other null hypothesis
      r <- prop.test(c(29, 17), c(100, 100), alternative = alternative, conf.level = 1 - alpha, correct = FALSE)
      ci <- switch(alternative, two.sided = r$conf.int, greater = c(r$conf.int[1], Inf), less = c(-Inf, r$conf.int[2]))
      put(case, "proportion-z", side, delta, alpha, sqrt(r$statistic), NA, NA, r$p.value, ci)
    }
  }
  h <- records$b - records$a
  normal("records", "kfold-ci-z", mean(h), sqrt(mean((h - mean(h))^2) / length(h)))
  normal("records", "kfold-ci-z-in", mean(h), sqrt(mean(tapply(h, records$fold, var)) / length(h)))
}
out <- do.call(rbind, rows)
for (column in names(out)) if (is.numeric(out[[column]])) {
  text <- sprintf("%.17g", out[[column]])
  text[is.na(out[[column]])] <- ""
  text[out[[column]] == Inf] <- "inf"
  text[out[[column]] == -Inf] <- "-inf"
  out[[column]] <- text
}
write.csv(out, "foldtests_r.csv", row.names = FALSE, quote = FALSE)
