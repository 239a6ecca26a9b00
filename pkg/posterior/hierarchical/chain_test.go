package hierarchical

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// chain is a plain Metropolis sampler of all parameters.
type chain struct {
	rng  *rand.Rand
	like func(i int, delta, logSD float64) float64 // logarithm, of data set i
	// of the differences of its folds; nil where like does without
	logSD       []float64
	delta       []float64
	mu, sigma   float64
	nu1         float64 // nu - 1
	alpha, beta float64
	most, log   float64
}

func (c *chain) density() float64 {
	if c.sigma <= 0 || c.sigma > c.most || c.nu1 <= 0 || c.alpha < 0.5 || c.alpha > 5 || c.beta < 0.05 ||
		c.beta > 0.15 {
		return math.Inf(-1)
	}
	g, _ := math.Lgamma(c.alpha)
	sum := c.alpha*math.Log(c.beta) - g + (c.alpha-1)*math.Log(c.nu1) - c.beta*c.nu1
	for i, d := range c.delta {
		sd := 0.0
		if c.logSD != nil {
			sd = c.logSD[i]
		}
		sum += math.Log(student((d-c.mu)/c.sigma, c.nu1+1)/c.sigma) + c.like(i, d, sd)
	}
	return sum
}

// try takes or leaves a change, of which jacobian is the logarithm of the volume.
func (c *chain) try(jacobian float64, change func(c *chain)) {
	next := *c
	next.delta, next.logSD = slices.Clone(c.delta), slices.Clone(c.logSD)
	change(&next)
	next.log = next.density()
	if math.Log(c.rng.Float64()) < next.log-c.log+jacobian {
		*c = next
	}
}

func (c *chain) sweep() {
	step := func(x float64) float64 { return x * c.rng.NormFloat64() }
	for i := range c.delta {
		e := step(0.02)
		c.try(0, func(c *chain) { c.delta[i] += e })
	}
	for i := range c.logSD {
		e := step(0.4)
		c.try(0, func(c *chain) { c.logSD[i] += e })
	}
	e := step(0.02)
	c.try(0, func(c *chain) { c.mu += e })
	e = step(0.02)
	c.try(0, func(c *chain) {
		c.mu += e
		for i := range c.delta {
			c.delta[i] += e
		}
	})
	f := step(1)
	c.try(f, func(c *chain) { c.sigma *= math.Exp(f) })
	f = step(1)
	c.try(f*float64(1+len(c.delta)), func(c *chain) {
		c.sigma *= math.Exp(f)
		for i := range c.delta {
			c.delta[i] = c.mu + (c.delta[i]-c.mu)*math.Exp(f)
		}
	})
	f = step(1.5)
	c.try(f, func(c *chain) { c.nu1 *= math.Exp(f) })
	e = step(1)
	c.try(0, func(c *chain) { c.alpha += e })
	e = step(0.05)
	c.try(0, func(c *chain) { c.beta += e })
}

// Everything that is reported, against Markov chain Monte Carlo of the model as it is
// written down: with the posterior of each data set as its likelihood.
func TestMarkovChain(t *testing.T) {
	numtest.NotRaced(t)
	s := sets(t, 9, paired.Fixed{Rho1: 0.2, Rho2: 0.3}, 0.01, 0.03, 0.015, 0.06, -0.01)
	c := &chain{rng: rand.New(rand.NewPCG(1, 2)), like: func(i int, d, _ float64) float64 {
		return math.Log(s[i].Prob(d))
	}}
	c.check(t, s)
}

// The same from the folds alone: 10-fold CV, whose differences are normal with a standard
// deviation of each data set and the correlation 1/10 between any two, which is the model
// of Corani et al. (2017); no posterior of a data set goes into the chain.
func TestMarkovChainOfFolds(t *testing.T) {
	numtest.NotRaced(t)
	const n, rho = 10, 0.1
	rng := rand.New(rand.NewPCG(4, 5))
	var s []paired.Posterior
	var means, squares []float64
	for i, centre := range []float64{0.01, 0.03, 0.015, 0.06, -0.01, 0.02} {
		d := make([]float64, n)
		mean, square := 0.0, 0.0
		for k := range d {
			d[k] = centre + 0.02*float64(1+i%3)*rng.NormFloat64()
			mean += d[k] / n
		}
		for _, x := range d {
			square += (x - mean) * (x - mean)
		}
		p, err := paired.CorrelatedT(d, rho)
		if err != nil {
			t.Fatal(err)
		}
		s, means, squares = append(s, p), append(means, mean), append(squares, square)
	}
	c := &chain{rng: rand.New(rand.NewPCG(6, 7)), logSD: make([]float64, len(s))}
	// The eigenvalues of the covariance over sd² are 1-rho, n-1 times, and 1+(n-1)rho. The
	// prior 1/sd² of sd² is flat on log sd.
	c.like = func(i int, delta, logSD float64) float64 {
		return -n*logSD - (squares[i]/(1-rho)+n*(means[i]-delta)*(means[i]-delta)/(1+(n-1)*rho))/(2*math.Exp(2*logSD))
	}
	for i := range c.logSD {
		c.logSD[i] = math.Log(squares[i]/n) / 2
	}
	c.check(t, s)
}

// check compares what a chain finds with the quadrature.
func (c *chain) check(t *testing.T, s []paired.Posterior) {
	t.Helper()
	p := made(t, s, Options{})
	bells := make([]bell, len(s))
	c.sigma, c.nu1, c.alpha, c.beta, c.mu = 0.02, 10, 2, 0.1, 0.02
	for i := range s {
		bells[i] = bellOf(s[i])
		c.delta = append(c.delta, s[i].Mean())
	}
	c.most = 1000 * spreadOf(bells)
	c.log = c.density()
	below, _, above := p.Predictive(0.01)
	mean := p.Mean()
	want := []float64{below, above, mean.CDF(0.01), p.DataSet(0).CDF(0.02), p.DataSet(4).CDF(0),
		p.DataSet(3).CDF(0.05), p.DataSet(3).Mean()}
	const batches, size = 40, 2500
	sums, squares := make([]float64, len(want)), make([]float64, len(want))
	for b := range batches + 2 {
		got := make([]float64, len(want))
		for range size {
			c.sweep()
			nu := c.nu1 + 1
			for i, x := range []float64{special.StudentTail((c.mu+0.01)/c.sigma, nu),
				special.StudentTail((0.01-c.mu)/c.sigma, nu),
				indicator(c.mu <= 0.01), indicator(c.delta[0] <= 0.02), indicator(c.delta[4] <= 0),
				indicator(c.delta[3] <= 0.05), c.delta[3]} {
				got[i] += x / size
			}
		}
		if b < 2 { // until it forgets its start
			continue
		}
		for i, x := range got {
			sums[i] += x / batches
			squares[i] += x * x / batches
		}
	}
	for i, x := range want {
		se := math.Sqrt((squares[i] - sums[i]*sums[i]) / (batches - 1))
		t.Logf("%d: quadrature %.5f, chain %.5f ± %.5f", i, x, sums[i], se)
		if math.Abs(x-sums[i]) > 4*se || se > 0.01 {
			t.Errorf("number %d: %v, Markov chain %v ± %v", i, x, sums[i], se)
		}
	}
}
