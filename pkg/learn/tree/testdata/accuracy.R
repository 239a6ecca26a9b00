# Prints errors on the draws of a file; called by accuracy.py.
# Each line of the file is a draw, a class, and features; the first 100 records
# of a draw train.
suppressMessages({library(rpart); library(randomForest); library(ranger)})
source("stops.R")
args <- commandArgs(TRUE)
all <- read.csv(args[1], header = FALSE)
levels <- as.integer(strsplit(args[2], ",")[[1]])
for (j in which(levels > 0)) all[[j + 2]] <- factor(all[[j + 2]], 0:(levels[j] - 1))
all[[2]] <- factor(all[[2]])
k <- nlevels(all[[2]])

error <- function(fit) sapply(split(all, all[[1]]), function(d) {
  d <- setNames(d[-1], c("y", paste0("x", seq_along(levels))))
  mean(fit(d[1:100, ], d[-(1:100), ]) != d$y[-(1:100)])
})

set.seed(1)
results <- list(
  list("tree", paste("rpart", packageVersion("rpart")), error(function(d, v) predict(treelike(d, k, 5, 10, 0.01), v, type = "class"))),
  list("forest", paste("randomForest", packageVersion("randomForest")), error(function(d, v) predict(randomForest(y ~ ., d, ntree = 100), v))),
  list("forest", paste("ranger", packageVersion("ranger")), error(function(d, v)
    predict(ranger(y ~ ., d, num.trees = 100, num.threads = 1, respect.unordered.factors = "partition"), v)$predictions)))
for (r in results) cat(paste(r[[1]], r[[2]], paste(r[[3]], collapse = ","), sep = ";"), "\n", sep = "")
