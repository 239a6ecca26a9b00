package svm

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// drawData makes n records of k classes with p features on a coarse grid, so
// that equal records with different classes occur.
func drawData(rng *rand.Rand, n, p, k int) *dataset.Data {
	d := &dataset.Data{Name: "drawn", X: mat.NewDense(n, p, nil), Class: make([]int32, n)}
	for c := range k {
		d.Classes = append(d.Classes, string(rune('a'+c)))
	}
	for i := range n {
		d.Class[i] = int32(rng.IntN(k))
		for j := range p {
			d.X.Set(i, j, math.Round(2*(rng.NormFloat64()+0.5*float64(d.Class[i])))/2)
		}
	}
	return d
}

// fitAll fits s on all records of d.
func fitAll(t interface{ Fatal(...any) }, s SVM, d *dataset.Data) *fitter {
	q, err := s.Prepare(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	f := q.NewFitter(nil).(*fitter)
	if _, err := f.Fit(context.Background(), allRows(d.N())); err != nil {
		t.Fatal(err)
	}
	return f
}

// The solution meets the conditions of optimality, checked on the decision
// values of the training records: at least 1 on the right side of the border
// without a coefficient, at most 1 with the largest, and 1 in between.
func TestOptimalityConditions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		d := drawData(rng, rapid.IntRange(2, 60).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "p"), 2)
		s := SVM{
			Kernel:    rapid.SampledFrom([]Kernel{RBF, Linear, Sigmoid}).Draw(t, "kernel"),
			Scale:     rapid.SampledFrom([]learn.Scaling{learn.PerFold, learn.PerDataSet, learn.Unscaled}).Draw(t, "scale"),
			Cost:      rapid.SampledFrom([]float64{0.01, 1, 30}).Draw(t, "cost"),
			Tolerance: 1e-6,
		}
		f := fitAll(t, s, d)
		if f.Width() == 0 {
			return
		}
		margin := make([]float64, d.N())
		f.Score(allRows(d.N()), margin)
		coef := coefficients(f)
		slack, sum := 2e-6, 0.0
		if s.Kernel == Sigmoid { // trained on a kernel in single precision
			slack += 6e-8 * s.Cost * float64(len(f.support))
		}
		for i, v := range margin {
			y := 1 - 2*float64(d.Class[i]) // the score is positive for class 0
			if f.labels[0] == 1 {
				coef[i] = -coef[i]
			}
			sum += coef[i]
			alpha := y * coef[i]
			switch {
			case alpha < 0 || alpha > s.Cost:
				t.Fatalf("record %d: alpha %v outside 0 to %v", i, alpha, s.Cost)
			case alpha < s.Cost && y*v < 1-slack:
				t.Fatalf("record %d: margin %v below 1, alpha %v", i, y*v, alpha)
			case alpha > 0 && y*v > 1+slack:
				t.Fatalf("record %d: margin %v above 1, alpha %v", i, y*v, alpha)
			}
		}
		if math.Abs(sum) > 1e-9*s.Cost {
			t.Fatalf("coefficients sum to %v", sum)
		}
	})
}

// coefficients returns the coefficient of each record after a fit on all
// records of two classes.
func coefficients(f *fitter) []float64 {
	out := make([]float64, f.n)
	for s, i := range f.support {
		out[i] = f.coef[s]
	}
	return out
}

// Problems of up to six records are solved by trying all sets of variables at
// their bounds.
func TestAgainstAllActiveSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for range 60 {
		n := 2 + rng.IntN(5)
		d := drawData(rng, n, 2, 2)
		d.Class[0], d.Class[1] = 0, 1
		for i := range n { // no equal records: the solution shall be unique
			d.X.Set(i, 0, d.X.At(i, 0)+0.1*rng.Float64())
		}
		cost := []float64{0.3, 1, 5}[rng.IntN(3)]
		f := fitAll(t, SVM{Scale: learn.Unscaled, Gamma: 0.5, Cost: cost, Tolerance: 1e-10}, d)
		want := bruteForce(d, 0.5, cost)
		for i, got := range coefficients(f) {
			if math.Abs(got-want[i]) > 1e-8 {
				t.Fatalf("classes %v, cost %v: coefficients %v, want %v", d.Class, cost, coefficients(f), want)
			}
		}
	}
}

// bruteForce returns the coefficients of least objective among the stationary
// points of all choices of variables at 0, at cost, and free.
func bruteForce(d *dataset.Data, gamma, cost float64) []float64 {
	n := d.N()
	k, y := mat.NewSymDense(n, nil), make([]float64, n)
	for i := range n {
		y[i] = 1 - 2*float64(d.Class[i])
		for j := range n {
			s := 0.0
			for c := range d.P() {
				s += math.Pow(d.X.At(i, c)-d.X.At(j, c), 2)
			}
			k.SetSym(i, j, math.Exp(-gamma*s))
		}
	}
	var best []float64
	least := math.Inf(1)
	state := make([]int, n)
	for range int(math.Pow(3, float64(n))) {
		if b := stationary(k, y, state, cost); b != nil {
			v := mat.NewVecDense(n, b)
			if o := mat.Inner(v, k, v)/2 - mat.Dot(v, mat.NewVecDense(n, y)); o < least {
				best, least = b, o
			}
		}
		for i := 0; i < n; i++ { // the next number in base 3
			if state[i]++; state[i] < 3 {
				break
			}
			state[i] = 0
		}
	}
	return best
}

// stationary solves for the free variables (state 2) and the intercept, given
// the others at 0 (state 0) or cost (state 1); nil if they leave the bounds.
func stationary(k *mat.SymDense, y []float64, state []int, cost float64) []float64 {
	n := len(y)
	a, rhs := mat.NewDense(n+1, n+1, nil), mat.NewVecDense(n+1, nil)
	for i := range n {
		a.Set(n, i, 1)
		if state[i] < 2 {
			a.Set(i, i, 1)
			rhs.SetVec(i, float64(state[i])*cost*y[i])
			continue
		}
		for j := range n {
			a.Set(i, j, k.At(i, j))
		}
		a.Set(i, n, 1)
		rhs.SetVec(i, y[i])
	}
	var x mat.VecDense
	if err := x.SolveVec(a, rhs); err != nil {
		return bounded(state, rhs, y)
	}
	b := x.RawVector().Data[:n]
	for i := range b {
		if alpha := y[i] * b[i]; alpha < -1e-12 || alpha > cost+1e-12 {
			return nil
		}
	}
	return b
}

// bounded returns the point without free variables, if its sum is 0.
func bounded(state []int, rhs *mat.VecDense, y []float64) []float64 {
	sum := 0.0
	for i := range y {
		if state[i] == 2 {
			return nil
		}
		sum += rhs.AtVec(i)
	}
	if math.Abs(sum) > 1e-12 {
		return nil
	}
	return rhs.RawVector().Data[:len(y)]
}
