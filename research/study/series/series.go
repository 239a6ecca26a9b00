// Package series simulates the losses of two equal forecasts at points in time that depend on each other: how often a
// test of package infer/series calls one better.
package series

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/series"
	"github.com/block-regularized/bcv/research/study"
)

// Series is the study of tests of forecasts at points in time.
var Series = study.Study{Name: "series", Title: "errors on forecasts at points in time that depend on each other",
	Seconds: 60, Plan: plan}

// Row is how often a test calls one of two equal forecasts better.
type Row struct {
	Differences     string  `dataframe:"differences"` // of losses: normal, or skewed (of exponential innovations)
	Points          int     `dataframe:"points"`
	Autocorrelation float64 `dataframe:"autocorrelation"` // of neighbours, of the first order
	Rule            string  `dataframe:"rule"`
	OneSided        float64 `dataframe:"one_sided"` // at 5%, on the side that errs more
	TwoSided        float64 `dataframe:"two_sided"` // at 5%
	SE              float64 `dataframe:"se"`        // of both at most
	Sets            int     `dataframe:"data_sets"`
	Seed            int     `dataframe:"seed"`
	Date            string  `dataframe:"date"`
}

// cells are rows without rules and results.
func cells() (out []Row) {
	for _, of := range []string{normal, skewed} {
		for _, rho := range []float64{0, 0.3, 0.6, 0.8} {
			for _, n := range []int{40, 80, 150, 300, 1000} {
				out = append(out, Row{Differences: of, Points: n, Autocorrelation: rho})
			}
		}
	}
	return out
}

const normal, skewed = "normal", "skewed"

func plan(cfg study.Config) (study.Plan, error) {
	sets := 500
	if cfg.Scale == study.Paper {
		sets = 4000
	}
	var experiments []*study.Experiment[[]Row]
	for _, c := range cells() {
		c.Sets, c.Seed = sets, int(cfg.Seed)
		experiments = append(experiments, c.experiment())
	}
	return study.PlanOf(func() []study.Table {
		return []study.Table{study.NewTable("series", study.Rows(experiments, func(r []Row) []Row { return r }))}
	}, experiments...), nil
}

// experiment counts the claims of each test: two-sided, and on either side.
func (c Row) experiment() *study.Experiment[[]Row] {
	id := fmt.Sprintf("series, %s, %d, %g", c.Differences, c.Points, c.Autocorrelation)
	return study.Sums(id, c.Sets, uint64(c.Seed), func(rng *rand.Rand) ([]float64, error) { return claims(c.draw(rng)) },
		func(sums []float64, sets int) (rows []Row) {
			for k, test := range series.Tests() {
				share := func(side int) float64 { return sums[3*k+side] / float64(sets) }
				c.Rule, c.TwoSided, c.OneSided = test.Name, share(0), max(share(1), share(2))
				worst := max(c.TwoSided, c.OneSided)
				c.SE = study.Round(math.Sqrt(worst*(1-worst)/float64(sets)), 4)
				c.Date = time.Now().UTC().Format(time.DateOnly)
				rows = append(rows, c)
			}
			return rows
		})
}

// draw draws a stationary series of differences with mean 0.
func (c Row) draw(rng *rand.Rand) series.Sample {
	innovation := rng.NormFloat64
	if c.Differences == skewed {
		innovation = func() float64 { return rng.ExpFloat64() - 1 }
	}
	s := series.Sample{A: make([]float64, c.Points), B: make([]float64, c.Points)}
	d := 0.0
	for t := -100; t < c.Points; t++ { // 100 steps bring it to its distribution
		if d = c.Autocorrelation*d + innovation(); t >= 0 {
			s.B[t] = d
		}
	}
	return s
}

// claims returns 1 for each claim of each test, two-sided and on either side, and 0 for what it does not claim.
func claims(s series.Sample) (out []float64, err error) {
	for _, test := range series.Tests() {
		for _, side := range []infer.Alternative{infer.TwoSided, infer.Greater, infer.Less} {
			r, err := test.Run(s, infer.Options{Alternative: side})
			if err != nil {
				return nil, err
			}
			out = append(out, map[bool]float64{true: 1}[r.Reject])
		}
	}
	return out, nil
}
