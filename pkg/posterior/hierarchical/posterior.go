package hierarchical

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// Options are the settings of the prior. The zero value is the prior of Corani et al.
// (2017) with a flat one on mu0.
type Options struct {
	// SigmaMost bounds the uniform prior of sigma0, as a multiple of the spread: the
	// larger of the standard deviation of the data sets' differences and the mean of their
	// own uncertainties. 0 means 1000. It matters only with one or two data sets, which
	// carry little information on sigma0, or if it is small.
	SigmaMost float64
	Nu        float64 // fixes the degrees of freedom, at least 1; 0 means their prior

	// Progress is called at each step of the integration, one call at a time, if it is not nil.
	Progress func(done, total int)
}

// Posterior is the joint posterior of the differences of two models on several data sets.
// Make one with New.
type Posterior struct {
	sets   []paired.Posterior
	slices []slice
	width  float64 // smallest possible width of the posterior of a delta
}

// New returns the posterior from the posterior of each data set. Errors: no data set, SigmaMost or
// Nu out of range.
func New(sets []paired.Posterior, opt Options) (Posterior, error) {
	if len(sets) == 0 {
		return Posterior{}, fmt.Errorf("hierarchical: no data sets; give at least one")
	}
	if opt.SigmaMost == 0 {
		opt.SigmaMost = 1000
	}
	if !(opt.SigmaMost > 0) || math.IsInf(opt.SigmaMost, 0) {
		return Posterior{}, fmt.Errorf("hierarchical: sigma0 up to %v of the spread; give a positive number",
			opt.SigmaMost)
	}
	if !(opt.Nu >= 1 && opt.Nu <= 1e4 || opt.Nu == 0) {
		return Posterior{}, fmt.Errorf("hierarchical: %v degrees of freedom; give a number from 1 to 10000, or 0 for "+
			"their prior", opt.Nu)
	}
	bells := make([]bell, len(sets))
	precision := 0.0
	for i, s := range sets {
		if s.DF() == 0 {
			return Posterior{}, fmt.Errorf("hierarchical: the posterior of data set %d is empty; make it with "+
				"paired.New", i+1)
		}
		bells[i] = bellOf(s)
		precision += 1 / bells[i].core
	}
	p := Posterior{sets: sets, width: 1 / math.Sqrt(precision)}
	nus := []node{{opt.Nu, 1}}
	if opt.Nu == 0 {
		nus = freedoms()
	}
	unit := math.Sqrt(float64(len(sets)) / precision)
	low, high := 0.0, math.Asinh(opt.SigmaMost*spreadOf(bells)/unit)
	top := math.Inf(-1)
	for range 2 { // narrow the range
		low, high, top = p.sigmaRange(bells, nus, unit, low, high)
	}
	p.integrate(bells, nus, unit, low, high, top, opt.Progress)
	return p, nil
}

// spreadOf is the larger of the standard deviation of the centres and the mean width.
func spreadOf(bells []bell) float64 {
	n := float64(len(bells))
	mean, width, squares := 0.0, 0.0, 0.0
	for _, b := range bells {
		mean += (b.centre - bells[0].centre) / n
		width += math.Sqrt(b.core) / n
	}
	for _, b := range bells {
		e := b.centre - bells[0].centre - mean
		squares += e * e
	}
	return math.Max(width, math.Sqrt(squares/math.Max(1, n-1)))
}

// least returns the logarithm of a product of likelihoods below which a slice at asinh(sigma0/unit) = y cannot
// matter where another one has the integral top. The allowance is for the width of the product and for
// the weights of slices.
func (p *Posterior) least(top, y float64) float64 {
	const allowance = 60
	return top - math.Log(math.Cosh(y)) - math.Log(p.width) - allowance
}

// sigmaRange returns the part of a range of asinh(sigma0/unit) in which the posterior of
// sigma0 is not negligible, and the largest logarithm of its density.
func (p *Posterior) sigmaRange(bells []bell, nus []node, unit, low, high float64) (from, to, top float64) {
	const points = 14
	at := func(i int) float64 { return low + (high-low)*float64(i)/points }
	logs := make([]float64, points+1)
	top = math.Inf(-1)
	for i := range logs {
		y := at(i)
		logs[i] = math.Inf(-1)
		for _, nu := range []float64{nus[0].x, nus[len(nus)-1].x} {
			s := newSlice(bells, unit*math.Sinh(y), nu, p.least(top, y))
			logs[i] = math.Max(logs[i], s.top+math.Log(math.Cosh(y)))
		}
		top = math.Max(top, logs[i])
	}
	const negligible = 18
	best := slices.Index(logs, top)
	first, last := 0, points
	for first < best && logs[first+1] < top-negligible {
		first++
	}
	for last > best && logs[last-1] < top-negligible {
		last--
	}
	return at(first), at(last), top
}

