package compare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// Losses compares models by their losses on the folds, rows as holdout.Run and
// fold files have them; less is better. Errors are those of fold.LossesOf, and
// *infer.MisfitError where no procedure fits.
func Losses(rows []fold.LossRow, opt Options) (Result, error) {
	return eachPair(fold.RowModels(rows), opt, func(opt Options) (Result, error) {
		l, err := fold.LossesOf(rows, opt.Models...)
		if err != nil {
			return Result{}, err
		}
		return FoldLosses(l, opt)
	})
}

// FoldLosses is Losses for results that were read before.
func FoldLosses(l fold.Losses, opt Options) (Result, error) {
	opt, err := opt.filled()
	if err != nil {
		return Result{}, err
	}
	if err := opt.fit("losses", false); err != nil {
		return Result{}, err
	}
	if err := l.Design.CheckHoldOuts(opt.RandomHoldOuts); err != nil {
		return Result{}, err
	}
	a, b, ok := l.Differences.Losses()
	if !ok {
		a, b = math.NaN(), math.NaN()
	}
	base := Verdict{Metric: l.Measure.Name(), HigherIsBetter: l.Measure.Score, ModelA: l.A, ModelB: l.B, A: a, B: b, Design: l.Design, data: dataOf(l.Differences, opt)}
	verdicts, err := tests(l.Differences, base, nil, opt)
	if err != nil {
		return Result{}, err
	}
	return Result{Verdicts: verdicts, Notes: append(notes(l.Design.Note(), l.Note), warnings(verdicts)...)}, nil
}

// dataOf keeps the losses of both models on the folds.
func dataOf(d infer.Differences, opt Options) *evidence {
	out := &evidence{differences: d, prior: opt.Prior}
	for j := range d.Replications() {
		var a, b []float64
		for k := range d.Folds() {
			x, y, ok := d.LossesAt(j, k)
			if !ok {
				return out
			}
			a, b = append(a, x), append(b, y)
		}
		out.a, out.b = append(out.a, a), append(out.b, b)
	}
	return out
}

// meanOf is the mean of all folds; NaN of none.
func meanOf(x [][]float64) float64 {
	sum, n := 0.0, 0
	for _, row := range x {
		for _, v := range row {
			sum, n = sum+v, n+1
		}
	}
	return sum / float64(n)
}

