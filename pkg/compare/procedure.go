package compare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Procedure is a way from two models to a verdict, and all that is known of it by name: a row of the table of
// procedures. To add one is to add its row to the file of its family, a choice to recommendations if it is to be
// recommended, and its test.
type Procedure struct {
	Name   string
	For    string // the results that it is for
	Needs  string // what it needs of them, as in "needs ..."; of a test of folds what it needs beside their differences
	Target Target // what its verdicts are about
	Source string
	Folds  bool // it needs results of several training sets, or of one hold-out of records
	// TwoSided says that there is no one-sided form, and Naive that folds that share training records are taken for
	// independent, so that no error suggests it.
	TwoSided, Naive bool

	takes []*setting         // settings that not every procedure has
	fits  func(p *pair) bool // it is about such results; what else it needs the run says. Nil where no pair has it
	run   func(p *pair, opt Options) (Verdict, error)
	rate  func(d infer.Differences, opt Options) ErrorRate // of a test of folds; nil for that of the stored studies
	mark  func(p *pair, v *Verdict)                        // what a verdict takes into account, or leaves out; may be nil
}

// procedures is the table of procedures. Of all that fit, they are run in this order: tests of two-by-two tables, of items, of runs,
// posteriors and tests of fold differences. Those of several data sets stand last.
var procedures []Procedure

func init() {
	procedures = slices.Concat(ofTables, ofItems(), ofRuns, posteriors, ofFolds(), ofDatasets)
}

// Procedures returns the table of procedures.
func Procedures() []Procedure { return slices.Clone(procedures) }

// ProcedureOf returns the procedure of a name, which may be an older one of a test. It is not ok for other names.
func ProcedureOf(name string) (p Procedure, ok bool) {
	name = infer.CanonicalName(name)
	i := slices.IndexFunc(procedures, func(p Procedure) bool { return p.Name == name })
	if i < 0 {
		return p, false
	}
	return procedures[i], true
}

// isTaken reports whether a procedure has this name, or the posterior beside the verdicts on right and wrong items.
func isTaken(name string) bool {
	_, ok := ProcedureOf(name)
	return ok || name == dirichletMethod
}

// procedures returns the procedures for the results of a pair, those of the caller last.
func (p *pair) procedures(opt Options) []Procedure {
	fits := func(of Procedure) bool { return of.fits != nil && of.fits(p) }
	out := slices.DeleteFunc(slices.Clone(procedures), func(of Procedure) bool { return !fits(of) })
	for _, t := range opt.Tests {
		of := Procedure{Name: t.Name, Target: Algorithms}
		of.run = func(p *pair, opt Options) (Verdict, error) {
			return p.test(of, func(d infer.Differences, o infer.Options) (infer.Result, error) { return p.own(t, d, o) }, opt)
		}
		out = append(out, of)
	}
	return out
}

// one runs one of the procedures for a pair.
func (p *pair) one(name string, among []Procedure, opt Options) (Verdict, error) {
	i := slices.IndexFunc(among, func(of Procedure) bool { return of.Name == name })
	if i < 0 {
		return Verdict{}, p.unfit(name, among, opt)
	}
	return among[i].run(p, opt)
}

// unfit says why a procedure that is not among those for such results does not fit, if there is one of this name.
func (p *pair) unfit(name string, among []Procedure, opt Options) error {
	var tests, others []string
	for _, of := range among {
		if t, err := infer.Lookup(of.Name); err != nil {
			others = append(others, of.Name)
		} else if _, err := t.Run(p.differences, opt.tests()); err == nil && !of.Naive {
			tests = append(tests, of.Name)
		}
	}
	instead := "use one of " + strings.Join(append(tests, others...), ", ")
	unfit := func(format string, of ...any) error {
		return &infer.MisfitError{Test: name, Problem: fmt.Sprintf(format, of...), Instead: instead}
	}
	of, ok := ProcedureOf(name)
	switch {
	case !ok:
		return fmt.Errorf("compare: unknown method %q; %s", name, instead)
	case p.of.Runs != nil && (name == posteriorMethod || slices.Contains(McNemarTests(), name)):
		return misfit(name, strings.TrimPrefix(p.of.Runs.Refuse(name).Error(), name+" "))
	case isFoldTest(of):
		return unfit("is a test for folds; the scores come from %s", p.of.Design)
	}
	needs := of.Needs
	if of.For == itemsOfTestSet {
		needs += ", on the " + of.For
	}
	return unfit("needs %s; these are values of %s on %s", needs, p.by().Label(), p.of.Design)
}

