"""A learner for bcv with the standard library of Python alone: the class whose
mean is nearest. Levels of nominal features become columns of 0 and 1.

    nearest_mean.py TRAIN TEST PREDICTIONS    one fit
    nearest_mean.py --serve                   fits until the end of the input
"""

import csv
import os
import sys


def read(path):
    with open(path, newline="", encoding="utf-8") as f:
        return list(csv.DictReader(f))


def fit_predict(train, test, predictions):
    train, test = read(train), read(test)
    nominal = set(next(csv.reader([os.environ.get("BCV_NOMINAL", "")]), []))
    columns = []  # (name, level), level None for a number
    for name in train[0]:
        if name in nominal:
            columns += [(name, level) for level in sorted({r[name] for r in train})]
        elif name != "target":
            columns.append((name, None))

    def vector(r):
        return [float(r[name]) if level is None else float(r[name] == level) for name, level in columns]

    means = {}
    for c in sorted({r["target"] for r in train}):
        rows = [vector(r) for r in train if r["target"] == c]
        means[c] = [sum(column) / len(rows) for column in zip(*rows)]

    def nearest(x):
        return min(means, key=lambda c: sum((a - b) ** 2 for a, b in zip(x, means[c])))

    with open(predictions, "w", newline="", encoding="utf-8") as f:
        out = csv.writer(f)
        out.writerow(["record", "prediction"])
        out.writerows([r["record"], nearest(vector(r))] for r in test)


def serve():
    for line in sys.stdin:
        train, test, predictions, _seed = line.rstrip("\n").split("\t")
        try:
            fit_predict(train, test, predictions)
            print("ok", flush=True)
        except Exception as e:
            print("error", repr(e), flush=True)


if __name__ == "__main__":
    if os.environ.get("BCV_TASK") == "regression":
        sys.exit("nearest_mean.py predicts classes; give a data set with classes")
    if sys.argv[1:] == ["--serve"]:
        serve()
    else:
        fit_predict(*sys.argv[1:4])
