"""Verdicts of bcv compare and orders of bcv rank."""

from __future__ import annotations

import dataclasses
import functools
import html
import json
import math
import os
from typing import Any, Mapping, Optional, Protocol, Sequence, Union, overload

import numpy as np
import pandas as pd

from ._command import Error, _flags, _run
from ._folds import Folds, _whole
from ._results import _reported, losses
from ._splitter import BlockRegularizedCV

@dataclasses.dataclass(frozen=True)
class Verdict:
    """What one procedure says about two models."""

    sentence: str  # the verdict in words that fit into a paper
    model_a: str
    model_b: str
    metric: str
    estimate: float  # metric of B minus metric of A
    interval: Optional[tuple[float, float]]  # of this difference, by method and at level; None if it has none (json has the credible interval beside a test)
    level: float
    probability: Optional[float]  # posterior probability that B is better, which describes and does not decide beside a test; None without a posterior
    p_value: Optional[float]  # None for a posterior
    better: Optional[str]  # the model that is shown to be better; None if none is
    method: str  # the procedure
    recommended: bool  # by bcv, for this kind of results and partition set
    about: str  # "algorithms", trained on other samples of the size of the training sets, or "fitted models", the models of these folds
    task: str  # the data set, the task of counts, or both as in "wsj: NER"; "" for none
    json: dict[str, Any] = dataclasses.field(repr=False)  # all that bcv compare --json says of it

    def __str__(self) -> str:
        return self.sentence


class Verdicts(Sequence[Verdict]):
    """A list of verdicts. Of a single one its fields can be asked for without an index:
    verdicts.estimate. notes are what the reader should know of the results."""

    def __init__(self, verdicts: list[Verdict], notes: list[str], again: Any) -> None:
        self._verdicts, self.notes, self._again = verdicts, notes, again

    def __len__(self) -> int:
        return len(self._verdicts)

    def __getitem__(self, i: Any) -> Any:
        return self._verdicts[i]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in Verdict.__dataclass_fields__:
            raise AttributeError(f"verdicts have no {name!r}")
        if len(self._verdicts) != 1:
            raise AttributeError(f"these are {len(self)} verdicts; say which, such as verdicts[0].{name}, or take verdicts.frame()")
        return getattr(self._verdicts[0], name)

    def frame(self) -> pd.DataFrame:
        """One row per verdict."""
        rows = []
        for v in self._verdicts:
            row = {f.name: getattr(v, f.name) for f in dataclasses.fields(v) if f.name not in ("json", "interval", "sentence")}
            row["low"], row["high"] = v.interval or (math.nan, math.nan)
            row.update((name, math.nan) for name in ("probability", "p_value") if row[name] is None)
            rows.append({**row, "set": v.json["set"], "sentence": v.sentence})
        return pd.DataFrame(rows)

    def report(self, **files: Union[str, os.PathLike[str]]) -> None:
        """Writes these verdicts for others: html=, plot=, csv=, markdown=, latex=, each the
        name of a file."""
        self._again(**files)

    def _repr_html_(self) -> str:
        columns = ["task", "metric", "model_a", "model_b", "estimate", "low", "high", "p_value", "probability", "better",
                   "method"]
        frame = self.frame()
        if not frame["task"].any():
            columns.remove("task")
        return _page([v.sentence for v in self._verdicts] if len(self) == 1 else [], frame[columns], self.notes)

    def __repr__(self) -> str:
        return "\n".join([v.sentence for v in self._verdicts] + ["Note: " + note for note in self.notes])


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Ranking:
    """Several models in order, as bcv rank has it."""

    sentence: str  # which model leads, and whether it is shown to be the best
    metric: str
    method: str  # the procedure
    known_error: str  # how often such statements are false alarms; "" if it was not measured
    models: pd.DataFrame  # from the best: model, estimate, low, high, p_best, rank_low, rank_high, groups, ...
    notes: list[str]
    json: dict[str, Any]  # all that bcv rank --json says

    @property
    def candidates(self) -> list[str]:
        """The models that no other is shown to be better than."""
        return self.models.loc[self.models["rank_low"] == 1, "model"].tolist()

    def frame(self) -> pd.DataFrame:
        """One row per model, from the best."""
        return self.models

    def _lines(self) -> list[str]:
        these = self.candidates
        same = f"These {len(these)} of {len(self.models)} may be the best: {'; '.join(these)}."
        if len(these) == len(self.models):
            same = f"Each of the {len(these)} may be the best."
        error = [f"False alarms: {self.known_error}."] if self.known_error else []
        return [self.sentence, *([same] if len(these) > 1 else []), f"By {self.method}.", *error]

    def _repr_html_(self) -> str:
        columns = ["model", "estimate", "low", "high", "rank_low", "rank_high", "groups"]
        return _page(self._lines(), self.models[columns], self.notes)

    def __repr__(self) -> str:
        return "\n".join(self._lines() + ["Note: " + note for note in self.notes])


