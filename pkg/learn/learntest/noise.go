package learntest

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
)

// noise trains on labels that are independent of the features, although the features identify the records, and
// compares the mean loss with a bound that no learner can beat: 1/2 for fair coins, and the loss of the true mean
// for a response. The standard error is computed over independent data sets.
func (c Case) noise(t *testing.T) {
	const sets = 40
	p := c.Data.P()
	var sum, squares float64
	for k := range sets {
		d := c.noiseData(max(60, 2*(p+4)), p, rand.New(rand.NewPCG(uint64(k), 5)))
		set, err := cv.New(cv.BCV, d.N(), cv.Options{M: 2, Seed: uint64(k)})
		if err != nil {
			t.Fatal(err)
		}
		v := c.excess(t, d, set)
		sum += v
		squares += v * v
	}
	mean := sum / sets
	se := math.Sqrt((squares/sets - mean*mean) / (sets - 1))
	limit := 4 * se
	if mean < -limit || (c.Data.Class != nil && mean > limit) {
		t.Errorf("mean loss %+.4f of what chance gives, standard error %.4f over %d data sets", mean, se, sets)
	}
}

// excess returns the mean loss over all folds minus the loss of chance.
func (c Case) excess(t *testing.T, d *dataset.Data, set cv.Set) float64 {
	t.Helper()
	e := holdout.NewEvaluator(c.Learner.String(), c.prepare(t, d), d)
	defer e.Close()
	losses := make([]float64, set.FoldCount())
	if err := e.Losses(t.Context(), set, nil, losses); err != nil {
		t.Fatal(err)
	}
	var sum float64
	for f, v := range losses {
		chance := 0.5
		if d.Class == nil {
			chance = 0
			for _, i := range set.Fold(f).Valid {
				e := d.Response[i] - c.noiseMean()
				chance += e * e
			}
			chance /= float64(len(set.Fold(f).Valid))
		}
		sum += v - chance
	}
	return sum / float64(len(losses))
}

// noiseResponse draws a response with the variance 1: standard normal, or a Poisson count.
func (c Case) noiseResponse(rng *rand.Rand) float64 {
	if c.Counts {
		return distuv.Poisson{Lambda: 1, Src: rng}.Rand()
	}
	return rng.NormFloat64()
}

// noiseMean is the mean of noiseResponse.
func (c Case) noiseMean() float64 {
	if c.Counts {
		return 1
	}
	return 0
}

// noiseData draws n records of p features, nominal where the features of c are. Classes are 0 or 1 with equal
// probability, a response comes from noiseResponse, and both are independent of the features. The first nominal
// feature has its own level for most records.
func (c Case) noiseData(n, p int, rng *rand.Rand) *dataset.Data {
	d := &dataset.Data{Name: "noise", X: mat.NewDense(n, p, nil), Classes: c.Data.Classes}
	for range n {
		if c.Data.Class != nil {
			d.Class = append(d.Class, int32(rng.IntN(2)))
		} else {
			d.Response = append(d.Response, c.noiseResponse(rng))
		}
	}
	names, numbers := 0, 0
	for j := range p {
		f := c.Data.Feature(j)
		switch {
		case f.Nominal() && names == 0:
			f.Levels = nil
			for i := range n {
				f.Levels = append(f.Levels, strconv.Itoa(i))
				d.X.Set(i, j, float64(max(0, i-n/4)))
			}
			names++
		case f.Nominal():
			for i := range n {
				d.X.Set(i, j, float64(rng.IntN(len(f.Levels))))
			}
		case c.Varied:
			for i := range n {
				d.X.Set(i, j, math.Exp(rng.NormFloat64()))
			}
		default:
			noiseColumn(d, j, numbers, rng)
			numbers++
		}
		d.Features = append(d.Features, f)
	}
	return d
}

// noiseColumn fills numeric feature j, the k-th of its data set: a normal one,
// then one that is constant, one that is 1 for three records, a multiple of the
// one before it; and then features that are 1 for one record each, as levels of
// a nominal feature are.
func noiseColumn(d *dataset.Data, j, k int, rng *rand.Rand) {
	n := d.N()
	for i := range n {
		v := 0.0
		switch {
		case k == 0:
			v = rng.NormFloat64()
		case k == 1:
			v = 0.1
		case k == 2 && i < 3:
			v = 1
		case k == 3:
			v = 3 * d.X.At(i, j-1)
		case k > 3 && i == (k-1)%n:
			v = 1
		}
		d.X.Set(i, j, v)
	}
}
