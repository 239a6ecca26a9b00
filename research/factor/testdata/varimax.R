# Loadings of principal components by R's prcomp, and their rotation by varimax, of data
# sets of R: Rscript varimax.R > varimax.csv
cat(sprintf("# R %s; stats::varimax with eps = 1e-15; columns: data (of package datasets), factors, normalize, variable, values of the variable, loadings, rotated\n", getRversion()))
cat("data,factors,normalize,variable,values,loadings,rotated\n")
text <- function(v) paste(sprintf("%.15g", v), collapse = " ")
for (name in c("mtcars", "swiss")) {
  x <- as.matrix(get(name)); p <- prcomp(x, scale. = TRUE)
  for (k in 2:4) for (normalize in 0:1) {
    l <- p$rotation[, 1:k] %*% diag(p$sdev[1:k])
    r <- varimax(l, normalize = normalize == 1, eps = 1e-15)$loadings
    for (j in 1:ncol(x)) cat(sprintf("%s,%d,%d,%s,%s,%s,%s\n", name, k, normalize, colnames(x)[j], if (k == 2 && normalize == 0) text(x[, j]) else "", text(l[j, ]), text(r[j, ])))
  }
}
