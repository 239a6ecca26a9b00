"""A learner for bcv with scikit-learn: gradient boosting of trees, tuned by a grid search on
the training records alone, with probabilities. Groups of records stay together in the
search, and weights count. Put your own grid into GRID.

    boosting_learner.py TRAIN TEST PREDICTIONS    one fit
    boosting_learner.py --serve                   fits until the end of the input
"""

import csv
import os
import sys

os.environ.setdefault("OMP_NUM_THREADS", "1")  # bcv runs the folds side by side

import numpy as np
import pandas
from sklearn.compose import make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.model_selection import GridSearchCV, StratifiedGroupKFold, StratifiedKFold
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OrdinalEncoder

CLASSES = next(csv.reader([os.environ["BCV_CLASSES"]]), [])
NOMINAL = next(csv.reader([os.environ["BCV_NOMINAL"]]), [])
ROLES = next(csv.reader([os.environ["BCV_ROLES"]]), [])  # columns of roles.csv
GRID = {"boost__learning_rate": [0.05, 0.2], "boost__max_leaf_nodes": [4, 16]}


def model(seed):
    codes = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=np.nan)  # of levels that did not train
    boost = HistGradientBoostingClassifier(max_iter=50, categorical_features=range(len(NOMINAL)), random_state=seed)
    return Pipeline([("codes", make_column_transformer((codes, NOMINAL), remainder="passthrough")), ("boost", boost)])


def search(X, y, roles, seed):
    folds = StratifiedGroupKFold if "group" in ROLES else StratifiedKFold
    inner = folds(3, shuffle=True, random_state=seed)
    weights = {"boost__sample_weight": roles["weight"]} if "weight" in ROLES else {}
    tuned = GridSearchCV(model(seed), GRID, scoring="neg_log_loss", cv=inner)
    return tuned.fit(X, y, groups=roles["group"] if "group" in ROLES else None, **weights)


def read(path):
    # Names stay text, also names such as "1" and "NA".
    names = dict.fromkeys(NOMINAL + ["target", "group"], str)
    return pandas.read_csv(path, dtype=names, keep_default_na=False)


def fit_predict(train, test, predictions, seed):
    roles = read(os.path.join(os.path.dirname(train), "roles.csv")) if ROLES else None
    train, test = read(train), read(test)
    fitted = search(train.drop(columns="target"), train["target"], roles, seed)
    print(fitted.best_params_, file=sys.stderr)
    features = test.drop(columns="record")
    out = pandas.DataFrame({"record": test["record"], "prediction": fitted.predict(features)})
    out = out.assign(**{"p_" + name: 0.0 for name in CLASSES})  # also of classes that did not train
    out["p_" + fitted.classes_.astype(object)] = fitted.predict_proba(features)
    out.to_csv(predictions, index=False)


def serve():
    for line in sys.stdin:
        train, test, predictions, seed = line.rstrip("\n").split("\t")
        try:
            fit_predict(train, test, predictions, int(seed))
            print("ok", flush=True)
        except Exception as e:
            print("error", repr(e), flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        serve()
    else:
        fit_predict(*sys.argv[1:4], seed=int(os.environ["BCV_SEED"]))
