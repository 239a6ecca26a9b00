# A learner for bcv in R: a tree of package rpart, for classes and for numbers.
# Put your own model into fit_predict().
#
#   Rscript r_learner.R TRAIN TEST PREDICTIONS    one fit
#   Rscript r_learner.R --serve                   fits until the end of the input
library(rpart)

classify <- Sys.getenv("BCV_TASK") == "classification"
nominal <- scan(text = Sys.getenv("BCV_NOMINAL"), what = "", sep = ",", quiet = TRUE)

read <- function(path) {
  # Names stay text, also names such as "1" and "NA".
  header <- names(read.csv(path, nrows = 1, check.names = FALSE))
  text <- header %in% c(nominal, if (classify) "target")
  read.csv(path, check.names = FALSE, na.strings = NULL, colClasses = ifelse(text, "character", "numeric"))
}

fit_predict <- function(train, test, predictions, seed) {
  roles <- file.path(dirname(train), "roles.csv")
  weights <- if (file.exists(roles)) read.csv(roles)$weight  # NULL without weights
  train <- read(train)
  test <- read(test)
  for (name in nominal) {
    # A level that does not occur in training is missing to the tree.
    levels <- sort(unique(train[[name]]))
    train[[name]] <- factor(train[[name]], levels)
    test[[name]] <- factor(test[[name]], levels)
  }
  if (classify) train$target <- factor(train$target)
  set.seed(seed)
  fit <- rpart(target ~ ., data = train, weights = weights)
  prediction <- predict(fit, test, type = if (classify) "class" else "vector")
  write.csv(data.frame(record = test$record, prediction = prediction), predictions, row.names = FALSE)
}

serve <- function() {
  input <- file("stdin", "r")
  while (length(line <- readLines(input, n = 1)) > 0) {
    f <- strsplit(line, "\t", fixed = TRUE)[[1]]
    answer <- tryCatch({
      fit_predict(f[1], f[2], f[3], as.integer(f[4]))
      "ok"
    }, error = function(e) paste("error", gsub("\n", " ", conditionMessage(e))))
    cat(answer, "\n", sep = "")
    flush(stdout())
  }
}

args <- commandArgs(trailingOnly = TRUE)
if (identical(args, "--serve")) {
  serve()
} else {
  fit_predict(args[1], args[2], args[3], as.integer(Sys.getenv("BCV_SEED")))
}
