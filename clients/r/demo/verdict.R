# Which of two linear models predicts better? It needs the program bcv; see install_bcv().
library(bcvcompare)
days <- na.omit(airquality)[c("Ozone", "Wind", "Temp", "Month")]
folds <- bcv_folds(nrow(days), m = 5, seed = 1)
print(folds)

# Every model is trained and validated on the same folds.
loss <- function(formula) sapply(folds, function(f) {
  fit <- lm(formula, days[f$train, ])
  mean((predict(fit, days[f$valid, ]) - days$Ozone[f$valid])^2)
})
losses <- bcv_losses(folds, list(temperature = loss(Ozone ~ Temp), all = loss(Ozone ~ .)), loss = "squared error")

# The verdict says what is shown, how sure that is, and what it is about.
verdict <- bcv_compare(losses)
print(verdict)
verdict[c("estimate", "low", "high", "p_better", "better", "target")]
