"""Reference values for package paired: the two-dimensional integral by scipy's adaptive
quadrature, and baycomp's correlated t written out (two_on_single: t with n-1 degrees of
freedom, location mean, scale sqrt(var(ddof=1) (1/n + rho/(1-rho)))).

    python3 paired.py > paired.csv      (scipy 1.10, numpy 1.24)
"""

import numpy
from scipy import integrate, special, stats

print("kind,m,x,rho,differences,cdf")
rng = numpy.random.default_rng(1)
for m, spread in [(2, 0.1), (3, 0.02), (5, 0.3), (10, 0.05)]:
    d = 0.01 + spread * rng.standard_normal((m, 1)) * 0.5 + 0.05 * rng.standard_normal((m, 2))
    mean, within = d.mean(), ((d[:, 0] - d[:, 1]) ** 2).sum() / 2
    between = 2 * ((d.mean(axis=1) - mean) ** 2).sum()
    df = 2 * m - 1

    def likelihood(r2, r1):
        a, b = 1 - r1, 1 + r1 - 2 * r2
        if b <= 0:
            return 0.0, 0.0
        q = within / a + between / b
        return numpy.exp(-m / 2 * numpy.log(a) - (m - 1) / 2 * numpy.log(b) - df / 2 * numpy.log(q / (within + between))), q

    def share(r2, r1):
        return likelihood(r2, r1)[0]

    def below(r2, r1, x):
        l, q = likelihood(r2, r1)
        v = (1 + r1 + 2 * (m - 1) * r2) / (2 * m)
        return l * stats.t.cdf((x - mean) / numpy.sqrt(v * q / df), df) if l > 0 else 0.0

    for x in (0.0, 0.02, -0.1):
        options = dict(epsabs=0, epsrel=1e-12)
        total = integrate.dblquad(share, 0, 0.5, 0, 0.5, **options)[0]
        cdf = integrate.dblquad(below, 0, 0.5, 0, 0.5, args=(x,), **options)[0] / total
        print(f"uniform,{m},{x},,{' '.join(repr(float(v)) for v in d.ravel())},{cdf!r}")
    for rho in (0.1, 0.5):
        n = d.size
        scale = numpy.sqrt(d.var(ddof=1) * (1 / n + rho / (1 - rho)))
        for x in (0.0, 0.02, -0.1):
            print(f"correlated,{m},{x},{rho},{' '.join(repr(float(v)) for v in d.ravel())},{float(stats.t.cdf((x - mean) / scale, n - 1))!r}")

# Replications whose means are nearly equal put the mass at rho2 = (1+rho1)/2: adaptive over
# log(1 + rho1 - 2 rho2), which is cut at the kinks of the region, and over rho1.
for m in (5, 7, 10, 15):
    for ratio in (1e-3, 1e-5, 1e-8):
        apart, centre = 0.05 * rng.standard_normal(m), rng.standard_normal(m)
        centre -= centre.mean()
        within = (apart**2).sum() / 2
        centre *= numpy.sqrt(ratio * within / 2 / (centre**2).sum())
        d = 0.01 + centre[:, None] + numpy.stack([apart, -apart], axis=1) / 2
        mean, within = d.mean(), ((d[:, 0] - d[:, 1]) ** 2).sum() / 2
        between = 2 * ((d.mean(axis=1) - mean) ** 2).sum()
        df = 2 * m - 1
        x = mean - 2.1 * numpy.sqrt(within / 2 / df)

        def inner(u, cdf):
            c = numpy.exp(u)

            def f(a):  # a = 1 - rho1
                q = 1 / a + between / within / c
                f = c * numpy.exp(-m / 2 * numpy.log(a) - (m - 1) / 2 * u - df / 2 * numpy.log(q))
                v = (2 - a + (m - 1) * (2 - a - c)) / (2 * m)
                return f * special.stdtr(df, (x - mean) / numpy.sqrt(v * q * within / df)) if cdf else f

            return integrate.quad(f, 1 - min(0.5, c), 1 - max(0.0, c - 1), epsabs=0, epsrel=1e-13)[0]

        ends = [numpy.log(v) for v in (1e-8 * ratio, 1e-2 * ratio, ratio, 30 * ratio, 0.5, 1, 1.5)]
        total, below = [sum(integrate.quad(inner, a, b, args=(cdf,), epsabs=0, epsrel=1e-12, limit=400)[0] for a, b in zip(ends, ends[1:])) for cdf in (False, True)]
        print(f"uniform,{m},{x!r},,{' '.join(repr(float(v)) for v in d.ravel())},{below / total!r}")
