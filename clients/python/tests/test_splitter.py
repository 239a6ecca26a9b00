"""Tests of BlockRegularizedCV, of comparing what scikit-learn returns on it, and of what notebooks show. They need
what test_bcv.py needs."""

import os
import pathlib
import pickle
import shutil
import sys
import tempfile
import unittest
from unittest import mock

import numpy as np
import pandas as pd
import scipy.sparse
import sklearn
from sklearn.base import clone
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.feature_selection import RFECV
from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
from sklearn.model_selection import (GridSearchCV, HalvingGridSearchCV, KFold, RandomizedSearchCV, check_cv, cross_val_predict, cross_val_score,
                                     cross_validate, learning_curve, permutation_test_score, validation_curve)
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import bcv

PLANTS = pd.read_csv("data/samples/plants.csv")
X, y = pd.get_dummies(PLANTS.drop(columns="kind")), PLANTS["kind"]
MODELS = {"logistic": LogisticRegression(max_iter=1000), "knn": KNeighborsClassifier(5)}


def same(test, pairs, others):
    pairs, others = list(pairs), list(others)
    test.assertEqual(len(pairs), len(others))
    for (train, valid), (other_train, other_valid) in zip(pairs, others):
        np.testing.assert_array_equal(train, other_train)
        np.testing.assert_array_equal(valid, other_valid)


