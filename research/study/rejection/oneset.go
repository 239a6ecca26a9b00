package rejection

import (
	"cmp"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
)

// PlaneRow is a record of two features.
type PlaneRow struct {
	Class string  `dataframe:"class"`
	X1    float64 `dataframe:"x1"`
	X2    float64 `dataframe:"x2"`
}

// Plane returns the first two features of the records of d, sorted by class.
func Plane(d *dataset.Data) []PlaneRow {
	order := make([]int, d.N())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(d.Class[i], d.Class[j]) })
	var out []PlaneRow
	for _, i := range order {
		out = append(out, PlaneRow{"class " + d.Classes[d.Class[i]], d.X.At(i, 0), d.X.At(i, 1)})
	}
	return out
}

// McNemarRow is one of McNemar's tests.
type McNemarRow struct {
	Tables    string  `dataframe:"tables"`
	Estimate  float64 `dataframe:"mu_B - mu_A"`
	Statistic float64 `dataframe:"statistic"`
	PValue    float64 `dataframe:"p value"`
}

// McNemarTests tests the equality of two classifiers by their first fold alone and
// by all folds of an m x 2 BCV.
func McNemarTests(folds []infer.Contingency) ([]McNemarRow, error) {
	one, err := infer.McNemar(folds[0], infer.Options{})
	if err != nil {
		return nil, err
	}
	all, err := infer.BCVMcNemar(folds, infer.Options{})
	if err != nil {
		return nil, err
	}
	return []McNemarRow{
		{Tables: "first fold alone", Estimate: one.Estimate, Statistic: one.Statistic, PValue: one.PValue},
		{Tables: "all folds", Estimate: all.Estimate, Statistic: all.Statistic, PValue: all.PValue},
	}, nil
}
