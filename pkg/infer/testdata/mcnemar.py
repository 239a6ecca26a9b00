"""Writes mcnemar_py.csv: tests of McNemar's family on random tables of folds.

One line a case: the test, its tables as n00:n01:n10:n11 separated by spaces,
the statistic and the p-values of the alternatives two-sided, greater and less.
Exact binomial tails are sums of fractions, chi-squared tails are by mpmath with
50 digits. Run in this directory: /usr/bin/python3 mcnemar.py
"""
import platform
import random
from fractions import Fraction
from math import comb

import mpmath

mpmath.mp.dps = 50
random.seed(5)


def num(x):
    return mpmath.nstr(mpmath.mpf(x), 20)


def normal_tail(z):
    return mpmath.erfc(z / mpmath.sqrt(2)) / 2


def half_tail(k, n):
    """P(X >= k) for n fair coins."""
    f = Fraction(sum(comb(n, i) for i in range(k, n + 1)), 2**n)
    return mpmath.mpf(f.numerator) / f.denominator


def root(b, c):
    d = abs(mpmath.mpf(c) - b) - 1
    if d <= 0:
        return mpmath.mpf(0)
    return mpmath.sign(mpmath.mpf(c) - b) * d / mpmath.sqrt(mpmath.mpf(b) + c)


def chi1(b, c):
    z = root(b, c)
    return z**2, 2 * normal_tail(abs(z)), normal_tail(z), normal_tail(-z)


def tables(count, low, high):
    return [[random.randint(low, high) for _ in range(4)] for _ in range(count)]


rows = []


def case(test, folds, values):
    text = " ".join(":".join(map(str, f)) for f in folds)
    rows.append([test, text] + ["" if v is None else num(v) for v in values])


for low, high in [(0, 4), (5, 40), (100, 900), (3000, 9000)]:
    for _ in range(4):
        f = tables(1, low, high)
        b, c = f[0][1] + 0, f[0][2] + 1
        f[0][2] = c
        case("mcnemar", f, chi1(b, c))
        g, l = half_tail(c, b + c), half_tail(b, b + c)
        case("mcnemar-exact", f, [c, min(1, 2 * min(g, l)), g, l])
case("mcnemar-exact", [[1, 400, 20, 1]], [20, 2 * half_tail(400, 420), half_tail(20, 420), half_tail(400, 420)])
case("mcnemar", [[1, 400, 20, 1]], chi1(400, 20))
for k in (2, 5, 10, 20):
    for low, high in [(1, 9), (10, 60)]:
        f = tables(k, low, high)
        s = sum(root(t[1], t[2]) ** 2 for t in f)
        case("kfold-mcnemar", f, [s, mpmath.gammainc(mpmath.mpf(k) / 2, s / 2) / mpmath.gamma(mpmath.mpf(k) / 2), None, None])
for m in (1, 2, 3, 5, 7):
    for low, high in [(1, 9), (10, 60)]:
        f = tables(2 * m, low, high)
        # Twins add up to the same number of records: fill up with records that both get right.
        most = max(sum(f[i]) + sum(f[i + 1]) for i in range(0, 2 * m, 2))
        for i in range(0, 2 * m, 2):
            f[i][3] += most - sum(f[i]) - sum(f[i + 1])
        b = mpmath.mpf(sum(t[1] for t in f)) / (2 * m)
        c = mpmath.mpf(sum(t[2] for t in f)) / (2 * m)
        t = mpmath.mpf(2 * m) / (mpmath.mpf(3) / 2 + m - 1)
        # eq. 14 as printed, but 0 where the correction exceeds the difference
        s = t * max(abs(b - c) - 1 / t, 0) ** 2 / (b + c)
        z = mpmath.sign(c - b) * mpmath.sqrt(s)
        case("bcv-mcnemar", f, [s, 2 * normal_tail(abs(z)), normal_tail(z), normal_tail(-z)])

with open("mcnemar_py.csv", "w") as out:
    out.write(f"# Python {platform.python_version()}, mpmath {mpmath.__version__}, mcnemar.py\n")
    out.write("test,tables,statistic,two-sided,greater,less\n")
    for r in rows:
        out.write(",".join(r) + "\n")