class Splitter(unittest.TestCase):
    def test_has_the_folds_of_the_command(self):
        leaves = PLANTS["leaves"]
        for cv, groups, folds in (
            (bcv.BlockRegularizedCV(), None, bcv.folds(300, m=5)),
            (bcv.BlockRegularizedCV(m=2, seed=7), None, bcv.folds(300, m=2, seed=7)),
            (bcv.BlockRegularizedCV(m=3, stratify=True), None, bcv.folds(300, m=3, strata=y)),
            (bcv.BlockRegularizedCV(m=3), leaves, bcv.folds(300, m=3, groups=leaves)),
            (bcv.BlockRegularizedCV(m=3, stratify=True), leaves, bcv.folds(300, m=3, groups=leaves, strata=y)),
            (bcv.BlockRegularizedCV(m=3, inner=2, halves=4), None, bcv.folds(300, m=3, inner=2, halves=4)),
            (bcv.BlockRegularizedCV(m=3, inner=1), None, bcv.folds(300, m=3, inner=1)),
        ):
            same(self, cv.split(X, y, groups), folds)
            self.assertEqual(cv.get_n_splits(X, y, groups), len(folds), cv)
            self.assertEqual(cv.get_n_splits(), len(folds), cv)

    def test_is_a_splitter_of_sklearn(self):
        cv = bcv.BlockRegularizedCV(m=2, stratify=True)
        self.assertIs(check_cv(cv, y, classifier=True), cv)
        scores = cross_val_score(MODELS["knn"], X, y, cv=cv)
        np.testing.assert_array_equal(scores, cross_val_score(MODELS["knn"], X, y, cv=bcv.folds(300, m=2, strata=y)))
        grouped = cross_val_score(MODELS["knn"], X, y, groups=PLANTS["leaves"], cv=bcv.BlockRegularizedCV(m=2))
        np.testing.assert_array_equal(grouped, cross_val_score(MODELS["knn"], X, y, cv=bcv.folds(300, m=2, groups=PLANTS["leaves"])))

    def test_takes_part_where_sklearn_takes_a_splitter(self):
        """What scikit-learn 1.2.1 has: it publishes no check of splitters, so here is each of its functions that takes one."""
        cv = bcv.BlockRegularizedCV(m=2, stratify=True)
        tree = DecisionTreeClassifier(random_state=1)
        folds = bcv.folds(300, m=2, strata=y)
        np.testing.assert_array_equal(cross_validate(tree, X, y, cv=cv, n_jobs=2)["test_score"], cross_val_score(tree, X, y, cv=folds))
        inner = GridSearchCV(tree, {"max_depth": [1, 3]}, cv=clone(cv))
        self.assertEqual(len(cross_validate(inner, X, y, cv=cv, n_jobs=2, error_score="raise")["test_score"]), 4)
        search = RandomizedSearchCV(tree, {"max_depth": [1, 2, 3]}, n_iter=2, random_state=1, cv=cv).fit(X, y)
        self.assertEqual(search.n_splits_, 4)
        self.assertEqual(sorted(bcv.compare(search).models["model"]), sorted(f"max_depth={p['max_depth']}" for p in search.cv_results_["params"]))
        self.assertEqual(learning_curve(tree, X, y, cv=cv, train_sizes=[0.5, 1.0])[1].shape, (2, 4))
        self.assertEqual(validation_curve(tree, X, y, param_name="max_depth", param_range=[1, 2], cv=cv)[1].shape, (2, 4))
        self.assertEqual(len(permutation_test_score(tree, X, y, cv=cv, n_permutations=3, random_state=1)[1]), 3)
        self.assertEqual(RFECV(tree, cv=cv).fit(X, y).cv_results_["split3_test_score"].shape, (X.shape[1],))
        self.assertEqual(LogisticRegressionCV(Cs=2, cv=cv, max_iter=1000).fit(X, y).scores_["rose"].shape, (4, 2))
        with self.assertRaisesRegex(ValueError, "cross_val_predict only works for partitions"):
            cross_val_predict(tree, X, y, cv=cv)
        for data in scipy.sparse.csr_matrix(X.astype(float)), X.to_numpy().tolist():
            same(self, cv.split(data, list(y)), folds)

    def test_splits_again_into_partitions(self):
        cv = bcv.BlockRegularizedCV(m=3)
        same(self, cv.split(X), cv.split(X, y))
        for train, valid in cv.split(X):
            self.assertEqual(sorted([*train, *valid]), list(range(300)))
        same(self, pickle.loads(pickle.dumps(cv)).split(X), cv.split(X))
        grouped = bcv.BlockRegularizedCV(m=3, stratify=True)
        for train, valid in grouped.split(X, y, PLANTS["leaves"]):
            self.assertFalse(set(PLANTS["leaves"][train]) & set(PLANTS["leaves"][valid]))

    def test_asks_for_groups_where_metadata_is_routed(self):
        """The class stands in for MetadataRequest of scikit-learn 1.4, as that is documented; a newer scikit-learn than 1.2.1
        is asked itself."""
        class MetadataRequest:
            def __init__(self, owner):
                self.owner, self.split = owner, mock.Mock()

        with mock.patch.dict(sys.modules, {"sklearn.utils.metadata_routing": mock.Mock(MetadataRequest=MetadataRequest)}):
            request = bcv.BlockRegularizedCV().get_metadata_routing()
        self.assertEqual(request.owner, "BlockRegularizedCV")
        request.split.add_request.assert_called_once_with(param="groups", alias=True)
        if "enable_metadata_routing" in sklearn.get_config():
            with sklearn.config_context(enable_metadata_routing=True):
                found = cross_validate(MODELS["knn"], X, y, params={"groups": PLANTS["leaves"]}, cv=bcv.BlockRegularizedCV(m=2))
            np.testing.assert_array_equal(found["test_score"], cross_val_score(MODELS["knn"], X, y, cv=bcv.folds(300, m=2, groups=PLANTS["leaves"])))

    def test_is_cloned_printed_and_set(self):
        cv = bcv.BlockRegularizedCV(m=3, inner=2, seed=4)
        self.assertEqual(repr(cv), "BlockRegularizedCV(m=3, inner=2, halves=10, seed=4, stratify=False, command=None)")
        again = clone(cv)
        self.assertIsNot(again, cv)
        self.assertEqual(again, cv)
        self.assertNotEqual(again, bcv.BlockRegularizedCV(m=3, inner=2, seed=5))
        search = GridSearchCV(MODELS["knn"], {"n_neighbors": [1, 5]}, cv=cv)
        self.assertEqual(clone(search).cv, cv)
        self.assertIs(search.set_params(cv__m=2).cv, cv)
        self.assertEqual(cv.get_params(), {"m": 2, "inner": 2, "halves": 10, "seed": 4, "stratify": False, "command": None})
        with self.assertRaisesRegex(ValueError, "BlockRegularizedCV has no argument k; it has m, inner, halves, seed, stratify, command"):
            cv.set_params(k=2)

    def test_refuses(self):
        with self.assertRaisesRegex(bcv.Error, "stratify spreads the classes y, and there are none; give y, or leave stratify out"):
            bcv.BlockRegularizedCV(stratify=True).split(X)
        with self.assertRaisesRegex(bcv.Error, "no/bcv, which the argument command names"):
            bcv.BlockRegularizedCV(command="no/bcv").split(X)


