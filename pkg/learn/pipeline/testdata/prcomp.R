# Principal components by R of the first four columns of data set iris (R's own), the
# records with odd numbers: Rscript prcomp.R > prcomp.csv
x <- as.matrix(iris[, 1:4])
train <- seq(1, 150, 2)
cat(sprintf("# R %s, prcomp; training records 1, 3, ..., 149; scores of records 1 to 150\n", getRversion()))
cat("x1,x2,x3,x4,plain1,plain2,plain3,plain4,scaled1,scaled2,scaled3,scaled4\n")
plain <- predict(prcomp(x[train, ]), x)
scaled <- predict(prcomp(x[train, ], scale. = TRUE), x)
write.table(format(cbind(x, plain, scaled), digits = 15, trim = TRUE, nsmall = 1), sep = ",", quote = FALSE, row.names = FALSE, col.names = FALSE)
