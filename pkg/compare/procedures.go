package compare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
)

// procedure is a way from two models to a verdict, beside the tests of package infer.
type procedure struct {
	name string
	run  func(p *pair, opt Options) (Verdict, error)
}

// procedures lists the procedures for such results, but for the tests of package infer.
func (p *pair) procedures(opt Options) []procedure {
	var out []procedure
	if p.of.Scores != nil {
		out = p.itemProcedures()
	}
	if p.of.OnOneSet() {
		out = append(out, procedure{runTest, welch})
	}
	if p.of.Items != nil {
		for _, t := range mcnemarTests {
			out = append(out, procedure{t.name, t.verdict})
		}
	}
	if p.effective() {
		out = append(out, procedure{posteriorMethod, effectivePosterior})
	}
	if p.differences.Replications() > 0 && p.onFolds() {
		out = append(out, procedure{pairedMethod, pairedPosterior}, procedure{correlatedMethod, correlatedPosterior})
	}
	for _, t := range opt.Tests {
		own := t
		own.Run = func(d infer.Differences, o infer.Options) (infer.Result, error) { return p.own(t, d, o) }
		out = append(out, procedure{t.Name, func(p *pair, opt Options) (Verdict, error) { return p.test(own, opt) }})
	}
	return out
}

// recommended names the procedure for the results of a pair, and says why. The fallback is the test
// of the fold differences.
func (p *pair) recommended() (name, why, fallback, fallbackWhy string) {
	if p.of.Scores != nil {
		name, why = p.recommendItems()
		return name, why, "item-t", "McNemar's tests are about no difference other than 0"
	}
	if p.of.OnOneSet() {
		why = "there is one value for each run, and runs are what varies"
		return runTest, why, runTest, why
	}
	fallback, fallbackWhy = Recommend(p.differences)
	if fallback == nestedTest && p.opt.several {
		fallback, fallbackWhy = "bcv-t", "of several models it holds its level with Holm's steps, where the variances that "+
			"nested-t estimates are too small for one pair of many"
	}
	switch d := p.of.Design; {
	case p.of.Items != nil && d.Replications*d.Folds == 1:
		return "mcnemar-midp", "one hold-out does not show how results vary with the training set, " +
			"so that only the fitted models can be compared", fallback, fallbackWhy
	case p.effective() && d.Replications == 1:
		return posteriorMethod, "one replication does not show how results vary between replications, " +
			"so that only the fitted models can be compared", fallback, fallbackWhy
	}
	return fallback, fallbackWhy, fallback, fallbackWhy
}

