"""Results on folds as the tables that bcv compare reads."""

from __future__ import annotations

import math
import re
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np
import pandas as pd

from ._command import Error
from ._folds import Folds, _labels, _records, _whole
from ._splits import Splits, known
from ._splitter import BlockRegularizedCV


def losses(folds: Any, results: Mapping[str, Any], *, score: Union[str, Sequence[str], None] = None,
           loss: Optional[str] = None, runs: Optional[int] = None) -> pd.DataFrame:
    """The scores or losses of models on the folds, as compare reads them, in a column of
    their name. compare(frame) knows from frame.attrs whether more is better; in a file,
    say bcv compare FILE --score NAME or --loss NAME. Of several scorers the names are in the
    column metric, and the numbers in the column value.

    folds    those of bcv; or a splitter of scikit-learn, a number of folds of one cross-validation, or a list of
             (train, valid); None where cross_validate kept them with return_indices=True
    results  by name of the model what cross_validate(model, X, y, cv=folds) returned, or a
             number per fold in the order of the folds
    score    the scorer, such as "roc_auc", or a list of them; one whose name begins with neg_
             becomes the loss behind it, such as "log_loss"
    loss     in place of it: what the numbers are if less is better, such as "squared error"
    runs     number of runs, such as seeds, of models whose results are functions of the number
             of the run, from 1, as in lambda run: cross_validate(Forest(random_state=run), X, y, cv=folds);
             others have run 1 alone. Runs are in the column run

    Of cross_validate, score may be left out, which takes all scorers. Of numbers without one of the two it is said
    which model is higher, not which is better.
    """
    if score is not None and loss is not None:
        raise Error("score and loss; say either that more is better, or that less is")
    _named(results)
    if not results:
        raise Error("no model; give the results of at least two")
    folds = _made(known(folds, {model: result for model, result in results.items() if not callable(result)}))
    if runs is not None or any(map(callable, results.values())):
        return _in_runs(lambda of: losses(folds, of, score=score, loss=loss), results, runs)
    if score is None and loss is None:
        found = [_scorers(result) for result in results.values() if isinstance(result, Mapping)]
        if len({frozenset(names) for names in found}) > 1:
            raise Error(f"models have other scores: {', '.join(sorted(set().union(*found)))}; name one that all have with score=")
        score = found[0] if found and len(found[0]) > 1 else None
    if score is not None and not isinstance(score, str):
        return _below([losses(folds, results, score=name) for name in score])
    for model, result in results.items() if isinstance(folds, Folds) else ():
        _same_folds(folds, model, result)
    values = {model: _values(folds, model, result, score, loss) for model, result in results.items()}
    name, direction, _ = next(iter(values.values()), (score or loss or "loss", "loss", []))
    if name in _NOT_MODELS | {"n_train", "n_valid"}:
        raise Error(f"a {direction or 'metric'} cannot be called {name}: files of results use the name for something else")
    rows = [{"model": model, **folds._at(i), name: value, **folds._about(i)}
            for model, (_, _, numbers) in values.items() for i, value in enumerate(numbers)]
    frame = _whole(pd.DataFrame(rows))
    if direction:
        frame.attrs[direction] = name
    if getattr(folds, "holdouts", False):
        frame.attrs["random_holdouts"] = True
    return frame


