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

# Results as people have them: a sheet, train objects and resamples of caret, tune results and workflow sets of tidymodels.
tree <- c(0.70, 0.72, 0.68, 0.75, 0.71)
boost <- c(0.76, 0.77, 0.75, 0.80, 0.74)
d <- boost - tree
p <- 2 * pt(-abs(mean(d)) / (sd(d) * sqrt(1 / 5 + 1 / 4)), 4)
fits <- lapply(list(tree = tree, boost = boost), function(x) {
  structure(list(resample = data.frame(Accuracy = x, Resample = paste0("Fold", 1:5)), control = list(index = list(1:8))), class = "train")
})
tuned <- lapply(list(tree = tree, boost = boost), function(x) {
  out <- data.frame(id = paste0("Fold", 1:5))
  out$.metrics <- lapply(x, function(v) data.frame(.metric = "accuracy", .estimator = "binary", .estimate = v))
  out
})
set <- data.frame(wflow_id = names(tuned))
set$result <- unname(tuned)
forms <- list(
  sheet = data.frame(Fold = 1:5, tree = tree, boost = boost),
  train = fits,
  resamples = structure(list(values = data.frame(Resample = paste0("Fold", 1:5), "tree~Accuracy" = tree, "boost~Accuracy" = boost, check.names = FALSE)), class = "resamples"),
  resample = lapply(fits, `[[`, "resample"),
  tuned = tuned,
  workflows = structure(set, class = c("workflow_set", "data.frame"))
)
for (form in names(forms)) {
  verdict <- bcv_compare(forms[[form]], score = if (form == "sheet") "accuracy")
  stopifnot(abs(verdict$estimate - mean(d)) < 1e-9, abs(verdict$p_value - p) < 1e-9, identical(verdict$direction, "higher"))
  order <- bcv_rank(forms[[form]], score = if (form == "sheet") "accuracy")
  stopifnot(identical(order$model, c("boost", "tree")), identical(order$rank_high, c(1L, 2L)) == (p <= 0.05))
}
numbers <- bcv_compare(list(tree = tree, boost = boost), rows = "folds")
stopifnot(abs(numbers$p_value - p) < 1e-9, is.na(numbers$better))
refuses <- function(data, text) stopifnot(grepl(text, tryCatch(bcv_compare(data), bcv_error = conditionMessage), fixed = TRUE))
refuses(list(tree = tree, boost = boost), "no column says what a row is")
refuses(3, "the results are a numeric; give a data frame")
refuses(list(tree = tree, boost = boost[-1]), "have other types or lengths")
refuses(list(tree = data.frame(a = 1), boost = data.frame(b = 1)), "have no column in common")
# fit$pred of models that were tuned by other parameters.
pred <- function(cut, name) {
  out <- data.frame(pred = factor(ifelse(iris$Sepal.Length > cut, "big", "small")), obs = factor(ifelse(iris$Petal.Width > 1, "big", "small")),
                    rowIndex = 1:150, Resample = paste0("Fold", rep(1:10, 15)))
  out[[name]] <- 1
  out
}
verdict <- bcv_compare(list(low = pred(5, "cp"), high = pred(5.5, "k")), metric = "accuracy")
stopifnot(abs(verdict$estimate - mean((iris$Sepal.Length > 5.5) == (iris$Petal.Width > 1)) +
                mean((iris$Sepal.Length > 5) == (iris$Petal.Width > 1))) < 1e-9, verdict$model_a == "low")
fits$boost$control$index <- list(1:7)
refuses(fits, "tree and boost are on other folds")
bcv_report(losses, html = page <- tempfile(fileext = ".html"))
stopifnot(file.exists(page))
refused <- tryCatch(bcv_folds(3), bcv_error = conditionMessage)
stopifnot(identical(refused, "3 records; two-fold CV needs at least 4"))
demo("verdict", package = "bcvcompare", character.only = TRUE, ask = FALSE)
