// Package learntest tests learners: whoever writes one calls Contract in a test of their own.
package learntest

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Case is a learner with a data set that it can learn.
type Case struct {
	Learner learn.Learner
	Data    *dataset.Data
	// Tolerance is the largest difference between predictions of the same fit that was made in two ways. Classes
	// differ by 1, so any tolerance below 1 requires equal classes. Contract ignores it: a leak has no tolerance.
	Tolerance float64
	// FeaturesOfAll names the documented option, such as "scale=dataset", that lets Prepare use the features of all
	// records, including records outside the training set; empty if there is none. Labels have no such exception.
	FeaturesOfAll string
	// Varied says that the learner refuses features that are constant in a training set or not positive. The
	// features of Data must then vary and be positive, and so are all that the tests make of them.
	Varied bool
	// Counts says that responses are whole numbers from 0; the tests then replace them by whole numbers.
	Counts bool
	// PredictsOtherwise says that the learner does not predict the class with the largest probability: a support
	// vector machine predicts by its decision values.
	PredictsOtherwise bool
	// Allocates says that fits may allocate memory, which Run otherwise forbids.
	Allocates bool
}

// Contract tests that a learner does not leak: its predictions are a function of the training records and the
// features of the predicted record, bit by bit. It fits on folds of several partition sets, permutes and replaces
// the labels of all other records, and then their features unless FeaturesOfAll names an option, and fails t if any
// prediction or probability changes. Probabilities must be from 0 to 1 and have the sum 1, with 0 for classes without
// training records and, unless PredictsOtherwise is set, the largest for the predicted class. It also fits labels that
// are independent of the features, where no learner can predict better than chance.
func Contract(t *testing.T, c Case) {
	t.Helper()
	t.Run(c.Learner.String(), func(t *testing.T) {
		t.Run("contract", c.contract)
		t.Run("probabilities", c.probabilities)
		t.Run("noise", c.noise)
	})
}

// Run is Contract and more: it tests that a fit does not depend on how it is made (from a copy of the records, by a
// fitter that fitted other records before, by several fitters at once, fold by fold or over a partition set), that it
// allocates no memory, and that the learner refuses what it cannot use.
func Run(t *testing.T, c Case) {
	t.Helper()
	t.Run(c.Learner.String(), func(t *testing.T) {
		t.Run("copy", c.copied)
		t.Run("reuse", c.reused)
		t.Run("concurrent", c.concurrent)
		t.Run("folds", c.folds)
		t.Run("refuses", c.refuses)
		t.Run("contract", c.contract)
		t.Run("probabilities", c.probabilities)
		t.Run("noise", c.noise)
		if c.Data.Class != nil {
			t.Run("one class", c.oneClass)
		}
		if !c.Allocates {
			t.Run("allocations", c.allocations)
		}
	})
}

