# Writes the predictions of two caret models on one 5 x 2 CV of iris: caret-knn.csv, caret-lda.csv.
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
