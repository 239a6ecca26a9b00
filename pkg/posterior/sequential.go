package posterior

import (
	"errors"
	"fmt"
	"math"
)

// Decisions of the sequential test.
const (
	AcceptH0  = "accept H0"
	AcceptH1  = "accept H1"
	Undecided = "undecided" // P(H1) stayed in the band up to the last replication
	// AcceptEqual is the decision that the difference is below the one of interest.
	AcceptEqual = "accept practical equality"
)

// SequentialOptions are the settings of Sequential. The zero value looks at the
// precision from m = 3 to 15 with Gamma 0.05, w(m), lambda = 1 and Delta = 0.
type SequentialOptions struct {
	Metric    Metric
	Start     int       // replications before the first look; 0 means 3
	Max       int       // replications at the last look, at least Start; 0 means 15
	Gamma     float64   // accept H1 when P(H1) > 1-Gamma, H0 when P(H1) < Gamma; in (0, 0.5], 0 means 0.05
	Weighting Weighting // as for Compare; a FixedWeight is refused, since the weight depends on m
	Prior     float64   // lambda of the Beta(lambda, lambda) prior of P and R; 0 means 1
	Delta     float64   // H0: nu_B - nu_A <= Delta
	// Interest is the smallest difference that matters, in [0, 1]: where none of H0 and H1
	// is accepted, stop at P(|nu_B - nu_A| <= Interest) > 1-Gamma. 0 for no such stop.
	Interest float64
}

// filled returns the options with their defaults.
func (o SequentialOptions) filled() SequentialOptions {
	if o.Start == 0 {
		o.Start = 3
	}
	if o.Max == 0 {
		o.Max = max(15, o.Start)
	}
	if o.Gamma == 0 {
		o.Gamma = 0.05
	}
	o.Weighting, o.Prior = defaults(o.Weighting, o.Prior)
	return o
}

// SequentialStep is one look of the sequential test.
type SequentialStep struct {
	M        int     `dataframe:"m"`
	Weight   float64 `dataframe:"weight"` // from summed to effective counts
	A        float64 `dataframe:"a"`      // posterior mode of model A
	B        float64 `dataframe:"b"`      // posterior mode of model B
	LogPH0   float64 `dataframe:"log_p_h0"`
	LogPH1   float64 `dataframe:"log_p_h1"`
	PH1      float64 `dataframe:"p_h1"`   // P(nu_B - nu_A > Delta)
	PRope    float64 `dataframe:"p_rope"` // P(|nu_B - nu_A| <= Interest)
	Low      float64 `dataframe:"low"`    // equal-tailed interval of nu_B - nu_A at level 1 - 2 Gamma,
	High     float64 `dataframe:"high"`   // which lies on one side of Delta where the test decides for it
	Decision string  `dataframe:"decision"`
}

// SequentialResult is the outcome of the sequential test.
type SequentialResult struct {
	Metric   Metric
	M        int    // replications used
	Decision string // AcceptH0, AcceptH1, AcceptEqual or Undecided
	Path     []SequentialStep
}

// Replication trains and validates both models on the two folds of replication
// m (from 1) of a growing m x 2 BCV and returns their confusion counts.
type Replication func(m int) (a, b [2]Counts, err error)

// Sequential is the Bayes test of two models with as many replications as it
// takes: the test of Wang and Li (2019, algorithm 1) at m = Start, Start+1, ...,
// until P(H1) leaves the band [Gamma, 1-Gamma] or m is Max. It is the sequential
// form which the poster of that paper announces as future work, made after the
// sequential t-test of the thesis (Wang 2019, algorithm 5.1). next is called
// once for each replication, in order, so that only new splits are trained;
// they must be those of a nested set such as cv.Grow makes.
//
// All looks use the same data, so P(H1) at one look says much about the next;
// still, repeated looks decide for the better-looking model more often than one
// look does: Gamma is a bound on posterior probability, not on the share of wrong
// decisions.
func Sequential(opt SequentialOptions, next Replication) (SequentialResult, error) {
	s, err := NewSequentialTest(opt)
	if err != nil {
		return SequentialResult{}, err
	}
	for !s.Done() {
		m := s.M() + 1
		a, b, err := next(m)
		if err != nil {
			return SequentialResult{}, fmt.Errorf("posterior: replication %d: %w", m, err)
		}
		if err := s.Add(a, b); err != nil {
			return SequentialResult{}, err
		}
	}
	return s.Result(), nil
}

// SequentialTest is the state of a sequential test, for callers that have the
// replications come to them. Make it with NewSequentialTest.
type SequentialTest struct {
	opt    SequentialOptions
	sumA   Counts
	sumB   Counts
	m      int
	result SequentialResult
}

