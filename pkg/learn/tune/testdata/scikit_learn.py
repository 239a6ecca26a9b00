"""Writes scikit_learn.json: what LassoCV, RidgeCV and GridSearchCV choose.

Run with scikit-learn 1.2.1. All data are drawn here. The folds leave out one group each, so that they are the same
without a random number. Scores are means over the folds: of the mean squared error, or of the error rate.
"""
import json
import os

import numpy as np
import sklearn
from sklearn.linear_model import LassoCV, RidgeCV
from sklearn.model_selection import GridSearchCV, LeaveOneGroupOut
from sklearn.neighbors import KNeighborsClassifier


def case(seed, n, p, learner):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((n, p)).round(3)
    y = (x[:, :3] @ [1, -1, 0.5] + 1.5 * rng.standard_normal(n)).round(3)
    group = rng.permutation(np.arange(n) % 5)
    folds = list(LeaveOneGroupOut().split(x, y, group))
    if learner == "lasso":
        grid = np.logspace(0, -3, 20)
        m = LassoCV(alphas=grid, cv=folds, tol=1e-12, max_iter=1_000_000).fit(x, y)
        scores, best = m.mse_path_.mean(1), m.alpha_
    elif learner == "ridge":
        grid = np.logspace(3, -3, 20)
        m = RidgeCV(alphas=grid, cv=folds, scoring="neg_mean_squared_error").fit(x, y)
        scores, best = [-m.best_score_], m.alpha_
    else:
        y = (y > 0).astype(int)
        grid = np.arange(1, 20, 2)
        m = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": grid}, cv=folds, scoring="accuracy").fit(x, y)
        scores, best = 1 - m.cv_results_["mean_test_score"], m.best_params_["n_neighbors"]
    return dict(learner=learner, x=x.tolist(), y=y.tolist(), group=group.tolist(), grid=grid.tolist(),
                best=float(best), score=float(min(scores)))


cases = [case(seed, n, p, learner) for learner in ("lasso", "ridge", "knn")
         for seed, n, p in ((1, 60, 6), (2, 60, 4), (3, 30, 20))]
path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scikit_learn.json")
with open(path, "w") as out:
    json.dump(dict(scikit_learn=sklearn.__version__, cases=cases), out)
    out.write("\n")
