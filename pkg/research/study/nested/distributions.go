package nested

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/research/simdata"
)

// twoClasses is simdata.Gaussians, all of whose features are shifted, with a share of
// positives other than a half, or with noise of Student's distribution.
type twoClasses struct {
	simdata.Gaussians
	positives float64 // share of the second class; 0 for a half
	heavy     bool    // the noise is t(3)/√3 and not N(0,1)
}

// classes returns a distribution of p exchangeable features.
func classes(p int, shift float64) twoClasses {
	return twoClasses{Gaussians: simdata.Gaussians{P: p, Shifted: p, Shift: shift}}
}

func (g twoClasses) String() string {
	name := g.Gaussians.String()
	if g.positives > 0 {
		name += fmt.Sprintf(", %g%% positives", 100*g.positives)
	}
	if g.heavy {
		name += ", t(3) noise"
	}
	return name
}

func (g twoClasses) Fill(d *dataset.Data, rng *rand.Rand) {
	positives := g.positives
	if positives == 0 {
		positives = 0.5
	}
	for i := range d.Class {
		d.Class[i] = 0
		if rng.Float64() < positives {
			d.Class[i] = 1
		}
		row := d.X.RawRowView(i)
		for j := range row {
			row[j] = g.Shift * float64(d.Class[i])
			if g.heavy {
				row[j] += student3(rng)
			} else {
				row[j] += rng.NormFloat64()
			}
		}
	}
}

// student3 draws from t(3), divided by its standard deviation √3.
func student3(rng *rand.Rand) float64 {
	squares := 0.0
	for range 3 {
		z := rng.NormFloat64()
		squares += z * z
	}
	return rng.NormFloat64() / math.Sqrt(squares)
}

// heavyRegression is simdata.SREG with more noise: √3 t(3).
type heavyRegression struct{ simdata.SREG }

func (g heavyRegression) String() string { return g.SREG.String() + ", t(3) noise" }

func (g heavyRegression) Fill(d *dataset.Data, rng *rand.Rand) {
	g.SREG.Fill(d, rng)
	for i := range d.Response {
		d.Response[i] += math.Sqrt(3) * student3(rng)
	}
}
