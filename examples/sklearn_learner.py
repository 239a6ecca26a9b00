"""A learner for bcv with scikit-learn: a random forest, for classes and for
numbers. Put your own pipeline into model().

    sklearn_learner.py TRAIN TEST PREDICTIONS    one fit
    sklearn_learner.py --serve                   fits until the end of the input
"""

import csv
import os
import sys

import pandas
from sklearn.compose import make_column_transformer
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

CLASSIFY = os.environ["BCV_TASK"] == "classification"
CLASSES = next(csv.reader([os.environ["BCV_CLASSES"]]), [])
NOMINAL = next(csv.reader([os.environ["BCV_NOMINAL"]]), [])


def model(seed):
    forest = RandomForestClassifier if CLASSIFY else RandomForestRegressor
    encode = make_column_transformer((OneHotEncoder(handle_unknown="ignore"), NOMINAL), remainder="passthrough")
    return make_pipeline(encode, forest(n_estimators=50, random_state=seed))


def read(path):
    # Names stay text, also names such as "1" and "NA".
    names = dict.fromkeys(NOMINAL + ["target"] * CLASSIFY, str)
    return pandas.read_csv(path, dtype=names, keep_default_na=False)


def weights(train):
    """What model().fit() gets of the weights of the training records, if they have any."""
    if "weight" not in os.environ.get("BCV_ROLES", "").split(","):
        return {}
    roles = pandas.read_csv(os.path.join(os.path.dirname(train), "roles.csv"))
    name = "randomforestclassifier" if CLASSIFY else "randomforestregressor"
    return {name + "__sample_weight": roles["weight"]}


def fit_predict(train, test, predictions, seed):
    weight = weights(train)
    train, test = read(train), read(test)
    fitted = model(seed).fit(train.drop(columns="target"), train["target"], **weight)
    features = test.drop(columns="record")
    out = pandas.DataFrame({"record": test["record"], "prediction": fitted.predict(features)})
    if CLASSIFY:
        out = out.assign(**{"p_" + name: 0.0 for name in CLASSES})  # also of classes that did not train
        out["p_" + fitted.classes_] = fitted.predict_proba(features)
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
