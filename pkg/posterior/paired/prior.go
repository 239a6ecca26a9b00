package paired

import (
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/integrate/quad"
)

// Prior says which correlations are expected: within a replication (rho1) and between
// replications (rho2). It is Uniform, Empirical or Fixed.
type Prior interface {
	fmt.Stringer
	// nodes returns points for m replications, with weights that need not sum to 1.
	nodes(m int) ([]node, error)
}

// node is a point of the prior.
type node struct{ rho1, rho2, weight float64 }

// Uniform is the prior of equal density on a rectangle of correlations, cut where rho2
// would reach (1+rho1)/2, above which no two-fold CV can lie. The zero value is the
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

// order is the number of nodes of the quadrature in each direction. The likelihood gets
// sharper with m; with the substitutions in nodes this leaves errors below 1e-10 up to m = 100.
func order(m int) int {
	n := min(14+m, 80)
	if n == 26 {
		n++ // gonum's rule of 26 nodes is wrong: its weights sum to 0.989
	}
	return n
}

// rules holds the Gauss-Legendre rules on [0, 1] by order, once made.
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

// nodes substitutes rho1 = low + span s² and rho2 = top - span t²: the likelihood falls
// to 0 like a power of 1 + rho1 - 2 rho2, so that the nodes have to lie close where that
// does.
func (u Uniform) nodes(m int) ([]node, error) {
	u = u.filled()
	switch {
	case !(u.Rho1Low < u.Rho1High && u.Rho2Low < u.Rho2High):
		return nil, fmt.Errorf("paired: a region of no area, rho1 in [%g, %g], rho2 in [%g, %g]; give lower ends below upper ones, or a Fixed prior", u.Rho1Low, u.Rho1High, u.Rho2Low, u.Rho2High)
	case !(u.Rho1Low >= -0.5 && u.Rho1High < 1 && u.Rho2Low >= 0 && u.Rho2Low < (1+u.Rho1Low)/2):
		return nil, fmt.Errorf("paired: rho1 in [%g, %g], rho2 in [%g, %g]; rho1 lies in [-1/2, 1), rho2 from 0 below (1+rho1)/2", u.Rho1Low, u.Rho1High, u.Rho2Low, u.Rho2High)
	}
	g := legendre(order(m))
	out := make([]node, 0, len(g.x)*len(g.x))
	for i, s := range g.x {
		span := u.Rho1High - u.Rho1Low
		rho1 := u.Rho1Low + span*s*s
		top := min(u.Rho2High, (1+rho1)/2)
		for k, t := range g.x {
			height := top - u.Rho2Low
			out = append(out, node{rho1: rho1, rho2: top - height*t*t, weight: g.w[i] * 2 * span * s * g.w[k] * 2 * height * t})
		}
	}
	return out, nil
}

// OneModel is the prior for the metric of one model, in place of a difference: the one with
// the shortest intervals of those that covered 95% on average over one half of the
// learners in the study calibration. The folds of one model are correlated more than
// differences are, since the same records are hard in all replications.
var OneModel = Uniform{Rho1High: 0.3, Rho2Low: 0.3, Rho2High: 0.5}

// Fixed takes both correlations for known.
type Fixed struct{ Rho1, Rho2 float64 }

// String names the correlations.
func (f Fixed) String() string { return fmt.Sprintf("rho1 = %g, rho2 = %g", f.Rho1, f.Rho2) }

func (f Fixed) nodes(m int) ([]node, error) { return Empirical{{f.Rho1, f.Rho2}}.nodes(m) }

// Empirical is the prior that gives equal weight to pairs (rho1, rho2) found elsewhere.
// Pairs outside of the possible ones are refused.
type Empirical [][2]float64

// Found returns the prior of pairs that a study of real algorithms found, without those
// that noise put outside of the possible correlations: rho1 lies in (-1/2, 1), rho2 from 0
// below (1+rho1)/2, so that the mean of any number of replications has a variance.
func Found(pairs [][2]float64) Empirical {
	var out Empirical
	for _, p := range pairs {
		if p[0] > -0.5 && p[0] < 1 && p[1] >= 0 && p[1] < (1+p[0])/2 {
			out = append(out, p)
		}
	}
	return out
}

// String says how many pairs there are.
func (e Empirical) String() string { return fmt.Sprintf("%d pairs of correlations", len(e)) }

func (e Empirical) nodes(int) ([]node, error) {
	if len(e) == 0 {
		return nil, fmt.Errorf("paired: an empirical prior without pairs; give at least one")
	}
	out := make([]node, len(e))
	for i, p := range e {
		if !(p[0] > -1 && p[0] < 1 && p[1] < (1+p[0])/2 && p[1] > -1) || math.IsInf(p[0]+p[1], 0) {
			return nil, fmt.Errorf("paired: rho1 = %g, rho2 = %g; rho1 lies in (-1, 1), rho2 below (1+rho1)/2", p[0], p[1])
		}
		out[i] = node{rho1: p[0], rho2: p[1], weight: 1}
	}
	return out, nil
}
