# Writes the predictions of two caret models on one 5 x 2 CV of iris: caret-knn.csv, caret-lda.csv; and with
# probabilities of two species on one 3 x 2 CV: caret-lda-probabilities.csv, caret-rpart-probabilities.csv.
# R 4.2.2, caret 6.0-93. Rscript caret.R
suppressMessages(library(caret))
set.seed(16)
index <- createMultiFolds(iris$Species, k = 2, times = 5)
control <- trainControl(method = "repeatedcv", number = 2, repeats = 5, index = index, savePredictions = "final")
for (method in c("knn", "lda")) {
  fit <- train(Species ~ ., data = iris, method = method, trControl = control)
  write.csv(fit$pred, paste0("caret-", method, ".csv"), row.names = FALSE)
}
fit <- train(mpg ~ wt + hp, data = mtcars, method = "lm", trControl = trainControl(method = "LGOCV", p = 0.75, number = 8, savePredictions = "final"))
write.csv(fit$pred, "caret-lm.csv")
two <- droplevels(iris[iris$Species != "setosa", ])
set.seed(17)
index <- createMultiFolds(two$Species, k = 2, times = 3)
control <- trainControl(method = "repeatedcv", number = 2, repeats = 3, index = index, savePredictions = "final", classProbs = TRUE)
for (method in c("lda", "rpart")) {
  fit <- train(Species ~ Sepal.Length + Sepal.Width, data = two, method = method, trControl = control,
    tuneGrid = if (method == "rpart") data.frame(cp = 0.01))
  write.csv(fit$pred, paste0("caret-", method, "-probabilities.csv"), row.names = FALSE)
}
