"""The combined 5 x 2 cv F test (Alpaydin 1999), as mlxtend's combined_ftest_5x2cv has it, for bcv study levels."""
import csv
import sys
from itertools import groupby

from scipy.stats import f

print("set,p")
for number, lines in groupby(csv.DictReader(sys.stdin), key=lambda line: line["set"]):
    folds = {}  # the two differences of each replication
    for line in lines:
        folds.setdefault(line["replication"], []).append(float(line["b"]) - float(line["a"]))
    squares = sum(d * d for two in folds.values() for d in two)
    variances = sum((one - (one + two) / 2) ** 2 + (two - (one + two) / 2) ** 2 for one, two in folds.values())
    p = f.sf(squares / (2 * variances), 10, 5) if variances > 0 else "NA"
    print(f"{number},{p}")
