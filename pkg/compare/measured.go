package compare

import "math"

var none = math.NaN()

// measurements are the largest errors at level 0.05 of the stored studies: type1_errors,
// mcnemar_table_5, bayes_sequential, equal_learners and nested in data/results, checked by TestMeasuredErrors.
var measurements = []measured{
	{procedure: "corrected-repeated-kfold-t", one: 0.2812, oneSE: 0.00248, oneAt: "rho1 = 0.5, rho2 = 0.5",
		two: 0.491, twoSE: 0.005, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 10 x 10-fold CV, correlations from 0 to 1/2"},
	{procedure: "blocked-3x2-t", one: 0.07425, oneSE: 0.00178, oneAt: "rho1 = 0.5, rho2 = 0.5",
		two: 0.0852, twoSE: 0.00279, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 3 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "5x2-t", one: 0.10045, oneSE: 0.002, oneAt: "rho1 = 0.5, rho2 = 0.5",
		two: 0.1166, twoSE: 0.00321, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 5 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "combined-5x2-t", one: 0.2803, oneSE: 0.00248, oneAt: "rho1 = 0.5, rho2 = 0.5",
		two: 0.4628, twoSE: 0.00499, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 5 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "combined-5x2-F", one: none, oneSE: none, oneAt: "",
		two: 0.1473, twoSE: 0.00354, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 5 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "calibrated-5x2-F", one: none, oneSE: none, oneAt: "",
		two: 0.1416, twoSE: 0.00349, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 5 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "mx2-t", one: 0.11405, oneSE: 0.0021, oneAt: "rho1 = 0.5, rho2 = 0.4",
		two: 0.1409, twoSE: 0.00348, twoAt: "rho1 = 0.5, rho2 = 0.2",
		on: "normal differences of 12 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "proportion-z", one: none, oneSE: none, oneAt: "",
		two: 0.0563, twoSE: 0.00231, twoAt: "Epsilon",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "kfold-ci-z", one: none, oneSE: none, oneAt: "",
		two: 0.18583, twoSE: 0.00502, twoAt: "Simple",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "mcnemar", one: none, oneSE: none, oneAt: "",
		two: 0.064, twoSE: 0.00316, twoAt: "UCI letter",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "kfold-mcnemar", one: none, oneSE: none, oneAt: "",
		two: 0.00467, twoSE: 0.0009, twoAt: "Simple",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "bcv-mcnemar", one: none, oneSE: none, oneAt: "",
		two: 0.0219, twoSE: 0.00147, twoAt: "Epsilon",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records), 5 x 2 BCV"},
	{procedure: "kfold-ci-z-in", one: none, oneSE: none, oneAt: "",
		two: 0.186, twoSE: 0.00502, twoAt: "Simple",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "posterior", one: 0.1382, oneSE: 0.00488, oneAt: "rho1 = 0.43, rho2 = 0.63",
		two: 0.058, twoSE: 0.00739, twoAt: "F1 of learners with separate features, n = 200, m = 10",
		on:    "two-sided claims about equal logistic regressions",
		oneOn: "one-sided claims about rival learners and correlated counts, 3 x 2 BCV"},
	{procedure: nestedTest, one: 0.098, oneSE: 0.0094, oneAt: "F1 of LDA with 5% positives, n = 600, m = 5",
		two: 0.106, twoSE: 0.00973, twoAt: "F1 of LDA with 5% positives, n = 600, m = 10", on: inNested},
	{procedure: nestedRecords, one: 0.071, oneSE: 0.00812, oneAt: "error of LDA, n = 60, m = 10",
		two: 0.087, twoSE: 0.00891, twoAt: "error of 1-NN, n = 200, m = 10", on: inNestedRecords},
	{procedure: nestedPosterior, one: 0.0875, oneSE: 0.01413, oneAt: "error of LDA, n = 60, m = 5",
		two: 0.085, twoSE: 0.01394, twoAt: "F1 of LDA with 5% positives, n = 600, m = 10", on: inNested},
}

// Where the study nested measured, all metrics and those that are means over records.
const (
	inNested        = "117 cells of learners whose true difference is known, 10 half-splits with 2 inner replications"
	inNestedRecords = "66 cells of learners whose true difference is known, 10 half-splits with 2 inner replications"
)

// onEqual holds the study equal-learners: pairs with 100 to 1,000 records and m = 3, 5 and 10, checked by
// TestOnEqual.
var onEqual = []equalLearners{
	{Metrics: errorRates, Procedure: "bcv-t", Cells: 36, Sets: 1000,
		Mean: 0.02060, Largest: 0.0365, SE: 0.00419},
	{Metrics: ratios, Procedure: "bcv-t", Cells: 108, Sets: 1000,
		Mean: 0.00924, Largest: 0.027, SE: 0.00513},
	{Metrics: squaredErrors, Procedure: "bcv-t", Cells: 24, Sets: 1000,
		Mean: 0.03198, Largest: 0.047, SE: 0.00669},
	{Metrics: errorRates, Procedure: "paired, uniform", Cells: 36, Sets: 1000,
		Mean: 0.08017, Largest: 0.1395, SE: 0.00775},
	{Metrics: ratios, Procedure: "paired, uniform", Cells: 108, Sets: 1000,
		Mean: 0.03982, Largest: 0.08241, SE: 0.00618},
	{Metrics: squaredErrors, Procedure: "paired, uniform", Cells: 24, Sets: 1000,
		Mean: 0.10558, Largest: 0.137, SE: 0.00769},
	{Metrics: errorRates, Procedure: "paired, empirical", Cells: 36, Sets: 1000,
		Mean: 0.12024, Largest: 0.185, SE: 0.00868},
	{Metrics: ratios, Procedure: "paired, empirical", Cells: 108, Sets: 1000,
		Mean: 0.06743, Largest: 0.1445, SE: 0.00786},
	{Metrics: squaredErrors, Procedure: "paired, empirical", Cells: 24, Sets: 1000,
		Mean: 0.16377, Largest: 0.2185, SE: 0.00924},
}

// onNested holds the study nested by kind of metric, checked by TestOnNested.
var onNested = []nestedCells{
	{Metrics: errorRates, Procedure: nestedTest, Cells: 36, Sets: 300, One: claims{0.04708, 0.08333, 0.01596},
		Two: claims{0.05023, 0.074, 0.00828}, Coverage: 0.94977, Least: 0.926},
	{Metrics: fScores, Procedure: nestedTest, Cells: 30, Sets: 600, One: claims{0.04889, 0.098, 0.0094},
		Two: claims{0.05334, 0.106, 0.00973}, Coverage: 0.94666, Least: 0.894},
	{Metrics: areas, Procedure: nestedTest, Cells: 21, Sets: 300, One: claims{0.05040, 0.09, 0.01652},
		Two: claims{0.05476, 0.065, 0.01006}, Coverage: 0.94524, Least: 0.935},
	{Metrics: logLosses, Procedure: nestedTest, Cells: 12, Sets: 300, One: claims{0.03344, 0.06667, 0.0144},
		Two: claims{0.03703, 0.06667, 0.0144}, Coverage: 0.96297, Least: 0.93333},
	{Metrics: squaredErrors, Procedure: nestedTest, Cells: 18, Sets: 600, One: claims{0.03592, 0.065, 0.01006},
		Two: claims{0.03844, 0.07167, 0.01053}, Coverage: 0.96156, Least: 0.92833},
	{Metrics: errorRates, Procedure: nestedRecords, Cells: 36, Sets: 300, One: claims{0.04794, 0.071, 0.00812},
		Two: claims{0.04970, 0.087, 0.00891}, Coverage: 0.95030, Least: 0.913},
	{Metrics: logLosses, Procedure: nestedRecords, Cells: 12, Sets: 300, One: claims{0.03335, 0.058, 0.00739},
		Two: claims{0.03417, 0.05667, 0.01335}, Coverage: 0.96583, Least: 0.94333},
	{Metrics: squaredErrors, Procedure: nestedRecords, Cells: 18, Sets: 600, One: claims{0.03503, 0.06333, 0.00994},
		Two: claims{0.03409, 0.05167, 0.00904}, Coverage: 0.96591, Least: 0.94833},
	{Metrics: errorRates, Procedure: nestedPosterior, Cells: 36, Sets: 300, One: claims{0.04581, 0.0875, 0.01413},
		Two: claims{0.04275, 0.0825, 0.01376}, Coverage: 0.95725, Least: 0.9175},
	{Metrics: fScores, Procedure: nestedPosterior, Cells: 30, Sets: 400, One: claims{0.04475, 0.08, 0.01356},
		Two: claims{0.04625, 0.085, 0.01394}, Coverage: 0.95375, Least: 0.915},
	{Metrics: areas, Procedure: nestedPosterior, Cells: 21, Sets: 300, One: claims{0.05597, 0.08333, 0.01596},
		Two: claims{0.05683, 0.0775, 0.01337}, Coverage: 0.94317, Least: 0.9225},
	{Metrics: logLosses, Procedure: nestedPosterior, Cells: 12, Sets: 300, One: claims{0.03493, 0.08, 0.01356},
		Two: claims{0.03646, 0.06, 0.01371}, Coverage: 0.96354, Least: 0.94},
	{Metrics: squaredErrors, Procedure: nestedPosterior, Cells: 18, Sets: 400, One: claims{0.04063, 0.0675, 0.01254},
		Two: claims{0.03903, 0.0675, 0.01254}, Coverage: 0.96097, Least: 0.9325},
}
