package covariance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/research/sim"
	"gonum.org/v1/gonum/stat"
)

// Layout simulates the variance of cross-validation estimators of the
// generalization error (thesis ch. 2, 3) for one learner on one distribution, as
// the thesis lays the simulation out; Study needs less time for the same errors.
//
// On each of many data sets it takes Repeats partition sets of each method. The
// total variance of an estimator is the variance over data sets of its mean
// given the data set, plus the mean of its variance given the data set:
//
//	Var = Var_D(E_S) + E_D(Var_S)
//
// All methods with n1 = n/2 have the same mean given the data set, the mean
// hold-out loss over all half splits, so that they differ in the second term
// alone; it is small and can be estimated precisely from repeated partition sets
// of few data sets. Reduction rates therefore take the difference from the
// second terms, and only their denominator from the total.
type Layout struct {
	Config       string // as in the thesis: data+learner+n+p
	Distribution dataset.Generator
	N            int
	Learner      learn.Learner
	Sets         int // data sets a shard
	Shards       int
	Repeats      int // partition sets of each method on each data set, 2 or more
	Seed         uint64
	Methods      []string // of the estimators; nil for all
}

// estimator is a method whose mean over the first Folds folds is one estimate.
type estimator struct {
	method string
	size   int // J, or m of two-fold CVs
	folds  int
}

// family is a partition set of which several estimators are prefixes.
type family struct {
	make    func(n int, seed uint64) (cv.Set, error)
	members []estimator
	half    bool // n1 = n/2
}

// twoFold returns the estimators of the first replications.
func twoFold(method string, sizes ...int) []estimator {
	var out []estimator
	for _, m := range sizes {
		out = append(out, estimator{method, m, 2 * m})
	}
	return out
}

// learningTesting returns the estimators of the first splits.
func learningTesting(method string, sizes ...int) []estimator {
	var out []estimator
	for _, j := range sizes {
		out = append(out, estimator{method, j, j})
	}
	return out
}

// families are the partition sets of tables 2.9 to 2.12 and 3.7 to 3.10.
func families() []family {
	set := func(method cv.Method, opt cv.Options) func(n int, seed uint64) (cv.Set, error) {
		return func(n int, seed uint64) (cv.Set, error) {
			opt := opt
			opt.Seed = seed
			if method == cv.RLT {
				opt.Train = n - n/opt.M // as large as in K-fold CV with K = J
			}
			return cv.New(method, n, opt)
		}
	}
	out := []family{
		{set(cv.RHS, cv.Options{M: 14}), learningTesting("RHS", 2, 6, 10, 14), true},
		{set(cv.Mx2, cv.Options{M: 9}), twoFold("mx2CV", 1, 3, 5, 7, 9), true},
		{set(cv.BCV, cv.Options{M: 9}), twoFold("mx2BCV", 3, 5, 7, 9), true},
		{set(cv.RLT, cv.Options{M: 5}), learningTesting("RLT", 5), false},
		{set(cv.RLT, cv.Options{M: 10}), learningTesting("RLT", 10), false},
		{set(cv.KFold, cv.Options{K: 5}), learningTesting("KFCV", 5), false},
		{set(cv.KFold, cv.Options{K: 10}), learningTesting("KFCV", 10), false},
	}
	for _, j := range []int{6, 10, 14} {
		out = append(out, family{func(n int, seed uint64) (cv.Set, error) { return cv.NewHalfBRLT(n, j, seed) }, learningTesting("BRHS", j), true})
	}
	return out
}

// families are those with one of the wanted methods.
func (s Layout) families() []family {
	all := families()
	if s.Methods == nil {
		return all
	}
	return slices.DeleteFunc(all, func(f family) bool { return !slices.Contains(s.Methods, f.members[0].method) })
}

// cell accumulates one estimator over data sets.
type cell struct {
	Mean   sim.Moments // of the means over the partition sets of a data set
	Within sim.Moments // of the variances over the partition sets of a data set
}

func mergeCells(into *[]cell, from []cell) {
	if len(*into) == 0 {
		*into = make([]cell, len(from))
	}
	for k := range from {
		(*into)[k].Mean.Merge(from[k].Mean)
		(*into)[k].Within.Merge(from[k].Within)
	}
}

// total is the total variance of an estimate from one partition set.
func (c cell) total(repeats int) float64 {
	return c.Mean.Variance() + c.Within.Mean*(1-1/float64(repeats))
}

