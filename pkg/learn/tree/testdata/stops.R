# Trees by deviance, as R's package tree grows them.
#
# rpart's information splits are splits by deviance. tree() stops where the best
# split lowers the deviance by no more than mindev times that of the root; so the
# tree of rpart without penalty is cut there.
library(rpart)

# Deviances of the nodes of a tree, from their class counts.
deviances <- function(fit, k) {
  counts <- fit$frame$yval2[, 1 + 1:k, drop = FALSE]
  share <- counts / rowSums(counts)
  -2 * rowSums(ifelse(counts > 0, counts * log(share), 0))
}

# Numbers of the nodes that tree() would not split, although rpart does.
stops <- function(fit, k, mindev) {
  node <- as.integer(row.names(fit$frame))
  dev <- deviances(fit, k)
  inner <- node[fit$frame$var != "<leaf>"]
  inner[sapply(inner, function(i)
    dev[node == i] - dev[node == 2 * i] - dev[node == 2 * i + 1] <= mindev * dev[1])]
}

# The tree; a negative mindev cuts nothing.
treelike <- function(d, k, mincut, minsize, mindev) {
  fit <- rpart(y ~ ., d, method = "class", parms = list(split = "information"),
    control = rpart.control(minsplit = minsize, minbucket = mincut, cp = -1, xval = 0, maxcompete = 0, maxsurrogate = 0,
      usesurrogate = 0, maxdepth = 30))
  toss <- if (mindev >= 0) stops(fit, k, mindev) else integer()
  if (length(toss)) snip.rpart(fit, toss) else fit
}
