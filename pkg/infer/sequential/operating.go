package sequential

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Characteristic is how a test behaves at one true difference.
type Characteristic struct {
	Excess   float64 // mu - Delta in units of sigma
	Reject   float64 // probability of rejection: the type I error at Excess <= 0, the power above
	RejectSE float64
	Stop     float64 // expected replications at the end
	StopSE   float64
}

// OperatingCharacteristics simulates tests on the same normal paths at one pair of
// correlations, and returns the characteristic of each at each excess, mu - Delta in
// units of sigma. Each path contributes its probability given all but the part
// that its replications share, so that the standard errors are smaller than by
// counting.
func OperatingCharacteristics(c Correlation, tests []Boundary, excess []float64, draws int,
	seed uint64) ([][]Characteristic, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if draws < 1 || draws > mostDraws {
		return nil, fmt.Errorf("sequential: %d draws; use from 1 to %d (10000 is usual)", draws, mostDraws)
	}
	longest := 1
	for _, l := range tests {
		if l.Start < 2 || len(l.Factors) == 0 {
			return nil, fmt.Errorf("sequential: a test with %d looks from m = %d; give at least one look from m = 2 "+
				"or later", len(l.Factors), l.Start)
		}
		longest = max(longest, l.last())
	}
	o := operator{at: c, tests: tests, excess: excess, longest: longest}
	return o.characteristics(inBatches(draws, seed, o.batch), draws), nil
}

type operator struct {
	at      Correlation
	tests   []Boundary
	excess  []float64
	longest int
}

// batch sums for each test and excess the probability of rejection, then the
// stopping time.
func (o operator) batch(rng *rand.Rand, draws int) []moment {
	sums := make([]moment, 2*len(o.tests)*len(o.excess))
	paths := newNormalPaths(o.longest, rng)
	shared := paths.sharedSD(o.at)
	var path Path
	stop, reject := make([]float64, len(o.excess)), make([]float64, len(o.excess))
	for range draws {
		paths.draw()
		paths.at(o.at, &path)
		for t, test := range o.tests {
			test.follow(&path, shared, o.excess, reject, stop)
			for i := range o.excess {
				k := 2 * (t*len(o.excess) + i)
				sums[k].add(reject[i])
				sums[k+1].add(stop[i])
			}
		}
	}
	return sums
}

// follow sets the probability of rejection and the expected stop of one path at
// each excess.
func (l Boundary) follow(path *Path, shared float64, excess, reject, stop []float64) {
	for i := range excess {
		stop[i], reject[i] = float64(l.Start), 0
	}
	upper, lower := math.Inf(-1), math.Inf(-1)
	for k, factor := range l.Factors {
		m := l.Start + k
		estimate, scale := l.see(path, m)
		up := estimate - factor*scale
		low := math.Inf(-1)
		if l.TwoSided {
			low = -estimate - factor*scale
		}
		if up > upper || low > lower {
			upper, lower = max(upper, up), max(lower, low)
			for i, x := range excess {
				reject[i] = beyond(upper+x, lower-x, shared)
			}
		}
		if m < l.last() {
			for i := range excess {
				stop[i] += 1 - reject[i]
			}
		}
	}
}

// beyond is the probability that a normal with the given standard deviation
// exceeds -upper, or -lower with the other sign.
func beyond(upper, lower, sd float64) float64 {
	if math.IsInf(lower, -1) {
		return upperNormal(-upper / sd)
	}
	return min(1, upperNormal(-upper/sd)+upperNormal(-lower/sd))
}

func (o operator) characteristics(sums []moment, draws int) [][]Characteristic {
	out := make([][]Characteristic, len(o.tests))
	for t := range out {
		for i, x := range o.excess {
			k := 2 * (t*len(o.excess) + i)
			p := Characteristic{Excess: x}
			p.Reject, p.RejectSE = sums[k].mean(draws)
			p.Stop, p.StopSE = sums[k+1].mean(draws)
			out[t] = append(out[t], p)
		}
	}
	return out
}
