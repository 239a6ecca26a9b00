package infer

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/special"
)

// Effect holds the difference of the error rates of two trained models on the records of
// one hold-out validation.
type Effect struct {
	Difference   float64  `json:"difference"`            // error rate of B minus the error rate of A
	DifferenceCI Interval `json:"interval" nulls:"ends"` // Tango's score interval, within [-1, 1]
	// OddsRatio is n10/n01, the odds that B errs where only one model does;
	// infinite if n01 = 0, NaN if the models never disagree.
	OddsRatio float64 `json:"odds_ratio"`
	// from Wilson's score interval of n10/(n01+n10); NaN without disagreement
	OddsRatioCI Interval `json:"odds_ratio_interval" nulls:"ends"`
}

// HasOdds reports whether the models disagree on any record, without which there are no odds.
func (e Effect) HasOdds() bool { return !math.IsNaN(e.OddsRatio) }

// PairedEffect returns the difference of the error rates with the score interval of
// Tango (1998), and the odds ratio with Wilson's score interval of n10/(n01+n10) turned
// into odds (Fagerland, Lydersen and Laake 2014, who recommend both). Opt gives the level,
// 1 - Alpha, and the side: an interval is bounded below for Greater, above for Less. At
// the same level Tango's interval excludes 0 exactly if McNemar's statistic without
// continuity correction is significant. The records of the table count as independent.
// Errors: those of McNemar.
func PairedEffect(c Contingency, opt Options) (Effect, error) {
	r, err := newMcNemar("paired effect", []Contingency{c}, opt)
	if err != nil {
		return Effect{}, err
	}
	z := special.StudentCritical(r.Alpha/opt.Alternative.Sides(), math.Inf(1))
	e := Effect{Difference: r.Estimate, DifferenceCI: Interval{-1, 1}, OddsRatio: math.NaN(), OddsRatioCI: noInterval}
	odds := Interval{0, math.Inf(1)}
	if opt.Alternative != Less {
		e.DifferenceCI.Low = -c.swapped().tangoUpper(z)
		odds.Low = wilsonOdds(c.N10, c.N01, -z)
	}
	if opt.Alternative != Greater {
		e.DifferenceCI.High = c.tangoUpper(z)
		odds.High = wilsonOdds(c.N10, c.N01, z)
	}
	if c.N01+c.N10 > 0 {
		e.OddsRatio, e.OddsRatioCI = c.N10/c.N01, odds
	}
	return e, nil
}

// swapped is the table with A and B exchanged.
func (c Contingency) swapped() Contingency {
	return Contingency{N00: c.N00, N01: c.N10, N10: c.N01, N11: c.N11}
}

// tangoUpper returns the largest difference whose score statistic is at least -z.
func (c Contingency) tangoUpper(z float64) float64 {
	low, high := c.Difference(), 1.0
	if low == 1 {
		return 1
	}
	for range 200 {
		d := (low + high) / 2
		if d == low || d == high {
			break
		}
		if c.tangoScore(d) >= -z {
			low = d
		} else {
			high = d
		}
	}
	return (low + high) / 2
}

// tangoScore is the score statistic of Tango (1998, eq. 7) for the difference d: its
// deviation over the standard error at the likelihood's maximum under d.
func (c Contingency) tangoScore(d float64) float64 {
	n := c.Total()
	// q, the probability that A alone errs, at the maximum of the likelihood under d: the
	// larger root of 2n q² + b q + free.
	b := -c.N10 - c.N01 + (2*n-c.N10+c.N01)*d
	free := -c.N01 * d * (1 - d)
	root := math.Sqrt(math.Max(b*b-8*n*free, 0))
	q := (root - b) / (4 * n)
	if b > 0 { // without cancellation
		q = -2 * free / (root + b)
	}
	v := n * (2*q + d*(1-d))
	if !(v > 0) {
		return math.Copysign(math.Inf(1), c.N10-c.N01-n*d)
	}
	return (c.N10 - c.N01 - n*d) / math.Sqrt(v)
}

// wilsonOdds returns the odds p : 1-p at the end of Wilson's score interval of k/(k+rest)
// on the side of the sign of z.
func wilsonOdds(k, rest, z float64) float64 {
	n := k + rest
	switch {
	case n == 0 || k == 0 && z < 0:
		return 0
	case rest == 0 && z > 0:
		return math.Inf(1)
	}
	reach := z * math.Sqrt(k*rest/n+z*z/4)
	return (k + z*z/2 + reach) / (rest + z*z/2 - reach)
}

// String returns both with their intervals.
func (e Effect) String() string {
	s := fmt.Sprintf("error rate of B minus error rate of A %+.4g, Tango's score interval %+.4g to %+.4g",
		e.Difference, e.DifferenceCI.Low, e.DifferenceCI.High)
	if e.HasOdds() {
		s += fmt.Sprintf("; odds that B errs where one does %.4g, Wilson's score interval %.4g to %.4g",
			e.OddsRatio, e.OddsRatioCI.Low, e.OddsRatioCI.High)
	}
	return s
}
