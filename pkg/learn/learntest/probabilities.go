package learntest

import (
	"math"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/learn"
)

// probabilities tests the probabilities of a learn.Prober on folds of the partition sets, and after training on the
// records of each class alone and on those of all classes but one.
func (c Case) probabilities(t *testing.T) {
	fitter := c.prepare(t, c.Data).NewFitter()
	defer learn.Close(fitter)
	all := span(0, c.Data.N())
	var trains [][]int32
	for _, set := range c.sets(t) {
		trains = append(trains, set.Fold(0).Train, set.Fold(set.FoldCount()-1).Train)
	}
	for class := range c.Data.K() {
		alone := func(i int32) bool { return int(c.Data.Class[i]) == class }
		others := slices.DeleteFunc(slices.Clone(all), alone)
		only := slices.DeleteFunc(slices.Clone(all), func(i int32) bool { return !alone(i) })
		trains = append(trains, others, only)
	}
	for _, train := range trains {
		if fitter.Fit(train) != nil { // there is no record, or it refuses one class; contract reports other errors
			continue
		}
		f, ok := prober(fitter)
		if !ok {
			return
		}
		rest := slices.DeleteFunc(slices.Clone(all), func(i int32) bool { return slices.Contains(train, i) })
		predicted := make([]float64, len(rest))
		f.Predict(rest, predicted)
		c.distributions(t, train, predicted, probabilities(t, f, rest, c.Data.K()))
	}
}

// distributions tests the probabilities p of other records after training on train.
func (c Case) distributions(t *testing.T, train []int32, predicted, p []float64) {
	t.Helper()
	k := c.Data.K()
	known := make([]bool, k)
	for _, i := range train {
		known[c.Data.Class[i]] = true
	}
	for i, class := range predicted {
		row, sum := p[i*k:][:k], 0.0
		for j, v := range row {
			if !(v >= 0 && v <= 1) || v > 0 && !known[j] {
				t.Fatalf("record %d, class %d (in training: %t): probability %v", i, j, known[j], v)
			}
			sum += v
		}
		if math.Abs(sum-1) > 1e-12*float64(k) {
			t.Fatalf("record %d: probabilities %v have the sum %v, want 1", i, row, sum)
		}
		if !c.PredictsOtherwise && row[int(class)] < slices.Max(row) {
			t.Fatalf("record %d: predicted class %v has not the largest of the probabilities %v", i, class, row)
		}
	}
}

// prober returns f after a fit, and whether it gives probabilities: a program outside may write none.
func prober(f learn.Fitter) (learn.Prober, bool) {
	p, ok := f.(learn.Prober)
	return p, ok && p.Probabilities(nil, nil) == nil
}

// probabilities returns the probabilities of k classes that f gives for rows.
func probabilities(t *testing.T, f learn.Prober, rows []int32, k int) []float64 {
	t.Helper()
	out := make([]float64, len(rows)*k)
	for i := range out {
		out[i] = math.NaN() // each must be written
	}
	if err := f.Probabilities(rows, out); err != nil {
		t.Fatal(err)
	}
	return out
}
