# Tests on the data of the clone, in the folder that has it. They need the program bcv on PATH, caret and rsample.
Sys.setenv(R_USER_DATA_DIR = tempfile()) # where install_bcv has put nothing
library(bcvcompare)
bcv_compare("data/samples/losses.csv")
bcv_folds(9)
stopifnot(all(loadedNamespaces() %in% c("base", "bcvcompare", "compiler", "datasets", "graphics", "grDevices", "methods", "stats", "tools", "utils")))
suppressMessages(library(caret))
library(rsample, warn.conflicts = FALSE)

plants <- read.csv("data/samples/plants.csv")
command <- function(...) system2("bcv", shQuote(c(...)), stdout = TRUE)
refused <- function(line, expression) {
  got <- tryCatch({ expression; "no error" }, bcv_error = conditionMessage)
  if (!identical(got, line)) stop("got: ", got, "\nwant: ", line)
}

# Folds come from the command.
same <- function(folds, ...) {
  f <- read.csv(text = command("split", ...))
  stopifnot(attr(folds, "set") == f$set[1], attr(folds, "n") == max(f$record) + 1, length(folds) == nrow(unique(f[c("replication", "fold")])))
  for (x in folds) {
    here <- f[f$replication == x$replication & f$fold == x$fold, ]
    stopifnot(identical(x$train, here$record[here$role == "train"] + 1L), identical(x$valid, here$record[here$role == "valid"] + 1L))
  }
}
folds <- bcv_folds(300, m = 5, seed = 7)
same(folds, "--n=300", "--m=5", "--seed=7")
same(bcv_folds(strata = plants$kind), "--labels=data/samples/plants.csv", "--strata=kind")
same(bcv_folds(strata = plants[c("kind", "colour")], limit = 1.5), "--labels=data/samples/plants.csv", "--strata=kind,colour", "--limit=1.5")
same(bcv_folds(groups = plants$leaves), "--labels=data/samples/plants.csv", "--groups=leaves")
same(bcv_folds(response = plants$length), "--labels=data/samples/plants.csv", "--response=length")
same(bcv_folds(1e5, m = 1), "--n=100000", "--m=1")
same(bcv_folds(time = plants$length, k = 4, gap = 3), "--labels=data/samples/plants.csv", "--time=length", "--k=4", "--gap=3")
same(bcv_folds(50, method = "rkfold", m = 12, k = 10), "--n=50", "--method=rkfold", "--m=12", "--k=10")
strange <- rep(c("gr\u00f6\u00dfe, in \"cm\"", "\u4e2d\u6587\nzwei", " ", "-1.50"), 10)
same(bcv_folds(strata = strange), {
  write.csv(data.frame(kind = match(strange, strange)), "labels.csv", row.names = FALSE)
  "--labels=labels.csv"
}, "--strata=kind")
stopifnot(identical(names(folds)[1:3], c("Fold1.Rep1", "Fold2.Rep1", "Fold1.Rep2")))
stopifnot(grepl("^Note: the halves of split 3", capture.output(print(bcv_folds(groups = plants$leaves)))[2]))
writeLines(command("split", "--n=300", "--m=5", "--seed=7"), "kept.csv")
stopifnot(identical(bcv_read_folds("kept.csv"), folds))

# Losses by hand give the verdict that the command gives.
loss <- function(formula) sapply(folds, function(f) {
  mean((predict(lm(formula, plants[f$train, ]), plants[f$valid, ]) - plants$length[f$valid])^2)
})
losses <- bcv_losses(folds, list(few = loss(length ~ width), all = loss(length ~ .)), loss = "squared error")
by_hand <- data.frame(check.names = FALSE, model = rep(c("few", "all"), each = 10), replication = rep(rep(1:5, each = 2), 2), fold = rep(1:2, 10),
                      `squared error` = sprintf("%.17g", unname(c(loss(length ~ width), loss(length ~ .)))), n_train = 150, n_valid = 150, set = attr(folds, "set"))
write.csv(by_hand, "losses.csv", row.names = FALSE)
command("compare", "losses.csv", "--loss=squared error", "--csv=want.csv")
want <- read.csv("want.csv")
stopifnot(identical(want$sentence, bcv_compare(losses)$sentence))
got <- bcv_compare(losses)
for (name in c("estimate", "low", "high", "p_better", "better", "method", "target", "set", "level")) stopifnot(identical(got[[name]], want[[name]]))
stopifnot(got$better == "all", got$recommended, got$level == 0.95, grepl("About the algorithms", got$sentence), got$p_value <= 0.05, got$interval_kind == "confidence", !is.na(got$credible_low))
stopifnot(identical(capture.output(print(got)), got$sentence), nrow(bcv_compare(losses, all = TRUE)) > 3)

