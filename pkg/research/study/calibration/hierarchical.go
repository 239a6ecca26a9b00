package calibration

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/integrate/quad"
)

// Records is a posterior that takes the variance of the folds from the scatter of the
// records, and only what training adds from the spread of the folds.
//
// With a the variance of a fold's mean over its records given the models, and b the
// covariance that two replications have because they test the same records, both known
// from the scatter of all records,
//
//	sigma² = a + o,  rho1 sigma² = g,  rho2 sigma² = b + k,  k = t (o+g)
//
// where o is the variance that training gives to a fold, g the covariance that it gives
// to the two folds of a replication, and t is 1/2 where training acts linearly, 1/4 where
// what a record does in the training set has nothing to do with how it is tested. The
// prior of o/a and g/a is x/(1-x) times a scale with x uniform, that of t uniform on
// {1/4, 3/8, 1/2}; W and B of package paired have chi-squared likelihoods, and delta is
// normal given the rest.
const Records = "records"

// recordPrior is the scale of the priors of o/a and g/a.
type recordPrior float64

// recordPriors are those that one is chosen of, see choose.
var recordPriors = []recordPrior{0.1, 0.3, 0.6}

func (p recordPrior) name() string { return fmt.Sprintf("scale %g", float64(p)) }

// recordNodes is the number of nodes of the quadrature in o and in g.
const recordNodes = 7

// least is the smallest variance of W or B, as a share of a.
const least = 0.02

// recordRule returns the nodes and weights on [0, 1].
var recordRule = sync.OnceValues(func() (x, weight []float64) {
	x, weight = make([]float64, recordNodes), make([]float64, recordNodes)
	quad.Legendre{}.FixedLocations(x, weight, 0, 1)
	return x, weight
})

// recordPosterior is a mixture of normal distributions about the mean.
type recordPosterior struct{ sd, share []float64 }

// posterior returns that of delta - mean for m replications.
func (p recordPrior) posterior(m float64, s statistics, sc scatter) recordPosterior {
	var out recordPosterior
	x, weight := recordRule()
	a := 2 * sc.single
	b := (m*sc.mean - sc.single) / (m - 1) / a
	for i := range x {
		o := float64(p) * x[i] / (1 - x[i])
		for j := range x {
			g := float64(p) * x[j] / (1 - x[j])
			within := 1 + o - g
			if within < least {
				continue
			}
			common := math.Log(weight[i]*weight[j]) - (m*math.Log(within)+s.within/a/within)/2
			for _, t := range []float64{0.25, 0.375, 0.5} {
				k := t * (o + g)
				between := max(1+o+g-2*b-2*k, least)
				out.share = append(out.share, common-((m-1)*math.Log(between)+s.between/a/between)/2)
				out.sd = append(out.sd, math.Sqrt(a*((1+o+g)/(2*m)+(m-1)/m*(b+k))))
			}
		}
	}
	largest, total := slices.Max(out.share), 0.0
	for i, log := range out.share {
		out.share[i] = math.Exp(log - largest)
		total += out.share[i]
	}
	for i := range out.share {
		out.share[i] /= total
	}
	return out
}

// beyond returns the probability that delta - mean exceeds each gap.
func (p recordPosterior) beyond(gaps ...float64) []float64 {
	out := make([]float64, len(gaps))
	for i, share := range p.share {
		if share < 1e-6 {
			continue
		}
		for k, gap := range gaps {
			out[k] += share * math.Erfc(gap/p.sd[i]/math.Sqrt2) / 2
		}
	}
	return out
}

// tally judges the posterior on the data sets of a contest.
func (p recordPrior) tally(c contest) tally {
	var t tally
	for i, s := range c.stats {
		if !defined(s) || !(c.scatters[i].single > 0) {
			continue
		}
		gap, far := s.mean-c.delta, effect*c.sd
		gaps := []float64{gap, -gap, gap + far, far - gap}
		if c.fitted != nil {
			gaps = append(gaps, math.Abs(s.mean-c.fitted[i]))
		}
		q := p.posterior(float64(c.m), s, c.scatters[i]).beyond(gaps...)
		t.n++
		add(&t.above, q[0] < alpha, 1)
		add(&t.below, q[1] < alpha, 1)
		add(&t.found, q[2] < alpha, 0.5)
		add(&t.found, q[3] < alpha, 0.5)
		if c.fitted != nil {
			t.fitted++
			add(&t.held, q[4] >= alpha, 1)
		}
	}
	return t
}

// reach returns the gap that delta exceeds with the given probability.
func (p recordPosterior) reach(side float64) float64 {
	low, high := 0.0, 10*slices.Max(p.sd)
	for range 30 {
		mid := (low + high) / 2
		if p.beyond(mid)[0] > side {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}
