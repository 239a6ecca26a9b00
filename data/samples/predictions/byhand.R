# Writes files in the formats of tools that could not be had, made by hand after their documentation:
# tidymodels-by-hand-*.csv after tune::collect_predictions(summarize = FALSE), with the resamples of rsample 1.1.1,
# mlr3-by-hand.csv after data.table::as.data.table of the predictions of an mlr3 ResampleResult,
# openml-by-hand-*.arff after predictions.arff of OpenML runs.
# and with probabilities tidymodels-by-hand-*-probabilities.csv and mlr3-by-hand-probabilities.csv.
# R 4.2.2, rsample 1.1.1, MASS, nnet. Rscript byhand.R
suppressMessages(library(rsample))
predictors <- list(
  lda = function(d) { m <- MASS::lda(Species ~ ., d); function(n) as.character(predict(m, n)$class) },
  tree = function(d) { m <- rpart::rpart(Species ~ ., d); function(n) as.character(predict(m, n, "class")) })
set.seed(16)
folds <- vfold_cv(iris, v = 10, repeats = 2, strata = Species)
predict_all <- function(train, splits) do.call(rbind, lapply(seq_along(splits), function(k) {
  rows <- setdiff(seq_len(nrow(iris)), splits[[k]]$in_id)
  data.frame(split = k, row = rows, predicted = train(iris[-rows, ])(iris[rows, ]))
}))
all <- lapply(predictors, predict_all, splits = folds$splits)
for (name in names(all)) {
  p <- all[[name]]
  write.csv(data.frame(id = folds$id[p$split], id2 = folds$id2[p$split], .pred_class = p$predicted, .row = p$row,
    Species = iris$Species[p$row], .config = "Preprocessor1_Model1"), paste0("tidymodels-by-hand-", name, ".csv"), row.names = FALSE)
  con <- file(paste0("openml-by-hand-", name, ".arff"), "w")
  cat("% made by hand\n@RELATION openml_task_59_predictions\n\n@ATTRIBUTE repeat NUMERIC\n@ATTRIBUTE fold NUMERIC\n@ATTRIBUTE sample NUMERIC\n@ATTRIBUTE row_id NUMERIC\n",
    sprintf("@ATTRIBUTE confidence.%s NUMERIC\n", levels(iris$Species)),
    "@ATTRIBUTE prediction {setosa,versicolor,virginica}\n@ATTRIBUTE correct {setosa,versicolor,virginica}\n\n@DATA\n", sep = "", file = con)
  first <- p$split <= 10
  cat(sprintf("0,%d,0,%d,%d,%d,%d,'%s','%s'\n", p$split[first] - 1, p$row[first] - 1, 1 * (p$predicted[first] == "setosa"),
    1 * (p$predicted[first] == "versicolor"), 1 * (p$predicted[first] == "virginica"), p$predicted[first], iris$Species[p$row[first]]), sep = "", file = con)
  close(con)
}
set.seed(17)
halves <- mc_cv(iris, prop = 0.8, times = 15)
mlr3 <- do.call(rbind, lapply(names(predictors), function(name) {
  p <- predict_all(predictors[[name]], halves$splits)
  data.frame(iteration = p$split, row_ids = p$row, truth = iris$Species[p$row], response = p$predicted, learner_id = paste0("classif.", name))
}))
write.csv(mlr3, "mlr3-by-hand.csv", row.names = FALSE, quote = FALSE)

two <- droplevels(iris[iris$Species != "setosa", c("Sepal.Length", "Sepal.Width", "Species")])
probable <- list(
  lda = function(d) { m <- MASS::lda(Species ~ ., d); function(n) predict(m, n)$posterior },
  tree = function(d) { m <- rpart::rpart(Species ~ ., d); function(n) predict(m, n) })
set.seed(18)
folds <- vfold_cv(two, v = 2, repeats = 3, strata = Species)
mlr3 <- NULL
for (name in names(probable)) {
  p <- do.call(rbind, lapply(seq_along(folds$splits), function(k) {
    rows <- setdiff(seq_len(nrow(two)), folds$splits[[k]]$in_id)
    data.frame(split = k, row = rows, probable[[name]](two[-rows, ])(two[rows, ]))
  }))
  class <- c("versicolor", "virginica")[1 + (p$virginica > p$versicolor)]
  write.csv(data.frame(id = folds$id[p$split], id2 = folds$id2[p$split], .row = p$row, .pred_versicolor = round(p$versicolor, 4),
    .pred_virginica = round(p$virginica, 4), Species = two$Species[p$row], .pred_class = class, .config = "Preprocessor1_Model1"),
    paste0("tidymodels-by-hand-", name, "-probabilities.csv"), row.names = FALSE)
  mlr3 <- rbind(mlr3, data.frame(iteration = p$split, row_ids = p$row, truth = two$Species[p$row], response = class,
    prob.virginica = p$virginica, prob.versicolor = p$versicolor, learner_id = paste0("classif.", name)))
}
write.csv(mlr3, "mlr3-by-hand-probabilities.csv", row.names = FALSE, quote = FALSE)
