"""Writes weka.json: predictions of J48 -U, Weka's C4.5 without pruning.

Run with Python 3.11, numpy 1.24 and Weka 3.6.14 (Debian package weka). All data are drawn here.
"""
import json
import re
import subprocess
import tempfile

import numpy as np

JAR = "/usr/share/java/weka.jar"


def arff(path, x, y, levels, k):
    with open(path, "w") as f:
        print("@relation r", file=f)
        for j, l in enumerate(levels):
            kind = "{" + ",".join("v%d" % v for v in range(l)) + "}" if l else "numeric"
            print("@attribute x%d %s" % (j, kind), file=f)
        print("@attribute y {%s}" % ",".join("c%d" % c for c in range(k)), file=f)
        print("@data", file=f)
        for row, c in zip(x, y):
            print(",".join(["v%d" % v if l else repr(float(v)) for v, l in zip(row, levels)] + ["c%d" % c]), file=f)


def j48(x, y, levels, k, train, least):
    """predictions of all records by a tree of the training records, and its number of leaves"""
    with tempfile.TemporaryDirectory() as d:
        arff(d + "/train.arff", x[train], y[train], levels, k)
        arff(d + "/all.arff", x, y, levels, k)
        run = ["java", "-cp", JAR, "weka.classifiers.trees.J48", "-U", "-M", str(least), "-t", d + "/train.arff"]
        out = subprocess.run(run + ["-T", d + "/all.arff", "-p", "0"], capture_output=True, text=True, check=True).stdout
        text = subprocess.run(run + ["-no-cv"], capture_output=True, text=True, check=True).stdout
    predicted = [int(m) for m in re.findall(r"^ *\d+ +\d+:c\d+ +\d+:c(\d+) ", out, re.M)]
    assert len(predicted) == len(y)
    return predicted, int(re.search(r"Number of Leaves\s*:\s*(\d+)", text).group(1))


def case(seed, n, k, levels, least=2):
    r = np.random.default_rng(seed)
    y = r.integers(k, size=n)
    x = np.empty((n, len(levels)))
    for j, l in enumerate(levels):
        if l > 0:
            w = r.exponential(size=(k, l))
            x[:, j] = [r.choice(l, p=w[c] / w[c].sum()) for c in y]
        else:
            x[:, j] = np.round(r.standard_normal(n) + 0.8 * (y == j % k), 3 if l == 0 else 0)
    levels = [max(l, 0) for l in levels]
    train = np.sort(r.permutation(n)[: n // 2])
    predicted, leaves = j48(x, y, levels, k, train, least)
    return dict(seed=seed, classes=k, levels=levels, least=least, x=x.tolist(), y=y.tolist(), train=train.tolist(),
                leaves=leaves, predicted=predicted)


if __name__ == "__main__":
    cases = [
        case(1, 300, 2, [0] * 5),
        case(2, 300, 4, [0] * 5),
        case(3, 300, 3, [-1] * 4),
        case(4, 300, 2, [3, 2, 5, 4]),
        case(5, 300, 3, [4, 0, 2, 0, 7]),
        case(6, 300, 5, [6, 0, -1, 3], 5),
        case(7, 80, 3, [20, 3, 0]),
        case(8, 80, 2, [15, 18]),
    ]
    with open("weka.json", "w") as f:
        json.dump(dict(version="Weka 3.6.14, J48 -U", cases=cases), f, separators=(",", ":"))
