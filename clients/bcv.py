"""Folds and verdicts of bcv in Python: one file to put beside a notebook.

    import bcv

    folds = bcv.folds(len(X), m=5, seed=1)                 # a cv= of scikit-learn
    results = {name: cross_validate(model, X, y, cv=folds) for name, model in models.items()}
    verdict = bcv.compare(bcv.losses(folds, results))
    print(verdict)

The work is done by the command bcv (https://github.com/block-regularized/bcv). It is looked
for under the argument command, then the environment variable BCV, then on PATH and where
go install puts it. What it refuses is raised as Error with the line that it prints. Needs Python 3.9 and pandas 1.5 or
later; scikit-learn only where you use it.
"""

from __future__ import annotations

import dataclasses
import functools
import io
import json
import math
import os
import re
import shutil
import subprocess
from typing import Any, Iterator, Mapping, Optional, Sequence, Union

import numpy as np
import pandas as pd

__all__ = ["Error", "Folds", "Verdict", "Verdicts", "compare", "folds", "losses", "predictions", "read_folds", "report"]

Indices = tuple[np.ndarray, np.ndarray]


class Error(RuntimeError):
    """What bcv refuses, in one line: what is wrong, where, and what to do."""


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

    def _where(self, i: int) -> str:
        """Fold i in words."""
        replication, *within, fold = self.places[i]
        if not any(within):
            return f"replication {replication} fold {fold}"
        return f"half-split {replication} half {within[0]} inner replication {within[1]} fold {fold}"

    def __repr__(self) -> str:
        inner = sum(len(place) > 2 and place[2] > 0 for place in self.places)
        what = f"{len(self)} folds of {self.n} records" + (f", {inner} of them inner folds" if inner else "")
        return "\n".join([f"{what}, {self.set}"] + ["Note: " + note for note in self.notes])


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

    def __repr__(self) -> str:
        return "\n".join([v.sentence for v in self._verdicts] + ["Note: " + note for note in self.notes])


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


def losses(folds: Folds, results: Mapping[str, Any], *, score: Union[str, Sequence[str], None] = None,
           loss: Optional[str] = None, runs: Optional[int] = None) -> pd.DataFrame:
    """The scores or losses of models on the folds, as compare reads them, in a column of
    their name. compare(frame) knows from frame.attrs whether more is better; in a file,
    say bcv compare FILE --score NAME or --loss NAME. Of several scorers the names are in the
    column metric, and the numbers in the column value.

    results  by name of the model what cross_validate(model, X, y, cv=folds) returned, or a
             number per fold in the order of the folds
    score    the scorer, such as "roc_auc", or a list of them; one whose name begins with neg_
             becomes the loss behind it, such as "log_loss"
    loss     in place of it: what the numbers are if less is better, such as "squared error"
    runs     number of runs, such as seeds, of models whose results are functions of the number
             of the run, from 1, as in lambda run: cross_validate(Forest(random_state=run), X, y, cv=folds);
             others have run 1 alone. Runs are in the column run

    Of cross_validate, score may be left out, which takes all scorers. Numbers need one of the two.
    """
    if score is not None and loss is not None:
        raise Error("score and loss; say either that more is better, or that less is")
    _made(folds)
    _named(results)
    if runs is not None or any(map(callable, results.values())):
        return _in_runs(lambda of: losses(folds, of, score=score, loss=loss), results, runs)
    if score is None and loss is None:
        found = [_scorers(result) for result in results.values() if isinstance(result, Mapping)]
        if len({frozenset(names) for names in found}) > 1:
            raise Error(f"models have other scores: {', '.join(sorted(set().union(*found)))}; name one that all have with score=")
        score = found[0] if found and len(found[0]) > 1 else None
    if score is not None and not isinstance(score, str):
        return _below([losses(folds, results, score=name) for name in score])
    values = {model: _values(folds, model, result, score, loss) for model, result in results.items()}
    name, direction, _ = next(iter(values.values()), (score or loss or "loss", "loss", []))
    if name in _NOT_MODELS | {"n_train", "n_valid"}:
        raise Error(f"a {direction} cannot be called {name}: files of results use the name for something else")
    rows = []
    for model, (_, _, numbers) in values.items():
        for i, ((train, valid), value) in enumerate(zip(folds, numbers)):
            rows.append({"model": model, **folds._at(i), name: value,
                         "n_train": len(train), "n_valid": len(valid), "set": folds._sets[i]})
    frame = _whole(pd.DataFrame(rows, columns=["model", *folds._columns, name, "n_train", "n_valid", "set"]))
    frame.attrs[direction] = name
    return frame