class Search(Protocol):
    """A fitted GridSearchCV or RandomizedSearchCV of scikit-learn."""

    cv_results_: Any
    cv: Any
    n_splits_: int
    refit: Any
    scoring: Any


class Reports(Protocol):
    """A ComparisonReport of skore."""

    reports_: Any


Data = Union[pd.DataFrame, str, os.PathLike[str], Sequence[str], Mapping[str, Any], Reports]
On = Any  # folds of bcv, a splitter of scikit-learn, a number of folds, a list of (train, valid), or None


@overload
def compare(  # type: ignore[misc]  # of pandas without stubs a DataFrame is any object, a search too
    data: Search, *, folds: On = None, command: Optional[str] = None, **options: Any) -> Ranking: ...


@overload
def compare(data: Data, *, folds: On = None, command: Optional[str] = None, **options: Any) -> Verdicts: ...


def compare(data: Union[Data, Search], *, folds: On = None, command: Optional[str] = None, **options: Any) -> Any:
    """Which of two models is better: bcv compare on losses, counts or predictions on the folds.

    data     a data frame in any usual form, as in a sheet: models as columns, rows or names in a column; or the names
             of files; or by name of the model what cross_validate(model, X, y, cv=folds) returned, or an array with
             a number per fold, as losses takes them, or with rows="items" one per item; or a fitted search such as
             GridSearchCV, or its cv_results_, whose settings rank puts in order; or a
             ComparisonReport of skore, or its CrossValidationReports by name, with splitter=BlockRegularizedCV(m=5)
    folds    those of cross_validate, of the search or of the reports, of the last two they may be left out: folds of
             bcv, any cv= of scikit-learn, a number of folds, or a list of (train, valid)
    options  flags of bcv compare by name: models=["a", "b"], metric="F1", score="accuracy",
             method="bcv-t", all=True, alpha=0.1, rope=0.01; html="report.html" writes a page
    """
    if hasattr(data, "cv_results_"):
        return rank(data, folds=folds, command=command, **options)
    paths, text, options = _given(data, folds, options)

    # What a report runs again; of functions of this module, so that verdicts can be pickled.
    again = functools.partial(_compare, command, paths, text, options)
    out, notes = again()
    try:
        verdicts = json.loads(out)["verdicts"]
    except ValueError:
        raise Error("bcv compare printed no verdicts as JSON; leave out options that print something else") from None
    return Verdicts([_verdict(v) for v in verdicts], notes, again)


def report(data: Union[Data, Search], *, html: Union[str, os.PathLike[str]], **options: Any) -> Any:
    """Compares like compare, and writes a page for others to the file html."""
    return compare(data, html=html, **options)


def rank(data: Union[Data, Search], *, folds: On = None, command: Optional[str] = None, **options: Any) -> Ranking:
    """Which of several models come first, and how much of that order is shown: bcv rank on what compare takes.
    Several metrics, tasks or data sets are refused; choose one, such as by metric="F1"."""
    paths, text, options = _given(data, folds, options)
    out, notes = _run(command, ["rank", *paths, "--json", *_flags(options)], text)
    try:
        orders = json.loads(out)
    except ValueError:
        raise Error("bcv rank printed no order as JSON; leave out options that print something else") from None
    if len(orders) != 1:
        raise Error(f"these are results of {len(orders)} metrics, tasks or data sets; give those of one, "
                    "such as by metric= or score=")
    (order,) = orders
    return Ranking(order["sentence"], order["metric"], order["method"], order["known_error"] or "",
                   pd.DataFrame(order["models"]), notes, order)


