#!/usr/bin/env python3
"""Reference values for the exact tests, with mpmath (1.2.1) at 34 digits.

Writes difference.csv, shift.csv and cdf.csv beside this file. The method
shares nothing with the package: a trapezoid rule over the logit of one
variable, with the cdf of the other accumulated by Gauss-Legendre rules
between its nodes (large counts), or mpmath's adaptive quadrature of its
regularized incomplete beta function (small counts).
"""
import csv
import os
from mpmath import mp, mpf, exp, log, loggamma, quad, betainc, sqrt, floor, beta as betafn

mp.dps = 34
HERE = os.path.dirname(os.path.abspath(__file__))


def legendre(n):
    """Nodes and weights on [-1, 1], by Newton's method on P_n."""
    out = []
    for i in range(n):
        x = mp.cos(mp.pi * (i + mpf(3) / 4) / (n + mpf(1) / 2))
        for _ in range(20):
            p0, p1 = mpf(1), x
            for k in range(2, n + 1):
                p0, p1 = p1, ((2 * k - 1) * x * p1 - (k - 1) * p0) / k
            d = n * (x * p1 - p0) / (x * x - 1)
            x -= p1 / d
        out.append((x, 2 / ((1 - x * x) * d * d)))
    return out


RULE = legendre(14)


def logit_density(a, b):
    """Density of logit Beta(a, b)."""
    c = loggamma(a + b) - loggamma(a) - loggamma(b)
    return lambda t: exp(c + a * t - (a + b) * (log(1 + exp(t)) if t < 0 else t + log(1 + exp(-t))))


def sd(a, b):
    return sqrt(mp.psi(1, a) + mp.psi(1, b))


def below(a, b, arg, nodes):
    """P(logit Beta(a,b) <= arg(t)) at ascending nodes t, arg increasing."""
    g, s = logit_density(a, b), sd(a, b)
    out, total = [], mpf(0)
    first = arg(nodes[0])
    # The start: integrate from where the density is negligible.
    lo = min(first, mp.psi(0, a) - mp.psi(0, b)) - 300 * s / min(mpf(1), sqrt(min(a, mpf(1))))
    prev = lo
    for t in nodes:
        x = arg(t)
        n = max(1, int(floor((x - prev) / (s / 4))) + 1)
        if prev == lo:
            n = min(n, 1500)
        h = (x - prev) / n
        for i in range(n):
            mid = prev + (i + mpf(1) / 2) * h
            total += sum(w * g(mid + h / 2 * u) for u, w in RULE) * h / 2
        out.append(total)
        prev = x
    return out


def large(a1, b1, a2, b2, to_b, span=46):
    """P(logit Z_B <= to_b(logit Z_A)), Z_A ~ Beta(a1,b1), Z_B ~ Beta(a2,b2)."""
    g = logit_density(a1, b1)
    mean = mp.psi(0, a1) - mp.psi(0, b1)
    s = sd(a1, b1)
    h = min(s / 4, sd(a2, b2) / 4, mpf(1) / 5)  # the integrand is analytic within pi of the real line
    k = int(span * s / h)
    # to_b is None where the shifted metric leaves (0, 1); the density of Z_A
    # is negligible there (below 1e-25) in all cases here.
    nodes = [t for t in (mean + i * h for i in range(-k, k + 1)) if to_b(t) is not None]
    f = below(a2, b2, to_b, nodes)
    return sum(g(t) * p for t, p in zip(nodes, f)) * h


def small(a1, b1, a2, b2, value, inverse, delta):
    """P(value(Z_B) <= value(Z_A) + delta) by adaptive quadrature over Z_A."""
    def integrand(z):
        v = value(z) + delta
        if v <= 0:
            return mpf(0)
        c = mpf(1) if v >= 1 else betainc(a2, b2, 0, inverse(v), regularized=True)
        return c * z ** (a1 - 1) * (1 - z) ** (b1 - 1) / betafn(a1, b1)
    kink = inverse(1 - delta) if delta > 0 else inverse(-delta)
    m = a1 / (a1 + b1)
    return quad(integrand, sorted({mpf(0), m / 2, m, (1 + m) / 2, mpf(1), kink}))


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w") as f:
        w = csv.writer(f, lineterminator="\n")
        w.writerow(header)
        for row in rows:
            w.writerow(row)
            f.flush()


def digits(x):
    return mp.nstr(x, 22, min_fixed=-1, max_fixed=1)


def differences():
    cases = [
        (1, 1, 1, 1), (1, 3, 1, 3), (2, 1, 1, 2), (1, 40, 1, 60), (12, 5, 9, 8), (0.5, 0.5, 0.5, 30.5),
        (0.5, 20.5, 3.5, 18.5), (31, 11, 40, 3), (150, 61, 171, 40), (1, 1e9, 2, 1e9), (3, 1e6, 8, 1e6),
        (900.5, 100.25, 920.5, 90.75), (4501, 501, 4551, 451), (4501, 501, 4901, 101), (90001, 10001, 90501, 9501),
        (90001, 10001, 91001, 9001), (90001, 10001, 94001, 6001),
        (1167622.5, 53914.25, 1169031.25, 53319.75), (1e8, 5e6, 1.0005e8, 4.95e6), (9e8, 1e8, 9.0001e8, 9.999e7),
        (9e8, 1e8, 9.002e8, 9.98e7), (5e8, 5e8, 5.005e8, 4.995e8), (1e9, 1e9, 1e9, 1e9), (1e9, 1, 1e9, 2), (7, 3, 3000, 2500),
    ]
    for c in cases:
        a1, b1, a2, b2 = map(mpf, c)
        lower = large(a1, b1, a2, b2, lambda t: t)
        upper = large(b1, a1, b2, a2, lambda t: t)
        yield [*c, digits(log(lower)), digits(log(upper))]


