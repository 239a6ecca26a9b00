package compare

import (
	"cmp"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// ErrorRateOf returns the known error rate of a test of fold differences like d, at the level
// and for the alternative of opt.
func ErrorRateOf(test string, d infer.Differences, opt infer.Options) known.ErrorRate {
	return errorRate(test, d, Options{Alternative: opt.Alternative, Alpha: cmp.Or(opt.Alpha, 0.05)})
}

// PairedError is the error of the paired posterior with the uniform prior at 5%.
func PairedError(m int, alternative infer.Alternative) known.ErrorRate {
	return known.PairedRate(m, nil, infer.Options{Alternative: alternative, Alpha: 0.05})
}

// GateOf decides by verdicts of which nothing else is known.
func GateOf(verdicts []Verdict, opt GateOptions) (verdict.Gate, error) {
	c := &comparison{}
	for _, v := range verdicts {
		c.drafts = append(c.drafts, draft{Verdict: v})
	}
	return c.gate(opt)
}

// EmpiricalPrior is the prior of the option of that name.
var EmpiricalPrior = empiricalPrior