def predictions(folds: Folds, results: Mapping[str, Any], truth: Any, *, X: Any = None, runs: Optional[int] = None) -> pd.DataFrame:
    """The predictions of models on the folds, as compare reads them: replication, fold,
    record, truth, one column per model, set. Of probabilities the models are below each other:
    model, predicted, which is the most probable class where only probabilities are known, and p_CLASS for each class.

    results  by name of the model either a list with the predictions of each fold, in the order
             of its valid records, or a list with the predictions for all n records for each of folds.replications():
             [cross_val_predict(model, X, y, cv=r) for r in folds.replications()]
             with method="predict_proba" for probabilities, whose columns are the sorted classes;
             or cross_validate(model, X, y, cv=folds, return_estimator=True), together with X
    truth    the classes, or the numbers, of all n records
    X        the data of the models that predict here, by predict_proba where all have it
    runs     as in losses
    """
    _made(folds)
    _named(results)
    if runs is not None or any(map(callable, results.values())):
        return _in_runs(lambda of: predictions(folds, of, truth, X=X), results, runs)
    truth = np.asarray(truth)
    if len(truth) != folds.n:
        raise Error(f"the folds are for {folds.n} records, and truth has {len(truth)}; give the class of each record")
    if not results:
        raise Error("no model; give the predictions of at least one")
    results, labels = _predict(folds, results, truth, X)
    whole = {model: len(result) != len(folds) for model, result in results.items()}
    replications = folds.replications() if any(whole.values()) else []
    number = {place: k for k, r in enumerate(replications) for place in r.places}
    rows = []
    for i, (place, (_, valid)) in enumerate(zip(folds.places, folds)):
        columns: dict[str, Any] = {**folds._at(i), "record": valid, "truth": truth[valid]}
        for model, result in results.items():
            want = folds.n if whole[model] else len(valid)
            k = number[place] if whole[model] else i
            values = np.atleast_1d(np.asarray(result[k])) if k < len(result) else np.empty(0)
            if len(values) != want or whole[model] and len(result) != len(replications):
                raise Error(f"{model}: {folds._where(i)}: give the predictions of each of the {len(folds)} folds, "
                            f"or of all {folds.n} records for each replication")
            columns[model] = values[valid] if whole[model] else values
        rows += _tables(columns, {model: labels[model][i] if model in labels else None for model in results}, truth, folds._sets[i])
    return pd.concat(rows, ignore_index=True)


