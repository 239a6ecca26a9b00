"""Tests of comparing reports of skore. They need what test_bcv.py needs.

skore itself is not among the packages of Debian: the classes here stand in for it. They have what its documentation
(docs.skore.probabl.ai) says of a CrossValidationReport, splitter, split_indices, y and get_predictions(data_source="test"),
of an EstimatorReport, and of a ComparisonReport, reports_, a dict from names to reports, and nothing else."""

import pickle
import unittest

import pandas as pd
from sklearn.base import clone
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import KFold, cross_validate
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

import bcv

PLANTS = pd.read_csv("data/samples/plants.csv")
X, y = pd.get_dummies(PLANTS.drop(columns="kind")), PLANTS["kind"]
MODELS = {"logistic": LogisticRegression(max_iter=1000), "knn": KNeighborsClassifier(5)}


class EstimatorReport:
    def __init__(self, estimator, *, X_train, y_train, X_test, y_test):
        self.estimator_ = clone(estimator).fit(X_train, y_train)
        self.X_test, self.y_test = X_test, y_test

    def get_predictions(self, *, data_source, response_method="predict"):
        assert data_source == "test", data_source
        return getattr(self.estimator_, response_method)(self.X_test)


class CrossValidationReport:
    def __init__(self, estimator, X, y, splitter):
        self.y, self.splitter = y, splitter
        self.split_indices = tuple(splitter.split(X, y))
        self.parts = [EstimatorReport(estimator, X_train=X.iloc[train], y_train=y.iloc[train], X_test=X.iloc[valid], y_test=y.iloc[valid])
                      for train, valid in self.split_indices]

    def get_predictions(self, *, data_source, response_method="predict"):
        return [part.get_predictions(data_source=data_source, response_method=response_method) for part in self.parts]


class ComparisonReport:
    def __init__(self, reports):
        self.reports_ = reports


def reports(splitter, of=MODELS, y=y):
    return {name: CrossValidationReport(model, X, y, splitter() if callable(splitter) else splitter) for name, model in of.items()}


class Skore(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cv = bcv.BlockRegularizedCV(m=5, stratify=True)
        cls.reports = reports(cls.cv)
        results = {name: cross_validate(model, X, y, cv=cls.cv, return_estimator=True) for name, model in MODELS.items()}
        labels = {name: [fit.predict(X.iloc[valid]) for fit, (_, valid) in zip(result["estimator"], cls.cv.split(X, y))] for name, result in results.items()}
        cls.want = repr(bcv.compare(bcv.predictions(cls.cv, labels, y)))

    def test_verdicts(self):
        self.assertIn(": error ", self.want)
        for data in self.reports, ComparisonReport(self.reports), ComparisonReport(reports(lambda: bcv.BlockRegularizedCV(m=5, stratify=True))):
            self.assertEqual(repr(bcv.compare(data)), self.want)
        verdict = bcv.compare(ComparisonReport(self.reports), metric="F1", positive="rose")
        self.assertEqual((verdict.metric, verdict.model_a, verdict.model_b), ("F1", "logistic", "knn"))

    def test_order(self):
        three = {**MODELS, "nearest": KNeighborsClassifier(1)}
        order = bcv.rank(ComparisonReport(reports(self.cv, three)))
        self.assertEqual(sorted(order.models["model"]), sorted(three))

    def test_of_folds_that_the_report_does_not_name(self):
        folds = bcv.folds(300, m=5, strata=y)
        self.assertEqual(repr(bcv.compare(ComparisonReport(reports(folds)))), self.want)
        read = ComparisonReport(pickle.loads(pickle.dumps(self.reports)))
        for report in read.reports_.values():
            report.splitter = None
        self.assertEqual(repr(bcv.compare(read, folds=folds)), self.want)
        with self.assertRaisesRegex(bcv.Error, "^the folds are a NoneType; give those of bcv.folds"):
            bcv.compare(read)

    def test_of_numbers(self):
        length = PLANTS["length"]
        of = {"linear": LinearRegression(), "knn": KNeighborsRegressor()}
        rmse = bcv.compare(ComparisonReport(reports(bcv.BlockRegularizedCV(m=3), of, length)), metric="rmse")
        self.assertEqual((rmse.metric, rmse.json["higher_is_better"]), ("rmse", False))

    def test_refuses(self):
        part = self.reports["knn"].parts[0]
        line = "knn: EstimatorReport has no folds; give a CrossValidationReport with splitter=BlockRegularizedCV(m=5)"
        other = {**self.reports, **reports(bcv.BlockRegularizedCV(m=5, seed=2), {"knn": MODELS["knn"]})}
        fewer = {**self.reports, **reports(bcv.BlockRegularizedCV(m=3, stratify=True), {"knn": MODELS["knn"]})}
        for line, data in (
            (line, ComparisonReport({"knn": part, "logistic": part})),
            (line, {**self.reports, "knn": part}),
            ("knn: the report is of other folds; give all reports the same splitter=BlockRegularizedCV(m=5)", ComparisonReport(other)),
            ("knn: the report is of other folds; give all reports the same splitter=BlockRegularizedCV(m=5)", ComparisonReport(fewer)),
            ("the folds are a KFold; give those of bcv.folds, bcv.read_folds or BlockRegularizedCV, on which the models were run", reports(KFold(4))),
            ("the results are of type CrossValidationReport; give a data frame, names of files, results of cross_validate by name of the model, "
             "or a search after its fit", self.reports["knn"]),
        ):
            with self.assertRaises(bcv.Error) as raised:
                bcv.compare(data)
            self.assertEqual(str(raised.exception), line)


if __name__ == "__main__":
    unittest.main()
