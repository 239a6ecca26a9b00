"""Tests of the package bcv: folds, results, verdicts and refusals. They need the command bcv on PATH, run in the folder
that has data, and find the package installed or on PYTHONPATH."""

import ast
import io
import json
import os
import pathlib
import pickle
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings
from unittest import mock

import numpy as np
import pandas as pd
from scipy import sparse, stats
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import (GridSearchCV, KFold, RepeatedStratifiedKFold, ShuffleSplit, StratifiedKFold, TimeSeriesSplit, cross_val_predict,
                                     cross_val_score, cross_validate)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

import bcv

FOLDER = pathlib.Path(bcv.__file__).parent
PLANTS = pd.read_csv("data/samples/plants.csv")
X, y = pd.get_dummies(PLANTS.drop(columns="kind")), PLANTS["kind"]
MODELS = {"logistic": LogisticRegression(max_iter=1000), "knn": KNeighborsClassifier(5)}


def command(*args, text=""):
    return subprocess.run(["bcv", *args], input=text, capture_output=True, text=True, check=True).stdout


class OfOthers(unittest.TestCase):
    """Results on folds that bcv did not make, beside the corrected t-tests by hand."""

    def test_are_compared(self):
        models = {"bayes": GaussianNB(), "knn": KNeighborsClassifier(5)}
        for name, cv, k, ratio in (
            ("one", KFold(5), 5, 1 / 4),
            ("shuffled", StratifiedKFold(4, shuffle=True, random_state=3), 4, 1 / 3),
            ("repeated", RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=3), 5, 1 / 4),
            ("hold-outs", ShuffleSplit(8, test_size=60, random_state=3), 1, 1 / 4),
        ):
            results = {model: cross_validate(fit, X, y, cv=cv) for model, fit in models.items()}
            d = results["knn"]["test_score"] - results["bayes"]["test_score"]
            p = 2 * stats.t.sf(abs(d.mean()) / np.sqrt(d.var(ddof=1) * (1 / len(d) + ratio)), len(d) - 1)
            pairs = list(cv.split(X, y))
            kept = {model: {**result, "indices": {side: [pair[i] for pair in pairs] for i, side in enumerate(("train", "test"))}} for model, result in results.items()}
            ways = [bcv.compare(results, folds=pairs), bcv.compare(kept)]
            if k > 1:
                ways.append(bcv.compare(results, folds=cv))
            if name == "one":
                numbers = {model: result["test_score"] for model, result in results.items()}
                ways += [bcv.compare(results, folds=5), bcv.compare(numbers, folds=5, score="accuracy"), bcv.compare(numbers, rows="folds", score="accuracy"),
                         bcv.compare(pd.DataFrame(numbers).rename_axis("fold"), score="accuracy"), bcv.compare(pd.DataFrame(numbers).T.rename_axis("model"), columns="folds", score="accuracy")]
            for verdict in ways:
                self.assertAlmostEqual(verdict.estimate, d.mean(), places=12, msg=name)
                self.assertAlmostEqual(verdict.p_value, p, places=9, msg=name)

    def test_direction_is_not_asked(self):
        higher = bcv.compare({"a": [0.1, 0.2, 0.3, 0.25], "b": [0.8, 0.9, 1.1, 1.0]}, folds=4)
        self.assertEqual((higher.better, higher.json["higher"]), (None, "b"))

    def test_searches(self):
        search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5, 25]}).fit(X, y)
        order = bcv.compare(search)
        self.assertEqual(len(order.models), 3)
        for other in bcv.rank(search.cv_results_, folds=5), bcv.rank(pd.DataFrame(search.cv_results_)):
            np.testing.assert_allclose(other.models["estimate"], order.models["estimate"])
            self.assertEqual(list(other.models["rank_high"]), list(order.models["rank_high"]))


class Folds(unittest.TestCase):
    def test_are_those_of_the_command(self):
        for flags, folds in (
            (["--n", "300", "--m", "5", "--seed", "7"], bcv.folds(300, m=5, seed=7)),
            (["--labels", "data/samples/plants.csv", "--strata", "kind"], bcv.folds(300, strata=y)),
            (["--labels", "data/samples/plants.csv", "--strata", "kind,colour", "--limit=1.5"], bcv.folds(strata=PLANTS[["kind", "colour"]], limit=1.5)),
            (["--labels", "data/samples/plants.csv", "--groups", "leaves"], bcv.folds(groups=PLANTS["leaves"])),
            (["--labels", "data/samples/plants.csv", "--response", "length"], bcv.folds(response=list(PLANTS["length"]))),
            (["--n", "40", "--method", "rlt", "--j", "4", "--n1", "30"], bcv.folds(40, method="rlt", j=4, n1=30)),
        ):
            want = pd.read_csv(io.StringIO(command("split", *flags)))
            self.assertTrue(want.equals(folds.frame), flags)
            self.assertEqual(folds.set, want["set"][0])
            i = -1
            self.assertEqual(len(folds), len(folds.places))
            for (place, f), (train, valid) in zip(want.groupby(["replication", "fold"]), folds):
                i += 1
                self.assertEqual(place, folds.places[i])
                self.assertEqual(list(f.record[f.role == "train"]), list(train))
                self.assertEqual(list(f.record[f.role == "valid"]), list(valid))
            self.assertEqual(i + 1, len(folds))

    def test_sklearn_takes_them(self):
        folds = bcv.folds(300, m=3)
        by_list = cross_val_score(MODELS["knn"], X, y, cv=list(folds))
        np.testing.assert_array_equal(by_list, cross_val_score(MODELS["knn"], X, y, cv=folds))
        search = GridSearchCV(MODELS["knn"], {"n_neighbors": [1, 5]}, cv=folds).fit(X, y)
        self.assertEqual(search.n_splits_, 6)
        np.testing.assert_allclose(search.cv_results_["mean_test_score"][1], by_list.mean())
        with self.assertRaisesRegex(bcv.Error, "the folds are for 300 records, and X has 299; make folds of your data"):
            cross_val_score(MODELS["knn"], X[1:], y[1:], cv=folds)

    def test_rolling(self):
        days = [f"2024-01-{day:02d}" for day in range(1, 13)]
        pairs = [(list(train), list(valid)) for train, valid in bcv.folds(time=days[::-1], k=2, gap=1)]
        self.assertEqual(pairs, [([9, 10, 11], [4, 5, 6, 7]), ([5, 6, 7, 8, 9, 10, 11], [0, 1, 2, 3])])

    def test_grow(self):
        for options in {}, {"strata": y}, {"groups": PLANTS["leaves"]}:
            few, many = bcv.folds(300, m=2, **options), bcv.folds(300, m=4, **options)
            for (train, valid), (same_train, same_valid) in zip(few, many):
                np.testing.assert_array_equal(train, same_train)
                np.testing.assert_array_equal(valid, same_valid)

    def test_labels_may_be_anything(self):
        strange = ["größe, in \"cm\"", "中文\nzwei", " ", "-1.50"] * 10
        plain = [strange.index(x) for x in strange]
        self.assertTrue(bcv.folds(strata=strange).frame.equals(bcv.folds(strata=plain).frame))

    def test_tell_their_notes(self):
        folds = bcv.folds(groups=PLANTS["leaves"])
        self.assertRegex(folds.notes[0], "^the halves of split 3 have 160 and 140 records")
        self.assertEqual(repr(folds), f"6 folds of 300 records, {folds.set}\nNote: {folds.notes[0]}")

    def test_are_read_again(self):
        folds = bcv.folds(20, m=2)
        folds.frame.to_csv("kept.csv", index=False)
        again = bcv.read_folds("kept.csv")
        self.assertEqual((again.set, again.n, repr(again)), (folds.set, 20, repr(folds)))
        for (a, b), (c, d) in zip(folds, again):
            np.testing.assert_array_equal(a, c)
            np.testing.assert_array_equal(b, d)


