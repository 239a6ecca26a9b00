package covariance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/research/designs"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"gonum.org/v1/gonum/stat"
)

// direct is the variance of an estimator by whole partition sets, several on each of many
// data sets, as the thesis lays the simulation out.
type direct struct {
	mean   sim.Moments // over data sets, of the mean over the partition sets
	within sim.Moments // over data sets, of the variance over the partition sets
}

// total returns the variance of an estimate from one of the partition sets.
func (d direct) total(repeats int) (value, se float64) {
	share := 1 - 1/float64(repeats)
	return d.mean.Variance() + d.within.Mean*share, math.Hypot(d.mean.VarianceSE(), d.within.MeanSE()*share)
}

// directly simulates estimators, by method and size.
func directly(t *testing.T, distribution simdata.Generator, learner learn.Learner, n, sets, repeats int,
	seed uint64) map[string]*direct {
	t.Helper()
	families := []struct {
		method string
		sizes  []int
		folds  int // of an estimator of size 1
		draw   func(seed uint64) (cv.Set, error)
	}{
		{"RHS", []int{2, 6, 10, 14}, 1, func(s uint64) (cv.Set,
			error) {
			return cv.New(cv.RHS, n, cv.Options{M: 14, Seed: s})
		}},
		{"mx2CV", []int{1, 3, 9}, 2, func(s uint64) (cv.Set,
			error) {
			return cv.New(cv.Mx2, n, cv.Options{M: 9, Seed: s})
		}},
		{"mx2BCV", []int{3, 9}, 2, func(s uint64) (cv.Set,
			error) {
			return cv.New(cv.BCV, n, cv.Options{M: 9, Seed: s})
		}},
		{"BRHS", []int{10}, 1, func(s uint64) (cv.Set, error) { return designs.HalfBRLT(n, 10, s) }},
		{"RLT", []int{5}, 1, func(s uint64) (cv.Set,
			error) {
			return cv.New(cv.RLT, n, cv.Options{M: 5, Train: n - n/5, Seed: s})
		}},
		{"KFCV", []int{5}, 1, func(s uint64) (cv.Set, error) { return cv.New(cv.KFold, n, cv.Options{K: 5, Seed: s}) }},
	}
	out, rng := map[string]*direct{}, rand.New(rand.NewPCG(seed, 1))
	for range sets {
		d := simdata.Draw(distribution, n, rng)
		prepared, err := learner.Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		e := holdout.NewEvaluator(learner.String(), prepared, d)
		for _, f := range families {
			estimates := make([]sim.Moments, len(f.sizes))
			for range repeats {
				set, err := f.draw(rng.Uint64())
				if err != nil {
					t.Fatal(err)
				}
				losses := make([]float64, set.FoldCount())
				if err := e.Losses(t.Context(), set, nil, losses); err != nil {
					t.Fatal(err)
				}
				for i, size := range f.sizes {
					estimates[i].Add(stat.Mean(losses[:size*f.folds], nil))
				}
			}
			for i, size := range f.sizes {
				name := fmt.Sprint(f.method, " ", size)
				if out[name] == nil {
					out[name] = new(direct)
				}
				out[name].mean.Add(estimates[i].Mean)
				out[name].within.Add(estimates[i].Variance())
			}
		}
	}
	return out
}

// compareDirectly compares the rows of a study with a direct simulation.
func compareDirectly(t *testing.T, rows []VarianceRow, want map[string]*direct, repeats int, largest float64) {
	t.Helper()
	found := 0
	for _, row := range rows {
		name := fmt.Sprint(row.Method, " ", row.Size)
		d, ok := want[name]
		if !ok {
			continue
		}
		found++
		total, se := d.total(repeats)
		near(t, name, row.Total, math.Hypot(row.TotalSE, se), total, largest*total)
		near(t, name+" given data", row.Given, math.Hypot(row.GivenSE, d.within.MeanSE()), d.within.Mean,
			1.5*largest*d.within.Mean)
	}
	if found != len(want) {
		t.Errorf("%d estimators of %d were compared", found, len(want))
	}
}
