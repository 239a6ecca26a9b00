"""Writes scikit_learn.json: class probabilities of KNeighborsClassifier.

Run with scikit-learn 1.2.1. All data are drawn here. With k+1 neighbours asked
for and the weights 1 - d/d_{k+1}, the last of which is 0, it is kknn with the
triangular kernel. No two distances are equal.
"""
import json
import os

import numpy as np
import sklearn
from sklearn.neighbors import KNeighborsClassifier


def triangular(d):
    return 1 - d / d[:, -1:]


def case(seed, n, p, classes, k, kernel, scale, share):
    rng = np.random.default_rng(seed)
    y = rng.integers(classes, size=n)
    x = rng.standard_normal((n, p)) * np.arange(1, p + 1) + 2
    x[:, 0] += 0.7 * y
    x = x.round(6)
    train = np.sort(rng.choice(n, int(share * n), replace=False))
    rest = np.setdiff1d(np.arange(n), train)
    base = {"none": None, "dataset": np.arange(n), "fold": train}[scale]
    z = x if base is None else x / x[base].std(0, ddof=1)
    if kernel == "triangular":
        knn = KNeighborsClassifier(k + 1, weights=triangular)
    else:
        knn = KNeighborsClassifier(k)
    knn.fit(z[train], y[train])
    prob = np.zeros((len(rest), classes))
    prob[:, knn.classes_] = knn.predict_proba(z[rest])
    return dict(k=k, kernel=kernel, scale=scale, classes=classes, x=x.tolist(), y=y.tolist(), train=train.tolist(),
                valid=rest.tolist(), probabilities=prob.round(9).tolist())


cases = [
    case(1, 120, 4, 2, 5, "triangular", "none", 0.5),
    case(2, 120, 4, 5, 5, "triangular", "none", 0.5),
    case(3, 120, 3, 3, 5, "triangular", "dataset", 0.5),
    case(4, 120, 3, 3, 9, "triangular", "fold", 0.5),
    case(5, 120, 3, 2, 1, "triangular", "none", 0.8),
    case(6, 150, 3, 4, 7, "rectangular", "none", 0.1),
    case(7, 150, 2, 2, 30, "triangular", "none", 0.4),
    case(8, 150, 5, 3, 5, "triangular", "none", 0.07),
]
path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scikit_learn.json")
with open(path, "w") as f:
    json.dump(dict(version="scikit-learn " + sklearn.__version__, cases=cases), f, separators=(",", ":"))
