package paired

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/integrate/quad"
)

// Prior is a distribution of the correlations: within a replication (rho1) and between
// replications (rho2). It is Uniform, Empirical or Fixed.
type Prior interface {
	fmt.Stringer
	// nodes returns points for m replications with B/W = lambda, with weights that need not
	// sum to 1.
	nodes(m int, lambda float64) ([]node, error)
}

// node is a point of the prior. It holds 1+rho1-2 rho2 in place of rho2, which would lose
// digits close to (1+rho1)/2.
type node struct{ rho1, between, weight float64 }

// within, mean and the field between are the variances of the statistics over sigma².
func (n node) within() float64        { return 1 - n.rho1 }
func (n node) mean(m float64) float64 { return (m*(1+n.rho1) - (m-1)*n.between) / (2 * m) }

// noVariance returns the error of correlations that are impossible for m replications.
func (n node) noVariance(m int) error {
	return fmt.Errorf("paired: rho1 = %g, rho2 = %g; the mean of %d replications would have no variance",
		n.rho1, (1+n.rho1-n.between)/2, m)
}

// Uniform is the prior of equal density on a rectangle of correlations, cut where rho2
// would reach (1+rho1)/2, which it does not exceed in two-fold CV. The zero value is the
// region 0 <= rho1, rho2 <= 1/2 of the thesis (section 5.3).
type Uniform struct{ Rho1Low, Rho1High, Rho2Low, Rho2High float64 }

// String names the region.
func (u Uniform) String() string {
	u = u.filled()
	if u == (Uniform{}).filled() {
		return "uniform"
	}
	return fmt.Sprintf("uniform on rho1 in [%g, %g], rho2 in [%g, %g]", u.Rho1Low, u.Rho1High, u.Rho2Low, u.Rho2High)
}

func (u Uniform) filled() Uniform {
	if u == (Uniform{}) {
		return Uniform{Rho1High: 0.5, Rho2High: 0.5}
	}
	return u
}

// The quadrature of Uniform. With lambda = B/W, the likelihood depends on rho1 smoothly and
// on c = 1+rho1-2 rho2 like c^(m/2) far below lambda and like c^(-(m-1)/2) far above, so
// that it is integrated over log c, in panels of at most this width, from where it is
// negligible. In log c the singularities nearest to the real line are at log lambda ± pi i.
// The error of probabilities is below 1e-10 for m up to 100 and lambda from resolution up
// with the priors Uniform{} and SingleModelPrior.
const panel = 2

// resolution is added to B/W. At B = 0 and m >= 5 the likelihood has no integral; there the
// posterior is as if the means of the replications differed by 1e-10 of the differences of
// their folds, far below the resolution of data. For m > 5 and regions with the corner rho1 = 0, rho2 = 1/2
// it is the limit for B to 0, D̄ + √(W/(2m+8)) t(m+4).
const resolution = 1e-20

// order is the number of nodes in a panel, and over rho1: the likelihood gets sharper
// with m.
func order(m int) int {
	n := 10 + m/4
	if n == 26 {
		n++ // gonum's rule of 26 nodes is wrong: its weights sum to 0.989
	}
	return n
}

// rules caches the Gauss-Legendre rules on [0, 1] by order.
var rules sync.Map

// rule is a quadrature rule.
type rule struct{ x, w []float64 }

func legendre(n int) rule {
	if r, ok := rules.Load(n); ok {
		return r.(rule)
	}
	r := rule{make([]float64, n), make([]float64, n)}
	quad.Legendre{}.FixedLocations(r.x, r.w, 0, 1)
	rules.Store(n, r)
	return r
}

// MaxReplications is the largest m for priors with a region of correlations: the number of nodes of
// the quadrature grows like m². The variance of the mean has reached its limit long before.
const MaxReplications = 1000

// nodes lie close together about c = lambda; see panel.
func (u Uniform) nodes(m int, lambda float64) ([]node, error) {
	u = u.filled()
	if err := u.check(m); err != nil {
		return nil, err
	}
	return u.over(u.panels(m, lambda), legendre(order(m))), nil
}

func (u Uniform) check(m int) error {
	switch {
	case m > MaxReplications:
		return fmt.Errorf("paired: %d replications; give at most %d, or a Fixed prior", m, MaxReplications)
	case !(u.Rho1Low < u.Rho1High && u.Rho2Low < u.Rho2High):
		return fmt.Errorf("paired: a region of no area, rho1 in [%g, %g], rho2 in [%g, %g]; give lower ends "+
			"below upper ones, or a Fixed prior", u.Rho1Low, u.Rho1High, u.Rho2Low, u.Rho2High)
	case !(u.Rho1Low >= -0.5 && u.Rho1High < 1 && u.Rho2Low >= 0 && u.Rho2Low < (1+u.Rho1Low)/2):
		return fmt.Errorf("paired: rho1 in [%g, %g], rho2 in [%g, %g]; rho1 lies in [-1/2, 1), rho2 from 0 "+
			"below (1+rho1)/2", u.Rho1Low, u.Rho1High, u.Rho2Low, u.Rho2High)
	}
	return nil
}

