# Folds, results and verdicts with the program bcv, where it is on PATH.
library(bcvcompare)
if (Sys.which("bcv") == "") {
  cat("skipped: no program bcv on PATH\n")
  quit("no")
}
folds <- bcv_folds(strata = iris$Species, m = 5, seed = 2)
stopifnot(length(folds) == 10, attr(folds, "n") == 150, identical(sort(c(folds[[1]]$train, folds[[1]]$valid)), 1:150))
loss <- function(formula) sapply(folds, function(f) {
  mean((predict(lm(formula, iris[f$train, ]), iris[f$valid, ]) - iris$Sepal.Length[f$valid])^2)
})
losses <- bcv_losses(folds, list(none = loss(Sepal.Length ~ 1), all = loss(Sepal.Length ~ .)), loss = "squared error")
verdict <- bcv_compare(losses)
stopifnot(identical(verdict$better, "all"), identical(capture.output(print(verdict)), verdict$sentence))
bcv_report(losses, html = page <- tempfile(fileext = ".html"))
stopifnot(file.exists(page))
refused <- tryCatch(bcv_folds(3), bcv_error = conditionMessage)
stopifnot(identical(refused, "3 records; two-fold CV needs at least 4"))
demo("verdict", package = "bcvcompare", character.only = TRUE, ask = FALSE)
