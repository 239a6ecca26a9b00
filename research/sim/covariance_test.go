package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

// Added or merged in any way, covariances equal gonum's, with a large
// offset too.
func TestCovariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const d = 4
		seed := rapid.Uint64().Draw(t, "seed")
		n := rapid.IntRange(2, 40).Draw(t, "n")
		offset := rapid.SampledFrom([]float64{0, 1e5, -1e8}).Draw(t, "offset")
		rng := rand.New(rand.NewPCG(seed, 1))
		covs := make([]Covariance, 3)
		for k := range covs {
			covs[k] = NewCovariance(d)
		}
		data := mat.NewDense(n, d, nil)
		for i := range n {
			common := rng.NormFloat64()
			for j := range d {
				data.Set(i, j, offset+common+float64(j+1)*rng.ExpFloat64())
			}
			covs[rng.IntN(3)].Add(data.RawRowView(i))
		}
		var cov Covariance
		for k := range covs {
			cov.Merge(covs[k])
		}
		var want mat.SymDense
		stat.CovarianceMatrix(&want, data, nil)
		tol := 1e-12 + 1e-14*math.Abs(offset)
		for i := range d {
			for j := range d {
				near(t, fmt.Sprint("covariance ", i, j), cov.At(i, j), want.At(i, j), tol*30)
			}
		}
		sameJSON(t, cov)
	})
}

func TestCovarianceFew(t *testing.T) {
	c := NewCovariance(2)
	c.Add([]float64{1, 2})
	if !math.IsNaN(c.At(0, 1)) {
		t.Error("one vector has a covariance")
	}
	for name, f := range map[string]func(){
		"add":   func() { c.Add([]float64{1}) },
		"merge": func() { d := NewCovariance(3); d.N = 1; c.Merge(d) },
	} {
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "values for an accumulator of") {
					t.Errorf("%s: %v", name, r)
				}
			}()
			f()
		}()
	}
}

// The state of a merged accumulator shares nothing with the one merged.
func TestMergeCopies(t *testing.T) {
	a := NewCovariance(4)
	a.Add([]float64{1, 2, 3, 4})
	var c Covariance
	c.Merge(a)
	c.Add([]float64{5, 6, 7, 9})
	if a.Mean[0] != 1 || a.M2[0] != 0 {
		t.Error("the source of a merge was changed")
	}
}

func BenchmarkCovarianceAdd(b *testing.B) {
	c, x := NewCovariance(30), make([]float64, 30)
	for b.Loop() {
		c.Add(x)
	}
}
