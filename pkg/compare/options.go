package compare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/variance"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// Options of a comparison. The zero value compares all models of the results by all their metrics
// and the recommended procedure, two-sided at level 0.05. A setting that none of the procedures takes
// which are run is refused.
type Options struct {
	Models  []string // which models to compare; empty for all
	Control string   // compare this model, as A, with each of the others; empty for all pairs
	Metrics []string // which metrics to compare, of the results or by results.Results.Computed; empty for all
	Methods []string // the procedures to run, the first decides; none, or "", for the recommended one
	All     bool     // run those of Methods, or of all procedures, that fit, the recommended one first
	// Tests of the caller, safe for concurrent use, with names of their own; Methods can name them, and All runs them
	// last. A test gives Statistic, DF, PValue, CI with HasCI, Assumptions and NoSpread, and in Estimate the mean
	// difference; the other fields of its result, such as the decision, follow from these options.
	Tests  []infer.Test
	Prior  paired.Prior   // of the correlations, for the method paired; nil for the usual one, see ParsePrior
	Target verdict.Target // what the intervals of single models are about, see Report.Models; empty for both
	// Posterior has the settings of the effective counts, for the method posterior and the intervals of the fitted
	// models: Weighting, Prior, HDI, Draws and, with Draws, Seed. Its other fields follow from these options, and are
	// refused.
	Posterior posterior.Options

	Alternative infer.Alternative // of tests, about the difference B minus A
	Delta       float64           // the difference under the hypothesis of tests, and the threshold of posteriors
	Alpha       float64           // level of tests; intervals have 1 - Alpha; 0 means 0.05
	Adjust      string            // adjust p-values among all metrics and tests, by holm or bonferroni; empty for none
	TestsAlone  bool              // leave out the posteriors that describe differences beside their tests
	Separate    bool              // take each of several pairs of models by itself, and adjust nothing among them
	Rope        float64           // half width of the region of practical equivalence of posteriors; 0 for none
	// Margin is the smallest difference that matters, in the metric: a verdict whose interval lies within it is called
	// equivalent, by two one-sided tests at half of Alpha each. 0 for that of Rope, if there is one.
	Margin float64

	// PairedRuns says of the items of a test set that runs of two models with the same name belong together, such as
	// two models that were trained with one seed; without it the runs of one model are independent of the other's.
	PairedRuns bool
	// Suite says how several tasks of one benchmark are taken together, see results.Tasks.
	Suite results.Suite
	// LabelsRandom says that the items that people scored beside a judge are a random sample of all, also where the
	// judge's scores speak against it.
	LabelsRandom bool
	// Planned is how many items the test set is to have, of which the results are the first, in random order: the verdict
	// is one look, by looks-t, and all looks together hold the level. 0 for results that are complete.
	Planned int
	// Horizon is the number of steps that forecasts at points in time look ahead; 0 if unknown.
	Horizon int
	// Ratio compares geometric means of positive numbers, such as seconds or costs of items or runs: tests are of
	// differences of logarithms, and Margin is a factor above 1.
	Ratio bool
	// Quantile compares by this quantile of the paired differences of items, such as 0.5 for their median, in place of
	// their mean; 0 for the mean.
	Quantile  float64
	HalfWidth float64 // of the interval that Verdict.Ledger says what to buy for; 0 for half of the present one

	// Halves holds, for each of Replications random divisions of a data set into halves, the models within
	// either half, fold 1 and fold 2: what the test conservative-z needs beside the results of the same key.
	Halves []results.Results

	// Settings of McNemar's tests. FirstFolds takes the first fold of other designs for the tests of one
	// hold-out, and the first replication for kfold-mcnemar. Rho are the correlations within and between
	// replications of bcv-mcnemar; nil means 1/2 and 1/2. Literal is that of infer.Options.
	FirstFolds, Literal bool
	Rho                 *[2]float64

	// Progress is called after each pair of models on each of the results, and several times while results on
	// several data sets are put together, if it is not nil.
	Progress func(done, total int)

	present  []int  // in each of the results, how many pairs of models
	below    []int  // in each of the results, how many tasks are beside it in the suite that it is a task of; 0 for none
	pairs    int    // of models in these results, times metrics with Adjust: intervals that hold together
	several  bool   // these results have more than two models to compare
	pooled   bool   // there are several data sets
	priorKey string // the prior in words
	work     *work
}

