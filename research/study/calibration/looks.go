package calibration

import (
	"math"
	"sync"
	"time"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
)

// Sequential is the calibrated sequential test with looks from 3 to most replications,
// one-sided on each side.
const Sequential = "sequential, calibrated"

// looks are what the sequential test sees of a data set: it claims that the difference is
// above delta where low exceeds delta, and below where high is less.
type looks struct{ low, high float64 }

// boundary is the boundary of the sequential test.
var boundary = sync.OnceValue(func() sequential.Boundary {
	b, err := sequential.TTest{Options: infer.Options{Alternative: infer.Greater, Alpha: alpha}, Max: most}.Boundary()
	if err != nil {
		panic(err) // the test is fixed
	}
	return b
})

// looksAt returns NaN where a difference has no value.
func looksAt(d [][2]float64) looks {
	p, err := sequential.Observe(d)
	if err != nil {
		return looks{math.NaN(), math.NaN()}
	}
	b := boundary()
	l := looks{math.Inf(-1), math.Inf(1)}
	for k, f := range b.Factors {
		at := b.Start - 1 + k
		l.low = max(l.low, p.Mean[at]-f*p.SD[at])
		l.high = min(l.high, p.Mean[at]+f*p.SD[at])
	}
	return l
}

// tallySequential judges the sequential test.
func (c contest) tallySequential() tally {
	var t tally
	for i, s := range c.stats {
		if !defined(s) {
			continue
		}
		l := c.looks[i]
		t.n++
		add(&t.above, l.low > c.delta, 1)
		add(&t.below, l.high < c.delta, 1)
		add(&t.found, l.low > c.delta-effect*c.sd, 0.5)
		add(&t.found, l.high < c.delta+effect*c.sd, 0.5)
	}
	return t
}

// sequentialClaims is the probability that the sequential test claims a positive
// difference on normal differences, where the true one is 0, and where it is effect
// standard deviations of the mean of most replications.
func (c cell) sequentialClaims(draws int, seed uint64) (wrong, se, found float64, err error) {
	_, _, v := c.variances(most)
	out, err := sequential.OperatingCharacteristics(sequential.Correlation{Rho1: c.rho1, Rho2: c.rho2},
		[]sequential.Boundary{boundary()},
		[]float64{0, effect * math.Sqrt(v)}, draws, seed)
	if err != nil {
		return 0, 0, 0, err
	}
	return out[0][0].Reject, out[0][0].RejectSE, out[0][1].Reject, nil
}

// sequentialDraws is the number of normal paths of a cell.
const sequentialDraws = 20_000

// sequentialRow is the row of the sequential test on normal differences.
func (c cell) sequentialRow(seed int) (Row, error) {
	wrong, se, found, err := c.sequentialClaims(sequentialDraws, uint64(seed))
	return Row{Kind: "normal", Metric: "any", M: most, Rho1: c.rho1, Rho2: c.rho2, Method: Sequential,
		FalseAbove: round(wrong), FalseBelow: round(wrong), FalseSE: round(se),
		Power: round(found), Coverage: round(1 - 2*wrong), Fitted: math.NaN(), Delta: math.NaN(), SD: math.NaN(),
		Seed: seed, Date: time.Now().UTC().Format(time.DateOnly)}, err
}
