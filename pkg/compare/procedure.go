package compare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// Procedure is a way from two models to a verdict, and all that is known of it by name: a row of the table of
// procedures. To add one is to add its row to the file of its family, a choice to recommendations if it is to be
// recommended, and its test.
type Procedure struct {
	Name   string
	For    string         // the results that it is for
	Needs  string         // what it needs of them, as in "needs ..."; of a test of folds beside their differences
	Target verdict.Target // what its verdicts are about
	Source string
	Folds  bool // it needs results of several training sets, or of one hold-out of records
	Naive  bool // it takes folds that share training records for independent, so that no error suggests it

	takes []*setting         // settings that not every procedure has
	fits  func(p *pair) bool // it is about such results; what else it needs the run says. Nil where no pair has it
	run   func(p *pair, opt Options) (draft, error)
	rate  func(d infer.Differences, opt Options) known.ErrorRate // of a test of folds; nil for that of the stored studies
	// what a verdict takes into account, or leaves out; may be nil
	mark func(p *pair, v *draft)
}

// procedures is the table of procedures. Of all that fit, they are run in this order: tests of two-by-two tables, of
// items, of points in time, of runs, posteriors and tests of fold differences. Those of several data sets stand last.
var procedures []Procedure

func init() {
	procedures = slices.Concat(ofTables, ofItems(), ofLooks, ofQuantiles, ofSeries(), ofRuns, posteriors, ofFolds(), ofDatasets)
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
	fits := func(row Procedure) bool { return row.fits != nil && row.fits(p) }
	out := slices.DeleteFunc(slices.Clone(procedures), func(row Procedure) bool { return !fits(row) })
	if opt.Planned > 0 && p.results.OnTestSet() { // others err far more often if they are looked at again and again
		out = slices.DeleteFunc(out, func(row Procedure) bool { return row.Name != looksTest })
	}
	if opt.Quantile > 0 && p.results.OnTestSet() { // others are about the mean
		out = slices.DeleteFunc(out, func(row Procedure) bool { return row.Name != quantileTest })
	}
	for _, t := range opt.Tests {
		row := Procedure{Name: t.Name, Target: verdict.Algorithms}
		row.run = func(p *pair, opt Options) (draft, error) {
			return p.test(row, func(d infer.Differences, o infer.Options) (infer.Result, error) { return p.own(t, d, o) }, opt)
		}
		out = append(out, row)
	}
	return out
}

// runNamed runs one of the procedures for a pair.
func (p *pair) runNamed(name string, among []Procedure, opt Options) (draft, error) {
	i := slices.IndexFunc(among, func(row Procedure) bool { return row.Name == name })
	if i < 0 {
		return draft{}, p.unfit(name, among, opt)
	}
	return among[i].run(p, opt)
}

// unfit says why a procedure that is not among those for such results does not fit, if there is one of this name.
func (p *pair) unfit(name string, among []Procedure, opt Options) error {
	var tests, others []string
	for _, row := range among {
		if t, err := infer.Lookup(row.Name); err != nil {
			others = append(others, row.Name)
		} else if _, err := t.Run(p.differences, opt.tests()); err == nil && !row.Naive {
			tests = append(tests, row.Name)
		}
	}
	instead := "use one of " + strings.Join(append(tests, others...), ", ")
	unfit := func(format string, args ...any) error {
		return &infer.MisfitError{Test: name, Problem: fmt.Sprintf(format, args...), Instead: instead}
	}
	row, ok := ProcedureOf(name)
	switch {
	case !ok:
		return fmt.Errorf("compare: unknown method %q; %s", name, instead)
	case p.results.Runs != nil && !p.results.Summarized() && (name == known.Posterior || slices.Contains(McNemarTests(), name)):
		return misfit(name, strings.TrimPrefix(p.results.Runs.Refuse(name).Error(), name+" "))
	case isFoldTest(name):
		return unfit("is a test for folds; the scores come from %s", p.results.Design)
	}
	needs := row.Needs
	if row.For == itemsOfTestSet {
		needs += ", on the " + row.For
	}
	return unfit("needs %s; these are values of %s on %s", needs, p.by().Label(), p.results.Design)
}

// test runs a test of a procedure: on the fold differences, or on what it takes of the pair itself.
func (p *pair) test(row Procedure, run func(infer.Differences, infer.Options) (infer.Result, error),
	opt Options) (draft, error) {
	r, err := run(p.differences, opt.tests())
	if err != nil {
		return draft{}, err
	}
	v := p.verdict().with(r)
	if v.Method, v.Target = row.Name, p.target(row); v.NoSpread && p.hidden() {
		v.Note = tooLarge
	}
	if row.mark != nil {
		row.mark(p, &v)
	}
	if !r.NoSpread {
		v.ErrorRate = errorRate(cmp.Or(v.Basis.Nested, row.Name), p.differences, opt)
		p.rateOnItems(&v, opt)
		v.ErrorRate = v.WorstError()
	}
	if opt.pairs < 2 || !r.HasCI || r.NoSpread {
		return v, nil
	}
	if r, err = run(p.differences, opt.intervals()); err != nil {
		return draft{}, err
	}
	v.Interval, v.uncut = r.CI, nil
	return v, nil
}

// target is what a procedure is about on these results.
func (p *pair) target(row Procedure) verdict.Target {
	if s, _ := p.results.Joined(p.metric); row.Target == verdict.TheseModels && s.Sample {
		return verdict.OtherTasks
	}
	return row.Target
}

// verdicts runs the wanted procedures, and says of all of them which are left out.
func (p *pair) verdicts(opt Options) (out []draft, leftOut []string, err error) {
	if p.oneValue(opt) {
		return nil, nil, &infer.MisfitError{Test: "compare", Problem: fmt.Sprintf("has one %s of each model, which says "+
			"nothing about chance", p.by().Label()), Instead: "give results on folds, predictions, scores of items, or " +
			"several data sets (of an error rate n_valid is enough)"}
	}
	choices, among := p.recommended(), p.procedures(opt)
	best := choices[0]
	var first error
	for _, name := range order(choices, among, opt) {
		v, err := p.runNamed(name, among, opt)
		misfit := (*infer.MisfitError)(nil)
		if errors.As(err, &misfit) && opt.All {
			first = cmp.Or(first, err)
			leftOut = append(leftOut, fmt.Sprintf("%s left out: it %s", name, misfit.Problem))
			continue
		}
		if errors.As(err, &misfit) && len(opt.Methods) == 0 && !isFoldTest(name) && len(choices) > 1 {
			best = choices[1]
			v, err = p.runNamed(best.procedure, among, opt)
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
		p.addPosition(&v)
		if v.Recommended {
			v.Basis.Variance = p.variance(v, width)
		}
		out = append(out, v)
	}
	if opt.All && len(out) > 0 && !out[0].Recommended { // a test that errs far too often does not speak for all
		slices.SortStableFunc(out, func(v, w draft) int { return cmp.Compare(v.excess(), w.excess()) })
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
	for _, row := range among {
		if isFoldTest(row.Name) {
			i := slices.IndexFunc(choices, func(c choice) bool { return isFoldTest(c.procedure) })
			names = append(names, choices[i].procedure)
		}
		names = append(names, row.Name)
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