// CheckQuestion refuses a level, a difference, a half width or an adjustment that there is not. Run calls it.
func (o Options) CheckQuestion() error {
	if _, err := o.tests().Filled(); err != nil {
		return err
	}
	if !(o.Rope >= 0) || math.IsInf(o.Rope, 0) {
		return fmt.Errorf("compare: rope is %v; give a half width from 0 up", o.Rope)
	}
	switch {
	case !(o.Margin >= 0) || math.IsInf(o.Margin, 0):
		return fmt.Errorf("compare: margin is %v; give the smallest difference that matters, above 0", o.Margin)
	case o.Margin > 0 && o.Rope > 0 && o.Margin != o.Rope:
		return fmt.Errorf("compare: margin is %v and rope %v; give one of them, or the same", o.Margin, o.Rope)
	case o.Margin > 0 && o.Alternative != infer.TwoSided:
		return errors.New("compare: a margin beside a one-sided question; leave one of them out")
	case o.Margin > 0 && o.Delta != 0:
		return errors.New("compare: a margin is about differences from 0, and delta is another number; leave one of them out")
	}
	if o.Adjust == "" {
		return nil
	}
	_, _, err := infer.Adjust(o.Adjust, nil)
	return err
}

// filled returns the options with their defaults.
func (o Options) filled() (Options, error) {
	o.Alpha = cmp.Or(o.Alpha, 0.05)
	if err := o.CheckQuestion(); err != nil {
		return o, fmt.Errorf("compare: %w", err)
	}
	if err := o.checkPlanned(); err != nil {
		return o, fmt.Errorf("compare: %w", err)
	}
	if err := cmp.Or(o.checkQuantile(), o.asRatio()); err != nil {
		return o, fmt.Errorf("compare: %w", err)
	}
	switch {
	case o.Horizon < 0:
		return o, fmt.Errorf("compare: the horizon is %d steps ahead; give 1 or more", o.Horizon)
	case !(o.HalfWidth >= 0) || math.IsInf(o.HalfWidth, 0):
		return o, fmt.Errorf("compare: half width is %v; give a width above 0 to buy for", o.HalfWidth)
	}
	rho := o.rho()
	if err := variance.CheckCorrelations(2, rho[0], rho[1]); err != nil {
		return o, fmt.Errorf("compare: correlations of bcv-mcnemar: %w", err)
	}
	if p := o.Posterior; p.Metrics != nil || p.Delta != 0 || p.Rope != 0 || p.Level != 0 {
		return o, errors.New("compare: Metrics, Delta, Rope and Level of the posterior follow from the options of the " +
			"comparison, Metrics, Delta, Rope and Alpha; set those")
	}
	if o.Target != "" && o.Target != verdict.Algorithms && o.Target != verdict.FittedModels {
		return o, fmt.Errorf("compare: target %q; intervals of single models are about %q or %q, leave it empty for both",
			o.Target, verdict.Algorithms, verdict.FittedModels)
	}
	if o.Prior != nil {
		if err := paired.CheckPrior(o.Prior); err != nil {
			return o, fmt.Errorf("compare: prior of the correlations: %w", err)
		}
		o.priorKey = fmt.Sprintf("%#v", o.Prior)
	}
	if err := checkOwn(o.Tests); err != nil {
		return o, err
	}
	if o.only("") {
		o.Methods = nil
	}
	methods := make([]string, len(o.Methods))
	for i, name := range o.Methods {
		methods[i] = infer.CanonicalName(name)
		if slices.Contains(methods[:i], methods[i]) {
			return o, fmt.Errorf("compare: the method %s stands twice; name it once", methods[i])
		}
	}
	o.Methods = methods
	for _, t := range o.Tests {
		if !o.All && !slices.Contains(methods, t.Name) {
			return o, fmt.Errorf("compare: the test %s of the caller is not to be run; name it in Methods, or ask for All",
				t.Name)
		}
	}
	return o, nil
}