class Compare(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cv = bcv.BlockRegularizedCV(m=5, stratify=True)
        cls.results = {name: cross_validate(model, X, y, cv=cls.cv, scoring=["accuracy", "neg_log_loss"]) for name, model in MODELS.items()}
        grid = {"n_neighbors": [1, 3, 5, 9, 15], "weights": ["uniform", "distance"]}
        cls.search = GridSearchCV(KNeighborsClassifier(), grid, cv=bcv.BlockRegularizedCV(m=5, stratify=True), scoring="accuracy").fit(X, y)

    def test_results_of_cross_validate(self):
        folds = bcv.folds(300, m=5, strata=y)
        want = bcv.compare(bcv.losses(folds, self.results))
        for on in folds, self.cv:
            self.assertEqual(repr(bcv.compare(self.results, folds=on)), repr(want))
        one = bcv.compare(self.results, folds=self.cv, score="accuracy", method="bcv-t", alpha=0.1)
        self.assertEqual(one.sentence, bcv.compare(bcv.losses(folds, self.results, score="accuracy"), method="bcv-t", alpha=0.1).sentence)
        numbers = {name: list(result["fit_time"]) for name, result in self.results.items()}
        self.assertEqual(bcv.compare(numbers, folds=self.cv, loss="seconds").metric, "seconds")
        frame = bcv.predictions(self.cv, {name: [y[valid] for _, valid in folds] for name in MODELS}, y)
        self.assertTrue(frame.equals(bcv.predictions(folds, {name: [y[valid] for _, valid in folds] for name in MODELS}, y)))

    def test_a_fitted_search(self):
        found = self.search.cv_results_
        scores = {f"n_neighbors={p['n_neighbors']}, weights={p['weights']}": [found[f"split{i}_test_score"][k] for i in range(10)]
                  for k, p in enumerate(found["params"])}
        want = bcv.rank(bcv.losses(bcv.folds(300, m=5, strata=y), scores, score="accuracy"))
        order = bcv.compare(self.search)
        self.assertEqual(repr(order), repr(want))
        self.assertEqual(order.metric, "accuracy")
        self.assertEqual(sorted(order.frame()["model"]), sorted(scores))
        self.assertEqual(order.models["estimate"][0], max(found["mean_test_score"]))
        may = order.models[order.models["rank_low"] == 1]["model"].tolist()
        self.assertEqual(order.candidates, may)
        self.assertEqual(len(may), 10)
        self.assertIn("\nEach of the 10 may be the best.\nBy bcv-t with Holm (5 x 2 BCV of 300 records).\nFalse alarms: ", repr(order))
        # Folds that the search was given are known, too, and those of another set say so.
        again = GridSearchCV(KNeighborsClassifier(), self.search.param_grid, cv=bcv.folds(300, m=5, strata=y), scoring="accuracy").fit(X, y)
        self.assertEqual(repr(bcv.compare(again)), repr(order))
        other = GridSearchCV(KNeighborsClassifier(), self.search.param_grid, cv=list(bcv.folds(300, m=5, strata=y)), scoring="accuracy").fit(X, y)
        self.assertEqual(repr(bcv.compare(other, folds=self.search.cv)), repr(order))

    def test_a_search_with_a_clear_winner(self):
        cv = bcv.BlockRegularizedCV(m=9, stratify=True)
        order = bcv.compare(GridSearchCV(LogisticRegression(max_iter=1000), {"C": [1e-9, 1, 1.1]}, cv=cv).fit(X, y))
        self.assertIn(f"\nThese 2 of 3 may be the best: {'; '.join(order.candidates)}.\nBy ", repr(order))
        self.assertEqual(sorted(order.candidates), ["C=1", "C=1.1"])
        order = bcv.compare(GridSearchCV(LogisticRegression(max_iter=1000), {"C": [1e-9, 1]}, cv=cv).fit(X, y))
        self.assertEqual(order.candidates, ["C=1"])
        self.assertNotIn("These", repr(order))
        self.assertIn("C=1 is shown to be the best of 2 models", repr(order))

    def test_the_scores_of_a_search(self):
        search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [5, 15]}, cv=bcv.BlockRegularizedCV(m=3),
                              scoring=["accuracy", "neg_log_loss"], refit="neg_log_loss").fit(X, y)
        self.assertEqual([bcv.compare(search).metric, bcv.compare(search, score="accuracy").metric], ["log_loss", "accuracy"])
        self.assertEqual(bcv.compare(search).models["estimate"][0], -max(search.cv_results_["mean_test_neg_log_loss"]))
        search.refit = False
        with self.assertRaisesRegex(bcv.Error, "these are results of 2 metrics, tasks or data sets; give those of one, such as by metric= or score="):
            bcv.compare(search)

    def test_searches_that_are_none_of_these(self):
        grid = {"n_neighbors": [5, 15]}
        halving = HalvingGridSearchCV(KNeighborsClassifier(), grid, cv=bcv.BlockRegularizedCV(m=3, stratify=True), min_resources=100).fit(X, y)
        with self.assertRaisesRegex(bcv.Error, "the search halved its settings, on samples of several sizes; give a GridSearchCV or RandomizedSearchCV"):
            bcv.compare(halving)
        with self.assertRaisesRegex(bcv.Error, "the search halved its settings"):
            bcv.compare(halving.cv_results_, folds=3)

    def test_settings_of_the_same_name(self):
        search = GridSearchCV(KNeighborsClassifier(), [{"n_neighbors": [5]}, {"n_neighbors": [5]}, {}], cv=bcv.BlockRegularizedCV(m=3)).fit(X, y)
        self.assertEqual(sorted(bcv.compare(search).models["model"]), ["as given", "n_neighbors=5", "n_neighbors=5 (2)"])

    def test_refuses(self):
        for line, data, options in (
            ("folds go with results of cross_validate or with a search; tables and files name their own, leave folds out",
             "data/samples/losses.csv", {"folds": self.cv}),
            (f"{len(self.cv.folds(X, y))} results of a model, and KFold makes 7 folds; give the folds that they are on", self.results,
             {"folds": KFold(7)}),
            ("the splitter made 0 sets of folds, so that it is not known on which the models were run; make a splitter for each data set, "
             "or give folds=splitter.folds(X, y, groups)", self.results, {"folds": bcv.BlockRegularizedCV()}),
        ):
            with self.assertRaises(bcv.Error) as raised:
                bcv.compare(data, **options)
            self.assertEqual(str(raised.exception), line)
        with self.assertRaisesRegex(bcv.Error, "bcv rank printed no order as JSON; leave out options that print something else"):
            bcv.rank("data/samples/losses.csv", help=True)

    def test_a_splitter_of_two_data_sets(self):
        cv = bcv.BlockRegularizedCV(m=5, stratify=True)
        for _ in range(2):
            results = {name: cross_validate(model, X, y, cv=cv) for name, model in MODELS.items()}
        self.assertEqual(len(bcv.compare(results, folds=cv)), 1)
        folds = cv.folds(X, y)
        cv.folds(X[:200], y[:200])
        with self.assertRaisesRegex(bcv.Error, "the splitter made 2 sets of folds"):
            bcv.compare(results, folds=cv)
        self.assertEqual(len(bcv.compare(results, folds=folds)), 1)
        self.assertEqual(len(clone(cv)._made), 0)
        self.assertEqual(cv.set_params(m=3)._made, [])  # those of m=5 are folds of another splitter


