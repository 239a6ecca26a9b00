// Package replicability asks how far a conclusion is one of the partition that was
// drawn: the same two learners on the same records, compared once and again on partition
// sets that differ in nothing but their seed. Two researchers with one data set and one
// procedure should come to one conclusion (Bouckaert 2004).
package replicability

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/research/study"
)

// Scheme is a kind of partition set and the procedure that decides on it.
type Scheme struct {
	Name      string     // in the rows
	Method    cv.Method  // such as cv.KFold
	Options   cv.Options // its seed counts for nothing
	Procedure string     // a method of compare.Options; empty for the recommended one
}

// Plan describes what is compared.
type Plan struct {
	Data    *dataset.Data
	A, B    learn.Learner
	Schemes []Scheme
	Sets    int    // partition sets per scheme, from 2
	Seed    uint64 // of the first partition set of each scheme; the next ones follow
}

// Row is the comparison on one partition set. Differences are of the mean loss of B less
// A's.
type Row struct {
	Scheme   string  `dataframe:"scheme"`
	Seed     int     `dataframe:"seed"`
	Estimate float64 `dataframe:"estimate"`
	Low      float64 `dataframe:"low" table:"blank,inf"` // 95% interval; NaN if the procedure has none
	High     float64 `dataframe:"high" table:"blank,inf"`
	PValue   float64 `dataframe:"p_value" table:"blank"` // NaN for a posterior
	// that B is better; NaN without a posterior that decides or describes
	PBetter float64 `dataframe:"p_better" table:"blank"`
	Winner  string  `dataframe:"better"` // empty if neither is shown to be
}

// Run compares A and B on every partition set of every scheme, at level 0.05 on two
// sides. The rows are in the order of the schemes, then of the seeds.
//
// It is an error if two learners have one name, if there are fewer than two sets, or if a
// scheme does not fit the data.
func Run(ctx context.Context, p Plan) ([]Row, error) {
	if p.Sets < 2 {
		return nil, fmt.Errorf("replicability: %d partition sets; give two or more", p.Sets)
	}
	if len(p.Schemes) == 0 {
		return nil, errors.New("replicability: no schemes; give at least one")
	}
	var rows []Row
	for _, s := range p.Schemes {
		for k := range p.Sets {
			seed := p.Seed + uint64(k)
			row, err := one(ctx, p, s, seed)
			if err != nil {
				return nil, fmt.Errorf("replicability: %s, seed %d: %w", s.Name, seed, err)
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// one compares on the partition set of a seed.
func one(ctx context.Context, p Plan, s Scheme, seed uint64) (Row, error) {
	options := s.Options
	options.Seed = seed
	set, err := cv.New(s.Method, p.Data.N(), options)
	if err != nil {
		return Row{}, err
	}
	r, err := holdout.Run(ctx, holdout.Plan{Data: p.Data, Set: set, Learners: []learn.Learner{p.A, p.B}})
	if err != nil {
		return Row{}, err
	}
	r.Units = nil // the study is about losses
	v, err := compare.Run([]results.Results{r},
		compare.Options{Models: []string{p.A.String(), p.B.String()}, Methods: []string{s.Procedure}})
	if err != nil {
		return Row{}, err
	}
	c := v.Rows()[0]
	return Row{s.Name, int(seed), c.Estimate, c.Low, c.High, c.PValue, c.PBetter, c.Winner}, nil
}

// Summary is what a scheme shows over all its partition sets.
type Summary struct {
	Scheme   string  `dataframe:"scheme"`
	Sets     int     `dataframe:"partition sets"`
	A        int     `dataframe:"A shown to be better"`
	B        int     `dataframe:"B shown to be better"`
	Neither  int     `dataframe:"neither"`
	Agree    float64 `dataframe:"two sets agree"` // share of pairs of partition sets with one verdict
	Estimate float64 `dataframe:"mean difference"`
	SD       float64 `dataframe:"sd over sets"`
}

// Summarize counts the verdicts of each scheme, a being the name of learner A.
func Summarize(rows []Row, a string) []Summary {
	var out []Summary
	for _, of := range study.Group(rows, func(r Row) string { return r.Scheme }) {
		s := Summary{Scheme: of[0].Scheme, Sets: len(of)}
		var estimates []float64
		for _, r := range of {
			switch r.Winner {
			case "":
				s.Neither++
			case a:
				s.A++
			default:
				s.B++
			}
			estimates = append(estimates, r.Estimate)
		}
		pairs := func(n int) int { return n * (n - 1) / 2 }
		s.Agree = float64(pairs(s.A)+pairs(s.B)+pairs(s.Neither)) / float64(pairs(s.Sets))
		s.Estimate, s.SD = stat.MeanStdDev(estimates, nil)
		out = append(out, s)
	}
	return out
}

// RankedRow is a comparison in its place among the comparisons of its scheme, for figures.
type RankedRow struct {
	Scheme   string  `dataframe:"scheme"`
	Rank     int     `dataframe:"rank"` // from 1, by the estimate
	Estimate float64 `dataframe:"estimate"`
	Quarter  float64 `dataframe:"quarter"` // of the interval's length; 0 if the procedure has none
	Verdict  string  `dataframe:"verdict"`
}

// Ranked orders the rows of each scheme by their estimates.
func Ranked(rows []Row) []RankedRow {
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b Row) int { return cmp.Compare(a.Estimate, b.Estimate) })
	place := map[string]int{}
	var out []RankedRow
	for _, r := range sorted {
		place[r.Scheme]++
		row := RankedRow{Scheme: r.Scheme, Rank: place[r.Scheme], Estimate: r.Estimate,
			Verdict: "neither is shown to be better"}
		if r.Winner != "" {
			row.Verdict = r.Winner + " is shown to be better"
		}
		if length := r.High - r.Low; !math.IsNaN(length) && !math.IsInf(length, 0) {
			row.Quarter = length / 4
		}
		out = append(out, row)
	}
	return out
}
