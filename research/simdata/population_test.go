package simdata

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// Samples hold different records, each equally often.
func TestSampleWithoutReplacement(t *testing.T) {
	const size, n, draws = 12, 5, 6000
	d := &dataset.Data{Name: "numbers", X: mat.NewDense(size, 1, nil), Response: make([]float64, size)}
	for i := range size {
		d.X.Set(i, 0, float64(i))
		d.Response[i] = float64(-i)
	}
	g := Sample{Data: d}
	out, rng := g.New(n), rand.New(rand.NewPCG(1, 2))
	count := make([]float64, size)
	for range draws {
		g.Fill(out, rng)
		seen := map[float64]bool{}
		for i := range n {
			v := out.X.At(i, 0)
			if seen[v] || out.Response[i] != -v {
				t.Fatalf("sample %v, responses %v", mat.Col(nil, 0, out.X), out.Response)
			}
			seen[v] = true
			count[int(v)]++
		}
	}
	share := float64(n) / size
	for i, c := range count {
		if se := math.Sqrt(draws * share * (1 - share)); math.Abs(c-draws*share) > 4*se {
			t.Errorf("record %d drawn %g times, want %g ± %.0f", i, c, draws*share, se)
		}
	}
}

// Balanced Gaussians have both classes equally often, each with its mean.
func TestBalancedGaussians(t *testing.T) {
	d := Draw(Gaussians{P: 1, Shifted: 1, Shift: 0.5, Balanced: true}, 10_000, rand.New(rand.NewPCG(1, 1)))
	records, sums := [2]float64{}, [2]float64{}
	for i, c := range d.Class {
		records[c]++
		sums[c] += d.X.At(i, 0)
	}
	if records[1] != 5000 {
		t.Errorf("%v records of class 1, want 5000", records[1])
	}
	within(t, "class 0", sums[0]/5000, 0, 1, 5000)
	within(t, "class 1", sums[1]/5000, 0.5, 1, 5000)
}
