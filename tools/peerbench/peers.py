"""Hold-out evaluations per CPU second in scikit-learn, on data sets and partition sets that the Go program wrote.

usage: peers.py DIR

DIR/works.json: a list of works, each with `data` (DIR/data.csv: target, then features, no header), `kind`, `seconds` and
`experiment`. For each: train on half the records, predict the other half, mean loss, over 3 x 2 BCV partition sets drawn anew;
drawing them is inside the timing. Of the kinds auc and metrics: passes that compute metrics of the predictions in DIR/data.predictions,
whose values are the splits; of the kind halving: searches on the records there. Waits for a line on stdin before each work, so that the caller can measure in between, and
answers with one line of JSON: evaluations per CPU second, mean loss, its standard error over partition sets (of an experiment:
data sets), and the losses of the splits in DIR/data.splits.json, for which tuned learners have the inner folds of
DIR/data.inner.json.
"""
import os

for v in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[v] = "1"
import json, resource, statistics, sys, warnings
import numpy as np, sklearn
from sklearn.ensemble import RandomForestClassifier
from sklearn import metrics as of
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Ridge
from sklearn.experimental import enable_halving_search_cv
from sklearn.model_selection import GridSearchCV, HalvingGridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

warnings.simplefilter("ignore")


def squared(y, f):
    return float(np.mean((y - f) ** 2))


def zero_one(y, f):
    return float(np.mean(y != f))


def triangular(d):
    """kknn's weights: with one neighbour more asked for, distances relative to the last"""
    return 1 - d / d[:, -1:]


KINDS = {
    "ols": (lambda p: LinearRegression(), squared),
    "ridge": (lambda p: Ridge(alpha=1.0), squared),
    "lasso": (lambda p: Lasso(alpha=0.1), squared),
    "svm": (lambda p: SVC(gamma=1 / p), zero_one),
    "knn": (lambda p: KNeighborsClassifier(6, weights=triangular), zero_one),
    "logistic": (lambda p: LogisticRegression(), zero_one),
    "tree": (lambda p: DecisionTreeClassifier(random_state=0), zero_one),
    "1nn": (lambda p: KNeighborsClassifier(1), zero_one),
    "forest": (lambda p: RandomForestClassifier(100, n_jobs=1, random_state=0), zero_one),
    "tune-knn": (lambda p: GridSearchCV(KNeighborsClassifier(weights=triangular), {"n_neighbors": TUNED["k"]}, scoring="roc_auc"), zero_one),
    "tune-ridge": (lambda p: GridSearchCV(Ridge(), {"alpha": TUNED["lambda"]}, scoring="neg_mean_squared_error"), squared),
    "tune-svm": (lambda p: GridSearchCV(SVC(), {"C": TUNED["cost"], "gamma": TUNED["gamma"]}), zero_one),
}
# The grids of tuned.go; a number of neighbours is one more, see triangular.
TUNED = {"k": [2, 4, 6, 10, 16, 26, 41], "lambda": [0.1, 1, 10, 100, 1000, 10000], "cost": [0.1, 1, 10], "gamma": [0.01, 0.05, 0.2]}


def bcv(rng, n):
    """3 x 2 BCV: four blocks, columns a, b, ab; each split and its twin"""
    q = np.array_split(rng.permutation(n), 4)
    for cols in ((0, 1), (0, 2), (1, 2)):
        s = np.concatenate([q[i] for i in cols])
        t = np.concatenate([q[i] for i in range(4) if i not in cols])
        yield s, t
        yield t, s