// integrate makes the slices. Top is that of sigmaRange.
func (p *Posterior) integrate(bells []bell, nus []node, unit, low, high, top float64,
	progress func(done, total int)) {
	const points = 24
	y, w := gauss(points, low, high)
	p.slices = make([]slice, len(nus)*points)
	var wait sync.WaitGroup
	var heard sync.Mutex
	done := 0
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		wait.Go(func() {
			for k := worker; k < len(p.slices); k += workers {
				nu, i := nus[k/points], k%points
				s := newSlice(bells, unit*math.Sinh(y[i]), nu.x, p.least(top, y[i]))
				s.share = s.top + math.Log(nu.weight*w[i]*math.Cosh(y[i]))
				p.slices[k] = s
				if heard.Lock(); progress != nil {
					done++
					progress(done, len(p.slices))
				}
				heard.Unlock()
			}
		})
	}
	wait.Wait()
	top = math.Inf(-1)
	for _, s := range p.slices {
		top = math.Max(top, s.share)
	}
	total := 0.0
	kept := p.slices[:0]
	for _, s := range p.slices {
		if s.share = math.Exp(s.share - top); s.share > 1e-8 {
			total += s.share
			s.complete()
			kept = append(kept, s)
		}
	}
	p.slices = kept
	for i := range p.slices {
		p.slices[i].share /= total
	}
}

// Len returns the number of data sets.
func (p Posterior) Len() int { return len(p.sets) }

// PredictiveCDF returns the probability that the expected difference on another data set
// is at most x.
func (p Posterior) PredictiveCDF(x float64) float64 {
	sum := 0.0
	for i := range p.slices {
		sum += p.slices[i].share * p.slices[i].below(x)
	}
	return math.Min(sum, 1)
}

// Predictive returns the probabilities that the expected difference on another data set
// lies below, within and above the region of practical equivalence from -rope to rope; rope is
// at least 0.
func (p Posterior) Predictive(rope float64) (below, within, above float64) {
	below, above = p.PredictiveCDF(-rope), 1-p.PredictiveCDF(rope)
	return below, math.Max(0, 1-below-above), above
}

// PredictiveQuantile returns the x at which PredictiveCDF is level, to 13 digits of the range that is searched around
// the mean. It panics unless level lies in (0, 1).
func (p Posterior) PredictiveQuantile(level float64) float64 {
	if !(level > 0 && level < 1) {
		panic(fmt.Sprintf("hierarchical: quantile at %v; give a number between 0 and 1", level))
	}
	const doublings = 200
	mean := p.Mean().Mean()
	first := math.Max(math.Abs(mean), 1e-6)
	low, high := mean, mean
	for i, step := 0, first; p.PredictiveCDF(low) > level && i < doublings; i++ {
		low, step = low-step, 2*step
	}
	for i, step := 0, first; p.PredictiveCDF(high) < level && i < doublings; i++ {
		high, step = high+step, 2*step
	}
	return special.Root(func(x float64) float64 { // log odds, which are nearly linear in the middle
		below := p.PredictiveCDF(x)
		return math.Log(below/(1-below)) - math.Log(level/(1-level))
	}, low, high, (high-low)*0x1p-45)
}

// Mean returns the posterior of mu0, the mean difference over all possible data sets.
func (p Posterior) Mean() Marginal {
	e := Marginal{low: math.Inf(1), high: math.Inf(-1)}
	for i := range p.slices {
		s := &p.slices[i]
		e.mean += s.share * s.mean()
		e.low, e.high = math.Min(e.low, s.x(s.u(0))), math.Max(e.high, s.x(s.u(len(s.logs)-1)))
	}
	e.cdf = func(x float64) float64 {
		sum := 0.0
		for i := range p.slices {
			sum += p.slices[i].share * p.slices[i].cdf(x)
		}
		return sum
	}
	return e
}

// DataSet returns the posterior of delta_i, the expected difference on data set i (from 0),
// given its own folds and all other data sets. It panics unless there is a data set i.
func (p Posterior) DataSet(i int) Marginal {
	own := p.sets[i]
	others := make([]func(float64) float64, len(p.slices))
	for k := range p.slices {
		others[k] = p.slices[k].others(i)
	}
	density := func(d float64) float64 {
		sum := 0.0
		for k, o := range others {
			sum += p.slices[k].share * o(d)
		}
		return math.Log(own.Prob(d) * sum)
	}
	var places, logs []float64 // at growing distances from its own estimate
	for u := -10.0; u <= 10; u += 0.5 {
		x := own.Mean() + p.width*math.Sinh(u)
		places, logs = append(places, x), append(logs, density(x))
	}
	low, high := hull(places, logs)
	c := newCurve(own.Mean(), low, high, p.width, density)
	c.cumulate()
	return Marginal{mean: c.mean(), low: c.x(c.u(0)), high: c.x(c.u(len(c.logs) - 1)), cdf: c.cdf}
}

// Marginal is the posterior distribution of one number.
type Marginal struct {
	mean, low, high float64
	cdf             func(float64) float64
}

// Mean returns the posterior mean.
func (e Marginal) Mean() float64 { return e.mean }

// CDF returns the probability up to x.
func (e Marginal) CDF(x float64) float64 { return e.cdf(x) }

// Quantile returns the x with CDF(x) = p. It panics unless p lies in (0, 1).
func (e Marginal) Quantile(p float64) float64 {
	if !(p > 0 && p < 1) {
		panic(fmt.Sprintf("hierarchical: quantile at %v; give a number between 0 and 1", p))
	}
	return quantile(e.cdf, e.low, e.high, p)
}

// Estimate returns the mean with the equal-tailed interval of the given probability. It
// is an error unless level lies in (0, 1).
func (e Marginal) Estimate(level float64) (infer.Estimate, error) {
	if !(level > 0 && level < 1) {
		return infer.Estimate{}, fmt.Errorf("hierarchical: level %v; give a number between 0 and 1", level)
	}
	return infer.Estimate{Low: e.Quantile((1 - level) / 2), Mid: e.mean, High: e.Quantile((1 + level) / 2)}, nil
}
