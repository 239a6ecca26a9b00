"""Folds that bcv split makes, as scikit-learn takes them."""

from __future__ import annotations

import html
import io
import os
from typing import Any, Iterator, Mapping, Optional, Sequence, Union

import numpy as np
import pandas as pd

from ._command import Error, _flags, _run

Indices = tuple[np.ndarray, np.ndarray]


class Folds(Sequence[Indices]):
    """The folds of a partition set: a list of (train, valid), arrays of record numbers
    from 0, replication by replication. cross_validate, cross_val_score, GridSearchCV and
    the like take it as cv=.

    set     name of the partition set, which belongs into the column set of results
    n       number of records
    places  (replication, fold) of each, both from 1
    frame   all of it as bcv split writes it: replication, fold, record, role, set
    notes   what bcv split says of the set

    Inner folds come after all others, in the order of half-splits, halves, inner replications
    and folds. Where there are any, places are (replication, half, inner, fold) with 0 for half
    and inner of the other folds, replication is the half-split of the inner ones, and frame has
    the columns half and inner.
    """

    def __init__(self, frame: pd.DataFrame, notes: Sequence[str] = ()) -> None:
        missing = [c for c in ("replication", "fold", "record", "role", "set") if c not in frame]
        if missing:
            raise Error(f"the folds have no column {missing[0]}; give what bcv split writes")
        if frame.empty or not frame["role"].isin(["train", "valid", "none"]).all():
            raise Error("the folds are empty or have a role other than train, valid and none; give what bcv split writes")
        if "half" in frame and "inner" in frame:
            frame = _whole(frame)
        elif "half" in frame or "inner" in frame:
            raise Error("the folds have one of the columns half and inner; give what bcv split writes")
        self.frame, self.notes = frame, list(notes)
        self.set = str(frame["set"].iloc[0])
        self.n = int(frame["record"].max()) + 1
        self._columns = [c for c in ("replication", "half", "inner", "fold") if c in frame]
        self.places: list[tuple[int, ...]] = []
        self._pairs: list[Indices] = []
        self._sets: list[str] = []  # of each fold: inner ones have the name of the nested set
        groups = frame.groupby([frame[c].fillna(0).astype(int) for c in self._columns], sort=True)
        for place, f in sorted(groups, key=lambda group: (len(group[0]) > 2 and group[0][2] > 0, group[0])):
            self.places.append(tuple(int(x) for x in place))
            train, valid = (f.loc[f["role"] == role, "record"].to_numpy() for role in ("train", "valid"))
            self._pairs.append((train, valid))
            self._sets.append(str(f["set"].iloc[0]))

    def __len__(self) -> int:
        return len(self._pairs)

    def __getitem__(self, i: Any) -> Any:
        return self._pairs[i]

    def split(self, X: Any = None, y: Any = None, groups: Any = None) -> Iterator[Indices]:
        """The folds as scikit-learn asks for them. X and y, where given, must have n records."""
        for name, data in (("X", X), ("y", y)):
            if data is not None and _records(data) != self.n:
                raise Error(f"the folds are for {self.n} records, and {name} has {_records(data)}; make folds of your data")
        return iter(self._pairs)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """The number of folds of all replications together."""
        return len(self._pairs)

    def replications(self) -> list[Folds]:
        """The folds of each replication, for functions such as cross_val_predict, which
        want every record to be predicted once. After these come the inner replications of each
        half-split, of four folds: two in each half."""
        if "inner" not in self.frame:
            return [Folds(f) for _, f in self.frame.groupby("replication", sort=True)]
        inner = self.frame["inner"].fillna(0).astype(int)
        groups = self.frame.groupby([inner > 0, "replication", inner], sort=True)
        return [Folds(f) for _, f in groups]

    def _at(self, i: int) -> dict[str, Any]:
        """The columns of results on fold i that say which one it is; None is an empty field."""
        return {column: number or None for column, number in zip(self._columns, self.places[i])}

    def _about(self, i: int) -> dict[str, Any]:
        """The columns that say how large it is, and of which set."""
        train, valid = self._pairs[i]
        return {"n_train": len(train), "n_valid": len(valid), "set": self._sets[i]}

    def _where(self, i: int) -> str:
        """Fold i in words."""
        replication, *within, fold = self.places[i]
        if not any(within):
            return f"replication {replication} fold {fold}"
        return f"half-split {replication} half {within[0]} inner replication {within[1]} fold {fold}"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(repr(self))}</pre>"

    def __repr__(self) -> str:
        inner = sum(len(place) > 2 and place[2] > 0 for place in self.places)
        what = f"{len(self)} folds of {self.n} records" + (f", {inner} of them inner folds" if inner else "")
        return "\n".join([f"{what}, {self.set}"] + ["Note: " + note for note in self.notes])


