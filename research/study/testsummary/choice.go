// Package testsummary sets what other studies measured of the tests beside each other:
// errors of the first kind and power of each test on its partition set.
package testsummary

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/rejection"
	"github.com/block-regularized/bcv/research/study/stopping"
)

// Row is what was measured of one test. All tests are two-sided, at level 0.05; a NaN
// or an empty text is what nobody measured.
type Row struct {
	Test      string `dataframe:"test"`
	Partition string `dataframe:"partition set"`
	// On normal differences of correlation 0 to 0.5, and at 0.2, where differences of
	// learners are; the power is that at a difference of two standard deviations.
	Largest float64 `dataframe:"largest error"`
	Error   float64 `dataframe:"error at rho = 0.2"`
	Power   float64 `dataframe:"power at rho = 0.2"`
	// Of two classifiers with equal error rates, from the least to the most on four
	// kinds of data.
	ClassifierErrors string `dataframe:"errors, classifiers"`
	// Mean over all settings with different error rates, on three kinds of data.
	ClassifierPower float64 `dataframe:"power, classifiers"`
}

// inTableV are the names in table V of the McNemar paper.
var inTableV = map[string]string{
	"resampled-t":                "RHO paired t-test",
	"corrected-resampled-t":      "Corrected RHO t-test",
	"kfold-t":                    "K-fold CV paired t-test",
	"kfold-ci-z":                 "K-fold CV-CI Z-test",
	"kfold-ci-z-in":              "K-fold CV-CI Z-test, variance within folds",
	"corrected-repeated-kfold-t": "Corrected 10x10 CV t-test",
	"5x2-t":                      "5x2 CV paired t-test",
	"combined-5x2-t":             "Combined 5x2 CV t-test",
	"combined-5x2-F":             "Combined 5x2 CV F-test",
	"calibrated-5x2-F":           "Calibrated 5x2 BCV F-test",
	"blocked-3x2-t":              "Blocked 3x2 CV t-test",
	"proportion-z":               "Proportional test",
	"mcnemar":                    "Conventional HO McNemar test",
	"kfold-mcnemar":              "Naive K-fold CV McNemar test",
	"bcv-mcnemar":                "5x2 BCV McNemar test",
}

// predictions are the tests of predictions, which are not in the registry.
var predictions = []infer.Test{
	{Name: "mcnemar", Partition: "one hold-out"},
	{Name: "kfold-mcnemar", Partition: "K-fold CV"},
	{Name: "bcv-mcnemar", Partition: "block-regularized m x 2 CV"},
}

// Curves returns the errors of six tests of an m x 2 CV for rho1 = 0, 0.2 and 0.5, of bcv-t those of 5 x 2 CV.
func Curves(grid []stopping.TestErrorRow) []stopping.TestErrorRow {
	names := []string{"blocked-3x2-t", "bcv-t", "5x2-t", "calibrated-5x2-F", "sequential, printed",
		"sequential, calibrated, late"}
	return study.Where(grid, func(r stopping.TestErrorRow) bool {
		return slices.Contains(names, r.Test) && (r.Test != "bcv-t" || r.Design == "5 x 2 CV") &&
			slices.Contains([]float64{0, 0.2, 0.5}, r.Rho1)
	})
}

// Rows returns what grid and rejections measured of all tests: the tests of the registry
// of package infer, the sequential ones, and the tests of predictions. A test that was
// measured on several designs has a row for each.
func Rows(grid []stopping.TestErrorRow, rejections []rejection.Row) []Row {
	var out []Row
	summaries := stopping.Summarize(grid)
	for _, t := range slices.Concat(infer.Tests(), sequentialTests(summaries), predictions) {
		r := Row{Test: t.Name, Partition: t.Partition, Largest: math.NaN(), Error: math.NaN(), Power: math.NaN()}
		r.ClassifierErrors, r.ClassifierPower = onClassifiers(rejections, inTableV[t.Name])
		measured := false
		for _, s := range summaries {
			if s.Test == t.Name {
				measured = true
				r.Partition, r.Largest, r.Error, r.Power = s.Design, s.TwoSided, s.TypicalError, s.TypicalPower
				out = append(out, r)
			}
		}
		if !measured {
			out = append(out, r)
		}
	}
	return out
}

// sequentialTests are the tests of the grid that are not in the registry.
func sequentialTests(summaries []stopping.SummaryRow) []infer.Test {
	var out []infer.Test
	for _, s := range summaries {
		if !slices.Contains(infer.TestNames(), s.Test) {
			out = append(out, infer.Test{Name: s.Test, Partition: s.Design})
		}
	}
	return out
}

// onClassifiers returns the errors at the first setting of each kind of data, where
// the error rates are equal, and the mean share of rejections at all others.
func onClassifiers(rows []rejection.Row, test string) (errors string, power float64) {
	first := map[string]float64{}
	least, most, sum, n := math.Inf(1), math.Inf(-1), 0.0, 0.0
	for _, r := range rows {
		if _, seen := first[r.Data]; !seen {
			first[r.Data] = r.Setting
		}
		switch {
		case r.Test != test:
		case r.Setting == first[r.Data]:
			least, most = min(least, r.Share), max(most, r.Share)
		default:
			sum, n = sum+r.Share, n+1
		}
	}
	if math.IsInf(least, 0) {
		return "", math.NaN()
	}
	return fmt.Sprintf("%.3f to %.3f", least, most), sum / n
}
