package hierarchical

import (
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/special"
)

// slice is the posterior of mu0 at one point of (sigma0, nu).
type slice struct {
	curve
	sigma, nu float64
	share     float64     // of the posterior of (sigma0, nu)
	likes     [][]float64 // log likelihoods of the data sets at each point of the curve
	z         []node      // of t(nu), where sigma0 is small
}

// newSlice follows the product of the likelihoods of all data sets over mu0. It does not look for parts of it whose
// logarithm is less than least.
func newSlice(bells []bell, sigma, nu, least float64) slice {
	s := slice{sigma: sigma, nu: nu}
	y, weights := logChi(nu)
	logs := make([]func(float64) float64, len(bells))
	precision, centre := 0.0, 0.0
	parts := make(map[float64][]float64) // by mu0
	likes := func(x float64) []float64 {
		part := parts[x]
		if part == nil {
			part = make([]float64, len(logs))
			for i, l := range logs {
				part[i] = l(x)
			}
			parts[x] = part
		}
		return part
	}
	c := centres{likes: likes, least: least}
	for i, b := range bells {
		wide := b.spread(sigma, y, weights)
		logs[i] = wide.log()
		c.own, c.peaks = append(c.own, b.centre), append(c.peaks, math.Log(wide.peak))
		precision += 1 / wide.core
		centre += (b.centre - bells[0].centre) / wide.core
	}
	centre = bells[0].centre + centre/precision
	low, high := c.hull(centre)
	product := func(x float64) float64 { return sum(likes(x)) }
	s.curve = newCurve(min(max(centre, low), high), low, high, 1/math.Sqrt(precision), product)
	s.likes = make([][]float64, len(s.logs))
	for k := range s.likes {
		s.likes[k] = parts[s.x(s.u(k))]
	}
	return s
}

func sum(logs []float64) float64 {
	sum := 0.0
	for _, l := range logs {
		sum += l
	}
	return sum
}

// far is how far below its largest value the logarithm of a density does not matter to hull.
const far = 9

// hull returns the range of the places at which a density, given by its logarithms there, is not
// far below its largest value.
func hull(places, logs []float64) (low, high float64) {
	top := slices.Max(logs)
	low, high = math.Inf(1), math.Inf(-1)
	for i, x := range places {
		if logs[i] > top-far {
			low, high = math.Min(low, x), math.Max(high, x)
		}
	}
	return low, high
}

// complete prepares a slice for questions about delta. If the t distribution is too narrow
// for the points of mu0, it gets points of its own.
func (s *slice) complete() {
	s.cumulate()
	const margin = 1.4 // points are further apart on the flanks
	if s.sigma*math.Min(1, math.Sqrt(s.nu)/2) < margin*s.scale*s.step {
		s.z = studentNodes(s.nu)
	}
}

// studentNodes returns points and weights of t(nu), at √nu sinh(u).
func studentNodes(nu float64) []node {
	step := math.Min(0.4, 0.8/math.Sqrt(nu))
	out := []node{{0, 1}}
	total := 1.0
	for u := step; ; u += step {
		w := math.Pow(math.Cosh(u), -nu)
		if w < 1e-8 {
			break
		}
		x := math.Sqrt(nu) * math.Sinh(u)
		out = append(out, node{x, w}, node{-x, w})
		total += 2 * w
	}
	for i := range out {
		out[i].weight /= total
	}
	return out
}

// below returns the probability that the difference of another data set is at most x.
func (s *slice) below(x float64) float64 {
	sum := 0.0
	if s.z != nil {
		for _, z := range s.z {
			sum += z.weight * s.cdf(x-s.sigma*z.x)
		}
		return sum
	}
	s.each(func(_ int, mu, share float64) { sum += share * special.StudentTail((mu-x)/s.sigma, s.nu) })
	return sum
}

// others returns the density of delta of data set i at d given all other data sets: the
// density of mu0 without the likelihood of i, convolved with the t distribution.
func (s *slice) others(i int) func(d float64) float64 {
	rest := make([]float64, len(s.logs)) // log density of mu0 without i
	for k := range rest {
		rest[k] = s.logs[k] - s.top - s.likes[k][i]
	}
	if s.z != nil {
		return func(d float64) float64 {
			sum := 0.0
			for _, z := range s.z {
				u := math.Asinh((d - s.sigma*z.x - s.centre) / s.scale)
				sum += z.weight * math.Exp(s.between(rest, u))
			}
			return sum
		}
	}
	a, _ := math.Lgamma((s.nu + 1) / 2)
	b, _ := math.Lgamma(s.nu / 2)
	height := math.Exp(a-b) / math.Sqrt(s.nu*math.Pi) / s.sigma
	type point struct{ mu, share float64 }
	var points []point
	s.each(func(k int, mu, share float64) {
		if share > 1e-12 {
			points = append(points, point{mu, height * share * math.Exp(-s.likes[k][i])})
		}
	})
	power := -(s.nu + 1) / 2
	return func(d float64) float64 {
		sum := 0.0
		for _, p := range points {
			t := (d - p.mu) / s.sigma
			sum += p.share * math.Exp(power*math.Log1p(t*t/s.nu))
		}
		return sum
	}
}
