package simdata

import (
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// EXP6 is the six-class problem of Kong and Dietterich (1995) as the 5x2 BCV
// McNemar paper draws it (§5.2, eqs. 16, 17): two features, uniform on the grid
// of step 0.1 over [0,15]², whose class depends on three curves. The paper has
// n = 300.
type EXP6 struct{}

// String returns "EXP6".
func (EXP6) String() string { return "EXP6" }

// New returns an empty data set of n records.
func (EXP6) New(n int) *dataset.Data { return newClasses("EXP6", n, 2, 6, 1) }

// Fill draws all records.
func (EXP6) Fill(d *dataset.Data, rng *rand.Rand) {
	for i := range d.Class {
		setEXP6(d, i, rng.IntN(exp6Side), rng.IntN(exp6Side))
	}
}

// exp6Side is how many values a feature of EXP6 takes.
const exp6Side = 151

// Grid returns all 22,801 points with their classes, on which the paper takes
// true error rates.
func (g EXP6) Grid() *dataset.Data {
	d := g.New(exp6Side * exp6Side)
	for i := range d.Class {
		setEXP6(d, i, i/exp6Side, i%exp6Side)
	}
	return d
}

func setEXP6(d *dataset.Data, i, a, b int) {
	x1, x2 := float64(a)/10, float64(b)/10
	row := d.X.RawRowView(i)
	row[0], row[1] = x1, x2
	d.Class[i] = exp6Class(x1, x2)
}

// exp6Class is eq. 16. Of the grid's points some lie above f1 and below f3, where
// the equation gives two classes; the first that it names is taken.
func exp6Class(x1, x2 float64) int32 {
	f1 := x1*x1 - 4*x1 + 6
	f2 := 4*math.Sin(x1/2) + 8
	f3 := -(x1*x1 - 108*x1 + 236) / 25
	switch above1, above2, above3 := x2 >= f1, x2 >= f2, x2 >= f3; {
	case above1 && above2:
		return 0
	case above1:
		return 2
	case above2 && above3:
		return 1
	case above3:
		return 3
	case above2:
		return 4
	}
	return 5
}

// Twonorm is Breiman's (1996) problem of two normal classes of 20 features with
// unit variance, whose means are ±2/sqrt(20) in each.
type Twonorm struct{}

// String returns "twonorm".
func (Twonorm) String() string { return "twonorm" }

// New returns an empty data set of n records.
func (Twonorm) New(n int) *dataset.Data { return newClasses("twonorm", n, 20, 2, 1) }

// Fill draws all records.
func (Twonorm) Fill(d *dataset.Data, rng *rand.Rand) {
	a := 2 / math.Sqrt(20)
	for i := range d.Class {
		d.Class[i] = int32(rng.IntN(2))
		mean := a * float64(1-2*d.Class[i])
		for j, row := 0, d.X.RawRowView(i); j < len(row); j++ {
			row[j] = mean + rng.NormFloat64()
		}
	}
}

// Ringnorm is Breiman's (1996) problem of two normal classes of 20 features:
// mean 0 and variance 4, and mean 1/sqrt(20) in each with variance 1.
type Ringnorm struct{}

// String returns "ringnorm".
func (Ringnorm) String() string { return "ringnorm" }

// New returns an empty data set of n records.
func (Ringnorm) New(n int) *dataset.Data { return newClasses("ringnorm", n, 20, 2, 1) }

// Fill draws all records.
func (Ringnorm) Fill(d *dataset.Data, rng *rand.Rand) {
	a := 1 / math.Sqrt(20)
	for i := range d.Class {
		d.Class[i] = int32(rng.IntN(2))
		for j, row := 0, d.X.RawRowView(i); j < len(row); j++ {
			if d.Class[i] == 0 {
				row[j] = 2 * rng.NormFloat64()
			} else {
				row[j] = a + rng.NormFloat64()
			}
		}
	}
}

// Waveform is the problem of Breiman et al. (1984): three classes, each a random
// mixture of two of three triangular waves at 21 points, with N(0,1) noise; and
// 19 features of noise alone if Noise is set (40 features, the "wave" of the
// sources).
type Waveform struct{ Noise bool }

// String returns "waveform" or "waveform+noise".
func (g Waveform) String() string {
	if g.Noise {
		return "waveform+noise"
	}
	return "waveform"
}

// New returns an empty data set of n records.
func (g Waveform) New(n int) *dataset.Data {
	p := 21
	if g.Noise {
		p = 40
	}
	return newClasses(g.String(), n, p, 3, 0)
}

// Fill draws all records.
func (Waveform) Fill(d *dataset.Data, rng *rand.Rand) {
	// The waves have their peaks, of height 6, at points 7, 15 and 11 of 21.
	peaks := [3]float64{6, 14, 10}
	for i := range d.Class {
		c := rng.IntN(3)
		d.Class[i] = int32(c)
		first, second := peaks[[3]int{0, 0, 1}[c]], peaks[[3]int{1, 2, 2}[c]]
		u := rng.Float64()
		for j, row := 0, d.X.RawRowView(i); j < len(row); j++ {
			row[j] = rng.NormFloat64()
			if j < 21 {
				row[j] += u*wave(j, first) + (1-u)*wave(j, second)
			}
		}
	}
}

func wave(j int, peak float64) float64 { return max(0, 6-math.Abs(float64(j)-peak)) }