# Runs: each sets the seed, results that are no functions have one.
drawn <- function(run) 0.1 + 0.1 * runif(10)
seeds <- bcv_losses(folds, list(plain = (20:29) / 100, drawn = drawn), loss = "x", runs = 3)
stopifnot(identical(seeds$run, rep(1:3, c(20, 10, 10))), identical(attr(seeds, "loss"), "x"), all(seeds$run[seeds$model == "plain"] == 1))
for (run in 1:3) {
  set.seed(run)
  stopifnot(identical(seeds$x[seeds$model == "drawn" & seeds$run == run], drawn()))
}
verdict <- bcv_compare(seeds)
stopifnot(abs(verdict$estimate - (mean(seeds$x[seeds$model == "drawn"]) - 0.245)) < 1e-12, grepl("with other seeds", verdict$sentence))
guess <- function(run) lapply(folds, function(f) sample(0:1, length(f$valid), replace = TRUE) + run - run)
bits <- rep(0:1, 150)
never <- lapply(folds, function(f) 0 * f$valid)
seeds <- bcv_predictions(folds, list(never = never, guess = guess), bits, runs = 2)
set.seed(2)
stopifnot(identical(seeds$guess[seeds$run == 2], as.character(unlist(guess(2)))), all(is.na(seeds$never[seeds$run == 2])), all(seeds$never[seeds$run == 1] == "0"))
stopifnot(grepl("with other seeds", bcv_compare(seeds)$sentence))
line <- "runs is the number of runs, from 1, of models that are functions of the run: say runs = 3, and list(name = function(run) ...) for at least one of them"
for (runs in list(NULL, 0, 1.5, "3", NA_real_, 1:2)) refused(line, bcv_losses(folds, list(a = drawn), loss = "x", runs = runs))
refused(line, bcv_losses(folds, list(a = 1:10), loss = "x", runs = 2))
refused(line, bcv_predictions(folds, list(a = guess), bits))
refused("the models have no names; write list(name = ...)", bcv_losses(folds, list(drawn), loss = "x", runs = 2))

test <- bcv_compare(losses, method = "bcv-t", alternative = "greater", alpha = 0.1)
stopifnot(test$high == Inf, test$p_value > 0, !is.na(test$p_better), test$level == 0.9)
counts <- bcv_compare("data/counts/acl2019.csv", metric = "F1")
stopifnot(identical(counts$task, c("CWS", "NER", "ORG")), grepl("name no partition set", attr(counts, "notes")[1]))
bcv_report(losses, html = "page.html")
stopifnot(grepl("<title>", paste(readLines("page.html", warn = FALSE), collapse = "")))

# caret trains on the folds; its accuracies and predictions say the same.
control <- do.call(trainControl, c(list(method = "cv", savePredictions = "final"), bcv_caret(folds)))
fits <- lapply(c(knn = "knn", lda = "lda"), function(method) train(kind ~ ., plants, method = method, trControl = control))
of_losses <- bcv_compare(bcv_losses(folds, fits, score = "Accuracy"))
predictions <- bcv_predictions(folds, fits, plants$kind)
of_predictions <- bcv_compare(predictions)
stopifnot(of_losses$metric == "Accuracy", grepl(": accuracy .* points higher", of_losses$sentence),
          abs(of_losses$estimate + of_predictions$estimate) < 1e-12, of_predictions$metric == "error rate", of_predictions$set == attr(folds, "set"))
one <- folds[["Fold2.Rep3"]]
here <- predictions[predictions$replication == 3 & predictions$fold == 2, ]
stopifnot(identical(here$record, one$valid - 1L), identical(here$truth, plants$kind[one$valid]))
stopifnot(abs(mean(here$lda == here$truth) - with(fits$lda$resample, Accuracy[Resample == "Fold2.Rep3"])) < 1e-12)

# Several scores are below each other, and probabilities become columns.
control <- do.call(trainControl, c(list(method = "cv", savePredictions = "final", classProbs = TRUE, summaryFunction = function(...) c(defaultSummary(...), mnLogLoss(...))), bcv_caret(folds)))
likely <- lapply(c(knn = "knn", lda = "lda"), function(method) suppressWarnings(
  train(kind ~ ., plants, method = method, trControl = control, metric = "Accuracy", tuneGrid = if (method == "knn") data.frame(k = 5))))
