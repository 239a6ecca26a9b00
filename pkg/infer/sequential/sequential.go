package sequential

import (
	"errors"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
)

// FirstLook and LastLook are the first and the last look of the thesis
// (section 5.6).
const (
	FirstLook = 3
	LastLook  = 12
)

// Test is the sequential t-test of block-regularized m x 2 CV (Wang 2019
// thesis, algorithm 5.1): after each replication from Start to Max it looks at
// the differences so far, and rejects at the first look whose estimate lies
// beyond the boundary Delta + Chat_m sd_m t_p(2m-1). The nominal levels p come
// from the rule. The zero value is the two-sided calibrated test of mu = 0 at
// level 0.05 with looks from 3 to 12.
//
// For k comparisons at one level give each Alpha/k (Bonferroni).
type Test struct {
	infer.Options
	Start int  // replications at the first look, at least 2; 0 means 3
	Max   int  // replications at the last look; 0 means 12
	Rule  Rule // nil means Calibrated{}
	// Interest is the smallest difference from Delta that matters, 0 for none: the test
	// stops for futility at a look whose interval lies within Delta ± Interest. Since the
	// intervals of all looks hold mu together, it does so with probability Alpha at most
	// where mu lies further away. Two-sided tests under a Calibrated rule alone have it.
	Interest float64
}

// Look is what a sequential test sees and decides after M replications.
type Look struct {
	M         int            `dataframe:"m"`
	Estimate  float64        `dataframe:"estimate"`  // mean of the 2M differences
	SD        float64        `dataframe:"sd"`        // root of their mean squared deviation (thesis eq. 5.12); where it is 0 nothing is known about chance
	Statistic float64        `dataframe:"statistic"` // (Estimate - Delta) / (Chat_M SD); infinite where SD is 0 and Estimate is not Delta
	Level     float64        `dataframe:"level"`     // nominal level of this look
	PValue    float64        `dataframe:"p_value"`   // of this look alone, t with 2M-1 degrees of freedom; 1 where SD is 0
	Boundary  infer.Interval // estimates inside let the test go on
	CI        infer.Interval // for mu; under a Calibrated rule all looks together hold mu with probability 1 - Alpha (a confidence sequence)
	Reject    bool           `dataframe:"reject"` // Estimate lies beyond the boundary
	Futile    bool           `dataframe:"futile"` // CI lies within Delta ± Interest
}

// Outcome is the result of a sequential test.
type Outcome struct {
	infer.Result              // at the look where it stopped; its PValue is that of the whole path, or of the last look alone under the Printed rule, which has no other
	Rule         string       // name of the rule
	Stop         int          // replications at the end
	Futile       bool         // it stopped since the difference is below Interest
	Looks        []Look       // all looks up to Stop
	Differences  [][2]float64 // mu_1^(j), mu_2^(j) of the replications used
}

// filled returns the test with its defaults, or what is wrong with it.
func (s Test) filled() (Test, error) {
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
func (s Test) checkInterest() error {
	if s.Interest == 0 {
		return nil
	}
	if !(s.Interest > 0) || math.IsInf(s.Interest, 1) {
		return fmt.Errorf("sequential: a difference of interest of %v; give a positive number, in units of the loss", s.Interest)
	}
	if _, ok := s.Rule.(Calibrated); !ok || s.Alternative != infer.TwoSided {
		return errors.New("sequential: a stop for futility needs intervals that hold at all looks and have two ends; use a two-sided test under a Calibrated rule")
	}
	return nil
}

// Levels returns the nominal levels of the looks Start, ..., Max.
func (s Test) Levels() ([]float64, error) {
	s, err := s.filled()
	if err != nil {
		return nil, err
	}
	return s.Rule.levels(s)
}

// Path returns all looks at the differences mu_1^(j), mu_2^(j) of replications
// j = 1, 2, ..., those after a rejection too; differences beyond Max are not
// looked at. It needs at least Start replications.
func (s Test) Path(differences [][2]float64) ([]Look, error) {
	w, err := s.watch()
	if err != nil {
		return nil, err
	}
	if len(differences) < w.Start {
		return nil, fmt.Errorf("sequential: %d replications for a first look at m = %d; give more, or set Start", len(differences), w.Start)
	}
	var out []Look
	for _, d := range differences[:min(len(differences), w.Max)] {
		if err := w.add(d); err != nil {
			return nil, err
		}
		if w.m >= w.Start {
			out = append(out, w.look())
		}
	}
	return out, nil
}

// Run tests while the differences are being made: it asks next for those of
// replication m = 1, 2, ..., one after the other, and for no more than it needs.
// With a growing partition set only new splits are trained.
func (s Test) Run(next func(m int) ([2]float64, error)) (Outcome, error) {
	r, err := s.Begin()
	if err != nil {
		return Outcome{}, err
	}
	for !r.Done() {
		d, err := next(r.M() + 1)
		if err != nil {
			return Outcome{}, fmt.Errorf("sequential: replication %d: %w", r.M()+1, err)
		}
		if err := r.Add(d); err != nil {
			return Outcome{}, err
		}
	}
	return r.Outcome()
}

// Decide runs the test on differences that exist. It is an error if it wants more
// replications than there are.
func (s Test) Decide(differences [][2]float64) (Outcome, error) {
	return s.Run(func(m int) ([2]float64, error) {
		if m > len(differences) {
			return [2]float64{}, fmt.Errorf("there are %d; give more, or set Max", len(differences))
		}
		return differences[m-1], nil
	})
}

// result sums up the looks.
func (w *watch) result(looks []Look) (infer.Result, error) {
	last := looks[len(looks)-1]
	r := infer.Result{Test: "sequential", Statistic: last.Statistic, DF: []float64{float64(2*last.M - 1)}, PValue: last.PValue,
		Alternative: w.Alternative, Delta: w.Delta, Alpha: w.Alpha, Estimate: last.Estimate, CI: last.CI, Reject: last.Reject,
		Assumptions: "Differences of the folds of a block-regularized m x 2 CV, normal, with equal correlations (Wang 2019 thesis, eq. 5.4). Rule: " + w.Rule.String() + "."}
	if last.SD == 0 {
		r.NoSpread = true
		r.Assumptions += infer.NoSpreadText
	}
	ratio := math.Inf(1)
	for _, l := range looks {
		ratio = min(ratio, l.PValue/l.Level)
	}
	p, ok, err := w.Rule.adjusted(w.Test, ratio)
	if ok {
		r.PValue, r.HasCI = p, true
	}
	return r, err
}
