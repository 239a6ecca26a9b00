"""Fold losses and what scipy says about them.

    /usr/bin/python3 foldtests.py    (Python 3.11, scipy 1.10.1, numpy 1.24.2)

writes foldtests_input.csv, foldtests_records.csv, foldtests_halves.csv,
foldtests_inner.csv and foldtests_scipy.csv. foldtests.R reads the first four and
writes foldtests_r.csv.
Every test is written from its definition, not from the Go code.
"""
import csv
import numpy as np
import scipy
from scipy import stats

INF = float("inf")
SIDES = {"two-sided": 0, "greater": 1, "less": -1}


def two_fold(rng, m, shift):
    common = rng.normal(size=(m, 1)) * 0.01
    a = 0.3 + common + rng.normal(size=(m, 2)) * 0.02
    return a, a + shift + rng.normal(size=(m, 2)) * 0.02


def make():
    """name -> (loss_A, loss_B, n_train, n_valid), arrays [replication][fold]"""
    rng = np.random.default_rng(20240501)
    cases = {}
    for m, shift in ((5, 0.013), (3, -0.02), (7, 0.004)):
        a, b = two_fold(rng, m, shift)
        cases[f"{m}x2"] = a, b, np.full(a.shape, 150), np.full(a.shape, 150)
    a = 0.2 + rng.normal(size=(15, 1)) * 0.03
    cases["holdouts"] = a, a + 0.01 + rng.normal(size=a.shape) * 0.02, np.full(a.shape, 200), np.full(a.shape, 100)
    a = 0.2 + rng.normal(size=(1, 10)) * 0.03
    valid = np.array([[31] * 3 + [30] * 7])
    cases["10fold"] = a, a - 0.02 + rng.normal(size=a.shape) * 0.02, 303 - valid, valid
    a = 0.2 + rng.normal(size=(4, 5)) * 0.03
    cases["4x5fold"] = a, a + 0.012 + rng.normal(size=a.shape) * 0.02, np.full(a.shape, 80), np.full(a.shape, 20)
    one = np.array([[1]])
    cases["holdout"] = one * (17 / 100), one * (29 / 100), one * 200, one * 100
    records = []
    for fold, size in enumerate((12, 11, 11, 10)):
        for _ in range(size):
            records.append((fold + 1, float(rng.random() < 0.3), float(rng.random() < 0.5)))
    halves = rng.normal(size=(10, 2)) * 0.02 + 0.01
    # [half-split][half][inner replication][fold]: the replications of 3x2 vary more than its halves
    inner = {"5x2": 0.01 + rng.normal(size=(6, 2, 1, 1)) * 0.04 + rng.normal(size=(6, 2, 3, 2)) * 0.01,
             "3x2": -0.01 + rng.normal(size=(3, 2, 2, 2)) * 0.05}
    return cases, records, halves, inner


def t_or_z(estimate, se, df, alternative, delta, alpha):
    dist = stats.norm if df is None else stats.t(df)
    stat = (estimate - delta) / se
    if alternative == "two-sided":
        p, q = 2 * dist.sf(abs(stat)), dist.isf(alpha / 2)
        return stat, df, None, p, estimate - q * se, estimate + q * se
    q = dist.isf(alpha) * se
    if alternative == "greater":
        return stat, df, None, dist.sf(stat), estimate - q, INF
    return stat, df, None, dist.cdf(stat), -INF, estimate + q


def f_test(d, delta, df):
    s2 = sum((d[j] - d[j].mean()) @ (d[j] - d[j].mean()) for j in range(len(d)))
    stat = ((d - delta) ** 2).sum() / (2 * s2)
    return stat, df[0], df[1], stats.f.sf(stat, *df), None, None


def nested(d, inner, records=None):
    """nested-t, or nested-records-t: estimate, standard error, degrees of freedom"""
    per_half = inner.mean(axis=(2, 3))
    h = np.mean((per_half[:, 0] - per_half[:, 1]) ** 2) / 2
    added = inner.mean(axis=3).var(axis=2, ddof=1).mean() / inner.shape[2]
    m, halves = len(d), len(inner)
    bound = min(d.var() * (2 * m + 1) / (2 * m - 1), h / 2)
    s = (halves * max(h - added, h / 4) / 2 + 4 * bound) / (halves + 4)
    df = halves + 4
    if records is not None:
        s, df = (df * s + 10 * stats.sem(records) ** 2) / (df + 10), df + 10
    return d.mean(), np.sqrt(s + d.mean(axis=1).var(ddof=1) / m), df


