package sequential

import (
	"errors"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/variance"
)

// FirstLook and LastLook are the first and the last look of the thesis
// (section 5.6).
const (
	FirstLook = 3
	LastLook  = 12
)

// TTest is the sequential t-test of block-regularized m x 2 CV (Wang 2019
// thesis, algorithm 5.1): after each replication from Start to Max it looks at
// the differences so far, and rejects at the first look whose estimate lies
// beyond the boundary Delta + Chat_m sd_m t_p(2m-1). The nominal levels p come
// from the rule. The zero value is the two-sided calibrated test of mu = 0 at
// level 0.05 with looks from 3 to 12.
//
// Under a Calibrated rule the intervals of all looks together hold mu with probability
// 1 - Alpha: they are a confidence sequence. For k comparisons at one level give each
// Alpha/k (Bonferroni).
type TTest struct {
	infer.Options
	Start int  // replications at the first look, at least 2; 0 means 3
	Max   int  // replications at the last look; 0 means 12
	Rule  Rule // nil means Calibrated{}
	// Interest is the smallest difference from Delta that matters, 0 for none: the test
	// stops for futility at a look whose interval lies within Delta ± Interest. Since the
	// intervals of all looks hold mu together, it does so with probability Alpha at most
	// where mu lies further away. It needs a two-sided test under a Calibrated rule.
	Interest float64
}

// Filled returns the test with its defaults, or what is wrong with it.
func (s TTest) Filled() (TTest, error) {
	if s.Start == 0 {
		s.Start = FirstLook
	}
	if s.Max == 0 {
		s.Max = max(LastLook, s.Start)
	}
	if s.Rule == nil {
		s.Rule = Calibrated{}
	}
	err := checkLooks(s.Start, s.Max)
	if err != nil {
		return s, err
	}
	if err := s.checkInterest(); err != nil {
		return s, err
	}
	s.Options, err = s.Options.Filled()
	return s, err
}

// checkLooks returns an error unless a test can look from m = start to last.
func checkLooks(start, last int) error {
	switch {
	case start < 2:
		return fmt.Errorf("sequential: a first look at m = %d; use at least 2 replications (3 is usual)", start)
	case last < start:
		return fmt.Errorf("sequential: looks from m = %d to %d; the last must not come before the first", start, last)
	case last > 1000:
		return fmt.Errorf("sequential: looks up to m = %d; use at most 1000", last)
	}
	return nil
}

// checkInterest returns an error for a stop that would not hold its level.
func (s TTest) checkInterest() error {
	if s.Interest == 0 {
		return nil
	}
	if !(s.Interest > 0) || math.IsInf(s.Interest, 1) {
		return fmt.Errorf("sequential: a difference of interest of %v; give a positive number, in units of the loss",
			s.Interest)
	}
	if _, ok := s.Rule.(Calibrated); !ok || s.Alternative != infer.TwoSided {
		return errors.New("sequential: a stop for futility needs intervals that hold at all looks and have two ends; " +
			"use a two-sided test under a Calibrated rule")
	}
	return nil
}

// Levels returns the nominal levels of the looks Start, ..., Max.
func (s TTest) Levels() ([]float64, error) {
	s, err := s.Filled()
	if err != nil {
		return nil, err
	}
	return s.Rule.levels(s)
}

// factors returns Levels, and the boundary of each look in units of the standard
// deviation: Chat_m t_p(2m-1).
func (s TTest) factors() (levels, factors []float64, err error) {
	if levels, err = s.Levels(); err != nil {
		return nil, nil, err
	}
	for i, p := range levels {
		factors = append(factors, factor(s.Start+i, p/s.Alternative.Sides()))
	}
	return levels, factors, nil
}

// Begin starts a test that has seen no replication. It takes the differences mu_1^(j),
// mu_2^(j) of each replication, which must be finite.
func (s TTest) Begin() (*Running[[2]float64], error) {
	s, err := s.Filled()
	if err != nil {
		return nil, err
	}
	levels, factors, err := s.factors()
	if err != nil {
		return nil, err
	}
	var seen sums
	add := func(_ int, d [2]float64) error { return seen.add(d) }
	look := func(m int) (Look, error) { return s.look(seen, levels[m-s.Start], factors[m-s.Start]), nil }
	return &Running[[2]float64]{start: s.Start, max: s.Max, add: add, look: look}, nil
}