// over returns the nodes of a rule in each panel, and over rho1.
func (u Uniform) over(panels [][2]float64, g rule) []node {
	var out []node
	for _, p := range panels {
		span := math.Log(p[1] / p[0])
		for i, t := range g.x {
			c := p[0] * math.Exp(span*t)
			low, high := max(u.Rho1Low, c-(1-2*u.Rho2Low)), min(u.Rho1High, c-(1-2*u.Rho2High))
			for k, s := range g.x {
				out = append(out, node{rho1: low + (high-low)*s, between: c,
					weight: g.w[i] * span * c * g.w[k] * (high - low)})
			}
		}
	}
	return out
}

// panels cuts the c that matter into intervals within which the ends of rho1 are linear in
// c and the ends of which have a ratio of at most e^panel.
func (u Uniform) panels(m int, lambda float64) [][2]float64 {
	most := 1 + u.Rho1High - 2*u.Rho2Low
	// From the peak downwards the integral falls by e^-23 and more; it falls like the power
	// m/2+2 of c, but slower at the peak.
	nothing := min(lambda, most) * math.Exp(-23/(float64(m)/2+2)-1.5)
	corners := []float64{max(1+u.Rho1Low-2*u.Rho2High, nothing), 1 + u.Rho1Low - 2*u.Rho2Low, 1 +
		u.Rho1High - 2*u.Rho2High, most}
	slices.Sort(corners)
	var out [][2]float64
	for i, high := range corners[1:] {
		low := max(corners[i], nothing)
		parts := math.Ceil(math.Log(high/low) / panel)
		for k := range int(parts) {
			at := func(k int) float64 { return low * math.Pow(high/low, float64(k)/parts) }
			out = append(out, [2]float64{at(k), at(k + 1)})
		}
	}
	return out
}

// SingleModelPrior is the prior for the metric of one model, in place of a difference. Of
// the priors whose intervals covered 95% on average over one half of the learners of the
// study calibration it has the shortest ones. The folds of one model are correlated more
// than differences, since the same records are hard in all replications.
var SingleModelPrior = Uniform{Rho1High: 0.3, Rho2Low: 0.3, Rho2High: 0.5}

// CheckPrior returns an error if a prior allows for impossible correlations.
func CheckPrior(p Prior) error {
	_, err := p.nodes(2, 1)
	return err
}

// Fixed is the prior of known correlations.
type Fixed struct{ Rho1, Rho2 float64 }

// String names the correlations.
func (f Fixed) String() string { return fmt.Sprintf("rho1 = %g, rho2 = %g", f.Rho1, f.Rho2) }

func (f Fixed) nodes(m int, lambda float64) ([]node, error) {
	return Empirical{{f.Rho1, f.Rho2}}.nodes(m, lambda)
}

// Empirical is the prior that gives equal weight to pairs (rho1, rho2) found elsewhere.
// Impossible pairs are refused.
type Empirical [][2]float64

// Feasible returns the prior of the pairs that are possible correlations at any number of
// replications: -1/2 < rho1 < 1 and 0 <= rho2 < (1+rho1)/2. Correlations that a study
// estimated may lie outside, by noise.
func Feasible(pairs [][2]float64) Empirical {
	var out Empirical
	for _, p := range pairs {
		if p[0] > -0.5 && p[0] < 1 && p[1] >= 0 && p[1] < (1+p[0])/2 {
			out = append(out, p)
		}
	}
	return out
}

// String returns the number of pairs, such as 12 pairs of correlations.
func (e Empirical) String() string { return fmt.Sprintf("%d pairs of correlations", len(e)) }

func (e Empirical) nodes(int, float64) ([]node, error) {
	if len(e) == 0 {
		return nil, fmt.Errorf("paired: an empirical prior without pairs; give at least one")
	}
	out := make([]node, len(e))
	for i, p := range e {
		if !(p[0] > -1 && p[0] < 1 && p[1] < (1+p[0])/2 && p[1] > -1) || math.IsInf(p[0]+p[1], 0) {
			return nil, fmt.Errorf("paired: rho1 = %g, rho2 = %g; rho1 lies in (-1, 1), rho2 below (1+rho1)/2",
				p[0], p[1])
		}
		out[i] = node{rho1: p[0], between: 1 + p[0] - 2*p[1], weight: 1}
	}
	return out, nil
}