class Verdicts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folds = bcv.folds(300, m=5, seed=2, strata=y)
        cls.results = {name: cross_validate(model, X, y, cv=cls.folds, scoring=["accuracy", "neg_log_loss"]) for name, model in MODELS.items()}

    def by_hand(self, metric):
        rows = []
        for (replication, fold), f in self.folds.frame.groupby(["replication", "fold"]):
            train, valid = (f.record[f.role == role] for role in ("train", "valid"))
            for name, model in MODELS.items():
                fitted = clone(model).fit(X.iloc[train], y.iloc[train])
                rows.append({"model": name, "replication": replication, "fold": fold, "loss": metric(fitted, X.iloc[valid], y.iloc[valid]),
                             "n_train": len(train), "n_valid": len(valid), "set": self.folds.set})
        return json.loads(command("compare", "--models=logistic,knn", "-", "--json", text=pd.DataFrame(rows).to_csv(index=False)))["verdicts"]

    def agree(self, verdict, want):
        self.assertEqual((verdict.model_a, verdict.model_b, verdict.method, verdict.about, verdict.better, verdict.level, verdict.task),
                         (want["model_a"], want["model_b"], want["method"], want["target"], want["better"], want["level"], want["task"]))
        self.assertEqual(want["design"], "5 x 2 BCV of 300 records")
        self.assertEqual(verdict.json["set"], self.folds.set)
        for got, number in zip([verdict.estimate, *verdict.interval, verdict.probability], [want["estimate"], *want["interval"], want["p_better"]]):
            self.assertAlmostEqual(got, number, places=12)

    def test_losses_are_those_by_hand(self):
        def log_loss(model, X, y):
            p = np.clip(model.predict_proba(X), np.finfo(float).eps, 1)
            return -np.log(p[np.arange(len(y)), np.searchsorted(model.classes_, y)] / p.sum(1)).mean()

        by_hand = self.by_hand(log_loss)[0]
        losses = bcv.losses(self.folds, self.results, score="neg_log_loss")
        self.agree(bcv.compare(losses)[0], by_hand)
        self.assertIn("log loss 0.", bcv.compare(losses).sentence)
        one = {name: cross_val_score(model, X, y, cv=self.folds) for name, model in MODELS.items()}
        accuracy = bcv.losses(self.folds, self.results, score="accuracy")
        self.assertTrue(bcv.losses(self.folds, one, score="accuracy").equals(accuracy))
        only = {k: {"test_score": v, "fit_time": v} for k, v in one.items()}
        self.assertTrue(bcv.losses(self.folds, only).equals(accuracy.rename(columns={"accuracy": "score"})))
        self.assertTrue(bcv.losses(self.folds, only, score="accuracy").equals(accuracy))

    def test_scores_keep_their_name_and_direction(self):
        wrong = self.by_hand(lambda model, X, y: (model.predict(X) != y).mean())[0]
        frame = bcv.losses(self.folds, self.results, score="accuracy")
        verdict = bcv.compare(frame)[0]
        self.assertEqual((verdict.metric, verdict.json["higher_is_better"], verdict.better), ("accuracy", True, wrong["better"]))
        self.assertIn(" points higher (95% interval ", verdict.sentence)
        for got, want in ((verdict.estimate, -wrong["estimate"]), (verdict.interval[0], -wrong["interval"][1]),
                          (verdict.p_value, wrong["p_value"]), (verdict.probability, wrong["p_better"])):
            self.assertAlmostEqual(got, want, places=12)
        error = frame.assign(accuracy=1 - frame.accuracy).rename(columns={"accuracy": "error"})
        self.assertEqual(bcv.compare(error, loss="error")[0].better, verdict.better)
        one = {name: cross_val_score(model, X, y, cv=self.folds) for name, model in MODELS.items()}
        error = bcv.losses(self.folds, {k: 1 - v for k, v in one.items()}, loss="classification error")
        self.assertAlmostEqual(bcv.compare(error).estimate, -verdict.estimate, places=12)
        self.assertIn("classification error 31.3%", bcv.compare(error).sentence)
        # In a file the column's direction is said.
        frame.to_csv("accuracy.csv", index=False)
        self.assertEqual(bcv.compare("accuracy.csv", score="accuracy").sentence, verdict.sentence)

    def test_several_scorers(self):
        both = bcv.losses(self.folds, self.results)
        self.assertEqual(list(both), ["model", "replication", "fold", "metric", "value", "n_train", "n_valid", "set"])
        self.assertEqual(both.metric.unique().tolist(), ["accuracy", "log_loss"])
        for name, sign in ("accuracy", 1), ("log_loss", -1):
            here = both[both.metric == name]
            key = "test_accuracy" if sign > 0 else "test_neg_log_loss"
            self.assertEqual(here.value.tolist(), [sign * x for model in MODELS for x in self.results[model][key]])
        verdicts = bcv.compare(both)
        self.assertEqual([(v.metric, v.json["higher_is_better"]) for v in verdicts], [("accuracy", True), ("log_loss", False)])
        for verdict, score in zip(verdicts, ("accuracy", "log_loss")):
            one = bcv.losses(self.folds, self.results, score=score)
            self.assertEqual(bcv.compare(one).sentence, verdict.sentence)
            self.assertTrue(one.equals(bcv.losses(self.folds, self.results, score=[score])))
        self.assertEqual(len(bcv.compare(both, metric=["log_loss"])), 1)
        self.assertTrue(bcv.losses(self.folds, self.results, score=["neg_log_loss", "accuracy"])[:20].equals(both[20:].reset_index(drop=True)))
        runs = bcv.losses(self.folds, {"logistic": self.results["logistic"], "knn": lambda run: self.results["knn"]}, runs=2)
        self.assertEqual((runs.attrs, len(runs), runs.run.tolist()), ({}, 60, [1] * 40 + [2] * 20))

    def test_probabilities(self):
        whole = {k: [cross_val_predict(m, X, y, cv=r, method="predict_proba") for r in self.folds.replications()] for k, m in MODELS.items()}
        fitted = {k: cross_validate(m, X, y, cv=self.folds, return_estimator=True) for k, m in MODELS.items()}
        frame = bcv.predictions(self.folds, whole, y)
        self.assertTrue(frame.equals(bcv.predictions(self.folds, fitted, y, X=X)))
        self.assertTrue(frame.equals(bcv.predictions(self.folds, {"logistic": fitted["logistic"], "knn": whole["knn"]}, list(y), X=X)))
        self.assertEqual(list(frame), ["replication", "fold", "record", "truth", "model", "predicted", "p_iris", "p_rose", "p_tulip", "set"])
        for i, (place, (_, valid)) in enumerate(zip(self.folds.places, self.folds)):
            here = frame[(frame.replication == place[0]) & (frame.fold == place[1]) & (frame.model == "knn")]
            knn = fitted["knn"]["estimator"][i]
            self.assertEqual((here.record.tolist(), here.truth.tolist()), (valid.tolist(), y[valid].tolist()))
            self.assertEqual(here.predicted.tolist(), knn.predict(X.iloc[valid]).tolist())
            np.testing.assert_array_equal(here[["p_iris", "p_rose", "p_tulip"]], knn.predict_proba(X.iloc[valid]))
        names = {"roc_auc_ovr": "roc_auc_ovr", "log_loss": "neg_log_loss", "f1_macro": "f1_macro"}
        scores = {k: cross_validate(m, X, y, cv=self.folds, scoring=list(names.values())) for k, m in MODELS.items()}
        computed = bcv.compare(frame, metric=list(names))
        self.assertEqual([v.metric for v in computed], list(names))
        for verdict, want in zip(computed, bcv.compare(bcv.losses(self.folds, scores))):
            self.assertEqual((verdict.better, verdict.json["higher_is_better"]), (want.better, want.json["higher_is_better"]))
            self.assertAlmostEqual(verdict.estimate, want.estimate, places=12)
        self.assertEqual(bcv.compare(frame, metric="average_precision", positive="rose").metric, "average_precision")
        ridge = cross_validate(RidgeClassifier(), X, y, cv=self.folds, return_estimator=True)
        labels = bcv.predictions(self.folds, {"ridge": ridge, "knn": fitted["knn"]}, y, X=X)
        self.assertEqual(list(labels), ["replication", "fold", "record", "truth", "ridge", "knn", "set"])
        self.assertEqual(labels.knn.tolist(), frame[frame.model == "knn"].predicted.tolist())
        runs = bcv.predictions(self.folds, {"logistic": fitted["logistic"], "knn": lambda run: whole["knn"]}, y, X=X, runs=2)
        self.assertEqual(runs.groupby("run").model.unique().map(list).tolist(), [["logistic", "knn"], ["knn"]])

    def test_labels_of_models_that_do_not_predict_the_most_probable_class(self):
        svc = cross_validate(SVC(probability=True, random_state=1), X, y, cv=self.folds, return_estimator=True)
        frame = bcv.predictions(self.folds, {"svc": svc, "other": svc}, y, X=X)
        errors = (frame.truth != frame.predicted).groupby([frame.model, frame.replication, frame.fold]).mean()
        np.testing.assert_allclose(1 - errors["svc"], svc["test_score"])
        likely = frame[["p_iris", "p_rose", "p_tulip"]].to_numpy().argmax(axis=1)
        self.assertGreater((np.array(["iris", "rose", "tulip"])[likely] != frame.predicted).sum(), 0)

    def test_probability_of_a_class_that_a_training_set_lacks(self):
        folds = bcv.folds(8, m=2)
        train, valid = folds[1]
        rare = np.where(np.arange(8) == valid[0], "b", np.where(np.arange(8) % 3 == 0, "c", "a"))
        data = np.arange(8.0).reshape(-1, 1)
        fits = [KNeighborsClassifier(1).fit(data[t], rare[t]) for t, _ in folds]
        frame = bcv.predictions(folds, {"knn": {"estimator": fits}}, rare, X=data)
        here = frame[(frame.replication == folds.places[1][0]) & (frame.fold == folds.places[1][1])]
        self.assertEqual((here.p_b.tolist(), (here.p_a + here.p_c).tolist()), ([0] * 4, [1] * 4))
        self.assertEqual(here.predicted.tolist(), fits[1].predict(data[valid]).tolist())

    def test_probabilities_of_numbers_and_texts(self):
        rng = np.random.default_rng(1)
        data = rng.normal(size=(60, 3))
        kind = np.where(data[:, 0] + rng.normal(size=60) > 0, 9, 10)  # which sort otherwise as texts
        folds = bcv.folds(60, m=3)
        whole = {"a": [cross_val_predict(MODELS["logistic"], data, kind, cv=r, method="predict_proba") for r in folds.replications()]}
        fitted = {"a": cross_validate(MODELS["logistic"], data, kind, cv=folds, return_estimator=True)}
        want = bcv.predictions(folds, fitted, kind, X=data)
        for truth, classes in (kind, [9, 10]), (kind.astype(str), ["9", "10"]):
            with self.assertRaisesRegex(bcv.Error, "^a: columns of probabilities are in the order of the y .* the classes 9, 10 sort otherwise"):
                bcv.predictions(folds, whole, truth)
            got = bcv.predictions(folds, whole, truth, classes=classes)
            self.assertTrue(np.allclose(got[["p_9", "p_10"]], want[["p_9", "p_10"]]))
            self.assertTrue(np.allclose(bcv.predictions(folds, fitted, truth, X=data)["p_10"], want["p_10"]))
        with self.assertRaisesRegex(bcv.Error, "^classes are "):
            bcv.predictions(folds, whole, kind, classes=[9, 11])
        self.assertIn("p_2", bcv.predictions(folds, whole, kind - 8))  # 1 and 2 sort alike
        with self.assertRaisesRegex(bcv.Error, "^a: it was fitted on the class 9, and the classes of truth are 0, 1; "):
            bcv.predictions(folds, fitted, kind - 9, X=data)
        for other in data.tolist(), sparse.coo_matrix(data):
            self.assertTrue(np.allclose(bcv.predictions(folds, fitted, kind, X=other)["p_10"], want["p_10"]))
        with self.assertRaisesRegex(bcv.Error, "^a: a generator in place of predictions"):
            bcv.predictions(folds, {"a": (p for p in [])}, kind)

    def test_results_of_other_folds(self):
        folds, other = bcv.folds(60, m=3), bcv.folds(60, m=3, seed=2)
        data, kind = np.arange(120.0).reshape(60, 2), np.arange(60) % 2
        result = cross_validate(MODELS["knn"], data, kind, cv=folds, return_estimator=True)
        result["indices"] = {"train": [train for train, _ in folds], "test": [valid for _, valid in folds]}  # return_indices=True
        results = {"a": result, "b": result}
        bcv.losses(folds, results)
        bcv.predictions(folds, results, kind, X=data)
        for call in (lambda: bcv.losses(other, results), lambda: bcv.predictions(other, results, kind, X=data),
                     lambda: bcv.compare(results, folds=other)):
            with self.assertRaisesRegex(bcv.Error, "^a: replication 1 fold 1: the results are of other folds, by their indices"):
                call()
        with self.assertRaisesRegex(bcv.Error, "^a: the results are of 6 folds, and these are 4"):
            bcv.losses(bcv.folds(60, m=2), results)

    def test_predictions_say_what_losses_say(self):
        whole = {k: [cross_val_predict(m, X, y, cv=r) for r in self.folds.replications()] for k, m in MODELS.items()}
        each = {k: [clone(m).fit(X.iloc[t], y.iloc[t]).predict(X.iloc[v]) for t, v in self.folds] for k, m in MODELS.items()}
        frame = bcv.predictions(self.folds, whole, y)
        self.assertTrue(frame.equals(bcv.predictions(self.folds, each, list(y))))
        of_losses, of_predictions = bcv.compare(bcv.losses(self.folds, self.results, score="accuracy")), bcv.compare(frame)
        self.assertAlmostEqual(of_losses.estimate, -of_predictions.estimate, places=12)
        self.assertEqual(of_predictions.metric, "error rate")
        self.assertEqual(bcv.compare(frame, positive="rose", metric=["P", "F1"]).frame().metric.tolist(), ["P", "F1"])

    def test_a_single_verdict_needs_no_index(self):
        losses = bcv.losses(self.folds, self.results, score="accuracy")
        one = bcv.compare(losses)
        self.assertEqual((one.sentence, str(one[0])), (repr(one), one[0].sentence))
        self.assertRegex(one.sentence, r"^logistic is better than knn: accuracy \d+\.\d% against \d+\.\d%, \d+\.\d points higher .*By bcv-t at 5%: p = .* About the algorithms, .*\.$")
        several = bcv.compare(losses, all=True)
        self.assertGreater(len(several), 3)
        with self.assertRaisesRegex(AttributeError, r"these are \d+ verdicts; say which, such as verdicts\[0\]\.estimate"):
            several.estimate
        test = bcv.compare(losses, method="bcv-t", alternative="greater", alpha=0.1)
        self.assertEqual((test.interval[1], test.level), (float("inf"), 0.9))
        self.assertLess(test.probability, 0.01)  # of the paired posterior, which describes
        self.assertIsNone(bcv.compare(losses, method="5x2-t").probability)
        self.assertGreater(test.p_value, 0)
        frame = several.frame()
        self.assertEqual(frame.loc[0, "sentence"], one.sentence)
        self.assertEqual((frame.probability.dtype, frame.p_value.isna()[0], frame.probability.isna()[0]), (float, False, False))
        self.assertEqual((frame.loc[0, "low"], frame.loc[0, "high"]), one.interval)

    def test_are_kept(self):
        one = bcv.compare(bcv.losses(self.folds, self.results, score="accuracy"))
        again = pickle.loads(pickle.dumps(one))
        self.assertEqual((repr(again), again.estimate), (repr(one), one.estimate))
        again.report(csv="again.csv")
        self.assertEqual(pd.read_csv("again.csv").sentence[0], one.sentence)

    def test_runs(self):
        rng = {run: np.random.default_rng(run) for run in (1, 2, 3)}
        numbers = {run: list(0.1 + 0.1 * r.random(len(self.folds))) for run, r in rng.items()}
        plain = [0.2 + 0.01 * i for i in range(len(self.folds))]
        losses = bcv.losses(self.folds, {"plain": plain, "drawn": numbers.__getitem__}, loss="x", runs=3)
        self.assertEqual(losses[losses.model == "plain"].run.tolist(), [1] * len(self.folds))
        for run in numbers:
            here = losses[(losses.model == "drawn") & (losses.run == run)]
            self.assertEqual((here["x"].tolist(), here.fold.tolist()), (numbers[run], [fold for _, fold in self.folds.places]))
        verdict = bcv.compare(losses)
        self.assertIn("with other seeds", verdict.sentence)
        self.assertAlmostEqual(verdict.estimate, np.mean(list(numbers.values())) - np.mean(plain), places=12)

        classes = np.arange(len(y)) % 2
        predicted = {run: [(classes[v] + (r.random(len(v)) < 0.3)) % 2 for _, v in self.folds] for run, r in rng.items()}
        never = [np.zeros(len(v), int) for _, v in self.folds]
        frame = bcv.predictions(self.folds, {"never": never, "drawn": predicted.get}, classes, runs=3)
        self.assertEqual(set(map(str, frame[frame.run == 1].never)), {"0"})
        self.assertTrue(frame[frame.run > 1].never.isna().all())
        self.assertEqual(frame[frame.run == 2].drawn.tolist(), list(np.concatenate(predicted[2])))
        self.assertIn("with other seeds", bcv.compare(frame).sentence)

    def test_counts_and_notes(self):
        counts = pd.read_csv("data/counts/acl2019.csv")
        verdicts = bcv.compare(counts, metric="F1")
        self.assertEqual(verdicts.frame().task.tolist(), ["CWS", "NER", "ORG"])
        self.assertRegex(verdicts.notes[0], "the results name no partition set")
        self.assertEqual(repr(verdicts), repr(bcv.compare("data/counts/acl2019.csv", metric="F1")))
        self.assertTrue(all(v.json["set"] is None for v in verdicts))
        indexed = bcv.compare(counts.set_index(["task", "model"]), metric="F1")
        self.assertEqual(repr(verdicts), repr(indexed))

    def test_reports(self):
        losses = bcv.losses(self.folds, self.results, score="accuracy")
        bcv.report(losses, html="page.html")
        bcv.compare(losses).report(html="again.html", csv="verdict.csv")
        with open("page.html") as a, open("again.html") as b:
            page = a.read()
            self.assertEqual(page, b.read())
        self.assertIn("<title>", page)
        self.assertEqual(pd.read_csv("verdict.csv").sentence[0], bcv.compare(losses).sentence)


