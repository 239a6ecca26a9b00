"""Writes scikit_learn.json: trees of DecisionTreeClassifier without ties between candidate splits.

Run with Python 3.11 and scikit-learn 1.2.1. All data are drawn here. A case is kept if ten random states, which break
ties in different ways, give the same tree.
"""
import json

import numpy as np
import sklearn
from sklearn.tree import DecisionTreeClassifier


def nodes(tree):
    """feature (-1 in a leaf), threshold and class of all nodes in preorder"""
    t = tree.tree_
    return [[int(max(f, -1)), float(h), int(np.argmax(v))] for f, h, v in zip(t.feature, t.threshold, t.value[:, 0])]


def case(n, p, k, grid, **settings):
    """the first data set without ties; values are multiples of 1/grid, which 32 bits hold"""
    for seed in range(10000):
        r = np.random.default_rng(seed)
        y = r.integers(k, size=n)
        x = np.round((r.standard_normal((n, p)) + 0.8 * np.equal.outer(y, np.arange(p))) * grid) / grid
        train = np.sort(r.permutation(n)[: n // 2])
        if len(set(y[train])) < k:
            continue
        trees = [DecisionTreeClassifier(random_state=s, **settings).fit(x[train], y[train]) for s in range(10)]
        first = nodes(trees[0])
        if len(first) > 4 and all(nodes(t) == first for t in trees):
            return dict(seed=seed, classes=k, settings=settings, x=x.tolist(), y=y.tolist(), train=train.tolist(), nodes=first,
                        predicted=trees[0].predict(x).tolist(), score=trees[0].predict_proba(x).round(12).tolist())
    raise ValueError("ties everywhere")


cases = [
    case(60, 1, 2, 1024),
    case(30, 3, 2, 1024),
    case(300, 4, 3, 1024, min_samples_leaf=5),
    case(300, 4, 3, 1024, min_samples_split=20),
    case(300, 5, 4, 1024, max_depth=3),
    case(300, 3, 3, 2, min_samples_leaf=8),
]
with open("scikit_learn.json", "w") as f:
    json.dump(dict(version="scikit-learn " + sklearn.__version__, cases=cases), f, separators=(",", ":"))