def predictions(folds: Union[Folds, BlockRegularizedCV], results: Mapping[str, Any], truth: Any, *, X: Any = None, runs: Optional[int] = None,
                classes: Optional[Sequence[Any]] = None) -> pd.DataFrame:
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
    classes  the classes in the order of the columns of probabilities, where numbers and the texts of them sort otherwise
    """
    folds = _made(folds)
    _named(results)
    if runs is not None or any(map(callable, results.values())):
        return _in_runs(lambda of: predictions(folds, of, truth, X=X, classes=classes), results, runs)
    truth = _labels("truth", truth, None)
    if len(truth) != folds.n:
        raise Error(f"the folds are for {folds.n} records, and truth has {len(truth)}; give the class of each record")
    if not results:
        raise Error("no model; give the predictions of at least one")
    for model, result in results.items():
        _same_folds(folds, model, result)
    results, labels = _predict(folds, results, truth, X)
    for model, result in results.items():
        if not hasattr(result, "__len__"):
            raise Error(f"{model}: a {type(result).__name__} in place of predictions; give a list with those of each fold")
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
        rows += _tables(columns, {model: labels[model][i] if model in labels else None for model in results}, truth, folds._sets[i], classes)
    return pd.concat(rows, ignore_index=True)


def _reported(reports: Mapping[str, Any], folds: Any) -> pd.DataFrame:
    """The predictions in CrossValidationReports of skore, by name of the model."""
    for name, report in reports.items():
        if not hasattr(report, "split_indices"):
            raise Error(f"{name}: {type(report).__name__} has no folds; give a CrossValidationReport with splitter=BlockRegularizedCV(m=5)")
    first = next(iter(reports.values()))
    folds = _made(first.splitter if folds is None else folds)
    for name, report in reports.items():
        splits, own = ([records for pair in pairs for records in pair] for pairs in (report.split_indices, folds))
        if len(splits) != len(own) or not all(map(np.array_equal, splits, own)):
            raise Error(f"{name}: the report is of other folds; give all reports the same splitter=BlockRegularizedCV(m=5)")
    return predictions(folds, {name: report.get_predictions(data_source="test") for name, report in reports.items()}, first.y)


def _predict(folds: Folds, results: Mapping[str, Any], truth: np.ndarray, X: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The results with what fitted models predict on their folds: probabilities if all have them, and their labels."""
    fitted = {model: result.get("estimator", []) for model, result in results.items() if isinstance(result, Mapping)}
    proba = all(hasattr(fit, "predict_proba") for fits in fitted.values() for fit in fits)
    classes = np.unique(truth) if fitted and proba else []
    out, labels = dict(results), {}
    for model, fits in fitted.items():
        if len(fits) == 0:
            raise Error(f"{model}: no fitted models; say cross_validate(..., return_estimator=True)")
        if not hasattr(X, "__len__") and not hasattr(X, "shape") or _records(X) != folds.n:
            raise Error(f"{model}: fitted models predict X; give the data of the {folds.n} records with X=")
        if len(fits) != len(folds):
            raise Error(f"{model}: {len(fits)} fitted models for {len(folds)} folds; give those of cross_validate(cv=folds)")
        data = [_chosen(X, valid) for _, valid in folds]
        out[model] = labels[model] = [fit.predict(at) for fit, at in zip(fits, data)]
        if proba:
            out[model] = []
        for fit, at in zip(fits, data if proba else []):
            p = np.zeros((_records(at), len(classes)))  # 0 for classes that a training set lacks
            own, known = [str(c) for c in fit.classes_], [str(c) for c in classes]
            other = [c for c in own if c not in known]
            if other:
                raise Error(f"{model}: it was fitted on the class {other[0]}, and the classes of truth are {', '.join(known)}; give as truth the y of the models")
            p[:, [known.index(c) for c in own]] = fit.predict_proba(at)
            out[model].append(p)
    return out, labels


def _tables(columns: dict[str, Any], models: dict[str, Any], truth: np.ndarray, name: str, order: Optional[Sequence[Any]]) -> list[pd.DataFrame]:
    """The predictions of models on a fold, whose labels are known or None: one table, or of probabilities one for each model."""
    shapes = {columns[model].ndim for model in models}
    if shapes == {1}:
        return [_whole(pd.DataFrame({**columns, "set": name}))]
    sorted_ = np.unique(truth)
    out = []
    for model, labels in models.items():
        p = columns[model]
        if shapes != {2}:
            raise Error(f"{model}: {'labels' if p.ndim == 1 else 'probabilities'}, and of other models not; give the same of all")
        if p.ndim != 2 or p.shape[1] != len(sorted_):
            raise Error(f"{model}: probabilities of {p.shape[-1]} classes, and truth has {len(sorted_)}; give a column for each class, in sorted order")
        classes = sorted_ if labels is not None else _ordered(model, sorted_, order)
        at = {column: values for column, values in columns.items() if column not in models}
        p_of = {f"p_{c}": p[:, k] for k, c in enumerate(classes)}
        out.append(_whole(pd.DataFrame({**at, "model": model, "predicted": classes[p.argmax(axis=1)] if labels is None else labels, **p_of, "set": name})))
    return out