// Run simulates the study; progress and checkpoint as in package sim.
func (s Layout) Run(ctx context.Context, opt sim.Options) (LayoutResult, error) {
	e := sim.Experiment[sim.Batches[[]cell], *layoutScratch]{
		Plan: sim.Plan{Name: "variance " + s.Config, Version: 1, Seed: s.Seed, Shards: s.Shards,
			Config: map[string]any{"law": s.Distribution.String(), "n": s.N, "learner": s.Learner.String(), "sets": s.Sets, "repeats": s.Repeats, "methods": s.Methods}},
		Worker: func() *layoutScratch { return &layoutScratch{data: s.Distribution.New(s.N)} },
		Shard: func(ctx context.Context, w *layoutScratch, _ int, rng *rand.Rand) (sim.Batches[[]cell], error) {
			cells, err := s.shard(ctx, w, rng)
			return sim.Batches[[]cell]{Parts: [][]cell{cells}}, err
		},
		Merge: func(into *sim.Batches[[]cell], from sim.Batches[[]cell]) { into.Merge(from) },
	}
	batches, err := e.Run(ctx, opt)
	return LayoutResult{Study: s, batches: batches}, err
}

// layoutScratch is the memory of a worker.
type layoutScratch struct {
	data   *dataset.Data
	losses [18]float64
}

// shard takes data sets one after the other.
func (s Layout) shard(ctx context.Context, w *layoutScratch, rng *rand.Rand) ([]cell, error) {
	var cells []cell
	for range s.Sets {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.Distribution.Fill(w.data, rng)
		prepared, err := s.Learner.Prepare(w.data)
		if err != nil {
			return nil, err
		}
		e := holdout.NewEvaluator(s.Learner.String(), prepared, w.data)
		k := 0
		for _, f := range s.families() {
			estimates := make([]sim.Moments, len(f.members))
			for range s.Repeats {
				set, err := f.make(s.N, rng.Uint64())
				if err == nil {
					err = e.Losses(&set, nil, w.losses[:set.FoldCount()])
				}
				if err != nil {
					return nil, err
				}
				for i, m := range f.members {
					estimates[i].Add(stat.Mean(w.losses[:m.folds], nil))
				}
			}
			for _, m := range estimates {
				if k == len(cells) {
					cells = append(cells, cell{})
				}
				cells[k].Mean.Add(m.Mean)
				cells[k].Within.Add(m.Variance())
				k++
			}
		}
	}
	return cells, nil
}

// LayoutResult is the outcome of a study.
type LayoutResult struct {
	Study   Layout
	batches sim.Batches[[]cell]
}

// names returns the estimators in the order of the cells.
func (s Layout) names() []estimator {
	var out []estimator
	for _, f := range s.families() {
		out = append(out, f.members...)
	}
	return out
}

// Rows returns one row an estimator. Standard errors are jackknifed over shards.
func (r LayoutResult) Rows() []VarianceRow {
	var out []VarianceRow
	for k, e := range r.Study.names() {
		row := VarianceRow{Config: r.Study.Config, Learner: r.Study.Learner.String(), Method: e.method, Size: e.size, Sets: r.Study.Sets * r.Study.Shards, Repeats: r.Study.Repeats}
		row.Total, row.TotalSE = r.batches.Jackknife(mergeCells, func(c []cell) float64 { return c[k].total(r.Study.Repeats) })
		row.Given, row.GivenSE = r.batches.Jackknife(mergeCells, func(c []cell) float64 { return c[k].Within.Mean })
		row.Mean, _ = r.batches.Jackknife(mergeCells, func(c []cell) float64 { return c[k].Mean.Mean })
		out = append(out, row)
	}
	return out
}

// Reduction returns the reduction rate in percent of one estimator against
// another, 100 (1 - Var_b/Var_a), and its standard error: of the total variances
// (thesis eq. 2.16), or of those given the data set, which tables 3.8 and 3.10
// have (erratum E20). Where both methods have n1 = n/2, the difference of the
// total variances is that of the variances given the data set.
func (r LayoutResult) Reduction(a, b string, sizeA, sizeB int, given bool) (rate, se float64, err error) {
	i, j := r.Study.cellOf(a, sizeA), r.Study.cellOf(b, sizeB)
	if i < 0 || j < 0 {
		return 0, 0, fmt.Errorf("covariance: no variances of %s %d and %s %d", a, sizeA, b, sizeB)
	}
	bothHalf := r.Study.halfSplits(i) && r.Study.halfSplits(j)
	rate, se = r.batches.Jackknife(mergeCells, func(c []cell) float64 {
		denominator, difference := c[i].total(r.Study.Repeats), c[i].Within.Mean-c[j].Within.Mean
		if given {
			denominator = c[i].Within.Mean
		} else if !bothHalf {
			difference = denominator - c[j].total(r.Study.Repeats)
		}
		return 100 * difference / denominator
	})
	return rate, se, nil
}

// cellOf returns the cell of an estimator, or -1.
func (s Layout) cellOf(method string, size int) int {
	for k, e := range s.names() {
		if e.method == method && e.size == size {
			return k
		}
	}
	return -1
}

// halfSplits reports whether the estimator of a cell has n1 = n/2.
func (s Layout) halfSplits(cell int) bool {
	for _, f := range s.families() {
		if cell < len(f.members) {
			return f.half
		}
		cell -= len(f.members)
	}
	return false
}
