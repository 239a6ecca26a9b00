package simdata

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// Generator draws data sets from a distribution.
type Generator interface {
	// String names the distribution and its settings.
	String() string
	// New returns a data set of n records, yet to be filled. It panics if n or
	// the number of features is below 1.
	New(n int) *dataset.Data
	// Fill draws new records into d, which New made, and allocates nothing: simulations draw one data set after the
	// other in the same memory.
	Fill(d *dataset.Data, rng *rand.Rand)
}

// Draw returns n records from a distribution. It panics if n is below 1.
func Draw(g Generator, n int, rng *rand.Rand) *dataset.Data {
	d := g.New(n)
	g.Fill(d, rng)
	return d
}

// checkShape panics unless a data set can have n records of p features.
func checkShape(name string, n, p int) {
	if n < 1 || p < 1 {
		panic(fmt.Sprintf("simdata: %d records of %d features from %s; draw at least one of both", n, p, name))
	}
}

// newRegression returns an empty data set with a response.
func newRegression(name string, n, p int) *dataset.Data {
	checkShape(name, n, p)
	return &dataset.Data{Name: name, X: mat.NewDense(n, p, nil), Response: make([]float64, n)}
}

// newClasses returns an empty data set of k classes, named from first.
func newClasses(name string, n, p, k, first int) *dataset.Data {
	checkShape(name, n, p)
	d := &dataset.Data{Name: name, X: mat.NewDense(n, p, nil), Class: make([]int32, n)}
	for c := range k {
		d.Classes = append(d.Classes, strconv.Itoa(first+c))
	}
	return d
}

// SREG is the simulated regression of the thesis (Wang 2019, §3.5.1; after
// Nadeau and Bengio 2003): p independent N(0,1) features, and the response
// sqrt(3/p) times their sum plus N(0,1) noise.
type SREG struct {
	P int // features; the thesis has 100 and 500
}

// String returns "SREG(p=100)".
func (g SREG) String() string { return fmt.Sprintf("SREG(p=%d)", g.P) }

// New returns an empty data set of n records.
func (g SREG) New(n int) *dataset.Data { return newRegression(g.String(), n, g.P) }

// Fill draws all records.
func (g SREG) Fill(d *dataset.Data, rng *rand.Rand) {
	scale := math.Sqrt(3 / float64(g.P))
	for i := range d.Response {
		var sum float64
		row := d.X.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
			sum += row[j]
		}
		d.Response[i] = scale*sum + rng.NormFloat64()
	}
}

// FanLv is an example of Fan and Lv (2008, Sure independence screening for ultrahigh dimensional feature space) in
// which a feature matters that has no correlation with the response. All P features are N(0,1) and have correlation
// Phi with each other, except for the fourth, which has correlation sqrt(Phi) with all; the response is
//
//	Beta·(x1 + x2 + x3) - 3·Beta·sqrt(Phi)·x4 + N(0,1)
//
// of variance 3·Beta²·(1-Phi) + 1, and is not correlated with x4. It is the
// regression of 500 features in the R package of the thesis's author
// (RegularizedCrossValidation, hdRegrDataFL.R).
type FanLv struct {
	P    int     // features, at least 4; the package has 500
	Phi  float64 // correlation, in (0, 1); 0 means 0.5
	Beta float64 // size of the coefficients; 0 means 5
}

// String returns "FanLv(p=500, phi=0.5, beta=5)".
func (g FanLv) String() string {
	g = g.withDefaults()
	return fmt.Sprintf("FanLv(p=%d, phi=%g, beta=%g)", g.P, g.Phi, g.Beta)
}

func (g FanLv) withDefaults() FanLv {
	if g.Phi == 0 {
		g.Phi = 0.5
	}
	if g.Beta == 0 {
		g.Beta = 5
	}
	return g
}

// New returns an empty data set of n records. It panics if a setting is out of
// range.
func (g FanLv) New(n int) *dataset.Data {
	if g = g.withDefaults(); g.P < 4 || !(g.Phi > 0 && g.Phi < 1) {
		panic(fmt.Sprintf("simdata: %s; give at least 4 features and a correlation between 0 and 1", g))
	}
	return newRegression(g.String(), n, g.P)
}

