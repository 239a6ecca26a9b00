# Powers by scipy for columns of made numbers: /usr/bin/python3 power.py > power.csv
# boxcox and yeojohnson maximise the likelihood by Brent's method; see also power.R.
import sys, warnings
import numpy as np, scipy
from scipy import stats

rng = np.random.default_rng(7)
columns = {
    "lognormal": np.exp(rng.normal(size=60)), "squares": (5 + rng.normal(size=60)) ** 2, "uniform": rng.uniform(1, 3, 60),
    "far": 1000 + 30 * rng.normal(size=60), "counts": rng.poisson(3, 60), "normal": rng.normal(size=60),
    "skewed": np.exp(rng.normal(size=60)) - 1.5, "below": -np.exp(rng.normal(size=60)), "wide": 1e4 * rng.standard_t(3, size=60),
}
print("# scipy %s, numpy %s; boxcox is empty where a value is not positive" % (scipy.__version__, np.__version__))
print("column,boxcox,yeojohnson,values")
for name, x in columns.items():
    x = np.asarray(x, float)
    box = repr(float(stats.boxcox_normmax(x, method="mle"))) if (x > 0).all() else ""
    print("%s,%s,%s,%s" % (name, box, repr(float(stats.yeojohnson_normmax(x))), " ".join(repr(float(v)) for v in x)))
