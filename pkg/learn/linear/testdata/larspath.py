"""Writes lars.csv, points of lasso paths by scikit-learn, at fractions of the L1 norm as R's predict.lars(mode="fraction") takes
them, and the data sets drops.csv and flat.csv; tall.csv and wide.csv are those of fixtures.py.

    python3 larspath.py

drops: 50 records of 80 features from the distribution of Fan and Lv (2008), on whose path features leave again. flat: 40 records of 8
features, of which x3 is constant in the training records and x6 = 3 x2; these two are left out of the path and have coefficient 0,
as in lars (scikit-learn, given both x2 and x6, ends off least squares). Each fit uses the records whose column `train` is 1.
Columns of the results as in fixtures.py, with the fraction for lambda.
"""
import csv
import numpy as np, sklearn
from sklearn.linear_model import lars_path

rng = np.random.default_rng(21)


def write(name, X, y):
    train = (rng.random(len(y)) < 0.6).astype(int)
    if name == "flat":
        X[train == 1, 2] = 7.1
    X, y = X.round(4), y.round(4)
    if name == "flat":
        X[:, 5] = 3 * X[:, 1]
    with open(name + ".csv", "w", newline="") as f:
        w = csv.writer(f)
        w.writerow(["train", "y", "class"] + ["x%d" % (j + 1) for j in range(X.shape[1])])
        for i in range(len(y)):
            w.writerow([train[i], repr(float(y[i])), 0] + [repr(float(v)) for v in X[i]])


E = rng.standard_normal((50, 80))
X = np.sqrt(0.5) * (E[:, [3]] + E)
X[:, 3] = E[:, 3]
write("drops", X, 5 * X[:, :3].sum(1) - 15 * np.sqrt(0.5) * X[:, 3] + rng.standard_normal(50))
X = rng.standard_normal((40, 8)) + 2
write("flat", X, X[:, 0] - X[:, 1] + 0.3 * X[:, 7] + rng.standard_normal(40))


def path(X, y):
    """Knots of the path on features of length 1, one per column, and those lengths."""
    Z = X - X.mean(0)
    length = np.sqrt((Z ** 2).sum(0))
    _, _, B = lars_path(Z / length, y - y.mean(), method="lasso", Gram=True, max_iter=100_000)
    return B, length


def at(B, s):
    norm = abs(B).sum(0)
    return np.array([np.interp(s * norm[-1], norm, row) for row in B])


with open("lars.csv", "w", newline="") as f:
    f.write("# scikit-learn %s, numpy %s\n" % (sklearn.__version__, np.__version__))
    out = csv.writer(f)
    out.writerow(["data", "learner", "lambda", "standardize", "term", "value"])
    for data in ("tall", "wide", "drops", "flat"):
        rows = np.loadtxt(data + ".csv", delimiter=",", skiprows=1)
        rows = rows[rows[:, 0] == 1]
        X, y = rows[:, 3:], rows[:, 1]
        used = [j for j in range(X.shape[1]) if data != "flat" or j not in (2, 5)]
        B, length = path(X[:, used], y)
        print(data, X.shape, B.shape[1] - 1, "steps", ((B[:, :-1] != 0) & (B[:, 1:] == 0)).sum(), "features that leave")
        for s in (0.05, 0.3, 0.5, 0.9, 1):
            b = np.zeros(X.shape[1])
            b[used] = at(B, s) / length
            for j, v in enumerate([y.mean() - X.mean(0) @ b] + list(b)):
                out.writerow([data, "fraction", s, 0, "x%d" % j if j else "intercept", repr(float(v))])
