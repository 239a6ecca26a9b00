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

// kinds are classes of 4 values: equal, twins (0, 1) and (2, 3), others, of which
// those with value 3 are left out.
func kinds(t interface{ Fatal(...any) }) *Classes {
	c, err := NewClasses(4, 3, func(i, j int) int {
		switch {
		case i == j:
			return 0
		case i/2 == j/2:
			return 1
		case i == 3:
			return -1
		}
		return 2
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Added or merged in any way, covariances are those of gonum, and covariances of
// classes their means, with a large offset too.
func TestCovariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const d = 4
		seed := rapid.Uint64().Draw(t, "seed")
		n := rapid.IntRange(2, 40).Draw(t, "n")
		offset := rapid.SampledFrom([]float64{0, 1e5, -1e8}).Draw(t, "offset")
		rng := rand.New(rand.NewPCG(seed, 1))
		classes := kinds(t)
		covs, pooled := make([]Covariance, 3), make([]ClassCovariance, 3)
		for k := range covs {
			covs[k], pooled[k] = NewCovariance(d), classes.New()
		}
		data := mat.NewDense(n, d, nil)
		for i := range n {
			common := rng.NormFloat64()
			for j := range d {
				data.Set(i, j, offset+common+float64(j+1)*rng.ExpFloat64())
			}
			k := rng.IntN(3)
			covs[k].Add(data.RawRowView(i))
			classes.Add(&pooled[k], data.RawRowView(i))
		}
		var cov Covariance
		var pool ClassCovariance
		for k := range covs {
			cov.Merge(covs[k])
			classes.Merge(&pool, pooled[k])
		}
		var want mat.SymDense
		stat.CovarianceMatrix(&want, data, nil)
		tol := 1e-12 + 1e-14*math.Abs(offset)
		for i := range d {
			for j := range d {
				near(t, fmt.Sprint("covariance ", i, j), cov.At(i, j), want.At(i, j), tol*30)
			}
		}
		near(t, "correlation", cov.Correlation(1, 3), want.At(1, 3)/math.Sqrt(want.At(1, 1)*want.At(3, 3)), tol*100)
		got := classes.Covariances(pool)
		near(t, "variances", got[0], (want.At(0, 0)+want.At(1, 1)+want.At(2, 2)+want.At(3, 3))/4, tol*30)
		near(t, "twins", got[1], (want.At(0, 1)+want.At(2, 3))/2, tol*30)
		near(t, "others", got[2], (want.At(0, 2)+want.At(1, 2))/2, tol*30)
		sameJSON(t, cov)
		sameJSON(t, pool)
	})
}

func TestCovarianceFew(t *testing.T) {
	c := NewCovariance(2)
	classes := kinds(t)
	one := classes.New()
	classes.Add(&one, make([]float64, 4))
	c.Add([]float64{1, 2})
	if !math.IsNaN(c.At(0, 1)) || !math.IsNaN(classes.Covariances(one)[1]) {
		t.Error("one vector has a covariance")
	}
	for name, f := range map[string]func(){
		"add":       func() { c.Add([]float64{1}) },
		"merge":     func() { d := NewCovariance(3); d.N = 1; c.Merge(d) },
		"add class": func() { classes.Add(&one, []float64{1}) },
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

func TestClassesErrors(t *testing.T) {
	for _, c := range []struct {
		class int
		want  string
	}{
		{2, "values 0 and 0 are in class 2 of 2; give -1 to 1"},
		{-2, "in class -2 of 2"},
		{1, "no pair of values is in class 0 of 2"},
	} {
		if _, err := NewClasses(3, 2, func(int, int) int { return c.class }); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// The state of a merged accumulator shares nothing with the one merged.
func TestMergeCopies(t *testing.T) {
	classes := kinds(t)
	a, b := NewCovariance(4), classes.New()
	a.Add([]float64{1, 2, 3, 4})
	classes.Add(&b, []float64{1, 2, 3, 4})
	var c Covariance
	var d ClassCovariance
	c.Merge(a)
	classes.Merge(&d, b)
	c.Add([]float64{5, 6, 7, 9})
	classes.Add(&d, []float64{5, 6, 7, 9})
	if a.Mean[0] != 1 || a.M2[0] != 0 || b.Mean[0] != 1 || b.Sum[0] != 0 {
		t.Error("the source of a merge was changed")
	}
}

func BenchmarkCovarianceAdd(b *testing.B) {
	c, x := NewCovariance(30), make([]float64, 30)
	for b.Loop() {
		c.Add(x)
	}
}

func BenchmarkClassesAdd(b *testing.B) {
	c, err := NewClasses(30, 3, func(i, j int) int { return min(i-j, 2) })
	if err != nil {
		b.Fatal(err)
	}
	s, x := c.New(), make([]float64, 30)
	for b.Loop() {
		c.Add(&s, x)
	}
}
