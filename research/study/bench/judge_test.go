package bench

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/research/internal/check"
)

// Shares by hand: estimates 5, -1, 2 and 2 with the mean 2 and the standard deviation √6, a set left out, and one
// about which nothing is known.
func TestJudge(t *testing.T) {
	claims := []Claim{{5, [2]float32{2, 4}}, {-1, [2]float32{1, 2}}, Undefined, {2, [2]float32{3, 4}}, {2, [2]float32{}}}
	e := EstimatesOf(claims)
	check.Equal(t, "sets", e.Sets, 4)
	check.Equal(t, "left out", e.Undefined, 1)
	check.Equal(t, "mean", e.Mean, 2)
	check.Near(t, "sd", e.SD, math.Sqrt(6), 1e-15)
	s := Judge(claims, e.Mean, 2*e.SD)
	check.Equal(t, "above", s.Above, 0.25)
	check.Equal(t, "below", s.Below, 0.25)
	check.Equal(t, "either", s.Either, 0.25)
	// 4.9 more: 7.9 > 4 and 1.9; 1.9 and 7.9 > 2; 4.9 > 4 and 4.9 > 4; nothing.
	check.Equal(t, "power", s.Power, 0.5)
	check.Equal(t, "found", s.Found, 0.25)
	// About -2 the gaps are 7 > 4, 1, 4 and 4; of the negative side nothing is claimed.
	s = Judge(claims, -2, 0)
	check.Equal(t, "above -2", s.Above, 0.5)
	check.Equal(t, "either about -2", s.Either, 0.25)
	check.Equal(t, "found of -2", s.Found, 0)
	claims[1].Estimate = -2.5
	check.Equal(t, "found on the side of -2", Judge(claims, -2, 0).Found, 0.25)
}

// Of one data set there is no share.
func TestJudgeNothing(t *testing.T) {
	claims := []Claim{Undefined, {5, [2]float32{2, 4}}}
	e, s := EstimatesOf(claims), Judge(claims, 0, 1)
	check.Equal(t, "sets", e.Sets, 1)
	check.Equal(t, "left out", e.Undefined, 1)
	for _, x := range []float64{e.Mean, e.SD, s.Above, s.Below, s.Either, s.Power, s.Found} {
		check.That(t, math.IsNaN(x), "a share of one data set: %v", x)
	}
}
