"""Writes probability.json: curves and coupled probabilities of support vector machines by scikit-learn and SciPy.

python3 probability.py > probability.json
"""
import json

import numpy as np
from scipy.optimize import minimize
from sklearn.isotonic import IsotonicRegression
from sklearn.svm import SVC

rng = np.random.default_rng(30)


def sigmoid(v, first):
    """Platt's a and b, by a general minimizer."""
    n1, n2 = first.sum(), (~first).sum()
    t = np.where(first, (n1 + 1) / (n1 + 2), 1 / (n2 + 2))

    def loss(ab):
        x = ab[0] * v + ab[1]
        return np.sum(np.logaddexp(0, x) + (t - 1) * x)

    def gradient(ab):
        d = t - 1 / (1 + np.exp(ab[0] * v + ab[1]))
        return np.array([d @ v, d.sum()])

    best = minimize(loss, [0.0, np.log((n2 + 1) / (n1 + 1))], jac=gradient, method="BFGS", options={"gtol": 1e-10})
    return best.x


def curve(how, v, first):
    if how == "platt":
        a, b = sigmoid(v, first)
        return lambda x: 1 / (1 + np.exp(a * x + b))
    return IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(v, first).predict


def couple(r):
    """Minimizes the sum of (r_ji p_i - r_ij p_j)^2 with sum p = 1, as a linear system."""
    k = len(r)
    system = np.ones((k + 1, k + 1))
    system[k, k] = 0
    for i in range(k):
        for j in range(k):
            system[i, j] = sum(r[m, i] ** 2 for m in range(k) if m != i) if i == j else -r[j, i] * r[i, j]
    return np.linalg.solve(system, np.eye(k + 1)[k])[:k]


def machine():
    return SVC(C=0.7, gamma=0.3, tol=1e-9)


def probabilities(how, x, y, train, k):
    """One against one, as LIBSVM, with the r-th training record of a class in inner fold r modulo 5."""
    inner = np.zeros(len(y), int)
    for c in range(k):
        rows = train[y[train] == c]
        inner[rows] = np.arange(len(rows)) % 5
    r = np.zeros((k, k, len(y)))
    for c in range(k):
        for d in range(c + 1, k):
            rows = train[(y[train] == c) | (y[train] == d)]
            v = np.zeros(len(rows))
            for f in range(5):
                out = inner[rows] == f
                v[out] = -machine().fit(x[rows[~out]], y[rows[~out]]).decision_function(x[rows[out]])
            final = -machine().fit(x[rows], y[rows]).decision_function(x)
            p = np.clip(curve(how, v, y[rows] == c)(final), 1e-7, 1 - 1e-7)
            r[c, d], r[d, c] = p, 1 - p
    if k == 2:
        return np.stack([r[0, 1], r[1, 0]], axis=1)
    return np.stack([couple(r[:, :, i]) for i in range(len(y))])


curves = []
for n, shift in [(12, 1.0), (40, 0.5), (200, 2.0), (30, 30.0), (25, -1.0), (9, 0.0)]:
    first = rng.random(n) < 0.4
    v = np.round(rng.normal(size=n) + shift * first, 1)
    at = np.round(rng.normal(size=15) * 3, 2)
    curves.append({"Value": v.tolist(), "First": first.tolist(), "At": at.tolist(),
                   "Platt": list(sigmoid(v, first)), "Isotonic": curve("isotonic", v, first)(at).tolist()})
# Newton's method without backtracking diverges here.
v = np.array([-0.2, -34.5, 0.1, -119.8, 0.1, 9598.4, 0, -1.2, -236, 0, -0.1, 0, -1, 0.3])
first = np.arange(len(v)) == 5
at = np.array([-200.0, 0.05, 1, 1000])
curves.append({"Value": v.tolist(), "First": first.tolist(), "At": at.tolist(),
               "Platt": list(sigmoid(v, first)), "Isotonic": curve("isotonic", v, first)(at).tolist()})
fits = []
for k, n in [(2, 60), (3, 90), (4, 90)]:
    y = rng.integers(0, k, n)
    x = rng.normal(size=(n, 2)) + np.stack([np.cos(y), np.sin(2 * y)], axis=1)
    train = np.sort(rng.permutation(n)[:2 * n // 3])
    fits.append({"X": x.tolist(), "Class": y.tolist(), "Classes": k, "Train": train.tolist(),
                 "Platt": probabilities("platt", x, y, train, k).tolist(),
                 "Isotonic": probabilities("isotonic", x, y, train, k).tolist()})
print(json.dumps({"Curves": curves, "Fits": fits}))
