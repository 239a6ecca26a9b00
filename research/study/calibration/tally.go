package calibration

import (
	"math"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/study"
)

// tally counts the data sets where a procedure makes a claim.
type tally struct {
	n            float64
	above, below float64 // false claims that the difference is above or below what it is
	found        float64 // claims of a difference of two standard deviations, both signs
	fitted, held float64 // data sets with a known difference of the fitted models; those whose interval holds it
}

// effect is the true difference in power, in standard deviations of the mean difference.
const effect = 2

// tally judges a procedure on all data sets of a contest.
func (c contest) tally(p procedure) tally {
	var t tally
	for i, s := range c.stats {
		if !defined(s) {
			continue
		}
		bound, gap := p.bound(s), s.Mean-c.delta
		t.n++
		add(&t.above, gap > bound, 1)
		add(&t.below, -gap > bound, 1)
		add(&t.found, gap+effect*c.sd > bound, 0.5)
		add(&t.found, effect*c.sd-gap > bound, 0.5)
		if c.fitted != nil {
			t.fitted++
			add(&t.held, math.Abs(s.Mean-c.fitted[i]) <= bound, 1)
		}
	}
	return t
}

// posteriorSets is how many data sets the posterior of Wang and Li is judged on, since its
// exact probabilities are expensive.
const posteriorSets = 1000

// tallyPosterior judges the posterior of Wang and Li: it claims a difference on one side
// of delta where its probability of the other side is below side.
func (c contest) tallyPosterior(side float64) (tally, error) {
	var t tally
	metric, err := posterior.ParseMetrics(c.metric)
	if err != nil {
		return t, err
	}
	weight := posterior.WeightBCV(c.m)
	for i, s := range c.stats[:min(posteriorSets, len(c.stats))] {
		if !defined(s) {
			continue
		}
		a, err := posterior.NewDistribution(metric[0], c.counts[i][0].Scale(weight), 1)
		if err != nil {
			return t, err
		}
		b, err := posterior.NewDistribution(metric[0], c.counts[i][1].Scale(weight), 1)
		if err != nil {
			return t, err
		}
		claims := func(delta float64) (above, below bool, err error) {
			atMost, more, err := posterior.LogDifference(a, b, min(max(delta, -1), 1))
			return atMost < math.Log(side), more < math.Log(side), err
		}
		above, below, err := claims(c.delta)
		if err != nil {
			return t, err
		}
		// One sign per data set, in turn: the probabilities are expensive.
		sign := float64(1 - 2*(i%2))
		foundAbove, foundBelow, err := claims(c.delta - sign*effect*c.sd)
		if err != nil {
			return t, err
		}
		t.n++
		add(&t.above, above, 1)
		add(&t.below, below, 1)
		add(&t.found, sign > 0 && foundAbove || sign < 0 && foundBelow, 1)
		if c.fitted != nil {
			fittedAbove, fittedBelow, err := claims(c.fitted[i])
			if err != nil {
				return t, err
			}
			t.fitted++
			add(&t.held, !fittedAbove && !fittedBelow, 1)
		}
	}
	return t, nil
}

func add(to *float64, yes bool, amount float64) {
	if yes {
		*to += amount
	}
}

// Row describes how one procedure does on one distribution of differences.
type Row struct {
	Kind   string  `dataframe:"kind"` // normal or learners
	Data   string  `dataframe:"data"`
	N      int     `dataframe:"n"` // records; 0 for normal differences
	A      string  `dataframe:"a"`
	B      string  `dataframe:"b"`
	Metric string  `dataframe:"metric"`
	M      int     `dataframe:"m"`
	Rho1   float64 `dataframe:"rho1"` // of the differences; estimated for learners
	Rho2   float64 `dataframe:"rho2"`
	Choice bool    `dataframe:"choice"` // the prior narrow was chosen on this cell among others
	Method string  `dataframe:"method"`
	Prior  string  `dataframe:"prior"` // of the paired posterior
	// share of claims that the difference is above what it is, nominal 0.05
	FalseAbove float64 `dataframe:"false_above"`
	FalseBelow float64 `dataframe:"false_below"` // and below
	FalseSE    float64 `dataframe:"false_se"`    // of either; 0 where it is computed
	// share of claims of a true difference of two standard deviations of the mean difference
	Power float64 `dataframe:"power"`
	// of the expected difference by the 90% interval; blank where there is none
	Coverage float64 `dataframe:"coverage" table:"blank"`
	// of the difference of the fitted models on new records, where that is known
	Fitted float64 `dataframe:"coverage_fitted" table:"blank"`
	Delta  float64 `dataframe:"difference" table:"blank"` // the expected difference of B minus A
	SD     float64 `dataframe:"sd" table:"blank"`         // of the mean difference
	Sets   int     `dataframe:"data_sets"`                // 0 where the shares are computed
	// data sets left out: metric undefined on a fold, or no spread
	Undefined int    `dataframe:"undefined"`
	Seed      int    `dataframe:"seed"`
	Date      string `dataframe:"date"`
}

// row turns counts into shares.
func (c contest) row(t tally, p procedure, e study.Effort) Row {
	above, below := t.above/t.n, t.below/t.n
	mean := (above + below) / 2
	r := Row{Kind: "learners", Data: c.setting.name, N: c.setting.n, A: c.setting.learners[c.a].name,
		B:      c.setting.learners[c.b].name,
		Metric: c.metric, M: c.m, Rho1: round(c.rho1), Rho2: round(c.rho2), Choice: c.setting.choice, Method: p.method,
		Prior:      p.prior,
		FalseAbove: round(above), FalseBelow: round(below), FalseSE: round(math.Sqrt(mean * (1 - mean) / t.n)),
		Power:    round(t.found / t.n),
		Coverage: math.NaN(), Fitted: math.NaN(), Delta: round(c.delta), SD: round(c.sd), Sets: int(t.n),
		Undefined: c.undefined, Seed: e.Seed, Date: e.Date}
	if p.interval {
		r.Coverage = round(1 - above - below)
		if t.fitted > 0 {
			r.Fitted = round(t.held / t.fitted)
		}
	}
	return r
}

// round keeps five digits after the point, beyond all errors.
func round(x float64) float64 { return study.Round(x, 5) }
