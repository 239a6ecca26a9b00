"""Writes range_py.csv: tails of the range of k standard normal variables, by mpmath.

P(R > q) = 1 - k int phi(z) (Phi(z) - Phi(z-q))^(k-1) dz with 40 digits.
Run in this directory: python3 range.py
"""
import platform

import mpmath as mp

mp.mp.dps = 40


def tail(q, k):
    q = mp.mpf(q)
    f = lambda z: mp.npdf(z) * (mp.ncdf(z) - mp.ncdf(z - q)) ** (k - 1)
    return 1 - k * mp.quad(f, [-20, -6, -3, 0, q / 2, q, q + 3, q + 6, q + 20])


with open("range_py.csv", "w") as out:
    out.write(f"# Python {platform.python_version()}, mpmath {mp.__version__}, range.py\nq,k,tail\n")
    for k in (2, 3, 5, 10, 40):
        for q in (0.3, 1.5, 3.3, 4.7, 8, 12):
            out.write(f"{q},{k},{mp.nstr(tail(str(q), k), 20)}\n")
