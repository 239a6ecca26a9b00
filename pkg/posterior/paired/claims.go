package paired

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/internal/special"
)

// knots is the number of intervals of the table of Reach.
const knots = 256

// Reach returns how far from delta the mean of m replications must lie for the posterior
// probability beyond delta to fall below side, in units of √(W+B), as a function of
// W/(W+B). It interpolates in a table. A nil prior is Uniform{}. It returns the errors of
// New.
func Reach(m int, prior Prior, side float64) (func(share float64) float64, error) {
	at := make([]float64, knots+1)
	for k := range at {
		s := math.Sin(math.Pi / 2 * float64(k) / knots)
		p, err := New(Spread(m, s*s), prior)
		if err != nil {
			return nil, err
		}
		at[k] = p.gap(side)
	}
	return func(share float64) float64 {
		return interpolate(at, math.Asin(math.Sqrt(min(share, 1)))*2/math.Pi*knots)
	}, nil
}

// Spread returns differences of m replications with mean 0, W = share and B = 1 - share.
func Spread(m int, share float64) [][2]float64 {
	out := make([][2]float64, m)
	half := math.Sqrt(share / float64(2*m))
	centre := math.Sqrt(1-share) / 2
	for j := range out {
		out[j] = [2]float64{half, -half}
	}
	for k, c := range []float64{centre, -centre} {
		out[k][0] += c
		out[k][1] += c
	}
	return out
}

// interpolate returns the cubic through the four entries about x, a number of entries.
func interpolate(at []float64, x float64) float64 {
	k := min(max(int(x)-1, 0), len(at)-4)
	sum := 0.0
	for i, w := range cubic(x - float64(k)) {
		sum += w * at[k+i]
	}
	return sum
}

// cubic returns the weights of the values at 0, 1, 2 and 3 in the cubic through them at t.
func cubic(t float64) (w [4]float64) {
	for i := range w {
		w[i] = 1
		for j := range w {
			if j != i {
				w[i] *= (t - float64(j)) / float64(i-j)
			}
		}
	}
	return w
}

// Nodes of the quadrature of Claims: more for the angle, since reach may have a kink, than
// for the radius, in which all is smooth.
const angleNodes, radiusNodes = 300, 64

// Claims is the probability that the mean of m replications of normal differences with
// correlations rho1 and rho2 exceeds reach(W/(W+B)) √(W+B), where the true difference is
// effect standard deviations of the mean. With W = a X, B = b Y, the share
// s = X/(X+Y) ~ Beta(m/2, (m-1)/2) and X+Y ~ chi²(2m-1) are independent.
func Claims(m int, rho1, rho2, effect float64, reach func(share float64) float64) float64 {
	n := node{rho1: rho1, between: 1 + rho1 - 2*rho2}
	v := n.mean(float64(m))
	nu := float64(2*m - 1)
	angle, weight := make([]float64, angleNodes), make([]float64, angleNodes)
	quad.Legendre{}.FixedLocations(angle, weight, 0, math.Pi/2)
	radius, density := special.Radius(nu, radiusNodes)
	sum, total := 0.0, 0.0
	for i, t := range angle {
		sin, cos := math.Sincos(t)
		w := weight[i] * math.Pow(sin, float64(m-1)) * math.Pow(cos, float64(m-2))
		within, between := n.within()*sin*sin, n.between*cos*cos
		all := within + between
		bound := reach(within/all) * math.Sqrt(all*nu/v)
		inner := 0.0
		for k, r := range radius {
			inner += density[k] * distuv.UnitNormal.CDF(effect-bound*r)
		}
		sum += w * inner
		total += w
	}
	return sum / total
}
