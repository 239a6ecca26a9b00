# Writes reference.csv: the values of scikit-learn on random and degenerate predictions; "undefined" where it warns or
# refuses. Calibration error, and Hand and Till's mean over pairs, are written by their definitions.
# Run in this directory: python3 reference.py
import csv
import itertools
import warnings

import numpy as np
import sklearn
import sklearn.metrics as sk

warnings.simplefilter("error")
random = np.random.default_rng(30)


def ece(truth, p, bins, of=None):
    at = p.argmax(axis=1) if of is None else np.full(len(truth), of)
    top = p[np.arange(len(truth)), at]
    place = np.minimum(np.floor(top * bins), bins - 1)
    right = at == truth
    return sum(abs(np.sum(top[place == b]) - np.sum(right[place == b])) for b in range(bins)) / len(truth)


def hand_till(truth, p):
    def auc(i, j):  # by comparing all pairs
        a, b = p[truth == i, i][:, None], p[truth == j, i][None, :]
        return np.mean((a > b) + (a == b) / 2)
    k = p.shape[1]
    return np.mean([(auc(i, j) + auc(j, i)) / 2 for i, j in itertools.combinations(range(k), 2)])


def classes(truth, label, p, positive):
    k = p.shape[1]
    labels = list(range(k))
    is_positive = (truth == positive).astype(int)
    out = {
        "accuracy": lambda: sk.accuracy_score(truth, label),
        "error rate": lambda: sk.zero_one_loss(truth, label),
        "balanced_accuracy": lambda: sk.recall_score(truth, label, labels=np.unique(truth), average="macro"),
        "matthews_corrcoef": lambda: sk.matthews_corrcoef(truth, label)
        if len(set(truth)) > 1 and len(set(label)) > 1 else None,
        "cohen_kappa": lambda: sk.cohen_kappa_score(truth, label) if len(set(truth) | set(label)) > 1 else None,
        "log_loss": lambda: sk.log_loss(truth, p, labels=labels),
        "brier_score": lambda: sk.brier_score_loss(truth, p[:, 1]) if k == 2
        else np.mean(np.sum((p - np.eye(k)[truth]) ** 2, axis=1)),
        f"brier_score(class=c{positive})": lambda: sk.brier_score_loss(is_positive, p[:, positive]),
        "calibration_error": lambda: ece(truth, p, 15),
        f"calibration_error(class=c{positive}, bins=7)": lambda: ece(truth, p, 7, positive),
        "average_precision": lambda: sk.average_precision_score(is_positive, p[:, positive])
        if is_positive.any() else None,
        "roc_auc": lambda: sk.roc_auc_score(is_positive, p[:, positive]),
        "roc_auc_ovo": lambda: hand_till(truth, p) if len(set(truth)) == k else None,
    }
    for name, f, extra in (("precision", sk.precision_score, {}), ("recall", sk.recall_score, {}),
                           ("f1", sk.f1_score, {}), ("fbeta", sk.fbeta_score, {"beta": 0.5}),
                           ("jaccard", sk.jaccard_score, {})):
        end = "(beta=0.5)" if extra else ""
        out[name + end] = lambda f=f, extra=extra: f(truth, label, labels=[positive], average="macro", **extra)
        for average in ("micro", "macro", "weighted"):
            out[name + "_" + average + end] = lambda f=f, extra=extra, average=average: f(
                truth, label, labels=np.unique(truth) if average == "weighted" else labels, average=average, **extra)
    if k > 2:
        for kind in ("ovr", "ovo"):
            for average in ("macro", "weighted"):
                if kind == "ovr":
                    out[f"roc_auc_{kind}" + "_weighted" * (average == "weighted")] = lambda kind=kind, average=average: \
                        sk.roc_auc_score(truth, p, multi_class=kind, average=average, labels=labels) \
                        if len(set(truth)) == k else None
        if len(set(truth)) == k:
            assert abs(sk.roc_auc_score(truth, p, multi_class="ovo") - hand_till(truth, p)) < 1e-12
    return out