// asRatio takes the margin of a ratio for one of logarithms, and refuses what has no such unit.
func (o *Options) asRatio() error {
	switch {
	case !o.Ratio:
		return nil
	case o.Delta != 0 || o.Rope != 0 || o.HalfWidth != 0 || o.Planned != 0:
		return errors.New("a ratio has no difference, rope, half width or planned items to ask about; leave that out, or " +
			"give the smallest factor that matters as a margin above 1, such as 1.1")
	case o.Margin != 0 && o.Margin <= 1:
		return fmt.Errorf("margin %v of a ratio; give a factor above 1, such as 1.1 for a tenth more", o.Margin)
	case o.Margin != 0:
		o.Margin = math.Log(o.Margin)
	}
	return nil
}

// logs returns the results whose logarithms are compared.
func (o Options) logs(rs []results.Results) ([]results.Results, error) {
	if !o.Ratio {
		return rs, nil
	}
	out := make([]results.Results, len(rs))
	for i, r := range rs {
		var err error
		if out[i], err = r.Logs(); err != nil {
			return nil, fmt.Errorf("compare: %w", err)
		}
	}
	return out, nil
}

// onItems returns predictions on one hold-out as those on the items of a test set, unless a test of folds is asked for.
func (o Options) onItems(rs []results.Results) []results.Results {
	ofFolds := func(name string) bool {
		row, _ := ProcedureOf(name)
		return row.Folds
	}
	if o.FirstFolds || slices.ContainsFunc(o.Methods, ofFolds) || len(o.Tests) > 0 {
		return rs
	}
	out := make([]results.Results, len(rs))
	for i, r := range rs {
		out[i] = r.OnItems()
	}
	return out
}

// margin is Margin, or else the rope of a question about differences from 0.
func (o Options) margin() float64 {
	if o.Margin == 0 && o.Delta == 0 && o.Alternative == infer.TwoSided {
		return o.Rope
	}
	return o.Margin
}

// rho are the correlations of bcv-mcnemar.
func (o Options) rho() [2]float64 {
	if o.Rho == nil {
		return [2]float64{0.5, 0.5}
	}
	return *o.Rho
}

// setting is an option that only some verdicts take: those by procedures that have it in takes, and those that taken
// reports.
type setting struct {
	name  string
	given func(o Options) bool
	by    string // what takes it
	taken func(c *comparison) bool
}

// Settings of some procedures.
var (
	rhoSetting = &setting{name: "correlations rho", by: "bcv-mcnemar",
		given: func(o Options) bool { return o.Rho != nil }}
	literalSetting = &setting{name: "the literal statistic", given: func(o Options) bool { return o.Literal },
		by: "the chi-squared tests of McNemar"}
	firstFoldSetting = &setting{name: "the first fold", given: func(o Options) bool { return o.FirstFolds },
		by: "McNemar's tests"}
	halvesSetting = &setting{name: "halves", given: func(o Options) bool { return o.Halves != nil }, by: "conservative-z"}
	drawsSetting  = &setting{name: "draws", given: func(o Options) bool { return o.Posterior.Draws != 0 },
		by: "the method posterior"}
)