def _given(data: Any, folds: On, options: dict[str, Any]) -> tuple[list[str], str, dict[str, Any]]:
    """The files that the command reads, the standard input, and the options without those for losses."""
    if hasattr(data, "cv_results_"):
        score = next((s for s in (options.get("score"), data.refit, data.scoring) if isinstance(s, str)), None)
        on = data.n_splits_ if data.cv is None or isinstance(data.cv, int) else data.cv
        data, folds, options = _settings(data.cv_results_), on if folds is None else folds, {**options, "score": score}
    elif isinstance(data, Mapping) and "params" in data:
        data = _settings(data)
    reports = getattr(data, "reports_", data)  # of a ComparisonReport of skore
    if isinstance(reports, Mapping) and any(hasattr(report, "get_predictions") for report in reports.values()):
        data, folds = _reported(reports, folds), None
    if isinstance(data, Mapping) and "rows" in options and folds is None:
        data = _columns(data)
    elif isinstance(data, Mapping):
        options = dict(options)
        data = losses(folds, data, **{key: options.pop(key, None) for key in ("score", "loss", "runs")})
    elif folds is not None:
        raise Error("folds go with results of cross_validate or with a search; tables and files name their own, "
                    "leave folds out")
    if isinstance(data, pd.DataFrame):
        if not {"score", "loss"} & set(options):  # losses says which of the two its column is
            options = {key: data.attrs[key] for key in ("score", "loss") if data.attrs.get(key) in data.columns} | options
        if data.attrs.get("random_holdouts"):
            options = {"random_holdouts": True, **options}
        if any(name is not None for name in data.index.names):
            data = data.reset_index()
        return ["-"], _whole(data).to_csv(index=False), options
    try:
        paths = [os.fspath(path) for path in ([data] if isinstance(data, (str, os.PathLike)) else data)]
    except TypeError:
        raise Error(f"the results are of type {type(data).__name__}; give a data frame, names of files, results of cross_validate "
                    "by name of the model, or a search after its fit") from None
    paths = [os.path.join(".", path) if path.startswith("-") else path for path in paths]  # files, not flags
    return paths, "", options


def _columns(data: Mapping[str, Any]) -> pd.DataFrame:
    """A number of each model in a row."""
    sizes = {model: len(values) if hasattr(values, "__len__") else 0 for model, values in data.items()}
    if len(set(sizes.values())) > 1:
        raise Error("models have other numbers of rows: " + ", ".join(f"{model} {n}" for model, n in sizes.items()) + "; give as many of each, in one order")
    return pd.DataFrame({model: np.asarray(values) for model, values in data.items()})


def _settings(found: Mapping[str, Any]) -> dict[str, dict[str, list[float]]]:
    """The scores of each setting of a fitted search, as cross_validate would return them."""
    if "n_resources" in found:
        raise Error("the search halved its settings, on samples of several sizes; give a GridSearchCV or "
                    "RandomizedSearchCV")
    tests = [key[len("split0_"):] for key in found if key.startswith("split0_test_")]
    splits = sum(f"split{i}_{tests[0]}" in found for i in range(len(found))) if tests else 0
    out: dict[str, dict[str, list[float]]] = {}
    for k, params in enumerate(found["params"]):
        name = " ".join(", ".join(f"{key}={value}" for key, value in params.items()).split()) or "as given"
        if name in out:
            name = f"{name} ({k + 1})"
        out[name] = {test: [found[f"split{i}_{test}"][k] for i in range(splits)] for test in tests}
    return out


def _page(lines: Sequence[str], frame: pd.DataFrame, notes: Sequence[str]) -> str:
    """What notebooks show."""
    table = frame.to_html(index=False, na_rep="", float_format="{:.4g}".format, border=0)
    said = ["".join(f"<p>{html.escape(line)}</p>" for line in part) for part in (lines, ["Note: " + n for n in notes])]
    return said[0] + table + said[1]


def _compare(command: Optional[str], paths: list[str], text: str, options: Mapping[str, Any], **files: Any) -> tuple[str, list[str]]:
    return _run(command, ["compare", *paths, "--json", "--verbose", *_flags({**options, **files})], text)


def _verdict(v: dict[str, Any]) -> Verdict:
    interval = None
    if v["interval"] is not None:  # an end that is null is infinite
        low, high = v["interval"]
        interval = (-math.inf if low is None else low, math.inf if high is None else high)
    same = {name: v[name] for name in ("sentence", "model_a", "model_b", "metric", "estimate", "level", "p_value", "better", "method", "recommended")}
    task = ": ".join(name for name in (v["dataset"], v["task"]) if name)
    return Verdict(**same, task=task, interval=interval, probability=v["p_better"], about=v["target"], json=v)
