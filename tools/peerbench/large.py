"""The works of large.go in scikit-learn: train on the first half of the records, predict the second.

usage: large.py DIR

For each line of JSON on stdin, {"kind", "n", "p", "cores", "data", "out"}: reads n x p features and n classes (float64) from
DIR/data, writes predictions and, of an SVM, decision values (float64) to DIR/out, and answers with a line of JSON: seconds on the
clock and of all processors for fit and prediction. LIBSVM uses one core whatever is there.
"""
import os

for v in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[v] = "1"
import json, resource, sys, time
import numpy as np, sklearn
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits


def triangular(d):
    return 1 - d / d[:, -1:]


def cpu():
    r = resource.getrusage(resource.RUSAGE_SELF)
    return r.ru_utime + r.ru_stime


for line in sys.stdin:
    w = json.loads(line)
    n, p = w["n"], w["p"]
    data = np.fromfile(sys.argv[1] + "/" + w["data"])
    X, y = np.ascontiguousarray(data[: n * p].reshape(n, p)), data[n * p :].astype(int)
    h = n // 2
    if w["kind"] == "knn":
        e = KNeighborsClassifier(6, algorithm="brute", weights=triangular, n_jobs=w["cores"])
    else:
        e = SVC(gamma=1 / p, cache_size=256)
    with threadpool_limits(w["cores"]):
        clock, used = time.perf_counter(), cpu()
        e.fit(X[:h], y[:h])
        out = e.predict(X[h:]).astype(float)
        clock, used = time.perf_counter() - clock, cpu() - used
    if w["kind"] == "svm":
        out = np.concatenate([out, e.decision_function(X[h:])])
    out.tofile(sys.argv[1] + "/" + w["out"])
    print(json.dumps(dict(clock=clock, cpu=used, version=sklearn.__version__)), flush=True)
