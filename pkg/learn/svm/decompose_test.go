package svm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/internal/dense"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
)

// objective returns the dual objective of a fit on all records of two classes, minus the better, from the
// definition.
func objective(f *fitter, d *dataset.Data) float64 {
	coef := coefficients(f)
	var pts points
	var s scaler
	s.fit(f.x, f.p, allRows(d.N()), f.svm.Scale != learn.Unscaled, nil)
	pts.take(f.svm.form(), &s, f.x, allRows(d.N()))
	var k square
	new(maker).compute(&k, &pts)
	sum := 0.0
	for i, b := range coef {
		sum += b*dense.Dot(k.row(i), coef)/2 - math.Abs(b)
	}
	return sum
}

// large draws records for problems of several working sets, many of them equal.
func large(n, p, k int) *dataset.Data { return drawData(rand.New(rand.NewPCG(3, 2)), n, p, k) }

// skipSlow skips a test that takes minutes where software multiplies and adds in one
// rounding. TestAgainstLIBSVM and TestLimitedMemory go the same way with fewer records.
func skipSlow(t *testing.T) {
	if bits.UintSize == 32 {
		t.Skip("slow with 32 bits")
	}
}

// Decomposition reaches the same optimum as steps on the whole matrix.
func TestDecomposition(t *testing.T) {
	skipSlow(t)
	for _, c := range []struct {
		svm SVM
		n   int
		p   int
	}{
		{SVM{}, 1000, 4}, {SVM{Cost: 30}, 700, 6}, {SVM{Cost: 0.01}, 800, 2}, {SVM{Gamma: 5, Scale: learn.Unscaled}, 900, 3},
		{SVM{Kernel: Linear, Cost: 0.1}, 800, 5}, {SVM{Cost: 10, Gamma: 0.01}, 800, 10},
	} {
		d := large(c.n, c.p, 2)
		s := c.svm.withDefaults(c.p)
		for _, tolerance := range []float64{1e-3, 1e-6} {
			s.Tolerance = tolerance
			whole := newPrepared(s, d, 256<<20, maker{}).NewFitter(nil).(*fitter)
			parts := newPrepared(s, d, 1<<19, maker{}).NewFitter(nil).(*fitter)
			mustFit(t, whole, allRows(c.n))
			mustFit(t, parts, allRows(c.n))
			want, got := objective(whole, d), objective(parts, d)
			// Between two points that meet the conditions within the tolerance, the
			// objective differs by less than the tolerance times all coefficients.
			if slack := tolerance * s.Cost * float64(c.n); math.Abs(got-want) > slack ||
				math.Abs(got-want) > 0.1*tolerance*math.Abs(want) {
				t.Errorf("%v, n=%d: objective %v, want %v", s, c.n, got, want)
			}
			if steps := parts.solver.steps; steps < workingSet/4 {
				t.Errorf("%v, n=%d: %d steps do not test several working sets", s, c.n, steps)
			}
			if tolerance == 1e-6 {
				a, b := answers(whole, c.n), answers(parts, c.n)
				for i := range a[c.n:] {
					if math.Abs(a[c.n+i]-b[c.n+i]) > 1e-4 {
						t.Fatalf("%v, n=%d: decision value %d is %v, want %v", s, c.n, i, b[c.n+i], a[c.n+i])
					}
				}
			}
		}
	}
}

// Neither the memory nor the workers change a bit, for two classes and for more.
func TestMemoryAndWorkers(t *testing.T) {
	skipSlow(t)
	const n = 700
	for _, s := range []SVM{{}, {Kernel: Linear, Cost: 0.1}, {Cost: 50, Gamma: 1},
		{GammaScale: true, Scale: learn.Unscaled}} {
		for _, k := range []int{2, 3} {
			d := large(n+200, 5, k)
			s := s.withDefaults(5)
			var want []float64
			for _, memory := range []int{0, 8 * n * 100, 8*n*n - 1} {
				for _, workers := range []int{1, 3} {
					pool := learn.NewPool(workers)
					pool.Free(workers - 1)
					f := newPrepared(s, d, memory, maker{}).NewFitter(pool).(*fitter)
					mustFit(t, f, allRows(n))
					got := answers(f, n+200)
					if want == nil {
						want = got
					}
					if !slices.Equal(got, want) {
						t.Fatalf("%v, %d classes, %d bytes, %d workers: answers differ", s, k, memory, workers)
					}
				}
			}
		}
	}
}

// Matrices that are kept whole do not depend on workers.
func TestMatrixWorkers(t *testing.T) {
	d := large(300, 5, 3)
	for _, s := range variants {
		var want []float64
		for _, workers := range []int{1, 3} {
			pool := learn.NewPool(workers)
			pool.Free(workers - 1)
			f := mustPrepare(t, s, d).NewFitter(pool).(*fitter)
			mustFit(t, f, allRows(300))
			got := answers(f, 300)
			if want == nil {
				want = got
			}
			if !slices.Equal(got, want) {
				t.Errorf("%v, %d workers: answers differ", s, workers)
			}
		}
	}
}