class InnerFolds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folds = bcv.folds(300, m=3, strata=y, inner=2, halves=4)
        cls.results = {name: cross_validate(model, X, y, cv=cls.folds) for name, model in MODELS.items()}
        cls.losses = bcv.losses(cls.folds, cls.results)

    def test_are_those_of_the_command(self):
        text = command("split", "--labels", "data/samples/plants.csv", "--strata", "kind", "--inner", "2", "--halves", "4")
        want = pd.read_csv(io.StringIO(text))
        self.assertEqual(self.folds.frame.to_csv(index=False), text)
        keys = want[["replication", "half", "inner", "fold"]].fillna(0).astype(int)
        in_order = list(dict.fromkeys(keys.itertuples(index=False, name=None)))
        self.assertEqual(self.folds.places, in_order)
        self.assertEqual(in_order[4:9], [(3, 0, 0, 1), (3, 0, 0, 2), (1, 1, 1, 1), (1, 1, 1, 2), (1, 1, 2, 1)])
        self.assertEqual(len(self.folds), 6 + 4 * 2 * 2 * 2)
        for place, (train, valid) in zip(self.folds.places, self.folds):
            here = want[(keys == place).all(axis=1)]
            self.assertEqual(list(here.record[here.role == "train"]), list(train))
            self.assertEqual(list(here.record[here.role == "valid"]), list(valid))
        self.assertEqual(repr(self.folds), f"38 folds of 300 records, 32 of them inner folds, {self.folds.set}")

    def test_the_others_are_as_without(self):
        without = bcv.folds(300, m=3, strata=y)
        self.assertEqual(without.set, self.folds.set)
        for (train, valid), (same_train, same_valid) in zip(without, self.folds):
            np.testing.assert_array_equal(train, same_train)
            np.testing.assert_array_equal(valid, same_valid)

    def test_losses(self):
        self.assertEqual(list(self.losses), ["model", "replication", "half", "inner", "fold", "score", "n_train", "n_valid", "set"])
        self.assertEqual(self.losses["set"][0], self.folds.set)
        self.assertRegex(self.losses["set"][6], f"^{self.folds.set}:[0-9a-f]{{16}}$")
        verdict = bcv.compare(self.losses)
        self.assertEqual(verdict.method, "nested-t")
        self.losses.to_csv("nested.csv", index=False)
        self.assertEqual(bcv.compare("nested.csv", score="score").sentence, verdict.sentence)
        # A table that was written and read again has 1.0 for the halves.
        self.assertEqual(bcv.compare(pd.read_csv("nested.csv"), score="score").sentence, verdict.sentence)
        outer = self.losses[self.losses.half.isna()]
        self.assertEqual(bcv.compare(outer, score="score").method, "bcv-t")

    def test_predictions(self):
        replications = self.folds.replications()
        self.assertEqual([len(r) for r in replications], [2] * 3 + [4] * 8)
        whole = {k: [cross_val_predict(m, X, y, cv=r) for r in replications] for k, m in MODELS.items()}
        each = {k: [clone(m).fit(X.iloc[t], y.iloc[t]).predict(X.iloc[v]) for t, v in self.folds] for k, m in MODELS.items()}
        frame = bcv.predictions(self.folds, whole, y)
        self.assertTrue(frame.equals(bcv.predictions(self.folds, each, y)))
        self.assertEqual(list(frame), ["replication", "half", "inner", "fold", "record", "truth", "logistic", "knn", "set"])
        self.assertEqual((str(frame["half"].dtype), str(frame["inner"].dtype)), ("Int64", "Int64"))
        self.assertEqual((frame["set"].iloc[0], frame["set"].iloc[-1]), (self.losses["set"].iloc[0], self.losses["set"].iloc[-1]))
        verdict, want = bcv.compare(frame), bcv.compare(self.losses)
        self.assertEqual(verdict.method, "nested-t")
        self.assertAlmostEqual(verdict.p_value, want.p_value, places=12)

    def test_read_again(self):
        self.folds.frame.to_csv("nested-folds.csv", index=False)
        again = bcv.read_folds("nested-folds.csv")
        self.assertTrue(again.frame.equals(self.folds.frame))
        self.assertEqual(again.places, self.folds.places)
        self.assertTrue(bcv.losses(again, self.results).equals(self.losses))


