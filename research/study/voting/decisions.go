package voting

import (
	"math"
	"strings"

	"github.com/block-regularized/bcv/research/study"
)

// Readable returns the rows of one metric with shorter names: of a source without
// the settings that all of its kind share, of a method its number of replications.
func Readable(rows []LookRow, metric string) []LookRow {
	var out []LookRow
	for _, r := range rows {
		if r.Metric == metric {
			r.Source, r.Method = shortSource.Replace(r.Source), lookName.Replace(r.Method)
			out = append(out, r)
		}
	}
	return out
}

// ReadableBounds does the same for the gammas of 5%, of equal models alone.
func ReadableBounds(rows []LookBoundRow, metric string) []LookBoundRow {
	var out []LookBoundRow
	for _, r := range rows {
		if r.Metric == metric && equalModels(r.Difference) {
			r.Source, r.Method = shortSource.Replace(r.Source), lookName.Replace(r.Method)
			out = append(out, r)
		}
	}
	return out
}

// EqualModels returns the rows whose models have the same true quality.
func EqualModels(rows []LookRow) []LookRow {
	return study.Where(rows, func(r LookRow) bool { return equalModels(r.Difference) })
}

// equalModels allows for the error of a difference that was simulated.
func equalModels(difference float64) bool { return math.Abs(difference) < 0.002 }

// Modelled reports whether the counts are drawn from a model, not by learners.
func (r LookRow) Modelled() bool {
	return strings.HasPrefix(r.Source, "model") || strings.HasPrefix(r.Source, "rho1")
}

var (
	lookName = strings.NewReplacer("fixed at first", "one look at m = 3", "fixed at last", "one look at m = 15",
		"sequential", "sequential, m = 3 to 15")
	shortSource = strings.NewReplacer("model(n=300, right=0.8, difference=0, ", "",
		"model(n=300, right=0.8, difference=0.02, ", "",
		"model(n=300, right=0.8, difference=0.04, ", "", "model(n=300, right=0.8, difference=0.06, ", "",
		"model(n=300, right=0.8, difference=0.1, ", "",
		"logistic(n=300, shift=0.5, ", "logistic, ", ")", "", "=", " = ")
)

// DecisionRow is what one method decides where models are equal, and where they differ.
type DecisionRow struct {
	Correlations string  `dataframe:"correlations of the counts"`
	Method       string  `dataframe:"looks"`
	Wrong        float64 `dataframe:"decided though equal"` // for either model
	Right        float64 `dataframe:"decided for the better"`
	M            float64 `dataframe:"replications then"` // mean number, where the models differ
}

// Decisions returns the shares of data sets with a decision, of the modelled counts
// with one metric and gamma: for equal models, and at one true difference.
func Decisions(rows []LookRow, metric string, gamma, difference float64) []DecisionRow {
	rows = study.Where(Readable(rows, metric), func(r LookRow) bool {
		return r.Modelled() && r.Gamma == gamma && (r.Difference == 0 || math.Abs(r.Difference-difference) <= 1e-9)
	})
	var out []DecisionRow
	for _, of := range study.Group(rows, func(r LookRow) [2]string { return [2]string{r.Source, r.Method} }) {
		d := DecisionRow{Correlations: of[0].Source, Method: of[0].Method}
		for _, r := range of {
			if r.Difference == 0 {
				d.Wrong = r.H0 + r.H1
			} else {
				d.Right, d.M = r.H1, r.M
			}
		}
		out = append(out, d)
	}
	return out
}