// The cache gives the rows that were written, also after rows and columns went.
func TestRowCache(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	var c rowCache
	n := 60
	names := make([]float64, n) // of rows and columns; row a, column b holds a·1000+b
	for i := range names {
		names[i] = float64(i)
	}
	c.reset(n, 8*n*7)
	hits := 0
	for round := range 200 {
		rows := make([]int32, 0, 5)
		for _, i := range rng.Perm(n)[:min(n, 1+rng.IntN(9))] {
			rows = append(rows, int32(i))
		}
		fill := make([]bool, len(rows))
		before := make([]bool, n)
		for i := range n {
			before[i] = c.row(int32(i)) != nil
		}
		c.keep(rows, fill)
		for k, i := range rows {
			row := c.row(i)
			switch {
			case fill[k] && (before[i] || row == nil):
				t.Fatalf("round %d: row %d is to be filled", round, i)
			case fill[k]:
				for j := range row {
					row[j] = 1000*names[i] + names[j]
				}
			case before[i] && row == nil:
				t.Fatalf("round %d: row %d went while it was asked for", round, i)
			}
		}
		if round%40 == 39 {
			var active []int32
			for i := range n {
				if rng.IntN(3) > 0 {
					active = append(active, int32(i))
				}
			}
			for k, i := range active {
				names[k] = names[i]
			}
			c.shrink(active)
			n = len(active)
		}
		kept := 0
		for i := range n {
			row := c.row(int32(i))
			if row == nil {
				continue
			}
			kept++
			for j, v := range row {
				if len(row) != n || v != 1000*names[i]+names[j] {
					t.Fatalf("round %d: row %d has %v in column %d, want %v", round, i, v, j, 1000*names[i]+names[j])
				}
			}
		}
		if kept*n > 7*60 {
			t.Fatalf("round %d: %d rows of %d numbers", round, kept, n)
		}
		hits += kept
	}
	if hits < 200*4 {
		t.Errorf("%d rows were there in 200 rounds", hits)
	}
}

// The row that was not used for the longest time goes first.
func TestRowCacheOldest(t *testing.T) {
	var c rowCache
	c.reset(4, 8*4*2)
	fill := make([]bool, 1)
	for _, i := range []int32{0, 1, 0, 2} {
		c.keep([]int32{i}, fill)
	}
	if c.row(0) == nil || c.row(1) != nil || c.row(2) == nil {
		t.Error("row 1 is still in the cache")
	}
}

// ending is a context that ends when it has been looked at so often.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// A fit without the matrix ends at every stage when its context does, and so do predictions and preparations; what
// comes after knows nothing of it.
func TestStopLarge(t *testing.T) {
	skipSlow(t)
	d := large(800, 4, 2)
	f := newPrepared(SVM{}.withDefaults(4), d, 1<<20, maker{}).NewFitter(nil).(*fitter)
	mustFit(t, f, allRows(800))
	want := answers(f, 800)
	for left := range 8 {
		if _, err := f.Fit(&ending{t.Context(), left}, allRows(800)); !errors.Is(err, context.Canceled) {
			t.Errorf("look %d: error %v", left, err)
		}
		mustFit(t, f, allRows(800))
		if !slices.Equal(answers(f, 800), want) {
			t.Errorf("the fit after one that was stopped at its look %d differs", left)
		}
	}
	f.solver.all.stop = &ending{t.Context(), 3}
	out := slices.Repeat([]float64{-1}, 800)
	f.Predict(allRows(800), out)
	if slices.Index(out, -1) != 3*chunk {
		t.Errorf("the first record without prediction is %d", slices.Index(out, -1))
	}
	for _, s := range []SVM{{Scale: learn.PerDataSet}, {Scale: learn.Unscaled}} {
		for left := range 3 {
			if _, err := s.Prepare(&ending{t.Context(), left}, d); !errors.Is(err, context.Canceled) {
				t.Error(fmt.Sprint(s, left), err)
			}
		}
	}
}

// The limit of steps holds and is reported.
func TestLargeLimit(t *testing.T) {
	d := large(800, 4, 2)
	f := newPrepared(SVM{Iterations: 700}.withDefaults(4), d, 0, maker{}).NewFitter(nil).(*fitter)
	if _, err := f.Fit(t.Context(), allRows(800)); err == nil || f.solver.steps != 700 {
		t.Errorf("%d steps, error %v", f.solver.steps, err)
	}
}

// A fit without the matrix knows nothing of the records outside the training set.
func TestLargeContract(t *testing.T) {
	skipSlow(t)
	d := large(760, 3, 2)
	f := mustPrepare(t, SVM{Cache: 1}, d).NewFitter(nil).(*fitter)
	mustFit(t, f, allRows(370))
	if f.large.steps == 0 {
		t.Fatal("the matrix is kept")
	}
	learntest.Contract(t, learntest.Case{Learner: SVM{Cache: 1}, Data: d})
}