var settings = []*setting{
	{"a prior of the correlations", func(o Options) bool {
		_, uniform := o.Prior.(paired.Uniform)
		return o.Prior != nil && !uniform
	}, "the method paired on an m x 2 CV",
		some(func(v draft) bool {
			return v.Method == known.Paired || v.Described.Method == known.Paired || v.NoSpread
		})},
	{"a prior, weighting or kind of interval of effective counts (setting `lambda`)",
		func(o Options) bool { return !o.usual() || o.Posterior.HDI }, "the counts of an m x 2 CV", ofEffective},
	{"a half width", func(o Options) bool { return o.HalfWidth != 0 },
		"the recommended procedure where several things vary: items and runs, clusters, or an m x 2 CV in several runs " +
			"with inner results or predictions; and for a judge beside people",
		some(func(v draft) bool { return v.Basis.Variance != nil || v.Judge != nil })},
	{"that labels are random (setting `labels-random`)", func(o Options) bool { return o.LabelsRandom },
		"scores of a judge beside those of people", some(func(v draft) bool { return v.Judge != nil })},
	{"the mean over tasks", func(o Options) bool { return o.Suite.Macro }, severalTasks,
		some(func(v draft) bool { return v.Tasks > 0 })},
	{"a sample of tasks", func(o Options) bool { return o.Suite.Sample }, severalTasks,
		some(func(v draft) bool { return v.Tasks > 0 })},
	horizonSetting, rhoSetting, literalSetting, firstFoldSetting, halvesSetting, drawsSetting, plannedSetting, quantileSetting,
	{"a seed", func(o Options) bool { return o.Posterior.Seed != 0 && o.Posterior.Draws == 0 }, "draws", nil},
	{"a rope", func(o Options) bool { return o.Rope != 0 }, "a posterior, as paired and correlated-t on folds",
		some(func(v draft) bool { return isKnown(v.PRope) || v.noPosterior() })},
	{"a margin", func(o Options) bool { return o.Margin != 0 }, "verdicts with an interval",
		some(func(v draft) bool { return isKnown(v.Low) || v.NoSpread })},
	{"a pairing of runs (setting `paired-runs`)", func(o Options) bool { return o.PairedRuns },
		"models on the items of a test set", some(func(v draft) bool { return v.OnItems() })},
	{"the target " + string(verdict.FittedModels), func(o Options) bool { return o.Target == verdict.FittedModels },
		"intervals of single models from the counts of an m x 2 CV", ofEffective},
	{"the target " + string(verdict.Algorithms), func(o Options) bool { return o.Target == verdict.Algorithms },
		"intervals of single models on folds", some(func(v draft) bool { return v.Datasets == 0 && !v.OnItems() })},
}

// noPosterior reports whether a verdict says itself that folds without any spread have no posterior.
func (v draft) noPosterior() bool { return v.NoSpread && !v.OnItems() }

// some reports whether some verdict is such.
func some(is func(v draft) bool) func(c *comparison) bool {
	return func(c *comparison) bool { return slices.ContainsFunc(c.drafts, is) }
}

// ofEffective reports whether a report has intervals of single models from effective counts.
func ofEffective(c *comparison) bool {
	return slices.ContainsFunc(c.intervals, func(m verdict.ModelInterval) bool { return m.Target == verdict.FittedModels })
}

// checkTaken refuses a setting that nothing in the report takes.
func (o Options) checkTaken(c *comparison) error {
	for _, s := range settings {
		takes := func(v draft) bool {
			row, _ := ProcedureOf(v.Method)
			return slices.Contains(row.takes, s)
		}
		if s.given(o) && !some(takes)(c) && (s.taken == nil || !s.taken(c)) {
			return fmt.Errorf("compare: %s is for %s, and the verdicts are by %s on %s; leave it out", s.name, s.by,
				c.drafts[0].Method, c.drafts[0].MeasuredOn())
		}
	}
	return nil
}