// look makes the look at the differences seen so far, with the nominal level and the
// factor of the boundary.
func (s TTest) look(seen sums, level, factor float64) Look {
	mean := seen.mean()
	l := Look{M: seen.m, Estimate: seen.origin + mean, SD: seen.sd(), Level: level}
	gap := seen.origin - s.Delta + mean
	if gap != 0 {
		l.Statistic = gap / (variance.Chat(l.M) * l.SD)
	}
	all := infer.Interval{Low: math.Inf(-1), High: math.Inf(1)}
	if l.SD == 0 {
		l.NoSpread, l.Evidence, l.Boundary, l.CI = true, 1, all, all
		return l
	}
	l.Evidence = s.Alternative.PValue(l.Statistic, variance.DFhat(l.M))
	reach := factor * l.SD
	l.CI = s.Alternative.Interval(l.Estimate, reach)
	l.Boundary = all
	if s.Alternative != infer.Greater {
		l.Boundary.Low = s.Delta - reach
	}
	if s.Alternative != infer.Less {
		l.Boundary.High = s.Delta + reach
	}
	switch {
	case gap > reach && s.Alternative != infer.Less: // B has the larger loss
		l.Decision = BetterA
	case gap < -reach && s.Alternative != infer.Greater:
		l.Decision = BetterB
	case s.Interest > 0 && math.Max(gap+reach, reach-gap) < s.Interest:
		l.Decision = TooSmall
	}
	return l
}

// Path returns all looks at the differences mu_1^(j), mu_2^(j) of replications
// j = 1, 2, ..., those after a rejection too; differences beyond Max are not
// looked at. It needs at least Start replications.
func (s TTest) Path(differences [][2]float64) ([]Look, error) {
	r, err := s.Begin()
	if err != nil {
		return nil, err
	}
	if len(differences) < r.start {
		return nil, fmt.Errorf("sequential: %d replications for a first look at m = %d; give more, or set Start",
			len(differences), r.start)
	}
	for _, d := range differences[:min(len(differences), r.max)] {
		if _, err := r.take(d); err != nil {
			return nil, err
		}
	}
	return r.out.Looks, nil
}

// Run tests while the differences are being made: it asks next for those of
// replication m = 1, 2, ..., one after the other, and for no more than it needs.
// With a growing partition set only new splits are trained.
func (s TTest) Run(next func(m int) ([2]float64, error)) (Outcome, error) {
	r, err := s.Begin()
	if err != nil {
		return Outcome{}, err
	}
	return r.Run(next)
}

// Decide runs the test on differences that exist. It is an error if it wants more
// replications than there are.
func (s TTest) Decide(differences [][2]float64) (Outcome, error) {
	return s.Run(func(m int) ([2]float64, error) {
		if m > len(differences) {
			return [2]float64{}, fmt.Errorf("there are %d; give more, or set Max", len(differences))
		}
		return differences[m-1], nil
	})
}

// Result sums up the looks of an outcome of s, of which there is at least one. The p-value
// is about the whole path, or about the last look alone under the Printed rule, which has
// no other.
func (s TTest) Result(looks []Look) (infer.Result, error) {
	s, err := s.Filled()
	if err != nil {
		return infer.Result{}, err
	}
	if len(looks) == 0 {
		return infer.Result{}, errors.New("sequential: no looks; give those of an outcome of the test")
	}
	last := looks[len(looks)-1]
	r := infer.Result{
		Test: "sequential", Statistic: last.Statistic, DF: []float64{float64(2*last.M - 1)}, PValue: last.Evidence,
		Alternative: s.Alternative, Delta: s.Delta, Alpha: s.Alpha,
		Estimate: last.Estimate, CI: last.CI, Reject: last.Decision.Rejects(), NoSpread: last.NoSpread,
		Assumptions: "Differences of the folds of a block-regularized m x 2 CV, normal, with equal correlations " +
			"(Wang 2019 thesis, eq. 5.4). Rule: " + s.Rule.String() + ".",
	}
	if r.NoSpread {
		r.Assumptions += infer.NoSpreadText
	}
	ratio := math.Inf(1)
	for _, l := range looks {
		ratio = min(ratio, l.Evidence/l.Level)
	}
	p, ok, err := s.Rule.adjusted(s, ratio)
	if ok {
		r.PValue, r.HasCI = p, true
	}
	return r, err
}
