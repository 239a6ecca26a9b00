# Counts, and negative binomial and Poisson regression of them by R and MASS:
# Rscript glmnb.R writes counts.csv and fits.csv.
suppressPackageStartupMessages(library(MASS))
set.seed(7)
control <- glm.control(epsilon = 1e-15, maxit = 500)
make <- function(name, n, b, theta, scale = rep(1, length(b) - 1)) {
  x <- sapply(scale, function(s) s * rnorm(n))
  mu <- exp(b[1] + as.vector(sweep(x, 2, scale, "/") %*% b[-1]))
  y <- if (is.infinite(theta)) rpois(n, mu) else rnegbin(n, mu, theta)
  x <- cbind(x, matrix(0, n, 4 - ncol(x)))
  data.frame(data = name, y = y, x1 = x[, 1], x2 = x[, 2], x3 = x[, 3], x4 = x[, 4])
}
d <- rbind(make("small", 40, c(0.5, 1), 0.7), make("many", 145, c(0.3, 1, -0.5, 0.2, 0.1), 0.5, c(1, 1e5, 0.01, 30)),
  make("large", 60, c(8, 0.5, -0.3), 3), make("poisson", 80, c(0.4, 0.3), Inf))
flat <- data.frame(data = "flat", y = rep(c(2, 3), 15), x1 = rnorm(30), x2 = 0, x3 = 0, x4 = 0) # spreads less than Poisson
d <- rbind(d, flat)
for (x in paste0("x", 1:4)) d[[x]] <- as.numeric(sprintf("%.9g", d[[x]]))
note <- sprintf("# R %s, MASS %s; see glmnb.R", getRversion(), packageVersion("MASS"))
writeLines(c(note, "data,y,x1,x2,x3,x4", sprintf("%s,%d,%.9g,%.9g,%.9g,%.9g", d$data, d$y, d$x1, d$x2, d$x3, d$x4)), "counts.csv")
out <- c(note, "data,learner,theta,loglik,b0,b1,b2,b3,b4")
line <- function(name, learner, theta, m) {
  b <- coef(m); b[is.na(b)] <- 0
  sprintf("%s,%s,%.12g,%.14g,%s", name, learner, theta, as.numeric(logLik(m)), paste(sprintf("%.12g", b), collapse = ","))
}
for (name in unique(d$data)) {
  s <- d[d$data == name, ]
  out <- c(out, line(name, "poisson", Inf, glm(y ~ x1 + x2 + x3 + x4, poisson, s, control = control)))
  if (name %in% c("small", "many", "large")) {
    m <- glm.nb(y ~ x1 + x2 + x3 + x4, s, control = control)
    out <- c(out, line(name, "negbin", m$theta, m))
  }
}
writeLines(out, "fits.csv")
