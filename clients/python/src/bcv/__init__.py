"""Folds and verdicts of bcv in Python, for results of scikit-learn or of any loop of your own.

    import bcv

    cv = bcv.BlockRegularizedCV(m=5, stratify=True)        # a cv= of scikit-learn
    results = {name: cross_validate(model, X, y, cv=cv) for name, model in models.items()}
    print(bcv.compare(results, folds=cv))

The work is done by the command bcv (https://github.com/block-regularized/bcv). It is looked
for under the argument command, then the environment variable BCV, then beside the interpreter, where pip
puts it, then on PATH and where go install puts it. What it refuses is raised as Error with the line that
it prints. Needs Python 3.9 and pandas 1.5 or later; scikit-learn only where you use it. The folder of
this file also works where it is copied beside a notebook.
"""

from ._command import Error
from ._folds import Folds, folds, read_folds
from ._results import losses, predictions
from ._splitter import BlockRegularizedCV
from ._verdicts import Ranking, Verdict, Verdicts, compare, rank, report

__all__ = ["BlockRegularizedCV", "Error", "Folds", "Ranking", "Verdict", "Verdicts", "compare", "folds", "losses",
           "predictions", "rank", "read_folds", "report"]
