"""Writes the fixtures of the linear learners: data sets, and coefficients by scikit-learn.

    python3 fixtures.py && Rscript fixtures.R

Each fit uses the records whose column `train` is 1. tall: 60 records, 5 features on unlike scales; wide: 24 records, 30
features. Columns of the results: data, learner, lambda (its unit is that of package linear), standardize, term, value.
"""
import csv
import numpy as np, sklearn
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Ridge

rng = np.random.default_rng(20)


def write(name, n, p, scale):
    X = rng.standard_normal((n, p)) * scale + 3 * scale
    y = X[:, 0] / scale[0] - 0.5 * X[:, 1] / scale[1] + rng.standard_normal(n)
    c = (X[:, 0] / scale[0] - 3 + rng.standard_normal(n) > 0).astype(int)
    train = (rng.random(n) < 0.6).astype(int)
    with open(name + ".csv", "w", newline="") as f:
        w = csv.writer(f)
        w.writerow(["train", "y", "class"] + ["x%d" % (j + 1) for j in range(p)])
        for i in range(n):
            w.writerow([train[i], repr(float(y[i])), c[i]] + [repr(float(v)) for v in X[i]])
    t = train == 1
    return X[t], y[t], c[t]


sets = {"tall": write("tall", 60, 5, np.array([1, 0.1, 10, 1, 100.0])), "wide": write("wide", 24, 30, np.ones(30))}
with open("sklearn.csv", "w", newline="") as f:
    f.write("# scikit-learn %s, numpy %s\n" % (sklearn.__version__, np.__version__))
    out = csv.writer(f)
    out.writerow(["data", "learner", "lambda", "standardize", "term", "value"])

    def fit(data, learner, lam, est, y):
        est.fit(sets[data][0], y)
        values = [float(np.ravel(est.intercept_)[0])] + [float(v) for v in np.ravel(est.coef_)]
        for j, v in enumerate(values):
            out.writerow([data, learner, lam, 0, "x%d" % j if j else "intercept", repr(v)])

    fit("tall", "ols", 0, LinearRegression(), sets["tall"][1])
    for data, (X, y, c) in sets.items():
        for lam in (0.5, 20):
            fit(data, "ridge", lam, Ridge(alpha=lam, solver="svd"), y)
        for lam in (0.02, 0.3):
            fit(data, "lasso", lam, Lasso(alpha=lam, tol=1e-15, max_iter=10_000_000), y)
        for lam in (0, 0.5, 20):
            if lam or data == "tall":
                est = LogisticRegression(penalty="l2" if lam else None, C=1 / lam if lam else 1, solver="newton-cholesky", tol=1e-13, max_iter=10_000)
                fit(data, "logistic", lam, est, c)
