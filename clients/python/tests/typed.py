"""A program that mypy checks and nobody runs: the types that users of the package see."""

from typing import Optional

import pandas as pd

import bcv


class Search:
    """What compare needs of a fitted GridSearchCV."""

    cv_results_: dict[str, list[float]]
    cv: bcv.BlockRegularizedCV
    n_splits_: int
    refit: bool
    scoring: str


class Report:
    """What it needs of a ComparisonReport of skore."""

    reports_: dict[str, object]


frame = pd.DataFrame()
folds: bcv.Folds = bcv.folds(len(frame), m=5, strata=frame)
train, valid = folds[0]
of_files: bcv.Verdicts = bcv.compare(["losses.csv"])
of_models: bcv.Verdicts = bcv.compare({"a": [0.1], "b": [0.2]}, folds=folds, loss="x")
of_report: bcv.Verdicts = bcv.compare(Report())
of_search: bcv.Ranking = bcv.compare(Search())
order: bcv.Ranking = bcv.rank(frame)
better: Optional[str] = of_files[0].better
best: list[str] = order.candidates
cv = bcv.BlockRegularizedCV(m=5, stratify=True)
splits: int = cv.get_n_splits()
bcv.losses(cv, {"a": [0.1]}, loss="x")

# These are mistakes; mypy says so if one of them is not.
bcv.folds("300")  # type: ignore[arg-type]
bcv.BlockRegularizedCV(k=5)  # type: ignore[call-arg]
bcv.losses(cv, [1], loss="x")  # type: ignore[arg-type]