class Notebook(unittest.TestCase):
    def test_shows_tables(self):
        folds = bcv.folds(8)
        self.assertEqual(folds._repr_html_(), f"<pre>{folds!r}</pre>")
        losses = bcv.losses(bcv.folds(300), {"a<b": [0.1, 0.3, 0.2] * 2, "c": [0.2, 0.3, 0.1] * 2}, loss="x")
        verdicts = bcv.compare(losses)
        page = verdicts._repr_html_()
        self.assertIn("<p>Bounded: no clear winner between ", page)
        self.assertIn("a&lt;b", page)
        self.assertNotIn("a<b", page)
        self.assertNotIn("<th>task</th>", page)
        self.assertEqual([page.count("<th>p_value</th>"), page.count("<td>bcv-t</td>")], [1, 1])
        several = bcv.compare(losses, all=True)._repr_html_()
        self.assertNotIn("no clear winner", several)
        self.assertIn("<th>task</th>", bcv.compare("data/counts/acl2019.csv", metric="F1")._repr_html_())
        order = bcv.rank(losses)
        page = order._repr_html_()
        self.assertIn("<p>No model is shown to be the best: ", page)
        self.assertIn("<p>Each of the 2 may be the best.</p>", page)
        self.assertIn("<th>rank_high</th>", page)
        self.assertTrue(order.notes == [] or f"<p>Note: {order.notes[0]}</p>" in page)


class Program(unittest.TestCase):
    def test_beside_the_interpreter_comes_before_path(self):
        folder = pathlib.Path(tempfile.mkdtemp())
        for place, name in ("bin", "posix"), ("user", "user"):
            (folder / place).mkdir()
            program = folder / place / "bcv"
            program.write_text(f"#!/bin/sh\necho '{name}' >&2\nexit 2\n", encoding="utf-8")
            program.chmod(0o755)
        places = {"scripts": os.fspath(folder / "bin"), "posix_user": os.fspath(folder / "user")}
        with mock.patch("sysconfig.get_path", lambda name, scheme="scripts": places[scheme]):
            with self.assertRaisesRegex(bcv.Error, "^posix$"):
                bcv.folds(8)
            shutil.rmtree(folder / "bin")
            with self.assertRaisesRegex(bcv.Error, "^user$"):
                bcv.folds(8)
            with mock.patch.dict(os.environ, BCV=shutil.which("bcv")):
                self.assertEqual(len(bcv.folds(8)), 6)
            self.assertEqual(len(bcv.folds(8, command=shutil.which("bcv"))), 6)
            shutil.rmtree(folder / "user")
            self.assertEqual(len(bcv.folds(8)), 6)


if __name__ == "__main__":
    unittest.main()
