package compare

import (
	"errors"
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/infer"
)

// Predictions compares models by their predictions of the validation records, rows
// as holdout.Run has them; what is compared is the error rate, and less is better.
func Predictions(rows []fold.PredictionRow, opt Options) (Result, error) {
	return eachPair(fold.RowModels(rows), opt, func(opt Options) (Result, error) {
		p, err := fold.PredictionsOf(rows, opt.Models...)
		if err != nil {
			return Result{}, err
		}
		return FoldPairs(p, opt)
	})
}

// FoldPairs is Predictions for results that were read before.
func FoldPairs(p fold.Pairs, opt Options) (Result, error) {
	opt, err := opt.filled()
	if err != nil {
		return Result{}, err
	}
	if err := opt.fit("predictions", false); err != nil {
		return Result{}, err
	}
	d, err := p.Differences()
	if err != nil {
		return Result{}, err
	}
	a, b, _ := d.Losses()
	base := Verdict{Metric: "error rate", ModelA: p.A, ModelB: p.B, A: a, B: b, Design: p.Design, data: dataOf(d, opt)}
	verdicts, err := tests(d, base, mcnemarTests(p, base, opt), opt)
	if err != nil {
		return Result{}, err
	}
	out := Result{Verdicts: verdicts, Notes: notes(p.Design.Note())}
	for _, model := range []string{p.A, p.B} {
		if labels := p.Labels[model]; len(labels) > 0 {
			out.Notes = append(out.Notes, fmt.Sprintf("%s predicts %q, which is no record's truth (%d such labels); are classes written alike in all columns?", model, labels[0], len(labels)))
		}
	}
	out.Notes = append(out.Notes, warnings(verdicts)...)
	return out, nil
}

// mcnemarTests are the tests of contingency tables, each of all results or of none.
func mcnemarTests(p fold.Pairs, base Verdict, opt Options) []extra {
	o := opt.tests()
	misfit := p.BCV()
	run := func(name string, target Target, test func() (infer.Result, error)) func() (Verdict, error) {
		return func() (Verdict, error) {
			r, err := test()
			if err != nil {
				return Verdict{}, &infer.MisfitError{Test: name, Problem: reason(name, err)}
			}
			v := base.with(r)
			if v.Target = target; !r.NoSpread {
				v.Known = measuredError(name, opt)
			}
			return v, nil
		}
	}
	one := len(p.Folds) == 1
	return []extra{
		{name: "bcv-mcnemar",
			run: run("bcv-mcnemar", Algorithms, func() (infer.Result, error) {
				if misfit != nil {
					return infer.Result{}, misfit
				}
				return infer.BCVMcNemar(p.Tables(), o)
			})},
		{name: "mcnemar", recommended: one, why: "with one hold-out nothing tells how results vary with the training set, so that only the fitted models can be compared",
			run: run("mcnemar", FittedModels, func() (infer.Result, error) { return onHoldOut("mcnemar", infer.McNemar, p, opt) })},
		{name: "mcnemar-exact", run: run("mcnemar-exact", FittedModels, func() (infer.Result, error) {
			return onHoldOut("mcnemar-exact", infer.McNemarExact, p, opt)
		})},
		{name: "kfold-mcnemar", run: run("kfold-mcnemar", Algorithms, func() (infer.Result, error) {
			if p.Design.Replications > 1 || one {
				return infer.Result{}, needs("kfold-mcnemar", "one K-fold CV", p)
			}
			return infer.KFoldMcNemar(p.Tables(), o)
		})},
	}
}

// onHoldOut runs a test of one hold-out, and adds the interval that goes with it.
func onHoldOut(name string, test func(infer.Contingency, infer.Options) (infer.Result, error), p fold.Pairs, opt Options) (infer.Result, error) {
	if len(p.Folds) > 1 {
		return infer.Result{}, needs(name, "one hold-out", p)
	}
	r, err := test(p.Folds[0].Table, opt.tests())
	if err != nil {
		return r, err
	}
	e, err := infer.PairedEffect(p.Folds[0].Table, opt.intervals())
	r.CI, r.HasCI = e.DifferenceCI, true
	r.Assumptions += "; the interval is Tango's score interval (1998), without continuity correction"
	return r, err
}

func needs(name, design string, p fold.Pairs) error {
	return &infer.MisfitError{Test: name, Problem: fmt.Sprintf("is a test for %s; the predictions come from %s", design, p.Design)}
}

// reason is what is wrong without the name of the test.
func reason(name string, err error) string {
	var misfit *infer.MisfitError
	if errors.As(err, &misfit) {
		return misfit.Problem
	}
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "fold: "), "infer: "+name+": ")
	return "does not fit: " + text
}
