# The corrected resampled t-test (Nadeau and Bengio 2003) with its interval, for bcv study levels.
folds <- read.csv(file("stdin"))
one <- function(x) {
  d <- x$b - x$a
  se <- sqrt((1 / length(d) + mean(x$n_valid / x$n_train)) * var(d))
  if (se == 0) return(data.frame(set = x$set[1], p = NA, low = NA, high = NA))
  df <- length(d) - 1
  reach <- qt(0.975, df) * se
  data.frame(set = x$set[1], p = 2 * pt(-abs(mean(d)) / se, df), low = mean(d) - reach, high = mean(d) + reach)
}
answers <- do.call(rbind, lapply(split(folds, folds$set), one))
write.csv(answers, row.names = FALSE)
