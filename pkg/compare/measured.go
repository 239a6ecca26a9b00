package compare

import "math"

var none = math.NaN()

// measurements are the largest errors at level 0.05 of the stored studies: type1_errors,
// mcnemar_table_5, bayes_sequential and equal_learners in data/results, checked by TestMeasuredErrors.
var measurements = []measured{
	{procedure: "corrected-repeated-kfold-t", one: 0.2812, oneSE: 0.00248, oneAt: "rho1 = 0.5, rho2 = 0.5", two: 0.491, twoSE: 0.005, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 10 x 10-fold CV, correlations from 0 to 1/2"},
	{procedure: "blocked-3x2-t", one: 0.07425, oneSE: 0.00178, oneAt: "rho1 = 0.5, rho2 = 0.5", two: 0.0852, twoSE: 0.00279, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 3 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "5x2-t", one: 0.10045, oneSE: 0.002, oneAt: "rho1 = 0.5, rho2 = 0.5", two: 0.1166, twoSE: 0.00321, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 5 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "combined-5x2-t", one: 0.2803, oneSE: 0.00248, oneAt: "rho1 = 0.5, rho2 = 0.5", two: 0.4628, twoSE: 0.00499, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 5 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "combined-5x2-F", one: none, oneSE: none, oneAt: "", two: 0.1473, twoSE: 0.00354, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 5 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "calibrated-5x2-F", one: none, oneSE: none, oneAt: "", two: 0.1416, twoSE: 0.00349, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 5 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "mx2-t", one: 0.11405, oneSE: 0.0021, oneAt: "rho1 = 0.5, rho2 = 0.4", two: 0.1409, twoSE: 0.00348, twoAt: "rho1 = 0.5, rho2 = 0.2",
		on: "normal differences of 12 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "proportion-z", one: none, oneSE: none, oneAt: "", two: 0.0563, twoSE: 0.00231, twoAt: "Epsilon",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "kfold-ci-z", one: none, oneSE: none, oneAt: "", two: 0.18583, twoSE: 0.00502, twoAt: "Simple",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "mcnemar", one: none, oneSE: none, oneAt: "", two: 0.064, twoSE: 0.00316, twoAt: "UCI letter",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "kfold-mcnemar", one: none, oneSE: none, oneAt: "", two: 0.00467, twoSE: 0.0009, twoAt: "Simple",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "bcv-mcnemar", one: none, oneSE: none, oneAt: "", two: 0.0219, twoSE: 0.00147, twoAt: "Epsilon",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records), 5 x 2 BCV"},
	{procedure: "kfold-ci-z-in", one: none, oneSE: none, oneAt: "", two: 0.186, twoSE: 0.00502, twoAt: "Simple",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "posterior", one: 0.1382, oneSE: 0.00488, oneAt: "rho1 = 0.43, rho2 = 0.63", two: 0.058, twoSE: 0.00739, twoAt: "F1 of learners with separate features, n = 200, m = 10",
		on: "two-sided claims about equal logistic regressions", oneOn: "one-sided claims about rival learners and correlated counts, 3 x 2 BCV"},
}

// onEqual holds the study equal-learners: pairs with 100 to 1,000 records and m = 3, 5 and 10, checked by
// TestOnEqual.
var onEqual = []equalLearners{
	{Metrics: errorRates, Procedure: "bcv-t", Cells: 36, Sets: 1000, Mean: 0.02060, Largest: 0.0365, SE: 0.00419},
	{Metrics: ratios, Procedure: "bcv-t", Cells: 108, Sets: 1000, Mean: 0.00924, Largest: 0.027, SE: 0.00513},
	{Metrics: squaredErrors, Procedure: "bcv-t", Cells: 24, Sets: 1000, Mean: 0.03198, Largest: 0.047, SE: 0.00669},
	{Metrics: errorRates, Procedure: "paired, uniform", Cells: 36, Sets: 1000, Mean: 0.08017, Largest: 0.1395, SE: 0.00775},
	{Metrics: ratios, Procedure: "paired, uniform", Cells: 108, Sets: 1000, Mean: 0.03982, Largest: 0.08241, SE: 0.00618},
	{Metrics: squaredErrors, Procedure: "paired, uniform", Cells: 24, Sets: 1000, Mean: 0.10558, Largest: 0.137, SE: 0.00769},
	{Metrics: errorRates, Procedure: "paired, empirical", Cells: 36, Sets: 1000, Mean: 0.12024, Largest: 0.185, SE: 0.00868},
	{Metrics: ratios, Procedure: "paired, empirical", Cells: 108, Sets: 1000, Mean: 0.06743, Largest: 0.1445, SE: 0.00786},
	{Metrics: squaredErrors, Procedure: "paired, empirical", Cells: 24, Sets: 1000, Mean: 0.16377, Largest: 0.2185, SE: 0.00924},
}