func notes(all ...string) []string {
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

// extra is a procedure beside the tests of fold differences.
type extra struct {
	name        string
	recommended bool
	why         string
	run         func() (Verdict, error)
}

// tests runs the wanted procedures on one pair of models: tests of the differences, and
// extra ones.
func tests(d infer.Differences, base Verdict, more []extra, opt Options) ([]Verdict, error) {
	if _, uniform := opt.Prior.(paired.Uniform); opt.Prior != nil && !uniform && (d.Folds() != 2 || d.Replications() < 2) {
		return nil, fmt.Errorf("compare: a prior of the correlations is for the method paired on an m x 2 CV, and the method or the results (%s) are others; leave it out", base.Design)
	}
	fallback, fallbackWhy := Recommend(d)
	recommended, why := fallback, fallbackWhy
	if d.Replications() > 0 {
		more = append(more, pairedTests(d, base, opt)...)
	}
	for _, e := range more {
		if e.recommended {
			recommended, why = e.name, e.why
		}
	}
	names := []string{recommended}
	switch {
	case opt.Method != "":
		names = []string{opt.Method}
	case opt.All:
		names = order(recommended, fallback, more)
	}
	var out []Verdict
	var first error
	for _, name := range names {
		v, err := one(name, d, base, more, opt)
		misfit := (*infer.MisfitError)(nil)
		if errors.As(err, &misfit) && opt.All {
			first = cmp.Or(first, err)
			continue
		}
		if errors.As(err, &misfit) && opt.Method == "" && name != fallback { // McNemar's test about a delta
			recommended, why = fallback, fallbackWhy
			v, err = one(fallback, d, base, more, opt)
		}
		if err != nil {
			return nil, err
		}
		if opt.All && slices.ContainsFunc(out, v.same) { // another name of one statistic
			continue
		}
		if v.Method == recommended {
			v.Recommended, v.Why = true, why
			if err := v.describe(opt); err != nil {
				return nil, err
			}
		}
		out = append(out, v)
	}
	if len(out) == 0 {
		return nil, first
	}
	return out, opt.checkRope(d, out)
}

// checkRope returns an error where a region of practical equivalence was asked for and no
// verdict has a posterior that gives its probability. Of several data sets their common
// posterior does.
func (o Options) checkRope(d infer.Differences, verdicts []Verdict) error {
	noSpread := d.Replications()*d.Folds() > 1 && d.NoSpread() // the verdicts say so themselves
	if o.Rope == 0 || o.together || noSpread || slices.ContainsFunc(verdicts, func(v Verdict) bool { return !math.IsNaN(v.PRope) }) {
		return nil
	}
	v := verdicts[0]
	return fmt.Errorf("compare: rope %v is of a posterior, and %s on %s has none; on folds take the method paired or correlated-t, "+
		"or leave it out", o.Rope, v.Method, v.on())
}

// describe adds the posterior of the difference to the verdict of a test on an m x 2 CV.
func (v *Verdict) describe(opt Options) error {
	d := v.data.differences
	if math.IsNaN(v.PValue) || v.Target != Algorithms || d.Folds() != 2 || d.Replications() < 2 || d.NoSpread() {
		return nil
	}
	p, err := v.data.posterior()
	if err != nil {
		return err
	}
	e, _ := p.Estimate(v.Level) // the level was checked
	v.Described = Description{Method: "paired", Estimate: e}
	v.probabilities(p, opt)
	return nil
}

// order lists all procedures: the recommended one, the extra ones, and the tests, of
// them first the one that is recommended among them.
func order(recommended, test string, more []extra) []string {
	names := []string{recommended}
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, e := range more {
		add(e.name)
	}
	add(test)
	for _, name := range infer.TestNames() {
		add(name)
	}
	return names
}

// one runs one procedure.
func one(name string, d infer.Differences, base Verdict, more []extra, opt Options) (Verdict, error) {
	for _, e := range more {
		if e.name == name {
			return e.run()
		}
	}
	if _, err := infer.Lookup(name); err != nil {
		return Verdict{}, unknown(name, more)
	}
	r, err := infer.Run(name, d, opt.tests())
	if err != nil {
		return Verdict{}, err
	}
	v := base.with(r)
	v.Target = targetOf(r.Test)
	if !r.NoSpread {
		v.Known = known(r.Test, d, opt)
	}
	if opt.pairs < 2 || !r.HasCI || r.NoSpread {
		return v, nil
	}
	if r, err = infer.Run(name, d, opt.intervals()); err != nil {
		return Verdict{}, err
	}
	v.Low, v.High = r.CI.Low, r.CI.High
	return v, nil
}

func unknown(name string, more []extra) error {
	if name == severalMethod || name == wilcoxonMethod {
		return fmt.Errorf("compare: the method %s is for several data sets; name them in a column dataset", name)
	}
	names := infer.TestNames()
	for _, e := range more {
		names = append(names, e.name)
	}
	return fmt.Errorf("compare: unknown method %q; use one of %q", name, names)
}

// with fills in the result of a test.
func (v Verdict) with(r infer.Result) Verdict {
	v.Method, v.Estimate, v.Level, v.Delta, v.Alternative = r.Test, r.Estimate, 1-r.Alpha, r.Delta, r.Alternative
	v.Statistic, v.DF, v.PValue, v.PBetter, v.PRope = r.Statistic, r.DF, r.PValue, math.NaN(), math.NaN()
	v.Low, v.High = math.NaN(), math.NaN()
	v.Assumptions = r.Assumptions
	if r.NoSpread {
		v.Note, v.Known = noSpread, Known{Error: math.NaN()}
		return v
	}
	if r.HasCI {
		v.Low, v.High = r.CI.Low, r.CI.High
	}
	v.decide(r.Reject)
	return v
}

// noSpread is the note of a verdict whose test found no variance to measure chance by.
const noSpread = "the estimated variance is 0, so that nothing is known about chance and nothing is claimed"

// warnings gathers the notes of verdicts, each with the methods that it is about.
func warnings(verdicts []Verdict) []string {
	var order []string
	methods := map[string][]string{}
	for _, v := range verdicts {
		if v.Note == "" {
			continue
		}
		note := prefix(v.Task, v.Note)
		if methods[note] == nil {
			order = append(order, note)
		}
		if !slices.Contains(methods[note], v.Method) {
			methods[note] = append(methods[note], v.Method)
		}
	}
	for i, note := range order {
		order[i] = note + " (" + strings.Join(methods[note], ", ") + ")"
	}
	return order
}

// same reports whether o is the same test under another name.
func (v Verdict) same(o Verdict) bool {
	return !math.IsNaN(v.PValue) && !math.IsNaN(o.PValue) && v.result().Same(o.result())
}

func (v Verdict) result() infer.Result {
	return infer.Result{Statistic: v.Statistic, DF: v.DF, PValue: v.PValue, Estimate: v.Estimate}
}

// targetOf says what a test is about: one hold-out knows only two fitted models.
func targetOf(test string) Target {
	if test == "proportion-z" || test == "mcnemar" || test == "mcnemar-exact" {
		return FittedModels
	}
	return Algorithms
}
