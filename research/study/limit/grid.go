package limit

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/variance"
)

// correlations are rho1, of the two folds of a replication, and rho2, of folds of different replications.
type correlations struct{ rho1, rho2 float64 }

// possible reports whether a two-fold CV can have these correlations: 2 rho2 is less than 1 + rho1.
func (c correlations) possible() bool { return c.rho1 < 1 && 1+c.rho1-2*c.rho2 > 1e-9 }

// region returns the points of a grid of correlations from 0 to most that are possible.
func region(most, step float64) []correlations {
	var out []correlations
	points := int(math.Round(most/step)) + 1
	for i := range points {
		for k := range points {
			if c := (correlations{float64(i) * step, float64(k) * step}); c.possible() {
				out = append(out, c)
			}
		}
	}
	return out
}

// grid divides the plane of t √(2m (2m-1)) (a multiple of the statistic of bcv-t) and the angle into cells:
// cell angle * bins + bin. The last bin has no end.
type grid struct {
	m      int
	edges  []float64 // lower ends of the bins, from 0
	angles int
}

// newGrid returns a grid of which an edge is where bcv-t rejects at 5%.
func newGrid(m, bins, angles int) grid {
	g := grid{m: m, angles: angles, edges: make([]float64, bins)}
	critical := criticalT(m, Level)
	for i := range bins { // as many cells below the edge as above, which widen slowly
		u := float64(i) / float64(bins/2)
		g.edges[i] = critical * u
		if u > 1 {
			g.edges[i] = critical * math.Pow(5, u-1)
		}
	}
	return g
}

// criticalT is where bcv-t rejects two-sided, in the unit of the edges.
func criticalT(m int, level float64) float64 {
	nu := float64(2*m - 1)
	return variance.Chat(m) * special.StudentCritical(level/2, nu) * math.Sqrt(nu)
}

// Nodes of the quadratures within a bin of angles and of the radius.
const angleNodes, radiusNodes = 4, 40

// probabilities returns the probability of each cell where the expected difference is effect standard
// deviations of the mean. Share and radius are independent: see paired.Claims.
func (g grid) probabilities(c correlations, effect float64) []float64 {
	m, nu := float64(g.m), float64(2*g.m-1)
	radius, density := special.Radius(nu, radiusNodes)
	out := make([]float64, g.angles*len(g.edges))
	angle, weight := make([]float64, angleNodes), make([]float64, angleNodes)
	within, between := 1-c.rho1, 1+c.rho1-2*c.rho2
	mean := (1 + c.rho1 + 2*(m-1)*c.rho2) / (2 * m)
	total := 0.0
	for a := range g.angles {
		width := math.Pi / 2 / float64(g.angles)
		low := float64(a) * width
		quad.Legendre{}.FixedLocations(angle, weight, low, low+width)
		for i, x := range angle {
			// x is the angle of W/(W+B), from which the angle of the standardized sums follows
			tan := math.Tan(x) * math.Sqrt(between/within)
			y := math.Atan(tan)
			sin, cos := math.Sincos(y)
			slope := math.Sqrt(between/within) * (1 + math.Tan(x)*math.Tan(x)) / (1 + tan*tan)
			w := weight[i] * slope * math.Pow(sin, m-1) * math.Pow(cos, m-2)
			total += w
			all := within*sin*sin + between*cos*cos
			scale := math.Sqrt(all*nu/mean) / math.Sqrt(2*m*nu)
			g.add(out[a*len(g.edges):(a+1)*len(g.edges)], w, effect, scale, radius, density)
		}
	}
	for i := range out {
		out[i] /= total
	}
	return out
}

// add adds to the bins of an angle the probabilities of |D|/√(W+B), where the mean exceeds t √(W+B) if
// a standard normal variable about effect exceeds t times scale times the radius.
func (g grid) add(bins []float64, weight, effect, scale float64, radius, density []float64) {
	above := 1.0
	for b := range bins {
		next := 0.0
		if b+1 < len(bins) {
			for k, r := range radius {
				bound := g.edges[b+1] * scale * r
				next += density[k] * (distuv.UnitNormal.CDF(effect-bound) + distuv.UnitNormal.CDF(-effect-bound))
			}
		}
		bins[b] += weight * (above - next)
		above = next
	}
}