// verdicts runs the wanted procedures, and says of all of them which are left out.
func (p *pair) verdicts(opt Options) (out []Verdict, leftOut []string, err error) {
	if err := p.checkPrior(opt); err != nil {
		return nil, nil, err
	}
	if p.oneValue(opt) {
		return nil, nil, &infer.MisfitError{Test: "compare", Problem: fmt.Sprintf("has one %s of each model, which says "+
			"nothing about chance", p.by().Label()), Instead: "give results on folds, predictions, scores of items, or " +
			"several data sets (of an error rate n_valid is enough)"}
	}
	recommended, why, fallback, fallbackWhy := p.recommended()
	beside := p.procedures(opt)
	var first error
	tests := append([]string{fallback}, infer.TestNames()...)
	if !p.onFolds() {
		tests = nil
	}
	for _, name := range order(recommended, tests, beside, opt) {
		v, err := p.one(name, beside, opt)
		misfit := (*infer.MisfitError)(nil)
		if errors.As(err, &misfit) && opt.All {
			first = cmp.Or(first, err)
			leftOut = append(leftOut, fmt.Sprintf("%s left out: it %s", name, misfit.Problem))
			continue
		}
		if errors.As(err, &misfit) && len(opt.Methods) == 0 && name != fallback { // McNemar's test about a delta
			recommended, why = fallback, fallbackWhy
			v, err = p.one(fallback, beside, opt)
		}
		if err != nil {
			return nil, nil, err
		}
		if i := slices.IndexFunc(out, v.same); opt.All && i >= 0 {
			leftOut = append(leftOut, fmt.Sprintf("%s left out: it is the same statistic as %s", name, out[i].Method))
			continue
		}
		if v.Method == recommended {
			v.Recommended, v.Why = true, why
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
	return out, leftOut, p.checkRope(out, opt)
}

// onFolds reports whether tests of fold differences are about these results.
func (p *pair) onFolds() bool { return p.of.Scores == nil && !p.of.OnOneSet() }

// runTest is the test of values of runs on one test set.
const runTest = "welch-t"

// welch is the verdict of Welch's test.
func welch(p *pair, opt Options) (Verdict, error) {
	return p.test(infer.Test{Name: runTest, Run: func(_ infer.Differences, o infer.Options) (infer.Result, error) {
		return infer.Welch(p.of.RunValues(p.metric, p.a), p.of.RunValues(p.metric, p.b), o)
	}}, opt)
}

// excess is how many times more often than its level a test is known to err on folds, from 2 up; 0 for other
// procedures. Tests of items have notes of their own (itemNote).
func (v Verdict) excess() float64 {
	if x := v.ErrorRate.Rate / v.ErrorRate.Level; known(v.PValue) && v.likeThese == nil && x > 2 {
		return x
	}
	return 0
}

// warn says of a test that is not recommended, and decides although it is known to err far too often.
func (v *Verdict) warn() {
	if v.Recommended || v.excess() == 0 {
		return
	}
	text := fmt.Sprintf("%s errs in up to %.1f%% where %.3g%% are promised", v.Method, 100*v.ErrorRate.Rate,
		100*v.ErrorRate.Level)
	if v.ErrorRate.Where != "" {
		text += ", " + v.ErrorRate.Where
	}
	v.Note = joined(v.Note, text)
}

// joined returns notes in one, without those that are empty.
func joined(notes ...string) string {
	return strings.Join(slices.DeleteFunc(notes, func(note string) bool { return note == "" }), "; ")
}

// checkPrior refuses a prior of the correlations where no procedure has one.
func (p *pair) checkPrior(opt Options) error {
	d := p.differences
	_, uniform := opt.Prior.(paired.Uniform)
	if opt.Prior == nil || uniform || d.Folds() == 2 && d.Replications() > 1 && !opt.only(posteriorMethod) {
		return nil
	}
	return fmt.Errorf("compare: a prior of the correlations is for the method paired on an m x 2 CV, "+
		"and the method or the results (%s) are others; leave it out", p.of.Design)
}

// checkRope refuses a region of practical equivalence where no verdict has a posterior that gives
// its probability. The common posterior of several data sets does.
func (p *pair) checkRope(verdicts []Verdict, opt Options) error {
	d := p.differences
	noSpread := d.Replications()*d.Folds() > 1 && d.NoSpread() // the verdicts say so themselves
	if opt.Rope == 0 || opt.pooled || noSpread ||
		slices.ContainsFunc(verdicts, func(v Verdict) bool { return known(v.PRope) }) {
		return nil
	}
	v := verdicts[0]
	return fmt.Errorf("compare: rope %v belongs to a posterior, and %s on %s has none; "+
		"on folds take the method paired or correlated-t, or leave it out", opt.Rope, v.Method, v.on())
}

// order lists the procedures to run. Of all of them the recommended one comes first, then the ones
// beside the tests, and the tests, of them first the one that is recommended among them. Tests of
// the caller come last.
func order(recommended string, tests []string, beside []procedure, opt Options) []string {
	switch {
	case !opt.All && len(opt.Methods) == 0:
		return []string{recommended}
	case !opt.All:
		return opt.Methods
	case len(opt.Methods) > 0:
		if !slices.Contains(opt.Methods, recommended) {
			return opt.Methods
		}
		return distinct(append([]string{recommended}, opt.Methods...))
	}
	names := []string{recommended}
	for _, p := range beside[:len(beside)-len(opt.Tests)] {
		names = append(names, p.name)
	}
	names = append(names, tests...)
	for _, t := range opt.Tests {
		names = append(names, t.Name)
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

// one runs one procedure.
func (p *pair) one(name string, beside []procedure, opt Options) (Verdict, error) {
	for _, other := range beside {
		if other.name == name {
			return other.run(p, opt)
		}
	}
	t, err := infer.Lookup(name)
	if err == nil && p.onFolds() {
		t.Run = func(d infer.Differences, o infer.Options) (infer.Result, error) { return infer.Run(name, d, o) }
		return p.test(t, opt)
	}
	var names []string
	for _, other := range infer.Tests() { // naive ones are never suggested
		if _, err := other.Run(p.differences, opt.tests()); p.onFolds() && !other.Naive && err == nil {
			names = append(names, other.Name)
		}
	}
	for _, other := range beside {
		names = append(names, other.name)
	}
	return Verdict{}, p.unfit(name, names)
}

// needsOf says what a procedure needs, but for tests of fold differences; it is not ok for other names.
func needsOf(name string) (needs string, ok bool) {
	switch name {
	case "bcv-mcnemar":
		return "predictions of the records on a block-regularized m x 2 CV", true
	case "kfold-mcnemar":
		return "predictions of the records on one K-fold CV", true
	case pairedMethod, correlatedMethod:
		return "values on the folds of several training sets", true
	case runTest:
		return "values of several runs of each model on one test set", true
	case posteriorMethod:
		return "the counts tp, fp and fn on an m x 2 CV", true
	case hierarchicalMethod, wilcoxonMethod:
		return "results on several data sets, which a column dataset names", true
	}
	if slices.Contains(McNemarTests(), name) {
		return "predictions on one hold-out, or items of a test set that are right or wrong", true
	}
	for _, t := range items.Tests() {
		if t.Name == name {
			return t.Needs + ", on the items of a test set", true
		}
	}
	return "", false
}

// isKnown reports whether there is a procedure of this name for any results. Tests of the caller have other names.
func isKnown(name string) bool {
	_, err := infer.Lookup(name)
	_, ok := needsOf(name)
	return err == nil || ok || name == dirichletMethod
}

// unfit says why a procedure that is not among those for such results does not fit, if there is one of this name.
func (p *pair) unfit(name string, fit []string) error {
	instead := "use one of " + strings.Join(fit, ", ")
	unfit := func(format string, of ...any) error {
		return &infer.MisfitError{Test: name, Problem: fmt.Sprintf(format, of...), Instead: instead}
	}
	needs, ok := needsOf(name)
	_, err := infer.Lookup(name)
	switch {
	case p.of.Runs != nil && (name == posteriorMethod || slices.Contains(McNemarTests(), name)):
		return misfit(name, strings.TrimPrefix(p.of.Runs.Refuse(name).Error(), name+" "))
	case ok:
		return unfit("needs %s; these are values of %s on %s", needs, p.by().Label(), p.of.Design)
	case err == nil: // of the tests of fold differences
		return unfit("is a test for folds; the scores come from %s", p.of.Design)
	}
	return fmt.Errorf("compare: unknown method %q; %s", name, instead)
}

// test runs a test of the fold differences.
func (p *pair) test(t infer.Test, opt Options) (Verdict, error) {
	r, err := t.Run(p.differences, opt.tests())
	if err != nil {
		return Verdict{}, err
	}
	v := p.verdict().with(r)
	if v.Method, v.Target = t.Name, p.targetOf(t.Name); v.NoSpread && p.hidden() {
		v.Note = tooLarge
	}
	switch t.Name {
	case nestedTest:
		v.nested, v.Note = p.nestedByClasses(v.Note)
	case nestedRecords:
		v.nested = t.Name
	}
	if t.Name == "kfold-ci-z" && !p.differences.OfRecords() {
		v.Note = "the variance is that of the fold means; kfold-ci-z of predictions takes that of the records, as Bayle et " +
			"al. (2020) do, and has another p-value"
	}
	if !r.NoSpread {
		v.ErrorRate = errorRate(cmp.Or(v.nested, t.Name), p.differences, opt)
		p.rateOnItems(&v, opt)
		v.rateByMetric()
	}
	if opt.pairs < 2 || !r.HasCI || r.NoSpread {
		return v, nil
	}
	if r, err = t.Run(p.differences, opt.intervals()); err != nil {
		return Verdict{}, err
	}
	v.Low, v.High, v.uncut = r.CI.Low, r.CI.High, nil
	return v, nil
}

// nestedByClasses names nested-t by what is known of the classes that the metric counts, and adds to a note where
// nothing is.
func (p *pair) nestedByClasses(note string) (name, noted string) {
	if p.of.Counts == nil && !results.OfCounts(p.by().Name) {
		return nestedTest, note
	}
	switch few, among := p.of.Rarest(p.metric); {
	case few == 0:
		return nestedUncounted, joined(note, fmt.Sprintf("how many records each class has is not known; where one has "+
			"fewer than 200, nested-t by F1 erred in up to %.0f%% (study nested): give predictions or counts, which it "+
			"takes into account", 100*measuredRate(nestedUncounted, Options{}).Rate))
	case infer.RareClass(few, among):
		return nestedRare, note
	}
	return nestedTest, note
}

// targetOf says what a test of these results is about.
func (p *pair) targetOf(test string) Target {
	t := targetOf(test)
	if s, _ := p.of.Joined(p.metric); t == TheseModels && s.Sample {
		return OtherTasks
	}
	return t
}

// targetOf says what a test is about: one hold-out, or one test set, knows only two fitted models.
func targetOf(test string) Target {
	switch test {
	case "proportion-z":
		return FittedModels
	case "item-t", "cluster-t", stratifiedTest, linearTest, delongTest, obuchowskiTest, "randomization", "bca":
		return TheseModels
	case "crossed-t":
		return ModelsAgain
	case runTest:
		return OtherRuns
	}
	return Algorithms
}

// with fills in the result of a test.
func (v Verdict) with(r infer.Result) Verdict {
	v.Method, v.Estimate, v.Level, v.Delta, v.Alternative = r.Test, r.Estimate, 1-r.Alpha, r.Delta, r.Alternative
	v.Statistic, v.DF, v.PValue, v.PBetter, v.PRope = r.Statistic, r.DF, r.PValue, math.NaN(), math.NaN()
	v.Low, v.High = math.NaN(), math.NaN()
	v.Assumptions = r.Assumptions
	if r.NoSpread {
		v.NoSpread, v.Note, v.ErrorRate = true, noSpread, unknownRate
		return v
	}
	if r.HasCI {
		v.Low, v.High = r.CI.Low, r.CI.High
	}
	v.decide(r.Reject)
	return v
}

// inRange cuts the intervals at the largest difference that the metric can have.
func (v *Verdict) inRange() {
	v.Low, v.High = v.Metric.CutDifference(v.Low, v.High)
	v.Described.Low, v.Described.High = v.Metric.CutDifference(v.Described.Low, v.Described.High)
	if u := v.uncut; u != nil {
		u.low, u.high = v.Metric.CutDifference(u.low, u.high)
	}
}

// The notes of a verdict whose test found no variance to measure chance by.
const (
	noSpread = "the estimated variance is 0, so that nothing is known about chance and nothing is claimed"
	tooLarge = "the differences vary by less than 1e-12 of the values, as rounding may make them, so that nothing is " +
		"known about chance and nothing is claimed; subtract one number from all values"
)

// hidden reports whether differences in which a test found no variance differ by more than their last digits, as those
// of large values do.
func (p *pair) hidden() bool {
	const digits, largest = 1e-14, 1e-11 // beyond which it is not the size of the values that hides them
	d, size := []float64(nil), p.of.Largest(p.metric)
	switch {
	case p.of.Scores == nil:
		d = slices.Concat(p.values.Differences...)
	case !p.linear:
		d = p.itemDifferences()
	}
	if len(d) == 0 {
		return false
	}
	spread := slices.Max(d) - slices.Min(d)
	return spread > digits*size && spread < largest*size
}

// describe adds the posterior of the difference to the verdict of a test on an m x 2 CV, or of right and wrong items.
func (p *pair) describe(v *Verdict, opt Options) error {
	if opt.TestsAlone {
		return nil
	}
	d := p.differences
	if c, ok := p.rightOrWrong(); ok && v.Counts != nil {
		return v.describeItems(c, opt)
	}
	if !known(v.PValue) || v.Target != Algorithms || d.Folds() != 2 || d.Replications() < 2 ||
		d.Replications() > paired.MaxReplications || d.NoSpread() {
		return nil
	}
	post, err := p.values.posterior()
	if err != nil {
		return err
	}
	v.Described.Method = pairedMethod
	v.Described.Estimate = opt.estimate(post)
	v.probabilities(post, opt)
	return nil
}

// same reports whether o is the same test of fold differences under another name.
func (v Verdict) same(o Verdict) bool {
	result := func(v Verdict) infer.Result {
		return infer.Result{Statistic: v.Statistic, DF: v.DF, PValue: v.PValue, Estimate: v.Estimate}
	}
	return v.Counts == nil && o.Counts == nil && known(v.PValue) && known(o.PValue) && known(v.Low) == known(o.Low) &&
		result(v).Same(result(o))
}

// Recommend names the test of fold differences to use for their partition set, and says
// why.
func Recommend(d infer.Differences) (test, why string) {
	allows := fmt.Sprintf("; this one allows for the correlation 1/%d and errs beyond its level "+
		"where the true one is larger: prefer m x 2 BCV", d.Folds())
	switch m, k := d.Replications(), d.Folds(); {
	case m == 1 && k == 1:
		return "proportion-z", "one hold-out does not show how results vary with the training set, " +
			"so that only the fitted models can be compared; m x 2 BCV would compare the algorithms"
	case k == 1:
		return "corrected-resampled-t", "hold-outs share training records: the test allows for a correlation " +
			"of the share of validation records, and errs beyond its level where the true one is larger"
	case k == 2 && m > 1 && (d.Method() == "" || d.Method().Regularized()):
		if inner := d.Inner(); inner != nil && len(inner[0][0]) > 1 {
			if between, _ := infer.InnerVariances(inner); between > 0 {
				return nestedTest, "inner results in the halves of the records measure how the mean varies with the data, " +
					"which the folds do not show"
			}
		}
		return "bcv-t", "the test takes the largest variance that the mean can have " + withinLimit
	case k == 2 && m > 1:
		return correctedTest, "on a random m x 2 CV it is the statistic of bcv-t, " +
			"without block-regularized overlaps behind it"
	case m == 1:
		return correctedTest, fmt.Sprintf("no test holds its level on one %d-fold CV, "+
			"as no estimate of the variance is unbiased", k) + allows
	default:
		return correctedTest, "no test holds its level on repeated K-fold CV" + allows
	}
}