// computed returns results with the metrics that are asked for, and the names that files have for these. Of items of
// several tasks those without them are left out, with a note.
func (o Options) computed(rs []results.Results) (out []results.Results, names []string, err error) {
	if len(o.Metrics) == 0 {
		return rs, nil, nil
	}
	var notes []string
	for _, r := range rs {
		with, problem := r.Computed(o.Metrics...)
		if problem == nil {
			out = append(out, with)
			continue
		}
		if err = fmt.Errorf("compare: %w", problem); !r.OnTestSet() {
			return nil, nil, err
		}
		notes = append(notes, fmt.Sprintf("%s has no %s; left out", r.Key, strings.Join(o.Metrics, ", ")))
	}
	if len(out) == 0 {
		return nil, nil, err
	}
	for _, m := range out[0].Metrics {
		if slices.Contains(names, m.Name) {
			return nil, nil, fmt.Errorf("compare: the metric %s stands twice in %q; name it once", m.Name, o.Metrics)
		}
		names = append(names, m.Name)
	}
	if len(names) < len(o.Metrics) {
		return nil, nil, fmt.Errorf("compare: a metric stands twice in %q; name it once", o.Metrics)
	}
	out[0].Notes = slices.Concat(out[0].Notes, notes)
	return out, names, nil
}

// fit returns an error if the options are not about these results.
func (o Options) fit(r results.Results) error {
	for _, i := range o.metrics(r) {
		if m := r.Metrics[i]; m.Directionless && o.Alternative != infer.TwoSided {
			return fmt.Errorf("compare: a one-sided test is about one side: %w", m.Ask())
		} else if m.Max > m.Min && max(o.Rope, o.Margin) > m.Max-m.Min {
			return fmt.Errorf("compare: %s is %v, but %s lies between %v and %v; give a smaller %s",
				table.Pick(o.Rope > 0, "rope", "margin"), max(o.Rope, o.Margin), m.Label(), m.Min, m.Max,
				table.Pick(o.Rope > 0, "half width", "one"))
		}
	}
	return r.Design.CheckHoldOuts(false)
}

// usual reports whether the posterior of the effective counts has the weight and the prior of Wang and Li (2019),
// with which its errors and the coverage of its intervals were measured.
func (o Options) usual() bool {
	return o.Posterior.Weighting == nil && cmp.Or(o.Posterior.Prior, 1) == 1
}

// effective reports whether results are counts of an m x 2 CV, which alone have effective counts.
func effective(r results.Results) bool { return r.Counts != nil && r.Design.Folds == 2 }

// metrics returns the places of the wanted metrics that the results have.
func (o Options) metrics(r results.Results) []int {
	var out []int
	if len(o.Metrics) == 0 {
		for i := range r.Metrics {
			out = append(out, i)
		}
	}
	for _, name := range o.Metrics {
		if i, err := r.Metric(name); err == nil {
			out = append(out, i)
		}
	}
	return out
}

func (o Options) tests() infer.Options {
	return infer.Options{Alternative: o.Alternative, Delta: o.Delta, Alpha: o.Alpha}
}

// mcnemar returns the options of McNemar's tests.
func (o Options) mcnemar() infer.Options {
	t := o.tests()
	t.Literal = o.Literal
	return t
}

// intervals returns the options of tests whose intervals of all pairs of models, and with Adjust of all metrics, hold
// together (Bonferroni).
func (o Options) intervals() infer.Options {
	t := o.tests()
	t.Alpha /= float64(max(1, o.pairs))
	return t
}

// oneDataset returns the options for one data set by itself.
func (o Options) oneDataset() Options {
	if o.pooled {
		o.Methods = slices.DeleteFunc(slices.Clone(o.Methods), func(name string) bool {
			return name == verdict.Several || name == wilcoxonMethod
		})
	}
	return o
}

// only reports whether this is the only procedure that is asked for.
func (o Options) only(method string) bool { return slices.Equal(o.Methods, []string{method}) }

