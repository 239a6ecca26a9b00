package compare

import "math"

var none = math.NaN()

// measurements are the largest errors at level 0.05 of the stored studies: type1_errors,
// mcnemar_table_5, bayes_sequential and calibration in data/results. A test compares them.
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
	{procedure: "paired", one: 0.1385, oneSE: 0.00772, oneAt: "F1 of an SVM and a linear discriminant, n = 100, m = 5", two: 0.1385, twoSE: 0.00772, twoAt: "F1 of an SVM and a linear discriminant, n = 100, m = 5",
		on: "20 pairs of learners on simulated data, 100 to 1,000 records, 3 x 2 to 10 x 2 CV, claims on one side; 2.8% on average"},
	{procedure: "paired, empirical prior", one: 0.166, oneSE: 0.00832, oneAt: "F1 of an SVM and a linear discriminant, n = 100, m = 10", two: 0.166, twoSE: 0.00832, twoAt: "F1 of an SVM and a linear discriminant, n = 100, m = 10",
		on: "20 pairs of learners on simulated data, 100 to 1,000 records, 3 x 2 to 10 x 2 CV, claims on one side; 4.3% on average"},
	{procedure: "posterior", one: 0.1382, oneSE: 0.00488, oneAt: "rho1 = 0.43, rho2 = 0.63", two: 0.1382, twoSE: 0.00488, twoAt: "rho1 = 0.43, rho2 = 0.63",
		on: "F1 of rival learners and of correlated counts, 3 x 2 BCV, 300 records, claims on one side"},
}
