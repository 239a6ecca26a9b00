"""Folds of other splitters, as the rows that bcv compare reads."""

from __future__ import annotations

from typing import Any, Mapping, Optional

import numpy as np

from ._command import Error

_KFOLD = {"KFold", "StratifiedKFold", "GroupKFold", "StratifiedGroupKFold"}
_REPEATED = {"RepeatedKFold", "RepeatedStratifiedKFold"}


class Splits:
    """Folds that bcv did not make: K-fold cross-validations one after the other, or random hold-outs. It is like
    Folds in what tables of results need."""

    def __init__(self, k: int, count: int, sizes: Optional[list[tuple[int, int]]] = None, holdouts: bool = False) -> None:
        self._k, self._count, self._sizes, self.holdouts = k, count, sizes, holdouts

    def __len__(self) -> int:
        return self._count

    def _at(self, i: int) -> dict[str, Any]:
        """The columns of results on fold i that say which one it is."""
        return {"replication": i // self._k + 1, "fold": i % self._k + 1}

    def _about(self, i: int) -> dict[str, Any]:
        """The columns that say how large it is, where that is known."""
        return {} if self._sizes is None else dict(zip(("n_train", "n_valid"), self._sizes[i]))

    def _where(self, i: int) -> str:
        """Fold i in words."""
        return f"fold {i + 1}" if self._count == self._k else f"replication {i // self._k + 1} fold {i % self._k + 1}"


def known(folds: Any, results: Mapping[str, Any]) -> Any:
    """The folds that results are on: those of bcv as they are, and Splits of others: a number of folds, a splitter of
    scikit-learn, a list of (train, valid), or None where cross_validate kept them with return_indices=True."""
    if isinstance(folds, Splits) or hasattr(folds, "places") or hasattr(folds, "_only"):
        return folds
    kept = _kept(results)
    if folds is None and kept is None:
        raise Error("on which folds are the results? Say folds=5 for one 5-fold cross-validation, or folds= with the cv= of "
                    "cross_validate or a list of (train, valid), or let cross_validate keep them with return_indices=True; what "
                    "other rows are is said with rows=, such as rows=\"items\"")
    name = type(folds).__name__
    if name == "TimeSeriesSplit":
        raise Error("folds of TimeSeriesSplit train on earlier records of all the others: nothing is known of how often a verdict "
                    "on them errs; take bcv.folds(time=...)")
    count = _count(results)
    if kept is not None:
        return _of_pairs(kept)
    if getattr(folds, "shuffle", name in _REPEATED) and not isinstance(folds.random_state, (int, np.integer)):
        raise Error(f"{name} shuffles anew for each model, so that they are on other folds; give it a random_state, or all models "
                    "cv=list(splitter.split(X, y))")
    if name in ("int", "int32", "int64"):
        return _of_cv(int(folds), count, f"folds={folds}")
    if name in _KFOLD:
        return _of_cv(int(folds.get_n_splits()), count, name)
    if name in _REPEATED:
        return _of_cv(int(folds.get_n_splits()) // int(folds.n_repeats), count, name)
    if hasattr(folds, "split") or not hasattr(folds, "__iter__"):
        raise Error(f"{name} has sizes of its own, which the results do not tell; say cross_validate(..., return_indices=True), or "
                    "folds=list(splitter.split(X, y))")
    return _of_pairs([(np.asarray(train), np.asarray(valid)) for train, valid in folds])


def _count(results: Mapping[str, Any]) -> int:
    """The number of folds that the results of the first model are on."""
    first: Any = next(iter(results.values()), [])
    if isinstance(first, Mapping):
        first = next((values for key, values in first.items() if key.startswith("test_")), [])
    return len(first) if hasattr(first, "__len__") else 0


def _kept(results: Mapping[str, Any]) -> Optional[list[tuple[np.ndarray, np.ndarray]]]:
    """The folds that cross_validate kept with the results, the same for all models; None where it kept none."""
    kept = {model: result["indices"] for model, result in results.items() if isinstance(result, Mapping) and "indices" in result}
    if len(kept) < len(results) or not kept:
        return None
    (first, own), *others = kept.items()
    for model, of in others:
        same = all(len(of[side]) == len(own[side]) and all(map(np.array_equal, of[side], own[side])) for side in ("train", "test"))
        if not same:
            raise Error(f"{first} and {model} are on other folds, by their indices; give both the same cv= with a random_state")
    return list(zip(own["train"], own["test"]))


def _of_cv(k: int, count: int, what: str) -> Splits:
    if k < 2 or count % k != 0:
        raise Error(f"{count} results of a model, and {what} makes {k} folds; give the folds that they are on")
    return Splits(k, count)


def _of_pairs(pairs: list[tuple[np.ndarray, np.ndarray]]) -> Splits:
    """K-fold cross-validations, where the validation records are each record once and the others train; else hold-outs."""
    sizes = [(len(train), len(valid)) for train, valid in pairs]
    if not pairs or any(min(size) == 0 for size in sizes):
        raise Error("there are no folds, or one is empty; give a list of (train, valid), numbers of records")
    if len(pairs) > 1 and all(train.max() < valid.min() for train, valid in pairs):
        raise Error("these folds train on earlier records of all the others, as TimeSeriesSplit: nothing is known of how often a "
                    "verdict on them errs; take bcv.folds(time=...)")
    for i, (train, valid) in enumerate(pairs):
        if len(np.intersect1d(train, valid)) > 0:
            raise Error(f"fold {i + 1} validates records that it trains on; give folds that do not")
    records = np.unique(np.concatenate([part for pair in pairs for part in pair]))
    ends = np.cumsum([len(valid) for _, valid in pairs]) / len(records)
    k = int(np.argmin(np.abs(ends - 1))) + 1
    if k > 1 and len(pairs) % k == 0:
        rounds = [pairs[i:i + k] for i in range(0, len(pairs), k)]
        whole = all(np.array_equal(np.sort(np.concatenate([valid for _, valid in of])), records) for of in rounds)
        if whole and all(train + valid == len(records) for train, valid in sizes):
            return Splits(k, len(pairs), sizes)
    return Splits(1, len(pairs), sizes, holdouts=True)
