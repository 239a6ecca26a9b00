"""Writes accuracy.csv: mean errors of other programs on many draws from known distributions, each with its standard error.

A draw is 100 training and 500 test records. Run with Python 3.11, numpy 1.24, scikit-learn 1.2.1, Weka 3.6.14, R 4.2.2,
rpart 4.1.19, randomForest 4.7-1.1, ranger 0.14.1. Takes a few minutes.
"""
import csv
import subprocess
import tempfile

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

import problems
import weka

rows = []


def report(problem, learner, program, errors):
    rows.append([problem, learner, program, len(errors), "%.5f" % np.mean(errors), "%.5f" % (np.std(errors, ddof=1) / np.sqrt(len(errors)))])
    print(*rows[-1], flush=True)


for name, draw in problems.PROBLEMS.items():
    r = np.random.default_rng(5)
    draws = [draw(r, problems.TRAIN + problems.TEST) for _ in range(200)]
    t = problems.TRAIN
    levels = problems.LEVELS if name == "levels" else [0] * draws[0][0].shape[1]
    k = 1 + max(y.max() for _, y in draws)
    if name != "levels":
        for learner, program, est in (("gini-tree", "scikit-learn 1.2.1", DecisionTreeClassifier(random_state=0)),
                                      ("forest", "scikit-learn 1.2.1", RandomForestClassifier(100, random_state=0))):
            report(name, learner, program, [np.mean(est.fit(x[:t], y[:t]).predict(x[t:]) != y[t:]) for x, y in draws])
    errors = []
    for x, y in draws[:60]:
        predicted, _ = weka.j48(x, y, levels, k, np.arange(t), 2)
        errors.append(np.mean(predicted[t:] != y[t:]))
    report(name, "c4.5", "Weka 3.6.14", errors)
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/data.csv", "w") as f:
            for i, (x, y) in enumerate(draws):
                np.savetxt(f, np.column_stack([np.full(len(y), i), y, x]), delimiter=",", fmt="%.10g")
        out = subprocess.run(["Rscript", "accuracy.R", d + "/data.csv", ",".join(map(str, levels))], capture_output=True, text=True, check=True).stdout
    for line in out.splitlines():
        learner, program, errors = line.split(";")
        report(name, learner, program, np.array(errors.split(","), float))
with open("accuracy.csv", "w") as f:
    csv.writer(f, lineterminator="\n").writerows([["problem", "learner", "program", "draws", "mean", "se"]] + rows)