// prepare prepares the learner on d.
func (c Case) prepare(t *testing.T, d *dataset.Data) learn.Prepared {
	t.Helper()
	p, err := c.Learner.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sets returns partition sets with few and with many blocks, of equal and of
// unequal halves.
func (c Case) sets(t *testing.T) []cv.Set {
	t.Helper()
	n := c.Data.N()
	var out []cv.Set
	for _, make := range []func() (cv.Set, error){
		func() (cv.Set, error) { return cv.New(cv.BCV, n, cv.Options{M: 3, Seed: 1}) },
		func() (cv.Set, error) { return cv.New(cv.Mx2, n, cv.Options{M: 9, Seed: 2}) },
		func() (cv.Set, error) { return cv.New(cv.KFold, n, cv.Options{K: 4, Seed: 3}) },
		func() (cv.Set, error) { return cv.New(cv.RLT, n, cv.Options{Train: 2 * n / 3, M: 5, Seed: 4}) },
	} {
		s, err := make()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// predictions fits f on train and predicts rows.
func predictions(t *testing.T, f learn.Fitter, train, rows []int32) []float64 {
	t.Helper()
	if _, err := f.Fit(t.Context(), train); err != nil {
		t.Fatal(err)
	}
	out := make([]float64, len(rows))
	f.Predict(rows, out)
	return out
}

func (c Case) compare(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= c.Tolerance) {
			t.Fatalf("%s: prediction %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// copied fits on a subset and on a data set that holds nothing else. A scaling by all records may make a difference;
// the data should then keep it small.
func (c Case) copied(t *testing.T) {
	f := c.prepare(t, c.Data).NewFitter(nil)
	for k, set := range c.sets(t) {
		fold := set.Fold(k % set.FoldCount())
		all := slices.Concat(fold.Train, fold.Valid)
		d := c.Data.Take(all)
		train, valid := span(0, len(fold.Train)), span(len(fold.Train), len(all))
		got := predictions(t, f, fold.Train, fold.Valid)
		c.compare(t, "copy", predictions(t, c.prepare(t, d).NewFitter(nil), train, valid), got)
	}
}

func span(from, to int) []int32 {
	out := make([]int32, to-from)
	for i := range out {
		out[i] = int32(from + i)
	}
	return out
}

// reused fits many subsets one after the other.
func (c Case) reused(t *testing.T) {
	p := c.prepare(t, c.Data)
	f := p.NewFitter(nil)
	for _, set := range c.sets(t) {
		for _, fold := range set.Folds() {
			got := predictions(t, f, fold.Train, fold.Valid)
			c.compare(t, "reuse", got, predictions(t, p.NewFitter(nil), fold.Train, fold.Valid))
		}
	}
	f.Predict(nil, nil)
}

// concurrent fits the folds of a set in two goroutines.
func (c Case) concurrent(t *testing.T) {
	p := c.prepare(t, c.Data)
	set := c.sets(t)[0]
	var out [2][][]float64
	var wg sync.WaitGroup
	for g := range out {
		wg.Go(func() {
			f := p.NewFitter(nil)
			for _, fold := range set.Folds() {
				out[g] = append(out[g], predictions(t, f, fold.Train, fold.Valid))
			}
		})
	}
	wg.Wait()
	for k := range out[0] {
		c.compare(t, "concurrent", out[0][k], out[1][k])
	}
}

// folds compares FitFold with Fit.
func (c Case) folds(t *testing.T) {
	p := c.prepare(t, c.Data)
	s, ok := p.NewFitter(nil).(learn.SetFitter)
	if !ok {
		return
	}
	f := p.NewFitter(nil)
	for _, set := range c.sets(t) {
		if err := s.Open(t.Context(), set); err != nil {
			t.Fatal(err)
		}
		for _, k := range rand.New(rand.NewPCG(1, 1)).Perm(set.FoldCount()) {
			fold := set.Fold(k)
			if _, err := s.FitFold(t.Context(), k); err != nil {
				t.Fatal(err)
			}
			got := make([]float64, len(fold.Valid))
			s.Predict(fold.Valid, got)
			c.compare(t, string(set.Method), got, predictions(t, f, fold.Train, fold.Valid))
		}
	}
	other, err := cv.New(cv.BCV, c.Data.N()+1, cv.Options{M: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Open(t.Context(), other); err == nil {
		t.Error("opened a partition set of more records than there are")
	}
}

// refuses prepares what no learner can use.
func (c Case) refuses(t *testing.T) {
	missing := c.Data.Take(span(0, c.Data.N()))
	missing.X.Set(2, 0, math.NaN())
	if _, err := c.Learner.Prepare(t.Context(), missing); err == nil {
		t.Error("prepared a data set with a missing value")
	}
	if _, err := c.Learner.Prepare(t.Context(), &dataset.Data{X: new(mat.Dense)}); err == nil {
		t.Error("prepared a data set without records")
	}
	wrong := &dataset.Data{X: c.Data.X, Features: c.Data.Features}
	if c.Data.Class != nil {
		wrong.Response = make([]float64, c.Data.N())
	} else {
		wrong.Class, wrong.Classes = make([]int32, c.Data.N()), []string{"a", "b"}
	}
	if _, err := c.Learner.Prepare(t.Context(), wrong); err == nil {
		t.Error("prepared a data set with the wrong kind of target")
	}
	if _, err := c.prepare(t, c.Data).NewFitter(nil).Fit(t.Context(), nil); err == nil {
		t.Error("fitted no records")
	}
}

// oneClass trains on the records of one class and predicts the others.
func (c Case) oneClass(t *testing.T) {
	f := c.prepare(t, c.Data).NewFitter(nil)
	for class := range c.Data.K() {
		var train, rest []int32
		for i, y := range c.Data.Class {
			if int(y) == class {
				train = append(train, int32(i))
			} else {
				rest = append(rest, int32(i))
			}
		}
		if len(train) == 0 {
			continue
		}
		for i, got := range predictions(t, f, train, rest) {
			if got != float64(class) {
				t.Fatalf("trained on class %d alone, record %d is predicted as %v", class, rest[i], got)
			}
		}
	}
}

// allocations counts them in the steady state.
func (c Case) allocations(t *testing.T) {
	f := c.prepare(t, c.Data).NewFitter(nil)
	set := c.sets(t)[0]
	out, each := make([]float64, c.Data.N()), make([]float64, c.Data.N()*c.Data.K())
	s, shares := f.(learn.SetFitter)
	prober, probable := f.(learn.Prober)
	one := func() {
		if shares {
			if err := s.Open(t.Context(), set); err != nil {
				t.Fatal(err)
			}
		}
		for k := range set.FoldCount() {
			fold := set.Fold(k)
			_, err := f.Fit(t.Context(), fold.Train)
			if shares && err == nil {
				_, err = s.FitFold(t.Context(), k)
			}
			if err != nil {
				t.Fatal(err)
			}
			f.Predict(fold.Valid, out[:len(fold.Valid)])
			if probable {
				err = prober.Probabilities(fold.Valid, each[:len(fold.Valid)*c.Data.K()])
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	one()
	if n := testing.AllocsPerRun(5, one); n != 0 {
		t.Errorf("%v allocations in the folds of a set", n)
	}
}
