package compare

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/results"
)

// mcnemarTests are the tests of contingency tables.
var mcnemarTests = []procedure{
	mcnemar("bcv-mcnemar", Algorithms, func(p *pair, opt Options) (infer.Result, error) {
		tables := p.of.Tables(p.a, p.b)
		if err := p.of.Design.CheckRegularized(tables); err != nil {
			return infer.Result{}, err
		}
		return infer.BCVMcNemar(slices.Concat(tables...), opt.tests())
	}),
	mcnemar("mcnemar", FittedModels, onHoldOut("mcnemar", infer.McNemar)),
	mcnemar("mcnemar-exact", FittedModels, onHoldOut("mcnemar-exact", infer.McNemarExact)),
	mcnemar("kfold-mcnemar", Algorithms, func(p *pair, opt Options) (infer.Result, error) {
		if d := p.of.Design; d.Replications > 1 || d.Folds == 1 {
			return infer.Result{}, needs("kfold-mcnemar", "one K-fold CV", d)
		}
		return infer.KFoldMcNemar(p.of.Tables(p.a, p.b)[0], opt.tests())
	}),
}

// mcnemar is the procedure of a test of contingency tables.
func mcnemar(name string, target Target, test func(p *pair, opt Options) (infer.Result, error)) procedure {
	return procedure{name, func(p *pair, opt Options) (Verdict, error) {
		r, err := test(p, opt)
		if err != nil {
			return Verdict{}, misfit(name, reason(name, err))
		}
		v := p.verdict().with(r)
		if v.Target = target; !r.NoSpread {
			v.ErrorRate = measuredRate(name, opt)
		}
		return v, nil
	}}
}

// onHoldOut runs a test of one hold-out, and adds the interval that goes with it.
func onHoldOut(name string, test func(infer.Contingency, infer.Options) (infer.Result, error),
) func(p *pair, opt Options) (infer.Result, error) {
	return func(p *pair, opt Options) (infer.Result, error) {
		if d := p.of.Design; d.Replications*d.Folds > 1 {
			return infer.Result{}, needs(name, "one hold-out", d)
		}
		table := p.of.Tables(p.a, p.b)[0][0]
		r, err := test(table, opt.tests())
		if err != nil {
			return r, err
		}
		e, err := infer.PairedEffect(table, opt.intervals())
		r.CI, r.HasCI = e.DifferenceCI, true
		r.Assumptions += "; the interval is Tango's score interval (1998), without continuity correction"
		return r, err
	}
}

func needs(name, design string, d results.Design) error {
	return misfit(name, fmt.Sprintf("is a test for %s; the predictions come from %s", design, d))
}

// reason is what is wrong without the name of the test.
func reason(name string, err error) string {
	var misfit *infer.MisfitError
	if errors.As(err, &misfit) {
		return misfit.Problem
	}
	return "does not fit: " + strings.TrimPrefix(err.Error(), "infer: "+name+": ")
}
