# The variance CR2 of a mean and its Satterthwaite degrees of freedom by matrices; tests.R says more.
cr2 <- function(d, cluster) { # of lm(d ~ 1), working model of independent items
  n <- length(d); X <- matrix(1, n, 1); M <- solve(t(X) %*% X)
  R <- diag(n) - X %*% M %*% t(X); e <- R %*% d
  V <- 0; P <- NULL
  for (g in unique(cluster)) {
    i <- which(cluster == g)
    s <- eigen(R[i, i, drop = FALSE], symmetric = TRUE)
    v <- ifelse(s$values > 1e-10, 1 / sqrt(abs(s$values)), 0)
    A <- s$vectors %*% diag(v, length(v)) %*% t(s$vectors)
    V <- V + (M %*% t(X[i, , drop = FALSE]) %*% A %*% e[i])^2
    P <- cbind(P, t(R[i, , drop = FALSE]) %*% A %*% X[i, , drop = FALSE] %*% M)
  }
  G <- t(P) %*% P
  c(V, sum(diag(G))^2 / sum(G^2))
}