both <- bcv_losses(folds, likely, score = "Accuracy", loss = "logLoss")
stopifnot(identical(names(both), c("model", "replication", "fold", "metric", "value", "n_train", "n_valid", "set")), identical(unique(both$metric), c("Accuracy", "logLoss")))
for (name in c("Accuracy", "logLoss")) {
  one <- bcv_losses(folds, likely, score = if (name == "Accuracy") name, loss = if (name == "logLoss") name)
  stopifnot(identical(both$value[both$metric == name], one[[name]]), identical(bcv_compare(one)$sentence, bcv_compare(both, metric = name)$sentence))
}
stopifnot(bcv_compare(both)$estimate[1] * bcv_compare(both)$estimate[2] < 0, nrow(bcv_compare(both)) == 2)
numbers <- lapply(c(a = 1, b = 2), function(i) data.frame(ROC = 0.5 + i * (10 + sin(1:10)) / 100, Sens = 1:10 / 10, Spec = 10:1 / 10, rmse = i * (10 + sin(1:10))))
of_caret <- bcv_losses(folds, numbers, score = c("ROC", "Sens", "Spec"), loss = "rmse")
stopifnot(identical(unique(of_caret$metric), c("roc_auc", "sensitivity", "specificity", "rmse")), is.null(attr(of_caret, "loss")),
          identical(of_caret$value[of_caret$metric == "rmse"], c(numbers$a$rmse, numbers$b$rmse)), identical(bcv_compare(of_caret)$better[c(1, 4)], c("b", "a")))
seeds <- bcv_losses(folds, list(a = numbers$a, b = function(run) numbers$b), score = "ROC", loss = "rmse", runs = 2)
stopifnot(identical(seeds$run, rep(1:2, c(40, 20))), is.null(attr(seeds, "score")))
refused("a: numbers of one score; of several give a data frame with a column for each, or a train object", bcv_losses(folds, list(a = 1:10), score = c("x", "y")))
refused("a: no F1; it has ROC, Sens, Spec, rmse", bcv_losses(folds, numbers, score = c("ROC", "F1")))
refused("AUC is a score, of which more is better; name it with score =", bcv_losses(folds, list(a = 1:10 / 10), loss = "AUC"))
refused("a: Fold1.Rep2: the logLoss is -1; give the loss, not its negative", bcv_losses(folds, list(a = c(1, 0, -1, 4:10)), loss = "logLoss"))

made <- bcv_predictions(folds, likely, plants$kind)
stopifnot(identical(names(made), c("replication", "fold", "record", "truth", "model", "predicted", "p_iris", "p_rose", "p_tulip", "set")))
of <- likely$lda$pred[likely$lda$pred$Resample == "Fold2.Rep3", ]
here <- made[made$model == "lda" & made$replication == 3 & made$fold == 2, ]
at <- match(here$record + 1, of$rowIndex)
stopifnot(identical(here$p_rose, of$rose[at]), identical(here$p_iris, of$iris[at]), identical(here$predicted, as.character(of$pred[at])), identical(here$truth, as.character(of$obs[at])))
trees <- lapply(folds, function(f) predict(rpart::rpart(kind ~ ., plants[f$train, ]), plants[f$valid, ])[, 3:1])
tidy <- lapply(trees, function(p) setNames(as.data.frame(p), paste0(".pred_", colnames(p))))
made <- bcv_predictions(folds, list(tree = trees, tidy = tidy), plants$kind)
stopifnot(identical(made$p_tulip[made$model == "tree"], unname(unlist(lapply(trees, function(p) p[, "tulip"])))))
stopifnot(identical(made$p_iris[made$model == "tree"], made$p_iris[made$model == "tidy"]), nrow(made) == 3000)
made <- bcv_predictions(folds, likely, plants$kind)
computed <- bcv_compare(made, metric = c("accuracy", "log_loss"))
true <- vapply(seq_len(nrow(made)), function(i) made[[paste0("p_", made$truth[i])]][i], 0)
mean_of <- tapply(-log(pmax(true, .Machine$double.eps)), made$model, mean) # folds of one size
stopifnot(identical(computed$metric, c("accuracy", "log_loss")), abs(computed$estimate[1] - bcv_compare(both)$estimate[1]) < 1e-12,
          abs(abs(computed$estimate[2]) - abs(diff(mean_of))) < 1e-9, computed$better[2] %in% c("lda", NA))