def _ordered(model: str, classes: np.ndarray, order: Optional[Sequence[Any]]) -> np.ndarray:
    """The classes of columns of probabilities. Numbers and their texts may sort otherwise, and the y of a model may be the other."""
    if order is not None:
        if not hasattr(order, "__len__") or len(order) != len(classes) or set(order) != set(classes.tolist()):
            raise Error(f"classes are {order}, and those of truth {classes.tolist()}; give the same, in the order of the columns")
        return np.asarray(order)
    try:
        by_number = sorted(classes.tolist(), key=float)
    except (TypeError, ValueError):
        return classes
    if by_number != sorted(classes.tolist(), key=str):
        raise Error(f"{model}: columns of probabilities are in the order of the y that it was fitted on, and the classes {', '.join(map(str, by_number))} "
                    f"sort otherwise as numbers than as texts; say classes= with their order, such as classes=model.classes_.tolist()"
                    f"{'' if classes.dtype.kind in 'iufb' else ', as texts'}")
    return classes


def _same_folds(folds: Folds, model: str, result: Any) -> None:
    """Refuses what cross_validate(return_indices=True) returned on other folds."""
    indices = result.get("indices") if isinstance(result, Mapping) else None
    if indices is None:
        return
    for side, own in (("train", [train for train, _ in folds]), ("test", [valid for _, valid in folds])):
        of = indices[side]
        if len(of) != len(own):
            raise Error(f"{model}: the results are of {len(of)} folds, and these are {len(own)}; give folds= on which they were made")
        for i, (a, b) in enumerate(zip(of, own)):
            if not np.array_equal(np.sort(a), np.sort(b)):
                raise Error(f"{model}: {folds._where(i)}: the results are of other folds, by their indices; give folds= on which they were made")


def _chosen(X: Any, records: np.ndarray) -> Any:
    """Records of the data that models predict, as scikit-learn takes them."""
    if hasattr(X, "iloc"):
        return X.iloc[records]
    if isinstance(X, (list, tuple)):
        return [X[i] for i in records]
    return (X.tocsr() if hasattr(X, "tocsr") else X)[records]


def _made(folds: Any) -> Folds:
    if hasattr(folds, "_only"):
        return folds._only()
    if not hasattr(folds, "places") and not isinstance(folds, Splits):  # not the class: a notebook that loads this module again has another one
        raise Error(f"the folds are a {type(folds).__name__}; give those of bcv.folds, bcv.read_folds or BlockRegularizedCV, on which the models were run")
    return folds


# What files of predictions use for something else; bcv refuses these names of models, too.
_NOT_MODELS = {"replication", "half", "inner", "fold", "record", "truth", "set", "dataset", "model", "predicted", "run"}


# Scores of scikit-learn that are at most 1.
_AT_MOST_1 = re.compile("((balanced_|top_k_)?accuracy|average_precision|(f1|precision|recall|jaccard)(_(micro|macro|weighted|samples))?|"
                        "roc_auc(_ov[ro](_weighted)?)?|r2)$", re.IGNORECASE)


# Losses that are at least 0.
_AT_LEAST_0 = re.compile("(log_?loss|brier(_score)?(_loss)?|r?mse|mae|(((root|mean|median|max|absolute|squared|log|percentage)[_ ])*error))$",
                         re.IGNORECASE)


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
    if loss is not None and _AT_MOST_1.match(loss):
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
        if score is not None and _AT_MOST_1.match(score) and x > 1:
            raise Error(f"{model}: {folds._where(i)}: the {score} is {x}; give it from 0 to 1, not in percent")
        if loss is not None and _AT_LEAST_0.match(loss) and x < 0:
            raise Error(f'{model}: {folds._where(i)}: the {loss} is {x}; of its negative, as scikit-learn has it, say score="neg_{loss}"')
    if score is None and loss is None:
        return "value", "", numbers  # of which nothing says whether more is better
    if score is None:
        return str(loss), "loss", numbers
    if score.startswith("neg_"):
        return score[len("neg_"):], "loss", [-x for x in numbers]
    return score, "score", numbers
