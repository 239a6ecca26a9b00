"""Writes scikit_learn.json: decision values and predictions of scikit-learn's SVC.

Run with scikit-learn 1.2.1. All data are drawn here. The first training records
are of classes 0, 1, ...: scikit-learn breaks ties by the numbers of the classes,
LIBSVM by their first record.
"""
import json

import numpy as np
import sklearn
from sklearn.svm import SVC


def case(seed, n, p, k, scale, shift=1.0, constant=False, within=1e-6, **settings):
    rng = np.random.default_rng(seed)
    y = rng.integers(k, size=n)
    train = np.sort(rng.choice(n, 2 * n // 3, replace=False))
    y[train[:k]] = np.arange(k)
    x = rng.standard_normal((n, p)) * np.arange(1, p + 1) + 5
    x[:, 0] += shift * y
    x[:, 1] -= shift * (y == 1)
    if constant:
        x[train, 2] = 4
    x = x.round(4)
    z = x
    base = {"fold": train, "dataset": np.arange(n)}.get(scale)
    if base is not None:
        sd = x[base].std(0, ddof=1)
        if sd.min() > 1e-12:  # e1071's rule: else nothing is scaled
            z = (x - x[base].mean(0)) / sd
    svc = SVC(tol=1e-9, decision_function_shape="ovo", **settings).fit(z[train], y[train])
    d = svc.decision_function(z)
    if k == 2:
        d = -d  # positive for the first class
    return dict(within=within, classes=k, scale=scale, kernel=settings.get("kernel", "rbf"), cost=settings["C"],
                gamma=0 if settings["gamma"] in ("scale", "auto") else settings["gamma"],
                gammaScale=settings["gamma"] == "scale", coef0=settings.get("coef0", 0),
                tolerance=1e-9, x=x.tolist(), y=y.tolist(), train=train.tolist(),
                decision=d.reshape(n, -1).tolist(), predicted=svc.predict(z).tolist())


# LIBSVM holds kernels in single precision: it errs where they or the cost are
# large, which within allows for.
cases = [
    case(1, 60, 4, 2, "fold", C=1, gamma="auto"),
    case(2, 60, 3, 2, "none", C=2, gamma="scale"),
    case(3, 75, 4, 3, "dataset", C=10, gamma="auto"),
    case(4, 60, 4, 2, "fold", C=0.5, kernel="linear", gamma="auto"),
    case(5, 80, 5, 4, "none", C=1, kernel="linear", gamma="auto", shift=4, within=1e-4),
    case(6, 70, 4, 3, "fold", C=100, gamma=0.7, within=1e-5),
    case(7, 50, 3, 2, "dataset", C=1e-3, gamma="auto"),
    case(8, 70, 4, 2, "fold", C=3, gamma="scale", constant=True),
    case(9, 60, 4, 2, "none", C=1, gamma=0.01, constant=True),
    case(10, 70, 4, 3, "dataset", C=1, kernel="sigmoid", gamma="auto"),
    case(11, 70, 3, 2, "none", C=1, kernel="sigmoid", gamma="scale", coef0=-1),
]
with open("scikit_learn.json", "w") as f:
    json.dump(dict(version="scikit-learn " + sklearn.__version__, cases=cases), f)
    f.write("\n")