classes <- lapply(folds, function(f) plants$kind[f$valid])
refused("a: labels, and of tree probabilities; give the same of all", bcv_predictions(folds, list(tree = trees, a = classes), plants$kind))
unnamed <- lapply(trees, unname)
refused("a: columns of probabilities have no names; name the class of each, of iris, rose, tulip, with colnames", bcv_predictions(folds, list(a = unnamed), plants$kind))
twice <- lapply(trees, function(p) p[, c(1, 1:3)])
refused("a: probabilities of tulip, tulip, rose, iris; give a column for each class of truth, iris, rose, tulip",
        bcv_predictions(folds, list(a = twice), plants$kind))
refused("a: probabilities of tulip, rose; give a column for each class of truth, iris, rose, tulip",
        bcv_predictions(folds, list(a = lapply(trees, function(p) p[, 1:2])), plants$kind))
refused("a: replication 1 fold 1: give a prediction for each of its 150 records (of caret with bcv_caret(folds) and savePredictions = \"final\")",
        bcv_predictions(folds, list(a = lapply(trees, function(p) p[-1, ])), plants$kind))
stopifnot(identical(names(bcv_predictions(folds, list("a b" = classes), plants$kind))[5], "a b"))

# rsample has the same rows, and bcv import knows the folds by its ids.
set <- bcv_rset(folds, plants)
stopifnot(inherits(set, "rset"), identical(set$id, names(folds)))
for (i in seq_along(folds)) {
  stopifnot(identical(analysis(set$splits[[i]]), plants[folds[[i]]$train, ]), identical(assessment(set$splits[[i]]), plants[folds[[i]]$valid, ]))
}
lda <- lapply(set$splits, function(s) as.character(predict(MASS::lda(kind ~ length + width, analysis(s)), assessment(s))$class))
collected <- do.call(rbind, lapply(seq_along(lda), function(i) {
  data.frame(id = set$id[i], .pred_class = lda[[i]], .row = complement(set$splits[[i]]), kind = assessment(set$splits[[i]])$kind, .config = "Preprocessor1_Model1")
}))
write.csv(collected, "lda.csv", row.names = FALSE)
imported <- read.csv(text = command("import", "tidymodels", "--model=lda=lda.csv", "--folds=kept.csv"))
made <- bcv_predictions(folds, list(lda = lda), plants$kind)
order_of <- function(p) p[order(p$replication, p$fold, p$record), c("replication", "fold", "record", "truth", "set")]
stopifnot(all(order_of(imported) == order_of(made)))

# mlr3 takes the rows of each fold, and its table of scores is a result.
of_mlr3 <- bcv_mlr3(folds)
stopifnot(identical(names(of_mlr3), c("train_sets", "test_sets")), identical(of_mlr3$train_sets[[4]], folds[["Fold2.Rep2"]]$train),
          identical(of_mlr3$test_sets[[4]], folds[["Fold2.Rep2"]]$valid), is.null(names(of_mlr3$test_sets)), length(of_mlr3$train_sets) == 10)
table <- data.frame(iteration = 1:10, classif.ce = 1:10 / 20)
stopifnot(identical(bcv_losses(folds, list(a = table), loss = "classif.ce")$classif.ce, 1:10 / 20))

# Inner folds come after the others, which are as without them.
nested <- bcv_folds(strata = plants$kind, inner = 2, halves = 4)
text <- command("split", "--labels=data/samples/plants.csv", "--strata=kind", "--inner=2", "--halves=4")
f <- read.csv(text = text)
stopifnot(length(nested) == 6 + 4 * 2 * 2 * 2, identical(names(nested)[c(6, 7, 10, 12, 38)],
  c("Fold2.Rep3", "Fold1.Inner1.Half1.Rep1", "Fold2.Inner2.Half1.Rep1", "Fold2.Inner1.Half2.Rep1", "Fold2.Inner2.Half2.Rep4")))