def shifts():
    ident, half = (lambda z: z), (lambda z: 2 * z / (1 + z))
    inv_half = lambda v: v / (2 - v)
    smalls = [("P", 1, 1, 1, 1, 0.25), ("P", 1, 1, 1, 1, -0.25), ("P", 3, 2, 4, 2, 0.125), ("R", 12, 5, 9, 8, 0.0625),
              ("P", 1, 4, 1, 4, 0.5), ("P", 0.5, 9.5, 2.5, 7.5, -0.03125), ("P", 40, 3, 20, 9, 0.25),
              ("F1", 1, 2, 1, 2, 0.25), ("F1", 9, 12, 11, 10, 0.0625), ("F1", 9, 12, 11, 10, -0.0625), ("F1", 40, 30, 60, 11, 0.03125)]
    for metric, a1, b1, a2, b2, d in smalls:
        f, g = (half, inv_half) if metric == "F1" else (ident, ident)
        p = small(mpf(a1), mpf(b1), mpf(a2), mpf(b2), f, g, mpf(d))
        yield [metric, a1, b1, a2, b2, d, digits(log(p)), digits(log(1 - p))]
    larges = [("P", 900.5, 100.25, 920.5, 90.75, 2.0 ** -6), ("P", 90001, 10001, 90501, 9501, 2.0 ** -8),
              ("P", 90001, 10001, 90501, 9501, -(2.0 ** -6)), ("R", 1167622.5, 53914.25, 1169031.25, 53319.75, 2.0 ** -10),
              ("F1", 4501, 1002, 4551, 902, 2.0 ** -7), ("F1", 9e8, 2e8, 9.001e8, 1.999e8, 2.0 ** -14),
              ("P", 9e8, 1e8, 9.0001e8, 9.999e7, 2.0 ** -16), ("P", 9e8, 1e8, 9.0001e8, 9.999e7, -(2.0 ** -13))]
    for metric, a1, b1, a2, b2, d in larges:
        k = 2 if metric == "F1" else 1
        a1, b1, a2, b2, d = map(mpf, (a1, b1, a2, b2, d))

        def to_b(t):  # logit Z_A -> metric -> + delta -> logit Z_B
            v = k * exp(t) / (k * exp(t) + 1) + d
            return log(v / (k * (1 - v))) if 0 < v < 1 else None
        p = large(a1, b1, a2, b2, to_b, 40)
        q = large(b1, a1, b2, a2, lambda t: None if to_b(-t) is None else -to_b(-t), 40)
        yield [metric, *(float(x) for x in (a1, b1, a2, b2, d)), digits(log(p)), digits(log(q))]


def cdfs():
    for a, b, x in [(1, 1, 0.25), (0.5, 0.5, 2.0 ** -30), (0.5, 40.5, 0.125), (1, 2, 2.0 ** -40), (3, 1e6, 2.0 ** -20), (12, 5, 0.75),
                    (150, 61, 0.5), (301, 320, 0.5), (301, 320, 0.375), (4501, 501, 0.875), (4501, 501, 0.75), (90001, 10001, 0.8984375),
                    (1167622.5, 53914.25, 0.955078125), (9e8, 1e8, 0.9 + 2.0 ** -17), (9e8, 1e8, 0.9 - 2.0 ** -14),
                    (1e9, 1e9, 0.5 + 2.0 ** -17), (1e9, 3, 1 - 2.0 ** -28), (1e9, 1e9, 0.5 - 2.0 ** -12)]:
        A, B, X = mpf(a), mpf(b), mpf(x)
        t = log(X / (1 - X))
        g, s = logit_density(A, B), sd(A, B)

        def tail(g, t, mean):
            # outward from t, in panels that follow the decay
            total, lo, w = mpf(0), t, s / 8
            while True:
                part = sum(wt * g(lo - w / 2 + w / 2 * u) for u, wt in RULE) * w / 2
                total += part
                lo -= w
                if lo < mean and part < total * mpf(10) ** -30:
                    return total
        mean = mp.psi(0, A) - mp.psi(0, B)
        yield [a, b, repr(x), digits(log(tail(g, t, mean))), digits(log(tail(lambda u: g(-u), -t, -mean)))]


if __name__ == "__main__":
    write("difference.csv", ["a1", "b1", "a2", "b2", "log_at_most", "log_above"], differences())
    write("shift.csv", ["metric", "a1", "b1", "a2", "b2", "delta", "log_at_most", "log_above"], shifts())
    write("cdf.csv", ["a", "b", "x", "log_cdf", "log_survival"], cdfs())
