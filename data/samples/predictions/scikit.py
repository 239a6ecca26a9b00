#!/usr/bin/env python3
"""Writes sklearn-*.json by the snippet of docs/howto/import.md. scikit-learn 1.2.1. python3 scikit.py"""
import json

from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import KFold, RepeatedStratifiedKFold, ShuffleSplit, cross_val_predict, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier


def save(path, cv, y, scores=None, predicted=None, probabilities=None):
    """cv: list(splitter.split(X, y)); scores: of cross_validate; predicted: of cross_val_predict, a list for each repetition;
    probabilities: the same with method="predict_proba" """
    out = {"indices": {"train": [train for train, _ in cv], "test": [test for _, test in cv]}}
    out.update({name: values for name, values in (scores or {}).items() if name.startswith("test_")})
    if predicted is not None:
        out.update(truth=y, predicted=predicted)
    if probabilities is not None:
        out.update(truth=y, classes=sorted(set(y)), probabilities=probabilities)
    with open(path, "w") as file:
        json.dump(out, file, default=lambda x: x.tolist())


X, y = load_iris(return_X_y=True)
cv = list(RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=1).split(X, y))
shuffle = list(ShuffleSplit(n_splits=10, test_size=0.2, random_state=1).split(X, y))
for name, model in ("knn", KNeighborsClassifier(30)), ("logistic", LogisticRegression(max_iter=500)):
    save(f"sklearn-{name}.json", cv, y, predicted=[cross_val_predict(model, X, y, cv=cv[i:i + 2]) for i in range(0, 10, 2)])
    save(f"sklearn-{name}-scores.json", shuffle, y, scores=cross_validate(model, X, y, cv=shuffle, scoring=["accuracy", "neg_log_loss"]))
X, y = X[50:], y[50:]  # versicolor and virginica
cv = list(RepeatedStratifiedKFold(n_splits=2, n_repeats=3, random_state=2).split(X, y))
for name, model in ("bayes", GaussianNB()), ("tree", DecisionTreeClassifier(min_samples_leaf=5, random_state=1)):
    p = [cross_val_predict(model, X, y, cv=cv[i:i + 2], method="predict_proba").round(6) for i in range(0, 6, 2)]
    save(f"sklearn-{name}-probabilities.json", cv, y, probabilities=p)
X, y = load_diabetes(return_X_y=True)
cv = list(KFold(5, shuffle=True, random_state=1).split(X))
for name, model in ("linear", LinearRegression()), ("ridge", Ridge(1)):
    save(f"sklearn-{name}.json", cv, y, predicted=cross_val_predict(model, X, y, cv=cv))