class Needs(unittest.TestCase):
    def test_pandas_alone(self):
        program = f"import sys; sys.modules.update(sklearn=None, scipy=None); sys.path.insert(0, {os.fspath(FOLDER.parent)!r}); import bcv; print(bcv.compare('data/samples/losses.csv'), bcv.folds(9))"
        self.assertRegex(subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True, check=True).stdout, "6 folds of 9 records")

    def test_python_3_9(self):
        for path in FOLDER.glob("*.py"):
            ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 9))

    def test_the_folder_says_that_it_has_types(self):
        self.assertTrue((FOLDER / "py.typed").exists())


class Refusals(unittest.TestCase):
    def refused(self, line, function, *args, **options):
        with self.assertRaises(bcv.Error) as raised:
            function(*args, **options)
        self.assertEqual(str(raised.exception), line)

    def test_of_the_command(self):
        losses = pd.read_csv("data/samples/losses.csv")
        unknown = bcv.compare(losses.rename(columns={"loss": "lozz"}))
        self.assertEqual((unknown.better, unknown.json["direction"], unknown.json["higher_is_better"]), (None, "", None))
        self.assertIn("is more of lozz better, or less? Name it as a score or as a loss (bcv: --score lozz or --loss lozz)", unknown.notes[0])
        negative = bcv.compare(losses.assign(test_neg_log_loss=-losses["loss"]).drop(columns="loss"))
        self.assertEqual((negative.json["direction"], negative.better), ("higher", bcv.compare(losses).better))
        version = subprocess.run(["bcv", "--version"], capture_output=True, text=True).stdout
        self.refused(f"no flag --foo; see bcv compare --help; the program is {' '.join(version.split()[:2]).rstrip(',')}, {shutil.which('bcv')}; choose another "
                     "one by the argument command or the environment variable BCV", bcv.compare, losses, foo=1)
        self.refused("3 records; two-fold CV needs at least 4", bcv.folds, 3)
        self.refused("nowhere.csv: no such file; check the name", bcv.compare, "nowhere.csv")

    def test_of_the_module(self):
        self.refused("strata has 300 values for 30 records; give one per record", bcv.folds, 30, strata=y)
        self.refused("strata, groups, response and time have 4, 5 values; give one per record", bcv.folds, strata=list("aabb"), groups=list("abcde"))
        self.refused("strata: record 1 has no value; fill it in or leave the record out", bcv.folds, strata=["a", None, "b", "a"])
        folds = bcv.folds(8, m=2)
        self.refused("a: 3 numbers for 4 folds; give one per fold, of all replications", bcv.losses, folds, {"a": [1, 2, 3]}, loss="x")
        self.refused("a: replication 2 fold 1: the number is nan; see whether the fit failed (error_score='raise' of scikit-learn)",
                     bcv.losses, folds, {"a": [0.1, 0.2, float("nan"), 0.1]}, loss="x")
        self.refused("a: replication 1 fold 2: the accuracy is 94.0; give it from 0 to 1, not in percent",
                     bcv.losses, folds, {"a": [1, 94, 93, 95]}, score="accuracy")
        self.refused("a: replication 1 fold 1: the f1_macro is 88.0; give it from 0 to 1, not in percent",
                     bcv.losses, folds, {"a": [88, 94, 93, 95]}, score="f1_macro")
        self.refused("a score cannot be called fold: files of results use the name for something else", bcv.losses, folds, {"a": [1] * 4}, score="fold")
        self.refused("models have other scores: f1, recall; name one that all have with score=",
                     bcv.losses, folds, {"a": {"test_f1": [1] * 4}, "b": {"test_recall": [1] * 4}})
        self.refused("models have other scores: f1, recall, score; name one that all have with score=",
                     bcv.losses, folds, {"a": {"test_score": [1] * 4}, "b": {"test_recall": [1] * 4, "test_f1": [1] * 4}})
        self.refused("a: which score? There are accuracy, f1; name one with score=",
                     bcv.losses, folds, {"a": {"test_accuracy": [1] * 4, "test_f1": [1] * 4}}, score="F1")
        self.refused("a: roc_auc is a score, of which more is better; name it with score=", bcv.losses, folds, {"a": [0.9] * 4}, loss="roc_auc")
        self.refused('a: replication 2 fold 1: the log_loss is -0.1; of its negative, as scikit-learn has it, say score="neg_log_loss"',
                     bcv.losses, folds, {"a": [0, 0.1, -0.1, 0.1]}, loss="log_loss")
        p = np.full((8, 2), 0.5)
        self.refused("b: labels, and of other models not; give the same of all", bcv.predictions, folds, {"b": [list("abababab")] * 2, "a": [p] * 2}, list("abababab"))
        self.refused("a: probabilities, and of other models not; give the same of all", bcv.predictions, folds, {"a": [p] * 2, "b": [list("abababab")] * 2}, list("abababab"))
        self.refused("a: probabilities of 2 classes, and truth has 3; give a column for each class, in sorted order", bcv.predictions, folds, {"a": [p] * 2}, list("abcababa"))
        self.refused("classes are 3, and those of truth ['a', 'b']; give the same, in the order of the columns", bcv.predictions, folds, {"a": [p] * 2}, list("abababab"), classes=3)
        self.refused("a: no fitted models; say cross_validate(..., return_estimator=True)", bcv.predictions, folds, {"a": {"test_f1": [1] * 4}}, list("abababab"))
        fitted = {"a": {"estimator": [KNeighborsClassifier()] * 3}}
        for data in None, p[1:], 3:
            self.refused("a: fitted models predict X; give the data of the 8 records with X=", bcv.predictions, folds, fitted, list("abababab"), X=data)
        self.refused("a: 3 fitted models for 4 folds; give those of cross_validate(cv=folds)", bcv.predictions, folds, fitted, list("abababab"), X=p)
        self.refused("a: replication 1 fold 1: give the predictions of each of the 4 folds, or of all 8 records for each replication",
                     bcv.predictions, folds, {"a": [list("abab")] * 2}, list("abababab"))
        self.refused("a: replication 1 fold 1: give the predictions of each of the 4 folds, or of all 8 records for each replication",
                     bcv.predictions, folds, {"a": list("abababab")}, list("abababab"))
        self.refused("the folds are for 8 records, and truth has 2; give the class of each record", bcv.predictions, folds, {}, list("ab"))

    def test_of_inner_folds(self):
        folds = bcv.folds(16, m=2, inner=1, halves=2)
        self.refused("a: half-split 2 half 1 inner replication 1 fold 2: the number is nan; see whether the fit failed (error_score='raise' of scikit-learn)",
                     bcv.losses, folds, {"a": [0.1] * 9 + [float("nan")] + [0.1] * 2}, loss="x")
        self.refused("a: 4 numbers for 12 folds; give one per fold, of all replications", bcv.losses, folds, {"a": [0.1] * 4}, loss="x")
        self.refused("a: replication 1 fold 1: give the predictions of each of the 12 folds, or of all 16 records for each replication",
                     bcv.predictions, folds, {"a": [list("ab" * 8)] * 2}, list("ab" * 8))
        losses = bcv.losses(folds, {"a": [0.1] * 12, "b": [0.2] * 12}, loss="x")
        self.refused("the columns half and inner are not whole numbers (cannot safely cast non-equivalent float64 to int64); "
                     "give 1, 2, ... in rows of inner folds, and nothing in others", bcv.compare, losses.assign(half=1.5))
        self.refused("the folds have one of the columns half and inner; give what bcv split writes", bcv.Folds, folds.frame.drop(columns="half"))

    def test_of_another_shape(self):
        folds = bcv.folds(8)
        self.refused("n is a DataFrame, no whole number; give the number of records, such as len(X)", bcv.folds, X)
        self.refused('the results are a list, without names of the models; write {"name": ...}', bcv.losses, folds, [[1] * 6], loss="x")
        self.refused('the results are a list, without names of the models; write {"name": ...}', bcv.predictions, folds, [], [0] * 8)
        self.refused("no model; give the results of at least two", bcv.losses, folds, {}, loss="x")
        for data, kind in (5, "int"), ([1, 2], "list"), (PLANTS["length"], "Series"), (None, "NoneType"):
            self.refused(f"the results are of type {kind}; give a data frame, names of files, results of cross_validate by name of the model, "
                         "or a search after its fit", bcv.compare, data)
        rows = {"a": [list("abab")] * 6}
        self.refused("truth is not a list of one value per record; give a list or a column", bcv.predictions, folds, rows, pd.DataFrame({"kind": list("abababab")}))
        self.refused("truth: record 1 has no value; fill it in or leave the record out", bcv.predictions, folds, rows, ["a", None, *"ababab"])
        self.refused("a: could not convert string to float: 'x'; give what cross_validate returned, or a number per fold", bcv.losses, folds, {"a": ["x"] * 6}, loss="x")

    def test_of_runs(self):
        folds = bcv.folds(8)
        line = ("runs is the number of runs, from 1, of models that are functions of the run: say runs=3, "
                "and lambda run: cross_validate(Forest(random_state=run), X, y, cv=folds) for at least one of them")
        for runs in None, 0, True, 1.5, "3":
            self.refused(line, bcv.losses, folds, {"a": lambda run: [0.1] * 6}, loss="x", runs=runs)
        self.refused(line, bcv.losses, folds, {"a": [0.1] * 6}, loss="x", runs=2)
        self.refused(line, bcv.predictions, folds, {"a": lambda run: [list("aaaa")] * 6}, list("abababab"))
        self.refused("a: 5 numbers for 6 folds; give one per fold, of all replications", bcv.losses, folds,
                     {"a": lambda run: [0.1] * (7 - run)}, loss="x", runs=2)

    def test_of_names_that_files_use(self):
        folds = bcv.folds(8)
        rows = [list("aaaa")] * 6
        for name in "replication", "half", "inner", "fold", "record", "truth", "set", "dataset", "model", "predicted", "run":
            line = f"a model cannot be called {name}: files of predictions have a column of this name for something else; give it another name"
            self.refused(line, bcv.predictions, folds, {name: rows, "b": rows}, list("abababab"))
            self.refused(line, bcv.losses, folds, {"a": [0.1] * 6, name: [0.1] * 6}, loss="x")
            with self.assertRaises(subprocess.CalledProcessError) as raised:  # the command refuses the same
                subprocess.run(["bcv", "holdout", "--data=data/samples/plants.csv", "--learner=knn", "--learner=svm", f"--name={name}", "--name=b"],
                               check=True, capture_output=True, text=True)
            self.assertIn(line, raised.exception.stderr)
        self.refused("a model has no name; give it one", bcv.losses, folds, {"": [0.1] * 6}, loss="x")
        self.refused("a model cannot be called ' a': files would not give the name back; leave out what does not print and blanks at its ends",
                     bcv.losses, folds, {" a": [0.1] * 6}, loss="x")

    def test_of_folds_of_others(self):
        line = "the folds are a RepeatedStratifiedKFold; give those of bcv.folds, bcv.read_folds or BlockRegularizedCV, on which the models were run"
        own = RepeatedStratifiedKFold(n_splits=2, n_repeats=3)
        self.refused(line, bcv.predictions, own, {"a": [list("aaaa")] * 6}, list("abababab"))
        numbers = {"a": [0.1] * 6, "b": [0.2] * 6}
        self.refused("RepeatedStratifiedKFold shuffles anew for each model, so that they are on other folds; give it a random_state, or all models "
                     "cv=list(splitter.split(X, y))", bcv.compare, numbers, folds=own, loss="x")
        self.refused("6 results of a model, and folds=4 makes 4 folds; give the folds that they are on", bcv.compare, numbers, folds=4, loss="x")
        for folds in TimeSeriesSplit(6), list(TimeSeriesSplit(6).split(X)):
            with self.assertRaisesRegex(bcv.Error, "train on earlier records of all the others"):
                bcv.compare(numbers, folds=folds, loss="x")
        with self.assertRaisesRegex(bcv.Error, "ShuffleSplit has sizes of its own"):
            bcv.compare(numbers, folds=ShuffleSplit(6, random_state=1), loss="x")
        with self.assertRaisesRegex(bcv.Error, "on which folds are the results"):
            bcv.compare(numbers)
        with self.assertRaisesRegex(bcv.Error, "fold 1 validates records that it trains on"):
            bcv.compare(numbers, folds=[([0, 1], [1])] * 6, loss="x")
        others = [{"test_score": [0.1] * 2, "indices": {"train": [np.arange(3), np.arange(3)], "test": [np.array([k]), np.array([4])]}} for k in (3, 5)]
        self.refused("a and b are on other folds, by their indices; give both the same cv= with a random_state", bcv.compare,
                     {"a": others[0], "b": others[1]})

    def test_of_what_is_not_a_table(self):
        self.refused("what bcv split printed is not a table of folds (No columns to parse from file); give what bcv split writes", bcv.folds, 60, out="x.csv")
        with open("empty.csv", "w", encoding="utf-8"):
            self.refused("empty.csv is not a table of folds (No columns to parse from file); give what bcv split writes", bcv.read_folds, "empty.csv")
        self.refused("bcv compare printed no verdicts as JSON; leave out options that print something else", bcv.compare, "data/samples/losses.csv", help=True)
        self.refused("./--help: no such file; check the name", bcv.compare, "--help")

    def test_not_of_files_that_begin_with_a_dash(self):
        shutil.copy("data/samples/losses.csv", "-x.csv")
        want = bcv.compare("data/samples/losses.csv").sentence
        self.assertEqual([bcv.compare(name).sentence for name in ("-x.csv", ["-x.csv"])], [want, want])

    @mock.patch("sysconfig.get_path", lambda *scheme: "/nowhere")  # where pip may have put one
    def test_where_there_is_no_command(self):
        advice = ", with `go install ./pkg/cmd/bcv` in a clone of https://github.com/block-regularized/bcv, or set BCV to its path"
        self.refused("no/bcv, which the argument command names, is not a program; correct it" + advice, bcv.folds, 8, command="no/bcv")
        path = os.environ["PATH"]
        try:
            os.environ["BCV"] = "no/bcv"
            self.refused("no/bcv, which the environment variable BCV names, is not a program; correct it" + advice, bcv.folds, 8)
            del os.environ["BCV"]
            folder = os.path.join(tempfile.mkdtemp(), "bin")
            os.makedirs(folder)
            os.symlink(shutil.which("bcv"), os.path.join(folder, "bcv"))
            os.environ["PATH"], os.environ["GOPATH"] = "/nowhere", os.path.dirname(folder)
            self.assertEqual(len(bcv.folds(8)), 6)
            os.environ["GOPATH"] = "/nowhere"
            self.refused("no program bcv beside Python, on PATH or in ~/go/bin; install it" + advice, bcv.folds, 8)
        finally:
            os.environ.pop("BCV", None)
            os.environ.pop("GOPATH", None)
            os.environ["PATH"] = path

    def test_version_of_the_program(self):
        def stub(name, version):
            path = os.path.join(tempfile.mkdtemp(), name)
            with open(path, "w") as out:
                out.write(f'#!/bin/sh\ntest "$1" = --version && echo "{version}" && exit 0\necho "bcv $1: no flag --m; see bcv split --help" >&2\nexit 2\n')
            os.chmod(path, 0o700)
            return path

        old, new, clone, other = stub("bcv", "bcv v0.0.9 (go1.26, linux/amd64)"), stub("bcv", "bcv v1.2.3-rc.1 (go)"), stub("bcv", "bcv (devel), revision 12"), stub("bcv", "Bounded")
        choose = "choose another one by the argument command or the environment variable BCV"
        lacks = "no flag --m; see bcv split --help"
        self.refused(f"{lacks}; the program is bcv v0.0.9, {old}; {choose}", bcv.folds, 8, command=old)  # of a package without a release
        with mock.patch("importlib.metadata.version", lambda name: "1.2.3rc1"):
            for path, version in ((old, "bcv v0.0.9"), (other, "of unknown version")):
                with self.assertWarnsRegex(UserWarning, f"^the program {path} is {version}, this package is of version 1.2.3rc1; {choose}$"):
                    self.refused(f"{lacks}; the program is {version}, {path}; {choose}", bcv.folds, 8, command=path)
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                self.refused(lacks, bcv.folds, 8, command=new)
                self.refused(f"{lacks}; the program is bcv (devel), {clone}; {choose}", bcv.folds, 8, command=clone)
                self.refused(f"{lacks}; the program is bcv v0.0.9, {old}; {choose}", bcv.folds, 8, command=old)  # it was said once


if __name__ == "__main__":
    unittest.main()