def tests(case, a, b, train, valid, halves, inner, records):
    """yields (test, estimate, standard error, df) or (test, None, differences, df) for F"""
    d = b - a
    m, folds = d.shape
    x = d.ravel()
    n = len(x)
    s2 = sum(np.var(d[j], ddof=1) for j in range(m)) if folds == 2 else None
    if folds == 1 and m > 1:
        yield "resampled-t", x.mean(), np.sqrt(x.var(ddof=1) / n), n - 1
        yield "corrected-resampled-t", x.mean(), np.sqrt(x.var(ddof=1) * (1 / n + valid.sum() / train.sum())), n - 1
        yield "conservative-z", x.mean(), np.sqrt(np.mean((halves[:, 0] - halves[:, 1]) ** 2) / 2), None
    if m == 1 and folds > 1:
        yield "kfold-t", x.mean(), stats.sem(x), n - 1
        total = np.average(x, weights=valid[0])
        square = (valid[0] * (x - total) ** 2).sum() / (folds - 1)
        yield "kfold-ci-z", total, np.sqrt(square / valid.sum()), None
    if folds > 1:
        yield "corrected-repeated-kfold-t", x.mean(), np.sqrt(x.var(ddof=1) * (1 / n + (1 / folds) / (1 - 1 / folds))), n - 1
    if folds == 2:
        yield "mx2-t", d[0, 0], np.sqrt(s2 / m), m
        yield "bcv-t", x.mean(), np.sqrt((2 * m + 1) / (2 * m - 1)) * x.std(), 2 * m - 1
    if case in inner:
        yield "nested-t", *nested(d, inner[case])
        yield "nested-records-t", *nested(d, inner[case], [b - a for _, a, b in records])
    if case == "5x2":
        yield "5x2-t", d[0, 0], np.sqrt(s2 / 5), 5
        yield "combined-5x2-t", x.mean(), np.sqrt(s2 / 5 / 10), 5
        yield "combined-5x2-F", None, d, (10, 5)
        yield "calibrated-5x2-F", None, d, (7, 5)
    if case == "3x2":
        yield "blocked-3x2-t", x.mean(), x.std(), 5
    if case == "holdout":
        yield "proportion-z", x[0], None, (a[0, 0], b[0, 0], valid[0, 0])


def proportion(estimate, known, alternative, delta, alpha):
    a, b, n = known
    apart = np.sqrt((a * (1 - a) + b * (1 - b)) / n)
    pool = np.sqrt(2 * (a + b) / 2 * (1 - (a + b) / 2) / n)
    interval = t_or_z(estimate, apart, None, alternative, delta, alpha)
    return t_or_z(estimate, pool if delta == 0 else apart, None, alternative, delta, alpha)[:4] + interval[4:]


def in_and_out(records):
    fold = np.array([r[0] for r in records])
    h = np.array([r[2] - r[1] for r in records])
    n = len(h)
    yield "kfold-ci-z", h.mean(), np.sqrt(((h - h.mean()) ** 2).mean() / n)
    yield "kfold-ci-z-in", h.mean(), np.sqrt(np.mean([h[fold == k].var(ddof=1) for k in range(1, 5)]) / n)


def main():
    cases, records, halves, inner = make()
    text = lambda v: "" if v is None else repr(float(v))
    with open("foldtests_input.csv", "w", newline="") as f:
        w = csv.writer(f, lineterminator="\n")
        w.writerow("case replication fold a b n_train n_valid".split())
        for case, (a, b, train, valid) in cases.items():
            for j, k in np.ndindex(*a.shape):
                w.writerow([case, j + 1, k + 1, text(a[j, k]), text(b[j, k]), train[j, k], valid[j, k]])
    with open("foldtests_records.csv", "w") as f:
        f.write("fold,a,b\n" + "".join(f"{k},{a:g},{b:g}\n" for k, a, b in records))
    with open("foldtests_halves.csv", "w") as f:
        f.write("first,second\n" + "".join(f"{x!r},{y!r}\n" for x, y in halves.tolist()))
    with open("foldtests_inner.csv", "w", newline="") as f:
        w = csv.writer(f, lineterminator="\n")
        w.writerow("case replication half inner fold difference".split())
        for case, x in inner.items():
            for at in np.ndindex(*x.shape):
                w.writerow([case, *(i + 1 for i in at), text(x[at])])
    with open("foldtests_scipy.csv", "w", newline="") as f:
        w = csv.writer(f, lineterminator="\n")
        w.writerow("case test alternative delta alpha statistic df1 df2 p low high".split())
        for alternative in SIDES:
            for delta, alpha in ((0, 0.05), (0.005, 0.2)):
                put = lambda case, test, r: w.writerow([case, test, alternative, delta, alpha] + [text(v) for v in r])
                for case, (a, b, train, valid) in cases.items():
                    for test, estimate, se, df in tests(case, a, b, train, valid, halves, inner, records):
                        if estimate is None:
                            if alternative == "two-sided":
                                put(case, test, f_test(se, delta, df))
                        elif test == "proportion-z":
                            put(case, test, proportion(estimate, df, alternative, delta, alpha))
                        else:
                            put(case, test, t_or_z(estimate, se, df, alternative, delta, alpha))
                for test, estimate, se in in_and_out(records):
                    put("records", test, t_or_z(estimate, se, None, alternative, delta, alpha))
    print("scipy", scipy.__version__, "numpy", np.__version__)


main()
