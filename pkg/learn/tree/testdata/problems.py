"""Data from known distributions: twonorm, ringnorm and waveform (Breiman 1998, Annals of Statistics 26:801-849), and levels."""
import numpy as np

LEVELS = [2, 3, 4, 5, 6, 7]


def twonorm(r, n):
    y = r.integers(2, size=n)
    return r.standard_normal((n, 20)) + np.where(y == 0, 1, -1)[:, None] * 2 / np.sqrt(20), y


def ringnorm(r, n):
    y = r.integers(2, size=n)
    z = r.standard_normal((n, 20))
    return np.where((y == 0)[:, None], 2 * z, z + 2 / np.sqrt(20)), y


def waveform(r, n):
    y = r.integers(3, size=n)
    i = np.arange(1, 22)
    h = np.array([np.maximum(6 - abs(i - c), 0) for c in (11, 15, 7)])
    a, b = np.array([0, 0, 1])[y], np.array([1, 2, 2])[y]
    u = r.random(n)[:, None]
    return u * h[a] + (1 - u) * h[b] + r.standard_normal((n, 21)), y


def levels(r, n):
    """three classes; feature j has LEVELS[j] levels, level l of which has weight 4 if l = class * (j+1) modulo their number, else 1"""
    y = r.integers(3, size=n)
    x = np.empty((n, len(LEVELS)))
    for j, m in enumerate(LEVELS):
        w = np.ones((3, m))
        w[np.arange(3), np.arange(3) * (j + 1) % m] = 4
        x[:, j] = [r.choice(m, p=w[c] / w[c].sum()) for c in y]
    return x, y


PROBLEMS = dict(twonorm=twonorm, ringnorm=ringnorm, waveform=waveform, levels=levels)
TRAIN, TEST = 100, 500
