package sequential

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/posterior"
)

// Bayes is the Bayes test of precision, recall or F1 with as many replications as are
// needed: the test of Wang and Li (2019, algorithm 1) at m = Start, Start+1, ..., until
// P(nu_B - nu_A > Delta) leaves the band [Gamma, 1-Gamma] or m is Max. The
// poster of that paper announces a sequential form as future work; this one follows the
// sequential t-test of the thesis (Wang 2019, algorithm 5.1). The zero value looks at the
// precision from m = 3 to 15 with Gamma 0.05, w(m), lambda = 1 and Delta = 0.
//
// The interval of a Look is equal-tailed, of level 1 - 2 Gamma, and lies on one side of
// Delta where the test decides for that side. All looks use the same data, so that P at
// one look predicts much of the next; still, repeated looks decide for the
// better-looking model more often than one look does: Gamma bounds a posterior
// probability, not the share of wrong decisions.
type Bayes struct {
	Metric    posterior.Metric
	Start     int                 // replications before the first look; 0 means 3
	Max       int                 // replications at the last look, at least Start; 0 means 15
	Gamma     float64             // in (0, 0.5]; 0 means 0.05
	Weighting posterior.Weighting // nil means BCVWeight; a FixedWeight is refused: it depends on m
	Prior     float64             // lambda of the Beta(lambda, lambda) prior of P and R; 0 means 1
	Delta     float64             // H0: nu_B - nu_A <= Delta
	// Interest is the smallest difference that matters, in [0, 1]: where neither side is
	// accepted, stop at P(|nu_B - nu_A| <= Interest) > 1-Gamma. 0 for no such stop.
	Interest float64
}

// Filled returns the test with its defaults, or what is wrong with it.
func (b Bayes) Filled() (Bayes, error) {
	b.Start = cmp.Or(b.Start, 3)
	if b.Max == 0 {
		b.Max = max(15, b.Start)
	}
	b.Gamma = cmp.Or(b.Gamma, 0.05)
	if b.Weighting == nil {
		b.Weighting = posterior.BCVWeight{}
	}
	b.Prior = cmp.Or(b.Prior, 1)
	return b, b.check()
}

func (b Bayes) check() error {
	_, fixed := b.Weighting.(posterior.FixedWeight)
	switch {
	case b.Start < 1:
		return fmt.Errorf("sequential: the first look is at m = %d; start with at least 1 replication, such as 3",
			b.Start)
	case b.Max < b.Start:
		return fmt.Errorf("sequential: the last look is at m = %d, before the first at %d; give a larger maximum",
			b.Max, b.Start)
	case !(b.Gamma > 0 && b.Gamma <= 0.5):
		return fmt.Errorf("sequential: gamma is %v; give a probability in (0, 0.5], such as 0.05", b.Gamma)
	case fixed:
		return errors.New("sequential: a fixed weight does not fit a growing m; leave it out for w(m), or give rho1 " +
			"and rho2")
	}
	if _, err := b.Weighting.Weight(b.Start); err != nil {
		return err
	}
	prior, err := posterior.NewDistribution(b.Metric, posterior.Counts{}, b.Prior)
	if err != nil {
		return err
	}
	_, _, wrongDelta := posterior.LogDifference(prior, prior, b.Delta)
	_, wrongInterest := posterior.Rope(prior, prior, b.Interest)
	return cmp.Or(wrongDelta, wrongInterest)
}

// PairCounts are the confusion counts of both models on the two folds of one replication.
type PairCounts struct{ A, B [2]posterior.Counts }

// Begin starts a test that has seen no replication.
func (b Bayes) Begin() (*Running[PairCounts], error) {
	b, err := b.Filled()
	if err != nil {
		return nil, err
	}
	var sum [2]posterior.Counts
	add := func(m int, c PairCounts) error {
		for k := range c.A {
			if err := cmp.Or(c.A[k].Check(), c.B[k].Check()); err != nil {
				return fmt.Errorf("sequential: replication %d, fold %d: %w", m, k+1, err)
			}
		}
		sum[0], sum[1] = sum[0].Add(c.A[0]).Add(c.A[1]), sum[1].Add(c.B[0]).Add(c.B[1])
		return nil
	}
	look := func(m int) (Look, error) { return b.look(m, sum) }
	return &Running[PairCounts]{start: b.Start, max: b.Max, add: add, look: look}, nil
}

// Run tests while the counts are being made: it asks next for those of replication m = 1,
// 2, ..., one after the other, and for no more than it needs. The splits must come from a
// nested set such as cv.Grow makes.
func (b Bayes) Run(next func(m int) (PairCounts, error)) (Outcome, error) {
	r, err := b.Begin()
	if err != nil {
		return Outcome{}, err
	}
	return r.Run(next)
}

// look tests the summed counts of m replications.
func (b Bayes) look(m int, sum [2]posterior.Counts) (Look, error) {
	weight, err := b.Weighting.Weight(m)
	if err != nil {
		return Look{}, err
	}
	var nu [2]posterior.Distribution
	for i, c := range sum {
		if nu[i], err = posterior.NewDistribution(b.Metric, c.Scale(weight), b.Prior); err != nil {
			return Look{}, err
		}
	}
	atMost, above, err := posterior.LogDifference(nu[0], nu[1], b.Delta)
	if err != nil {
		return Look{}, err
	}
	equal, err := posterior.Rope(nu[0], nu[1], b.Interest)
	if err != nil {
		return Look{}, err
	}
	l := Look{M: m, Evidence: math.Exp(above)}
	if l.Estimate, err = posterior.DifferenceQuantile(nu[0], nu[1], 0.5); err != nil {
		return Look{}, err
	}
	l.CI.Low, l.CI.High = l.Estimate, l.Estimate
	if b.Gamma < 0.5 {
		if l.CI, err = posterior.DifferenceInterval(nu[0], nu[1], 1-2*b.Gamma); err != nil {
			return Look{}, err
		}
	}
	// Each tail is compared as itself: 1 minus the other would lose it.
	switch bound := math.Log(b.Gamma); {
	case atMost < bound:
		l.Decision = BetterB
	case above < bound:
		l.Decision = BetterA
	case equal > 1-b.Gamma:
		l.Decision = TooSmall
	}
	return l, nil
}
