package bench

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Estimates are those of claims about a cell.
type Estimates struct {
	Sets, Undefined int     // data sets with a claim or none, and those that are left out
	Mean, SD        float64 // over data sets; NaN without two of them
}

// EstimatesOf returns those of claims.
func EstimatesOf(claims []Claim) Estimates {
	var all []float64
	for _, c := range claims {
		if c != Undefined {
			all = append(all, float64(c.Estimate))
		}
	}
	e := Estimates{Sets: len(all), Undefined: len(claims) - len(all), Mean: math.NaN(), SD: math.NaN()}
	if e.Sets >= 2 {
		e.Mean, e.SD = stat.MeanStdDev(all, nil)
	}
	return e
}

// Shares are how often claims about a cell are made.
type Shares struct {
	Above, Below, Either float64 // false claims with 5% a side, and with 2.5%
	Power                float64 // claims of the right side by the two-sided rule, of a difference of effect
	Found                float64 // and of the true difference
}

// Judge returns the shares of false claims about the true difference delta, and of claims of a difference of effect,
// the mean over both signs. They are NaN without two data sets.
func Judge(claims []Claim, delta, effect float64) Shares {
	n := EstimatesOf(claims).Sets
	if n < 2 {
		none := math.NaN()
		return Shares{none, none, none, none, none}
	}
	var s Shares
	one := 1 / float64(n)
	for _, c := range claims {
		if c == Undefined {
			continue
		}
		gap := float64(c.Estimate) - delta
		add := func(to *float64, over float64, side int, amount float64) {
			if r := float64(c.Reach[side]); r > 0 && over > r {
				*to += amount
			}
		}
		add(&s.Above, gap, 0, one)
		add(&s.Below, -gap, 0, one)
		add(&s.Either, math.Abs(gap), 1, one)
		add(&s.Power, effect+gap, 1, one/2)
		add(&s.Power, effect-gap, 1, one/2)
		add(&s.Found, math.Copysign(1, delta)*float64(c.Estimate), 1, one)
	}
	return s
}
