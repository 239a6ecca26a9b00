# Writes fnn.csv: the class of the first nearest neighbour by FNN (R), on features
# times the roots of their weights. All data are drawn here; a training record
# has train = 1, a validation record the predicted class in column fnn.
library(FNN)
set.seed(1)
n <- 200; p <- 16; omega <- 17.25
w <- rep(1, p); w[c(1, 3, 9, 16)] <- omega; w[c(5, 11, 13)] <- 1 / omega
x <- round(matrix(rnorm(n * p), n), 4)
class <- sample(0:4, n, replace = TRUE)
train <- seq_len(n) %in% sample(n, n / 2)
z <- sweep(x, 2, sqrt(w), "*")
fnn <- rep(NA, n)
fnn[!train] <- as.integer(as.character(knn(z[train, ], z[!train, ], factor(class[train]), k = 1)))
con <- file("fnn.csv", "w")
writeLines(sprintf("# %s, FNN %s, omega %s", R.version.string, packageVersion("FNN"), omega), con)
write.csv(data.frame(train = as.integer(train), class, fnn, x), con, row.names = FALSE, quote = FALSE)
close(con)