def _predict(folds: Folds, results: Mapping[str, Any], truth: np.ndarray, X: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The results with what fitted models predict on their folds: probabilities if all have them, and their labels."""
    fitted = {model: result.get("estimator", []) for model, result in results.items() if isinstance(result, Mapping)}
    proba = all(hasattr(fit, "predict_proba") for fits in fitted.values() for fit in fits)
    classes = np.unique(truth) if fitted and proba else []
    out, labels = dict(results), {}
    for model, fits in fitted.items():
        if len(fits) == 0:
            raise Error(f"{model}: no fitted models; say cross_validate(..., return_estimator=True)")
        if X is None or _records(X) != folds.n:
            raise Error(f"{model}: fitted models predict X; give the data of the {folds.n} records with X=")
        if len(fits) != len(folds):
            raise Error(f"{model}: {len(fits)} fitted models for {len(folds)} folds; give those of cross_validate(cv=folds)")
        data = [X.iloc[valid] if hasattr(X, "iloc") else X[valid] for _, valid in folds]
        out[model] = labels[model] = [fit.predict(at) for fit, at in zip(fits, data)]
        if proba:
            out[model] = []
        for fit, at in zip(fits, data if proba else []):
            p = np.zeros((_records(at), len(classes)))  # 0 for classes that a training set lacks
            p[:, np.searchsorted(classes, fit.classes_)] = fit.predict_proba(at)
            out[model].append(p)
    return out, labels


def _tables(columns: dict[str, Any], models: dict[str, Any], truth: np.ndarray, name: str) -> list[pd.DataFrame]:
    """The predictions of models on a fold, whose labels are known or None: one table, or of probabilities one for each model."""
    shapes = {columns[model].ndim for model in models}
    if shapes == {1}:
        return [_whole(pd.DataFrame({**columns, "set": name}))]
    classes = np.unique(truth)
    out = []
    for model, labels in models.items():
        p = columns[model]
        if shapes != {2}:
            raise Error(f"{model}: {'labels' if p.ndim == 1 else 'probabilities'}, and of other models not; give the same of all")
        if p.shape[1] != len(classes):
            raise Error(f"{model}: probabilities of {p.shape[1]} classes, and truth has {len(classes)}; give a column for each class, in sorted order")
        at = {column: values for column, values in columns.items() if column not in models}
        p_of = {f"p_{c}": p[:, k] for k, c in enumerate(classes)}
        out.append(_whole(pd.DataFrame({**at, "model": model, "predicted": classes[p.argmax(axis=1)] if labels is None else labels, **p_of, "set": name})))
    return out


def compare(data: Union[pd.DataFrame, str, os.PathLike[str], Sequence[str]], *, command: Optional[str] = None, **options: Any) -> Verdicts:
    """Which of two models is better: bcv compare on losses, counts or predictions on the folds.

    data     a data frame, or the names of files
    options  flags of bcv compare by name: models=["a", "b"], metric="F1", score="accuracy",
             method="bcv-t", all=True, alpha=0.1, rope=0.01; html="report.html" writes a page
    """
    text = ""
    if isinstance(data, pd.DataFrame):
        if not {"score", "loss"} & set(options):  # losses says which of the two its column is
            options = {key: data.attrs[key] for key in ("score", "loss") if data.attrs.get(key) in data.columns} | options
        if any(name is not None for name in data.index.names):
            data = data.reset_index()
        text, paths = _whole(data).to_csv(index=False), ["-"]
    else:
        paths = [os.fspath(path) for path in ([data] if isinstance(data, (str, os.PathLike)) else data)]
        paths = [os.path.join(".", path) if path.startswith("-") else path for path in paths]  # a file, not a flag

    # What a report runs again; of functions of this module, so that verdicts can be pickled.
    again = functools.partial(_compare, command, paths, text, options)
    out, notes = again()
    try:
        verdicts = json.loads(out)["verdicts"]
    except ValueError:
        raise Error("bcv compare printed no verdicts as JSON; leave out options that print something else") from None
    return Verdicts([_verdict(v) for v in verdicts], notes, again)


def report(data: Union[pd.DataFrame, str, os.PathLike[str], Sequence[str]], *, html: Union[str, os.PathLike[str]], **options: Any) -> Verdicts:
    """Compares like compare, and writes a page for others to the file html."""
    return compare(data, html=html, **options)


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


def _made(folds: Any) -> None:
    if not hasattr(folds, "places"):  # not the class: a notebook that loads this module again has another one
        raise Error(f"the folds are a {type(folds).__name__}; give the folds of bcv.folds or bcv.read_folds, on which the models were run")


# What files of predictions use for something else; bcv refuses these names of models, too.
_NOT_MODELS = {"replication", "half", "inner", "fold", "record", "truth", "set", "dataset", "model", "predicted", "run"}


# Scores of scikit-learn that are at most 1.
_AT_MOST_1 = re.compile("accuracy|^(f1|precision|recall|average_precision|roc_auc|jaccard|r2)", re.IGNORECASE)


# Losses that are at least 0.
_AT_LEAST_0 = re.compile("log_?loss|error|brier|^r?mse$|^mae$", re.IGNORECASE)


def _scorers(result: Mapping[str, Any]) -> list[str]:
    """The names of the scorers of cross_validate."""
    return [key[len("test_"):] for key in result if key.startswith("test_")]


def _below(frames: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Tables of a score each as one, with the columns metric and value."""
    if len(frames) == 1:
        return frames[0]
    rows = []
    for frame in frames:
        (name,) = frame.attrs.values()
        rows.append(frame.rename(columns={name: "value"}))
        rows[-1].insert(rows[-1].columns.get_loc("value"), "metric", name)
        rows[-1].attrs = {}
    return pd.concat(rows, ignore_index=True)


def _named(results: Any) -> None:
    if not isinstance(results, Mapping):
        raise Error(f'the results are a {type(results).__name__}, without names of the models; write {{"name": ...}}')
    for name in map(str, results):
        if name == "":
            raise Error("a model has no name; give it one")
        if name in _NOT_MODELS:
            raise Error(f"a model cannot be called {name}: files of predictions have a column of this name for something else; give it another name")
        if name != name.strip() or not name.isprintable():
            raise Error(f"a model cannot be called {name!r}: files would not give the name back; leave out what does not print and blanks at its ends")


def _in_runs(table: Any, results: Mapping[str, Any], runs: Any) -> pd.DataFrame:
    """The tables of all runs, of the models that are functions of the run; the others are in the first."""
    if isinstance(runs, bool) or not isinstance(runs, (int, np.integer)) or runs < 1 or not any(map(callable, results.values())):
        raise Error("runs is the number of runs, from 1, of models that are functions of the run: say runs=3, "
                    "and lambda run: cross_validate(Forest(random_state=run), X, y, cv=folds) for at least one of them")
    frames = []
    for run in range(1, runs + 1):
        frame = table({model: result(run) if callable(result) else result for model, result in results.items() if run == 1 or callable(result)})
        # Whole numbers, as classes may be, stay whole beside the empty fields of models with one run.
        frames.append(frame.astype({model: object for model in results if model in frame}).assign(run=run))
    return pd.concat(frames, ignore_index=True)  # with the attrs of all


def _values(folds: Folds, model: str, result: Any, score: Optional[str], loss: Optional[str]) -> tuple[str, str, list[float]]:
    """What the numbers of a model are, "score" or "loss", and the numbers, one per fold."""
    if isinstance(result, Mapping):
        if loss is not None:
            raise Error(f"{model}: cross_validate returns scores; name one with score= in place of loss=")
        scorers = _scorers(result)
        if f"neg_{score}" in scorers:
            score = f"neg_{score}"
        name = score if score in scorers else scorers[0] if scorers == ["score"] or score is None and len(scorers) == 1 else None
        if name is None:
            raise Error(f"{model}: which score? There are {', '.join(scorers) or 'none'}; name one with score=")
        result, score = result["test_" + name], score or name
    elif score is None and loss is None:
        raise Error(f"{model}: is more of the numbers better, or less? Say score= or loss= with their name")
    if loss is not None and _AT_MOST_1.search(loss):
        raise Error(f"{model}: {loss} is a score, of which more is better; name it with score=")
    try:
        numbers = [float(x) for x in result]
    except (TypeError, ValueError) as e:
        raise Error(f"{model}: {e}; give what cross_validate returned, or a number per fold") from None
    if len(numbers) != len(folds):
        raise Error(f"{model}: {len(numbers)} numbers for {len(folds)} folds; give one per fold, of all replications")
    for i, x in enumerate(numbers):
        if not math.isfinite(x):
            raise Error(f"{model}: {folds._where(i)}: the number is {x}; see whether the fit failed (error_score='raise' of scikit-learn)")
        if score is not None and _AT_MOST_1.search(score) and x > 1:
            raise Error(f"{model}: {folds._where(i)}: the {score} is {x}; give it from 0 to 1, not in percent")
        if loss is not None and _AT_LEAST_0.search(loss) and x < 0:
            raise Error(f'{model}: {folds._where(i)}: the {loss} is {x}; of its negative, as scikit-learn has it, say score="neg_{loss}"')
    if score is None:
        return loss, "loss", numbers
    if score.startswith("neg_"):
        return score[len("neg_"):], "loss", [-x for x in numbers]
    return score, "score", numbers


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


def _flags(options: Mapping[str, Any]) -> list[str]:
    """Options as flags of the command; what is None or False is left out."""
    out = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            out.append(flag)
            continue
        if not isinstance(value, (str, os.PathLike)) and hasattr(value, "__iter__"):
            value = ",".join(str(x) for x in value)
        out.append(f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
    return out


def _find(command: Optional[str]) -> str:
    wanted = command or os.environ.get("BCV") or "bcv"
    found = shutil.which(wanted)
    if found is None and wanted == "bcv":  # where go install puts it; notebooks often do not have the PATH of the shell
        folders = os.environ.get("GOBIN"), os.path.join(os.environ.get("GOPATH") or os.path.expanduser("~/go"), "bin")
        found = next(filter(None, (shutil.which(os.path.join(d, "bcv")) for d in folders if d)), None)
    if found is None:
        where = "argument command" if command else "environment variable BCV" if os.environ.get("BCV") else ""
        raise Error((f"{wanted}, which the {where} names, is not a program; correct it" if where else "no program bcv on PATH or in ~/go/bin; install it")
                    + ", with `go install ./pkg/cmd/bcv` in a clone of https://github.com/block-regularized/bcv, or set BCV to its path")
    return found


def _run(command: Optional[str], args: list[str], text: str) -> tuple[str, list[str]]:
    """Runs the command; returns what it prints, and its notes."""
    done = subprocess.run([_find(command), *args], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said = done.stderr.decode(errors="replace").strip().splitlines()
    prefix = f"bcv {args[0]}: "
    said = [line[len(prefix):] if line.startswith(prefix) else line for line in said]
    if done.returncode != 0:
        wrong = [line for line in said if not line.startswith("note: ")]
        raise Error("; ".join(wrong) or f"bcv {args[0]} ended with status {done.returncode}")
    return done.stdout.decode(), [line[len("note: "):] for line in said if line.startswith("note: ")]
