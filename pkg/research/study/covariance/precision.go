package covariance

import (
	"context"
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/research/sim"
)

// PrecisionRow is how fast one design of the simulation learns the reduction rate
// of m x 2 BCV over m x 2 CV, m = 3.
type PrecisionRow struct {
	Design  string  `dataframe:"design"`
	Given   float64 `dataframe:"given_pct"` // rate of the variance given the data set
	GivenSE float64 `dataframe:"given_se"`
	Total   float64 `dataframe:"total_pct"` // rate of the whole variance
	TotalSE float64 `dataframe:"total_se"`
}

// Precision compares designs on least squares, SREG, n = 500, p = 100, each in a
// run of about three seconds of CPU: the circle of Study, and the layout of the thesis,
// many partition sets of either method on every data set, which are the same for
// both or, as the scatter of its tables suggests, different ones.
func Precision(ctx context.Context, seed uint64) ([]PrecisionRow, error) {
	distribution := dataset.SREG{P: 100}
	row := func(design string, rate func(given bool) (value, se float64)) PrecisionRow {
		p := PrecisionRow{Design: design}
		p.Given, p.GivenSE = rate(true)
		p.Total, p.TotalSE = rate(false)
		return p
	}
	circles, err := Study{Config: "precision", Distribution: distribution, N: 500, Learner: linear.OLS{}, Sets: 20, Shards: 40, Seed: seed}.Run(ctx, sim.Options{})
	if err != nil {
		return nil, err
	}
	out := []PrecisionRow{row("circle of 20 splits", func(given bool) (float64, float64) {
		return circles.Reduction("mx2CV", "mx2BCV", 3, 3, given)
	})}
	layout := func(seed uint64, methods ...string) (LayoutResult, error) {
		return Layout{Config: "precision", Distribution: distribution, N: 500, Learner: linear.OLS{}, Sets: 1, Shards: 50, Repeats: 20, Seed: seed, Methods: methods}.Run(ctx, sim.Options{})
	}
	same, err := layout(seed, "mx2CV", "mx2BCV")
	if err != nil {
		return nil, err
	}
	out = append(out, row("same data sets, 20 partition sets", func(given bool) (float64, float64) {
		rate, se, _ := same.Reduction("mx2CV", "mx2BCV", 3, 3, given)
		return rate, se
	}))
	one, err := layout(seed+1, "mx2CV")
	if err != nil {
		return nil, err
	}
	other, err := layout(seed+2, "mx2BCV")
	if err != nil {
		return nil, err
	}
	return append(out, row("other data sets, 20 partition sets", func(given bool) (float64, float64) {
		return independentRate(Find(one.Rows(), "mx2CV", 3), Find(other.Rows(), "mx2BCV", 3), given)
	})), nil
}

// independentRate is the reduction rate of b against a from different data sets.
func independentRate(a, b VarianceRow, given bool) (rate, se float64) {
	x, sx, y, sy := a.Total, a.TotalSE, b.Total, b.TotalSE
	if given {
		x, sx, y, sy = a.Given, a.GivenSE, b.Given, b.GivenSE
	}
	return 100 * (1 - y/x), 100 * y / x * math.Hypot(sx/x, sy/y)
}