def mx2(rng, n):
    """3 random halvings, each with its twin"""
    for _ in range(3):
        i = rng.permutation(n)
        yield i[: n // 2], i[n // 2 :]
        yield i[n // 2 :], i[: n // 2]


def scla(rng, n, p):
    y = (rng.random(n) < 0.5).astype(int)
    X = rng.standard_normal((n, p))
    X[y == 1, : p // 10] += 0.5
    return X, y


def cpu():
    r = resource.getrusage(resource.RUSAGE_SELF)
    return r.ru_utime + r.ru_stime


def evaluator(est, X, y, loss):
    def one(train, test):
        return loss(y[test], est.fit(X[train], y[train]).predict(X[test]))

    return one


def summary(rates, means, splits):
    error = float(np.std(means, ddof=1) / np.sqrt(len(means)))
    return dict(rate=statistics.median(rates), loss=float(np.mean(means)), error=error, splits=splits, version=sklearn.__version__)


def holdout(work, make, loss):
    """evaluations per CPU second on one data set, median of three, and the losses of the fixed splits"""
    base = sys.argv[1] + "/" + work["data"]
    data = np.loadtxt(base + ".csv", delimiter=",")
    X, y = np.ascontiguousarray(data[:, 1:]), data[:, 0]
    if loss is zero_one:
        y = y.astype(int)
    n = len(y)
    est, splits, inner = make(X.shape[1]), [], json.load(open(base + ".inner.json"))
    one = evaluator(est, X, y, loss)
    for k, s in enumerate(json.load(open(base + ".splits.json"))):
        if inner:
            est.cv = [(np.array(f["Train"]), np.array(f["Valid"])) for f in inner[k]]
        splits.append(one(np.array(s["Train"]), np.array(s["Valid"])))
    if inner:
        est.cv = 5
    rng, means, rates = np.random.default_rng(12), [], []
    for _ in range(3):
        start, done = cpu(), 0
        while cpu() - start < work["seconds"]:
            means.append(np.mean([one(s, t) for s, t in bcv(rng, n)]))
            done += 6
        rates.append(done / (cpu() - start))
    return summary(rates, means, splits)


def evaluate(t, p, y, f):
    """the metrics of classes and of numbers, on a fold"""
    said = (p > 0.5).astype(int)
    labels = [g(t, said) for g in (of.accuracy_score, of.balanced_accuracy_score, of.matthews_corrcoef, of.cohen_kappa_score)]
    averages = of.precision_score, of.recall_score, of.f1_score, of.jaccard_score
    macro = [g(t, said, average="macro") for g in averages]
    shares = [g(t, p) for g in (of.roc_auc_score, of.average_precision_score, of.log_loss, of.brier_score_loss)]
    return labels + macro + shares + [g(y, f) for g in (of.mean_squared_error, of.mean_absolute_error, of.r2_score)]


def metrics(work):
    """passes per CPU second over the predictions, median of three, and the values"""
    data = np.fromfile(sys.argv[1] + "/" + work["data"] + ".predictions")
    n = int(data[0])
    folds = [(x[0].astype(int), *x[1:]) for x in data[1:].reshape(-1, 4, n)]
    rates = []
    for _ in range(3):
        start, done = cpu(), 0
        while cpu() - start < work["seconds"]:
            values = [[of.roc_auc_score(*x[:2])] if work["kind"] == "auc" else evaluate(*x) for x in folds]
            done += 1
        rates.append(done / (cpu() - start))
    return dict(rate=statistics.median(rates), splits=np.transpose(values).ravel().tolist(), version=sklearn.__version__)


def halving(work):
    """searches per CPU second among numbers of neighbours by successive halving, median of three"""
    data = np.fromfile(sys.argv[1] + "/" + work["data"] + ".predictions")
    n = int(data[0])
    X, y, rates, done = data[1:-n].reshape(n, -1), data[-n:].astype(int), [], 0
    for _ in range(3):
        start, first = cpu(), done
        while cpu() - start < work["seconds"]:
            near = KNeighborsClassifier(weights=triangular)
            HalvingGridSearchCV(near, {"n_neighbors": TUNED["k"]}, random_state=done).fit(X, y)
            done += 1
        rates.append((done - first) / (cpu() - start))
    return dict(rate=statistics.median(rates), splits=[], version=sklearn.__version__)


def experiment(make, loss):
    """3 x 2 CV and 3 x 2 BCV on 20 data sets, 10 partition sets of each: 2,400 evaluations"""
    rng, means, start = np.random.default_rng(13), [], cpu()
    for _ in range(20):
        X, y = scla(rng, 1000, 20)
        one = evaluator(make(20), X, y, loss)
        means.append(np.mean([one(s, t) for splits in (mx2, bcv) for _ in range(10) for s, t in splits(rng, 1000)]))
    return summary([2400 / (cpu() - start)], means, [])


for work in json.load(open(sys.argv[1] + "/works.json")):
    if not sys.stdin.readline():
        break
    if work["kind"] in ("auc", "metrics"):
        got = metrics(work)
    elif work["kind"] == "halving":
        got = halving(work)
    else:
        make, loss = KINDS[work["kind"]]
        got = experiment(make, loss) if work["experiment"] else holdout(work, make, loss)
    print(json.dumps(got), flush=True)