def folds(n: Optional[int] = None, m: Optional[int] = None, seed: int = 1, *, strata: Any = None, groups: Any = None,
          response: Any = None, time: Any = None, method: Optional[str] = None, command: Optional[str] = None, **options: Any) -> Folds:
    """Makes a partition set of n records with bcv split.

    n         number of records; may be left out with strata, groups, response or time
    m         replications of two-fold CV (default 3), or of K-fold CV (method "rkfold")
    strata    labels to be spread alike over train and valid, one per record; several as a data frame
    groups    what keeps together, such as the patient or document of each record
    response  one number per record, to be spread alike
    time      when each record was made, a number or a date as text: folds train on records before those
              they validate, with gap=N records left out between them
    method    bcv, mx2, kfold, rkfold, rlt, rhs, brlt, pb, rolling (default: bcv; with time rolling)
    options   other flags of bcv split by name, such as k=10, gap=5, limit=0.5, merge=5; inner=2 adds inner
              folds in both halves of each of halves=10 half-splits, to be run like the others
    """
    if n is not None and not (isinstance(n, (int, np.integer)) and not isinstance(n, bool)):
        raise Error(f"n is a {type(n).__name__}, no whole number; give the number of records, such as len(X)")
    labels: dict[str, Any] = {}
    flags: dict[str, Any] = {"n": n, "m": m, "method": method, "seed": seed}
    for flag, values in (("strata", strata), ("groups", groups), ("response", response), ("time", time)):
        if values is None:
            continue
        columns = [values[c] for c in values] if isinstance(values, (pd.DataFrame, Mapping)) else [values]
        names = [flag if len(columns) == 1 else f"{flag}{i + 1}" for i in range(len(columns))]
        for name, column in zip(names, columns):
            labels[name] = _labels(flag, column, n)
        flags[flag] = names
    if labels:
        if len({len(c) for c in labels.values()}) > 1:
            raise Error("strata, groups, response and time have " + ", ".join(str(len(c)) for c in labels.values()) + " values; give one per record")
        flags["labels"] = "-"
    text = pd.DataFrame(labels).to_csv(index=False) if labels else ""
    out, notes = _run(command, ["split", *_flags({**flags, **options})], text)
    return Folds(_table(io.StringIO(out), "what bcv split printed"), notes)


def read_folds(path: Union[str, os.PathLike[str]]) -> Folds:
    """Reads folds that bcv split wrote, or folds.frame.to_csv(path, index=False)."""
    return Folds(_table(path, os.fspath(path)))


def _labels(flag: str, values: Any, n: Optional[int]) -> np.ndarray:
    column = np.asarray(values)
    if column.ndim != 1:
        raise Error(f"{flag} is not a list of one value per record; give a list or a column")
    if n is not None and len(column) != n:
        raise Error(f"{flag} has {len(column)} values for {n} records; give one per record")
    if pd.isna(column).any():
        raise Error(f"{flag}: record {int(np.flatnonzero(pd.isna(column))[0])} has no value; fill it in or leave the record out")
    return column


def _table(source: Any, name: str) -> pd.DataFrame:
    try:
        return pd.read_csv(source)
    except ValueError as e:  # of pandas: empty, not a table, not UTF-8
        raise Error(f"{name} is not a table of folds ({e}); give what bcv split writes") from None


def _whole(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with whole numbers in the columns half and inner, which pandas reads as 1.0 where some are empty."""
    try:
        numbers = [c for c in ("half", "inner") if c in frame and (pd.api.types.is_numeric_dtype(frame[c]) or frame[c].isna().all())]
        return frame.astype({c: "Int64" for c in numbers})
    except (TypeError, ValueError) as e:
        raise Error(f"the columns half and inner are not whole numbers ({e}); give 1, 2, ... in rows of inner folds, and nothing in others") from None


def _records(data: Any) -> int:
    return int(data.shape[0]) if hasattr(data, "shape") else len(data)
