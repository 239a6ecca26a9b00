"""Reference values for package paired: the two-dimensional integral by scipy's adaptive
quadrature, and baycomp's correlated t written out (two_on_single: t with n-1 degrees of
freedom, location mean, scale sqrt(var(ddof=1) (1/n + rho/(1-rho)))).

    python3 paired.py > paired.csv      (scipy 1.10, numpy 1.24)
"""

import numpy
from scipy import integrate, stats

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
