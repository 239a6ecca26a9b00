package limit

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/study"
)

// Steps of the angle and of t/(t + critical), whose midpoints approximate integrals.
const angleSteps, tSteps = 60, 240

// plane has values of a density in the plane of t and angle, times the area of a step.
type plane [angleSteps * tSteps]float64

// add adds weight times the density of c, where kernel is that of |T| (kernelOf).
func (p *plane) add(m int, c correlations, weight float64, kernel func(float64) float64) {
	within, between := 1-c.rho1, 1+c.rho1-2*c.rho2
	mean := (1 + c.rho1 + 2*float64(m-1)*c.rho2) / 2 // m times the variance of the mean
	var share, scale [angleSteps]float64
	total := 0.0
	for i := range share {
		sin, cos := math.Sincos((float64(i) + 0.5) / angleSteps * math.Pi / 2)
		// W = within X and B = between Y, so that X and Y are these for W + B = 1
		x, y := sin*sin/within, cos*cos/between
		share[i] = math.Pow(x, float64(m)/2-1) * math.Pow(y, float64(m)/2-1.5) * math.Pow(x+y, 0.5-float64(m)) * sin * cos
		total += share[i]
		scale[i] = 1 / math.Sqrt((x+y)*2*mean)
	}
	critical := criticalT(m, Level)
	for k := range tSteps {
		u := (float64(k) + 0.5) / tSteps
		t, step := critical*u/(1-u), critical/(1-u)/(1-u)/tSteps
		for i, s := range scale {
			p[i*tSteps+k] += weight * share[i] / total * s * step * kernel(t*s)
		}
	}
}

// kernelOf returns the density of |Z + effect| / R, of a standard normal Z and the root R of chi² with 2m-1 degrees
// of freedom, from a table.
func kernelOf(m int, effect float64) func(float64) float64 {
	const points, end = 20_000, 400.0
	radius, density := special.Radius(float64(2*m-1), 100)
	var table [points + 1]float64
	for i := range table {
		y := end * float64(i) / points * float64(i) / points
		for k, r := range radius {
			below, above := y*r-effect, y*r+effect
			table[i] += density[k] * r * (math.Exp(-below*below/2) + math.Exp(-above*above/2)) / math.Sqrt(2*math.Pi)
		}
	}
	return func(y float64) float64 {
		at := math.Sqrt(y/end) * points
		if at >= points {
			return 0
		}
		i := int(at)
		return table[i] + (at-float64(i))*(table[i+1]-table[i])
	}
}

// The bound of the cells is nearly one of all tests that see |mean|/√(W+B) and W/(W+B): the stored weights, by weak
// duality with an integral in place of the sum over cells, exclude more than 0.12% more power.
func TestBoundWithoutCells(t *testing.T) {
	pairs, err := measured(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := study.Stored[Row](data.FS, "limit")
	if err != nil {
		t.Fatal(err)
	}
	weights, err := study.Stored[WeightRow](data.FS, "limit_weights")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range sizes {
		var gain plane
		kernel, level := kernelOf(m, effect), kernelOf(m, 0)
		for _, c := range pairs {
			gain.add(m, c, 1/float64(len(pairs)), kernel)
		}
		for _, r := range rows {
			if r.M != m || r.Level != Level && r.Level != 0.1 {
				continue
			}
			var cost plane
			for _, w := range weights {
				if w.M == m && w.Level == r.Level && w.Max == r.Rho1 {
					cost.add(m, correlations{w.Rho1, w.Rho2}, w.Weight, level)
				}
			}
			least := 1.0 // over what all weights may be multiplied by
			for x := 0.5; x < 5; x *= 1.005 {
				bound := r.Level * x
				for i, g := range gain {
					bound += max(0, g-x*cost[i])
				}
				least = min(least, bound)
			}
			check.That(t, least > 0.9995*r.Bound && least < (1+0.12/100)*r.Bound,
				"m = %d, rho1 up to %v, level %v: no test has more than %v, and none of the cells more than %v", m, r.Rho1,
				r.Level, least, r.Bound)
		}
	}
}