// Fill draws all records. The fourth feature is the factor that the others
// share.
func (g FanLv) Fill(d *dataset.Data, rng *rand.Rand) {
	g = g.withDefaults()
	shared, own := math.Sqrt(g.Phi), math.Sqrt(1-g.Phi)
	for i := range d.Response {
		row := d.X.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		factor := row[3]
		for j := range row {
			row[j] = shared*factor + own*row[j]
		}
		row[3] = factor
		d.Response[i] = g.Beta*(row[0]+row[1]+row[2]-3*shared*factor) + rng.NormFloat64()
	}
}

// Gaussians is two classes of equal probability whose features are independent
// and normal with variance 1: the first Shifted features have mean 0 in class 0
// and Shift in class 1, the others mean 0.
type Gaussians struct {
	P       int     // features
	Shifted int     // features whose mean differs
	Shift   float64 // by how much
	// Balanced gives the classes to the records in turn, so that both are equally often in the data
	// set and not only probable.
	Balanced bool
}

// SCLA is the simulated classification of the thesis (Wang 2019, §3.5.1; after
// Tibshirani and Tibshirani 2009): the first tenth of p features, rounded down,
// is shifted by 0.5. The thesis has p = 20.
func SCLA(p int) Gaussians { return Gaussians{P: p, Shifted: p / 10, Shift: 0.5} }

// Simple is the data set of that name in the 5x2 BCV McNemar paper (§5.2): one
// feature, N(0,1) or N(delta,1). The paper has n = 1000.
func Simple(delta float64) Gaussians { return Gaussians{P: 1, Shifted: 1, Shift: delta} }

// String returns "gaussians(p=20, shifted=2, shift=0.5)", or ", balanced)" at its end.
func (g Gaussians) String() string {
	balanced := ""
	if g.Balanced {
		balanced = ", balanced"
	}
	return fmt.Sprintf("gaussians(p=%d, shifted=%d, shift=%g%s)", g.P, g.Shifted, g.Shift, balanced)
}

// New returns an empty data set of n records.
func (g Gaussians) New(n int) *dataset.Data { return newClasses(g.String(), n, g.P, 2, 0) }

// Fill draws all records.
func (g Gaussians) Fill(d *dataset.Data, rng *rand.Rand) {
	for i := range d.Class {
		if d.Class[i] = int32(i % 2); !g.Balanced {
			d.Class[i] = int32(rng.IntN(2))
		}
		shift := g.Shift * float64(d.Class[i])
		for j, row := 0, d.X.RawRowView(i); j < len(row); j++ {
			row[j] = rng.NormFloat64()
			if j < g.Shifted {
				row[j] += shift
			}
		}
	}
}

// Logit is two classes of N(0,1) features: the log odds of the second class are Beta times their sum.
type Logit struct {
	P    int // features
	Beta float64
}

// String returns "logit(p=12, beta=3)".
func (g Logit) String() string { return fmt.Sprintf("logit(p=%d, beta=%g)", g.P, g.Beta) }

// New returns an empty data set of n records.
func (g Logit) New(n int) *dataset.Data { return newClasses(g.String(), n, g.P, 2, 0) }

// Fill draws all records.
func (g Logit) Fill(d *dataset.Data, rng *rand.Rand) {
	for i := range d.Class {
		odds := 0.0
		for j, row := 0, d.X.RawRowView(i); j < len(row); j++ {
			row[j] = rng.NormFloat64()
			odds += g.Beta * row[j]
		}
		d.Class[i] = 0
		if rng.Float64() < 1/(1+math.Exp(-odds)) {
			d.Class[i] = 1
		}
	}
}

// Counts returns the probabilities of true positives, false positives and false negatives of a fitted plane on new
// records. The plane sees the features in columns, all if columns is nil: its score is normal in each class.
func (g Gaussians) Counts(plane interface {
	Coef() (intercept float64, coef []float64)
}, columns []int) posterior.Counts {
	intercept, coef := plane.Coef()
	squares, shifted := 0.0, 0.0
	for k, c := range coef {
		squares += c * c
		if columns == nil && k < g.Shifted || columns != nil && columns[k] < g.Shifted {
			shifted += c
		}
	}
	positive := func(mean float64) float64 { return distuv.UnitNormal.CDF((intercept + mean) / math.Sqrt(squares)) }
	tpr, fpr := positive(g.Shift*shifted), positive(0)
	return posterior.Counts{TP: tpr / 2, FP: fpr / 2, FN: (1 - tpr) / 2}
}