// test runs a test of a procedure: on the fold differences, or on what it takes of the pair itself.
func (p *pair) test(of Procedure, run func(infer.Differences, infer.Options) (infer.Result, error), opt Options) (Verdict,
	error) {
	r, err := run(p.differences, opt.tests())
	if err != nil {
		return Verdict{}, err
	}
	v := p.verdict().with(r)
	if v.Method, v.Target = of.Name, p.target(of); v.NoSpread && p.hidden() {
		v.Note = tooLarge
	}
	if of.mark != nil {
		of.mark(p, &v)
	}
	if !r.NoSpread {
		v.ErrorRate = errorRate(cmp.Or(v.nested, of.Name), p.differences, opt)
		p.rateOnItems(&v, opt)
		v.rateByMetric()
	}
	if opt.pairs < 2 || !r.HasCI || r.NoSpread {
		return v, nil
	}
	if r, err = run(p.differences, opt.intervals()); err != nil {
		return Verdict{}, err
	}
	v.Low, v.High, v.uncut = r.CI.Low, r.CI.High, nil
	return v, nil
}

// target is what a procedure is about on these results.
func (p *pair) target(of Procedure) Target {
	if s, _ := p.of.Joined(p.metric); of.Target == TheseModels && s.Sample {
		return OtherTasks
	}
	return of.Target
}

// verdicts runs the wanted procedures, and says of all of them which are left out.
func (p *pair) verdicts(opt Options) (out []Verdict, leftOut []string, err error) {
	if p.oneValue(opt) {
		return nil, nil, &infer.MisfitError{Test: "compare", Problem: fmt.Sprintf("has one %s of each model, which says "+
			"nothing about chance", p.by().Label()), Instead: "give results on folds, predictions, scores of items, or " +
			"several data sets (of an error rate n_valid is enough)"}
	}
	choices, among := p.recommended(), p.procedures(opt)
	best := choices[0]
	var first error
	for _, name := range order(choices, among, opt) {
		v, err := p.one(name, among, opt)
		misfit := (*infer.MisfitError)(nil)
		if errors.As(err, &misfit) && opt.All {
			first = cmp.Or(first, err)
			leftOut = append(leftOut, fmt.Sprintf("%s left out: it %s", name, misfit.Problem))
			continue
		}
		_, ofFolds := infer.Lookup(name) // which say themselves what they lack
		if errors.As(err, &misfit) && len(opt.Methods) == 0 && ofFolds != nil && len(choices) > 1 {
			best = choices[1]
			v, err = p.one(best.procedure, among, opt)
		}
		if err != nil {
			return nil, nil, err
		}
		if i := slices.IndexFunc(out, v.same); opt.All && i >= 0 {
			leftOut = append(leftOut, fmt.Sprintf("%s left out: it is the same statistic as %s", name, out[i].Method))
			continue
		}
		if v.Method == best.procedure {
			v.Recommended, v.Why = true, best.why
			if err := p.describe(&v, opt); err != nil {
				return nil, nil, err
			}
		}
		width := v.High - v.Low
		v.inRange()
		if v.Recommended {
			v.ledger = p.ledgerOf(v, width)
		}
		out = append(out, v)
	}
	if opt.All && len(out) > 0 && !out[0].Recommended { // a test that errs far too often does not speak for all
		slices.SortStableFunc(out, func(v, w Verdict) int { return cmp.Compare(v.excess(), w.excess()) })
	}
	if len(out) > 0 {
		out[0].warn()
	}
	switch {
	case len(out) == 0 && len(opt.Methods) > 0:
		return nil, nil, fmt.Errorf("compare: no test fits %s; give more folds, or n_train and n_valid",
			p.differences.Design())
	case len(out) == 0:
		return nil, nil, first
	}
	return out, leftOut, nil
}

// order lists the procedures to run. Of all of them the recommended one comes first, and the one that is recommended
// among the tests of fold differences before others.
func order(choices []choice, among []Procedure, opt Options) []string {
	best := choices[0].procedure
	switch {
	case !opt.All && len(opt.Methods) == 0:
		return []string{best}
	case !opt.All:
		return opt.Methods
	case len(opt.Methods) > 0:
		if !slices.Contains(opt.Methods, best) {
			return opt.Methods
		}
		return distinct(append([]string{best}, opt.Methods...))
	}
	names := []string{best}
	for _, of := range among {
		if isFoldTest(of) {
			i := slices.IndexFunc(choices, func(c choice) bool { _, err := infer.Lookup(c.procedure); return err == nil })
			names = append(names, choices[i].procedure)
		}
		names = append(names, of.Name)
	}
	return distinct(names)
}

// distinct returns the names without repetitions.
func distinct(names []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(names, func(name string) bool {
		again := seen[name]
		seen[name] = true
		return again
	})
}