// NewSequentialTest returns a test that has seen no replication.
func NewSequentialTest(opt SequentialOptions) (*SequentialTest, error) {
	opt = opt.filled()
	_, fixed := opt.Weighting.(FixedWeight)
	switch {
	case opt.Start < 1:
		return nil, fmt.Errorf("posterior: the first look is at m = %d; start with at least 1 replication, such as 3", opt.Start)
	case opt.Max < opt.Start:
		return nil, fmt.Errorf("posterior: the last look is at m = %d, before the first at %d; give a larger maximum", opt.Max, opt.Start)
	case !(opt.Gamma > 0 && opt.Gamma <= 0.5):
		return nil, fmt.Errorf("posterior: gamma is %v; give a probability in (0, 0.5], such as 0.05", opt.Gamma)
	case fixed:
		return nil, errors.New("posterior: a fixed weight does not fit a growing m; leave it out for w(m), or give rho1 and rho2")
	}
	if _, err := opt.Weighting.Weight(opt.Start); err != nil {
		return nil, err
	}
	prior, err := NewDistribution(opt.Metric, Counts{}, opt.Prior)
	if err != nil {
		return nil, err
	}
	if _, _, err := LogDifference(prior, prior, opt.Delta); err != nil {
		return nil, err
	}
	if _, err := Rope(prior, prior, opt.Interest); err != nil {
		return nil, err
	}
	return &SequentialTest{opt: opt, result: SequentialResult{Metric: opt.Metric, Decision: Undecided}}, nil
}

// Options returns the options of the test with their defaults filled in.
func (s *SequentialTest) Options() SequentialOptions { return s.opt }

// M returns the number of replications seen.
func (s *SequentialTest) M() int { return s.m }

// Done says whether the test has ended.
func (s *SequentialTest) Done() bool {
	return s.result.Decision != Undecided || s.m >= s.opt.Max
}

// Result returns the outcome so far.
func (s *SequentialTest) Result() SequentialResult { return s.result }

// Median returns the median of nu_B - nu_A at the last look, which lies in the interval of
// the look whatever Gamma is; NaN before the first look.
func (s *SequentialTest) Median() (float64, error) {
	if len(s.result.Path) == 0 {
		return math.NaN(), nil
	}
	a, b, err := s.distributions(s.result.Path[len(s.result.Path)-1].Weight)
	if err != nil {
		return math.NaN(), err
	}
	i, err := DifferenceInterval(a, b, point)
	return i.Low, err
}

// point is a level at which an interval is its middle: 0 is refused.
const point = 1e-9

// distributions are those of both models.
func (s *SequentialTest) distributions(weight float64) (a, b Distribution, err error) {
	return pair(s.opt.Metric, s.sumA.Scale(weight), s.sumB.Scale(weight), s.opt.Prior)
}

// Add takes the confusion counts of both models on the two folds of the next
// replication. It is an error to add to a test that is done.
func (s *SequentialTest) Add(a, b [2]Counts) error {
	if s.Done() {
		return fmt.Errorf("posterior: the sequential test ended at m = %d with %q; start a new one", s.m, s.result.Decision)
	}
	for k := range a {
		for _, c := range [...]Counts{a[k], b[k]} {
			if err := c.Check(); err != nil {
				return fmt.Errorf("posterior: replication %d, fold %d: %w", s.m+1, k+1, err)
			}
		}
	}
	s.sumA = s.sumA.Add(a[0]).Add(a[1])
	s.sumB = s.sumB.Add(b[0]).Add(b[1])
	s.m++
	s.result.M = s.m
	if s.m < s.opt.Start {
		return nil
	}
	return s.look()
}

// look tests the counts so far.
func (s *SequentialTest) look() error {
	weight, err := s.opt.Weighting.Weight(s.m)
	if err != nil {
		return err
	}
	a, b, err := s.distributions(weight)
	if err != nil {
		return err
	}
	step := SequentialStep{M: s.m, Weight: weight, A: a.Mode(), B: b.Mode(), Decision: Undecided}
	if step.LogPH0, step.LogPH1, err = LogDifference(a, b, s.opt.Delta); err != nil {
		return err
	}
	step.PH1 = math.Exp(step.LogPH1)
	if step.PRope, err = Rope(a, b, s.opt.Interest); err != nil {
		return err
	}
	interval, err := DifferenceInterval(a, b, max(1-2*s.opt.Gamma, point))
	if err != nil {
		return err
	}
	step.Low, step.High = interval.Low, interval.High
	// Each tail is compared as itself: 1 minus the other would lose it.
	switch bound := math.Log(s.opt.Gamma); {
	case step.LogPH0 < bound:
		step.Decision = AcceptH1
	case step.LogPH1 < bound:
		step.Decision = AcceptH0
	case step.PRope > 1-s.opt.Gamma:
		step.Decision = AcceptEqual
	}
	s.result.Decision = step.Decision
	s.result.Path = append(s.result.Path, step)
	return nil
}