// choose returns the models to compare, and the pairs of them: pairs[i][k] are the places of A and B
// of pair i in results k, negative where one of them is not among its models. Without Options.Models and
// Options.Control the two models of each task are compared, whatever their names (models is nil then); of more
// than two all pairs are, or the control with each of the others.
func (o Options) choose(rs []results.Results) (models []string, pairs [][][2]int, err error) {
	if models, err = o.wanted(rs); err != nil {
		return nil, nil, err
	}
	if len(models) == 0 {
		pair, err := twoOfEach(rs)
		return nil, [][][2]int{pair}, err
	}
	for i, first := range models {
		for _, second := range models[i+1:] {
			a, b := first, second
			if second == o.Control {
				a, b = second, first
			}
			if o.Control != "" && a != o.Control {
				continue
			}
			pair, err := places(rs, a, b)
			if err != nil && len(o.Models) > 0 {
				return nil, nil, err
			}
			pairs = append(pairs, pair)
		}
	}
	return models, pairs, nil
}

// wanted returns the names of the models to compare; none means the two of each task.
func (o Options) wanted(rs []results.Results) ([]string, error) {
	if len(rs) == 0 {
		return nil, errors.New("compare: no results; give the results of two models on the folds of one partition set")
	}
	names := o.Models
	if len(names) == 0 {
		names = modelsOf(rs)
		if o.Control == "" && !slices.ContainsFunc(rs, func(r results.Results) bool { return len(r.Models) > 2 }) {
			return nil, nil
		}
		several := slices.ContainsFunc(rs, func(r results.Results) bool { return r.Dataset != rs[0].Dataset })
		for _, r := range rs {
			if (several || o.Control != "") && len(r.Models) < len(names) {
				return nil, otherModels(r, names)
			}
			if len(r.Models) < 2 {
				return nil, onlyOne(r.Models)
			}
		}
	}
	if o.Control != "" && !slices.Contains(names, o.Control) {
		return nil, fmt.Errorf("compare: the control %q is none of the models %q", o.Control, names)
	}
	for i, n := range names {
		if slices.Contains(names[:i], n) {
			return nil, fmt.Errorf("compare: model %q stands twice; name it once", n)
		}
	}
	if len(names) == 1 {
		return nil, onlyOne(names)
	}
	return names, nil
}

func onlyOne(models []string) error {
	return fmt.Errorf("compare: only %q; give two models or more", strings.Join(models, ""))
}

func otherModels(r results.Results, models []string) error {
	return fmt.Errorf("compare: %q has the models %q, not all of %q; name the models to compare", r.Key, r.Models, models)
}

// modelsOf returns the models of all results, in order of appearance.
func modelsOf(rs []results.Results) []string {
	var out []string
	seen := map[string]bool{}
	for _, r := range rs {
		for _, name := range r.Models {
			if !seen[name] {
				seen[name] = true
				out = append(out, name)
			}
		}
	}
	return out
}

// twoOfEach pairs the two models of each task. Everywhere A is the one that appears first in all results.
func twoOfEach(rs []results.Results) ([][2]int, error) {
	order := map[string]int{}
	for i, name := range modelsOf(rs) {
		order[name] = i
	}
	first := map[string][]string{} // by task
	var out [][2]int
	for _, r := range rs {
		if len(r.Models) < 2 {
			return nil, onlyOne(r.Models)
		}
		pair := [2]int{0, 1}
		if order[r.Models[0]] > order[r.Models[1]] {
			pair = [2]int{1, 0}
		}
		names := []string{r.Models[pair[0]], r.Models[pair[1]]}
		if f := first[r.Key.Task]; f != nil && !slices.Equal(f, names) {
			return nil, otherModels(r, f)
		}
		first[r.Key.Task] = names
		out = append(out, pair)
	}
	return out, nil
}

// places returns the places of two models in all results. The error names the first model that is missing.
func places(rs []results.Results, a, b string) (out [][2]int, err error) {
	for _, r := range rs {
		i, missing := r.Model(a)
		j, other := r.Model(b)
		if problem := cmp.Or(missing, other); problem != nil {
			i, j, err = -1, -1, cmp.Or(err, fmt.Errorf("compare: %w", problem))
		}
		out = append(out, [2]int{i, j})
	}
	return out, err
}