def numbers(truth, predicted):
    return {
        "mse": lambda: sk.mean_squared_error(truth, predicted),
        "rmse": lambda: sk.mean_squared_error(truth, predicted, squared=False),
        "mae": lambda: sk.mean_absolute_error(truth, predicted),
        "r2": lambda: sk.r2_score(truth, predicted) if len(set(truth)) > 1 else None,
        "pinball_loss": lambda: sk.mean_pinball_loss(truth, predicted),
        "pinball_loss(alpha=0.9)": lambda: sk.mean_pinball_loss(truth, predicted, alpha=0.9),
    }


def text(values):
    return " ".join(repr(float(v)) for v in np.ravel(values))


rows = []


def write(metrics, k, positive, truth, predicted, p):
    values = []
    for name, f in metrics.items():
        try:
            value = f()
        except (ValueError, Warning):
            value = None
        value = "undefined" if value is None or np.isnan(value) else repr(float(value))
        values.append(f"{name} {value}")
    rows.append([k, positive, text(truth), text(predicted), text(p), "; ".join(values)])


def dirichlet(n, k, decimals):
    p = random.dirichlet(np.ones(k), size=n)
    if decimals:
        counts = np.floor(p * decimals)
        counts[:, 0] += decimals - counts.sum(axis=1)
        p = counts / decimals
    return p


for n, k, decimals in ((20, 2, 0), (25, 2, 8), (40, 3, 0), (31, 3, 8), (60, 5, 16)):
    truth = np.concatenate([np.arange(k), random.integers(0, k, n - k)])
    p = dirichlet(n, k, decimals)
    keep = random.random(n) < 0.5
    p[keep] = (p[keep] + np.eye(k)[truth[keep]]) / 2
    write(classes(truth, p.argmax(axis=1), p, k - 1), k, k - 1, truth, p.argmax(axis=1), p)
degenerate = [
    ([0, 0, 0], [0, 0, 0], 2), ([1, 1, 1], [1, 1, 1], 2), ([0, 0, 1], [0, 0, 0], 2), ([0, 0, 0], [0, 1, 0], 2),
    ([0, 1, 0, 1], [1, 0, 1, 0], 2), ([0, 1, 0, 1], [0, 1, 0, 1], 2), ([0, 1, 0, 1], [1, 1, 1, 1], 2),
    ([0, 1, 0, 1, 1], [0, 1, 0, 1, 0], 3), ([0, 1, 2, 2], [0, 1, 1, 1], 3), ([0, 0, 1, 1], [0, 2, 1, 2], 3),
    ([0, 1, 2], [0, 1, 2], 3), ([2], [2], 3), ([1], [0], 2),
]
for truth, label, k in degenerate:
    truth, label = np.array(truth), np.array(label)
    p = np.eye(k)[label]  # 0 and 1
    write(classes(truth, label, p, 1), k, 1, truth, label, p)
    p = np.full((len(truth), k), 1 / k)  # ties
    p[:, 0] = 1 - p[:, 1:].sum(axis=1)
    write(classes(truth, label, p, 1), k, 1, truth, label, p)
for truth, predicted in (
        (random.normal(size=15) * 3 + 100, random.normal(size=15) * 3 + 100), ([1, 2, 4], [1, 2, 4]),
        ([0.1, 0.1, 0.1], [0.1, 0.2, 0.1]), ([3, 3], [3, 3]), ([1, 2], [1.5, 1.5]), ([1e9, 1e9 + 1, 1e9 + 3], [1e9] * 3)):
    write(numbers(truth, predicted), 0, -1, truth, predicted, [])
with open("reference.csv", "w", newline="") as f:
    f.write(f"# scikit-learn {sklearn.__version__}, reference.py\n")
    w = csv.writer(f, lineterminator="\n")
    w.writerow(["classes", "positive", "truth", "predicted", "probabilities", "values"])
    w.writerows(rows)