stopifnot(identical(nested[1:6], unclass(bcv_folds(strata = plants$kind))[1:6]), attr(nested, "n") == 300)
for (x in nested[7:38]) {
  here <- f[f$replication == x$replication & f$half %in% x$half & f$inner %in% x$inner & f$fold == x$fold, ]
  stopifnot(identical(x$train, here$record[here$role == "train"] + 1L), identical(x$valid, here$record[here$role == "valid"] + 1L))
  stopifnot(x$set == here$set[1])
}
stopifnot(identical(capture.output(print(nested)), paste0("38 folds of 300 records, 32 of them inner folds, ", attr(nested, "set"))))
writeLines(text, "nested-folds.csv")
stopifnot(identical(bcv_read_folds("nested-folds.csv"), nested))
of_formula <- function(formula) sapply(nested, function(f) {
  mean((predict(lm(formula, plants[f$train, ]), plants[f$valid, ]) - plants$length[f$valid])^2)
})
losses_nested <- bcv_losses(nested, list(few = of_formula(length ~ width), all = of_formula(length ~ .)), loss = "squared error")
stopifnot(identical(names(losses_nested), c("model", "replication", "half", "inner", "fold", "squared error", "n_train", "n_valid", "set")))
stopifnot(losses_nested$set[1] == attr(nested, "set"), losses_nested$set[7] == f$set[nrow(f)], identical(losses_nested$half[5:8], c(NA, NA, 1L, 1L)))
verdict <- bcv_compare(losses_nested)
stopifnot(verdict$method == "nested-t", bcv_compare(losses_nested[is.na(losses_nested$half), ], loss = "squared error")$method == "bcv-t")
write.csv(losses_nested, "nested.csv", row.names = FALSE, na = "")
stopifnot(identical(bcv_compare("nested.csv", loss = "squared error")$sentence, verdict$sentence))
fits_nested <- lapply(c(knn = "knn", lda = "lda"), function(method) {
  control <- do.call(trainControl, c(list(method = "cv", savePredictions = "final"), bcv_caret(nested)))
  train(kind ~ ., plants, method = method, trControl = control, tuneGrid = if (method == "knn") data.frame(k = 5))
})
of_losses <- bcv_compare(bcv_losses(nested, fits_nested, score = "Accuracy"))
predictions <- bcv_predictions(nested, fits_nested, plants$kind)
stopifnot(identical(names(predictions), c("replication", "half", "inner", "fold", "record", "truth", "knn", "lda", "set")))
stopifnot(predictions$set[1] == attr(nested, "set"), predictions$set[nrow(predictions)] == f$set[nrow(f)])
of_predictions <- bcv_compare(predictions)
stopifnot(of_losses$method == "nested-t", of_predictions$method == "nested-t", abs(of_losses$p_value - of_predictions$p_value) < 1e-12)
stopifnot(identical(bcv_rset(nested, plants)$id, names(nested)))
write.csv(fits_nested$lda$pred, "lda-nested.csv", row.names = FALSE)
imported <- read.csv(text = command("import", "caret", "--model=lda=lda-nested.csv", "--folds=nested-folds.csv"))
made <- predictions[names(imported)]
in_order <- function(p) p[order(!is.na(p$half), p$replication, p$half, p$inner, p$fold, p$record), ]
stopifnot(isTRUE(all.equal(in_order(imported), in_order(made), check.attributes = FALSE)))
refused("a: half-split 1 half 1 inner replication 1 fold 1: give a prediction for each of its 75 records (of caret with bcv_caret(folds) and savePredictions = \"final\")",
        bcv_predictions(nested, list(a = lapply(nested[1:6], function(f) plants$kind[f$valid])), plants$kind))
refused("a: Fold2.Inner1.Half2.Rep1: the number is NA; see whether the fit failed", bcv_losses(nested, list(a = c(1:11, NA, 13:38)), loss = "x"))
refused("the folds have one of the columns half and inner; give what bcv split writes", bcvcompare:::bcv_folds_of(f[names(f) != "inner"]))
refused("the folds have one of the columns half and inner; give what bcv split writes", bcvcompare:::bcv_folds_of(f[names(f) != "half"]))

