"""A learner for bcv that trains a classifier or regression of Weka, as its command line
names it:

    weka_learner.py weka.classifiers.trees.J48 -C 0.25 TRAIN TEST PREDICTIONS

The environment variable WEKA_JAR is the path of weka.jar.
"""

import csv
import os
import re
import subprocess
import sys

JAR = os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar")
NOMINAL = set(next(csv.reader([os.environ["BCV_NOMINAL"]]), []))
if os.environ["BCV_TASK"] == "classification":
    NOMINAL.add("target")


def read(path):
    with open(path, newline="", encoding="utf-8") as f:
        return list(csv.DictReader(f))


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def write_arff(path, rows, levels):
    """Levels that training has not seen are missing values: to list them would tell Weka
    of the records that it is to predict."""
    with open(path, "w", encoding="utf-8") as f:
        f.write("@relation bcv\n")
        for name, seen in levels.items():
            f.write(f"@attribute {quoted(name)} " + ("{" + ",".join(map(quoted, seen)) + "}" if name in NOMINAL else "numeric") + "\n")
        f.write("@data\n")
        for row in rows:
            values = (row.get(name, "?") if name not in NOMINAL else quoted(row[name]) if row.get(name) in seen else "?" for name, seen in levels.items())
            f.write(",".join(values) + "\n")


def main(*args):
    scheme, options, (train_path, test_path, predictions) = args[0], args[1:-3], args[-3:]
    train, test = read(train_path), read(test_path)
    levels = {name: sorted({row[name] for row in train}) if name in NOMINAL else None for name in train[0]}
    write_arff(train_path + ".arff", train, levels)
    write_arff(test_path + ".arff", test, levels)
    out = subprocess.run(["java", "-cp", JAR, scheme, "-t", train_path + ".arff", "-T", test_path + ".arff", "-p", "0", *options],
                         check=True, stdout=subprocess.PIPE, text=True).stdout
    # Lines such as "  1   1:?   2:setosa   0.98", or "  1   ?   3.21   ?" of a regression.
    lines = re.findall(r"^ *\d+ +\S+ +(\S+)", out, re.M)
    if len(lines) != len(test):
        sys.exit(f"Weka predicts {len(lines)} of {len(test)} records: {out[:500]}")
    with open(predictions, "w", newline="", encoding="utf-8") as f:
        write = csv.writer(f)
        write.writerow(["record", "prediction"])
        for row, predicted in zip(test, lines):
            # A class is cut short in the output, but has its number.
            write.writerow([row["record"], levels["target"][int(predicted.split(":")[0]) - 1] if "target" in NOMINAL else predicted])


if __name__ == "__main__":
    main(*sys.argv[1:])
