package compare

import (
	"fmt"
	"math"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// pairedTests are the posteriors of the expected difference: paired for an m x 2 CV, and
// the correlated t for K-fold CV and hold-outs.
func pairedTests(d infer.Differences, base Verdict, opt Options) []extra {
	prior := opt.Prior
	if prior == nil {
		prior = paired.Uniform{}
	}
	return []extra{
		{name: "paired",
			run: func() (Verdict, error) {
				pairs, err := d.Pairs()
				if err != nil || len(pairs) < 2 {
					return Verdict{}, &infer.MisfitError{Test: "paired", Problem: "is a posterior for an m x 2 CV with m >= 2; the differences come from " + d.Design()}
				}
				p, err := paired.New(pairs, prior)
				if err != nil {
					return Verdict{}, noPosterior("paired", err)
				}
				v := base.posterior("paired", p, opt, fmt.Sprintf("Normal differences, correlated within and between replications; prior of the correlations: %s (package paired).", prior))
				v.Known = knownPaired(len(pairs), prior, opt)
				return v, nil
			}},
		{name: "correlated-t", run: func() (Verdict, error) {
			rho, err := heuristicRho(d)
			if err != nil {
				return Verdict{}, err
			}
			p, err := paired.CorrelatedT(flat(d), rho)
			if err != nil {
				return Verdict{}, noPosterior("correlated-t", err)
			}
			v := base.posterior("correlated-t", p, opt, fmt.Sprintf("Normal differences, any two with the correlation %.3g, the share of validation records (Corani and Benavoli 2015).", rho))
			v.Known = known(sameAs(d), d, opt)
			return v, nil
		}},
	}
}

// noPosterior says why a test does not fit, without the name of the package again.
func noPosterior(test string, err error) error {
	return &infer.MisfitError{Test: test, Problem: "has no posterior: " + strings.TrimPrefix(err.Error(), "paired: ")}
}

// flat lists all differences.
func flat(d infer.Differences) []float64 {
	var all []float64
	for j := range d.Replications() {
		for k := range d.Folds() {
			all = append(all, d.At(j, k))
		}
	}
	return all
}

// sameAs names the test whose intervals the correlated t has.
func sameAs(d infer.Differences) string {
	if d.Folds() > 1 {
		return "corrected-repeated-kfold-t"
	}
	return "corrected-resampled-t"
}

// heuristicRho is the correlation of Nadeau and Bengio (2003): the share of validation
// records, 1/K in K-fold CV.
func heuristicRho(d infer.Differences) (float64, error) {
	train, valid := d.Sizes()
	switch {
	case d.Folds() > 1:
		return 1 / float64(d.Folds()), nil
	case d.Replications() < 2:
		return 0, &infer.MisfitError{Test: "correlated-t", Problem: "is a posterior for several folds; the differences come from " + d.Design()}
	case train == 0 || valid == 0:
		return 0, &infer.MisfitError{Test: "correlated-t", Problem: "needs the numbers of training and validation records"}
	}
	return float64(valid) / float64(train+valid), nil
}

// claim sets the winner where the difference lies above or below Delta with enough
// posterior probability, each side by itself.
func (v *Verdict) claim(above, below float64, opt Options) {
	more, less := v.ModelA, v.ModelB // the winner where B's metric is the larger, the smaller
	if v.HigherIsBetter {
		more, less = less, more
	}
	switch bound := 1 - opt.Alpha/opt.Alternative.Sides(); {
	case above >= bound && opt.Alternative != infer.Less:
		v.Winner = more
	case below >= bound && opt.Alternative != infer.Greater:
		v.Winner = less
	}
}

// posterior fills in the result of a posterior of the difference.
func (v Verdict) posterior(name string, p paired.Posterior, opt Options, assumptions string) Verdict {
	v.Method, v.Target, v.Estimate, v.Level, v.Delta, v.Alternative = name, Algorithms, p.Mean(), 1-opt.Alpha, opt.Delta, opt.Alternative
	v.Statistic, v.PValue = math.NaN(), math.NaN()
	e, _ := p.Estimate(v.Level) // the level was checked
	v.Low, v.High = e.Low, e.High
	v.probabilities(p, opt)
	v.claim(p.Survival(opt.Delta), p.CDF(opt.Delta), opt)
	v.Assumptions = assumptions
	return v
}

// probabilities fills in those of the posterior of the difference.
func (v *Verdict) probabilities(p paired.Posterior, opt Options) {
	v.PBetter, v.PRope, v.Rope = p.CDF(opt.Delta), math.NaN(), opt.Rope
	if v.HigherIsBetter {
		v.PBetter = p.Survival(opt.Delta)
	}
	if opt.Rope > 0 {
		v.PRope = p.Rope(opt.Rope)
	}
}