# What is refused.
refused("3 records; two-fold CV needs at least 4", bcv_folds(3))
lacks <- tryCatch(bcv_compare(losses, foo = 3), bcv_error = conditionMessage)
stopifnot(startsWith(lacks, "no flag --foo; see bcv compare --help; the program is bcv "))
unknown <- bcv_compare(setNames(losses, sub("^squared error$", "lozz", names(losses))))
stopifnot(is.na(unknown$better), is.na(unknown$direction), any(grepl("is more of lozz better, or less?", attr(unknown, "notes"), fixed = TRUE)))
refused("nowhere.csv: no such file; check the name", bcv_compare("nowhere.csv"))
refused("strata has 300 values for 30 records; give one per record", bcv_folds(30, strata = plants$kind))
refused("strata, groups, response and time have 4, 5 values; give one per record", bcv_folds(strata = c(1, 1, 2, 2), groups = 1:5))
refused("strata: row 2 has no value; fill it in or leave the record out", bcv_folds(strata = c("a", NA, "b", "a")))
refused("a: 3 numbers for 10 folds; give one per fold, of all replications", bcv_losses(folds, list(a = 1:3), loss = "x"))
refused("is more of the numbers better, or less? Say score = or loss = with their name", bcv_losses(folds, list(a = 1:10)))
refused("a: Fold1.Rep2: the number is NA; see whether the fit failed", bcv_losses(folds, list(a = c(1, 2, NA, 4:10)), loss = "x"))
refused("a: Fold2.Rep1: the Accuracy is 94; give it from 0 to 1, not in percent", bcv_losses(folds, list(a = c(1, 94:86)), score = "Accuracy"))
refused("a: Fold1.Rep1: the F1 is 95; give it from 0 to 1, not in percent", bcv_losses(folds, list(a = 95:86), score = "F1"))
refused("a score or loss cannot be called fold: files of results use the name for something else", bcv_losses(folds, fits, score = "fold"))
refused("knn: no Acuracy in fit$resample; it has Accuracy, Kappa", bcv_losses(folds, fits, score = "Acuracy"))
refused("the folds are for 300 records, and the data has 299; make folds of your data", bcv_rset(folds, plants[-1, ]))
refused("a: replication 1 fold 2: give a prediction for each of its 150 records (of caret with bcv_caret(folds) and savePredictions = \"final\")",
        bcv_predictions(folds, list(a = lda[1]), plants$kind))
for (name in c("replication", "half", "inner", "fold", "record", "truth", "set", "dataset", "model", "predicted", "run")) {
  line <- paste0("a model cannot be called ", name, ": files of predictions have a column of this name for something else; give it another name")
  refused(line, bcv_predictions(folds, setNames(list(lda, lda), c(name, "b")), plants$kind))
  refused(line, bcv_losses(folds, setNames(list(1:10, 1:10), c("a", name)), loss = "x"))
}
refused("a model cannot be called ' a': files would not give the name back; leave out what does not print and blanks at its ends",
        bcv_losses(folds, list(" a" = 1:10), loss = "x"))
refused("two models are called a; give each a name of its own", bcv_losses(folds, list(a = 1:10, a = 10:1), loss = "x"))
refused("the folds are a list; give the folds of bcv_folds or bcv_read_folds, on which the models were run", bcv_mlr3(list()))
others <- createMultiFolds(plants$kind, k = 2, times = 5)
line <- "the folds are a list; give the folds of bcv_folds or bcv_read_folds, on which the models were run"
refused(line, bcv_losses(others, list(a = 1:10), loss = "x"))
refused(line, bcv_predictions(others, list(a = lda), plants$kind))
refused("what bcv split printed is not a table of folds (no lines available in input); give what bcv split writes", bcv_folds(60, out = "x.csv"))
invisible(file.create("empty.csv"))
refused("empty.csv is not a table of folds (no lines available in input); give what bcv split writes", bcv_read_folds("empty.csv"))
refused("bcv compare wrote no verdicts; leave out options that print something else", bcv_compare(losses, help = TRUE))
refused("./--help: no such file; check the name", bcv_compare("--help"))
invisible(file.copy("data/samples/losses.csv", "-x.csv"))
stopifnot(identical(bcv_compare("-x.csv")$sentence, bcv_compare("data/samples/losses.csv")$sentence))
advice <- ", with `go install ./pkg/cmd/bcv` in a clone of https://github.com/block-regularized/bcv, or set BCV to its path"
refused(paste0("no/bcv, which the argument command names, is not a program; correct it", advice), bcv_folds(8, command = "no/bcv"))
Sys.setenv(BCV = "no/bcv")
refused(paste0("no/bcv, which the environment variable BCV names, is not a program; correct it", advice), bcv_folds(8))
Sys.unsetenv("BCV")
path <- Sys.getenv("PATH")
dir.create(bin <- file.path(tempdir(), "go", "bin"), recursive = TRUE)
stopifnot(file.symlink(Sys.which("bcv"), file.path(bin, "bcv")))
Sys.setenv(PATH = "/nowhere", GOPATH = dirname(bin))
stopifnot(length(bcv_folds(8)) == 6)
Sys.setenv(GOPATH = "/nowhere")
refused(paste0("no program bcv of install_bcv(), on PATH or in ~/go/bin; install it", advice), bcv_folds(8))
Sys.setenv(PATH = path)
Sys.unsetenv("GOPATH")
cat("ok\n")
