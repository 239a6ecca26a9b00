package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
)

// Target is what a statement is about.
type Target string

// The targets.
const (
	Algorithms   Target = "algorithms"      // models trained on other samples of the size of the training sets
	FittedModels Target = "fitted models"   // the models behind these folds
	TheseModels  Target = "these models"    // as they were scored on the items of a test set
	ModelsAgain  Target = "models again"    // the models run again, as with other seeds, on the items of a test set
	OtherRuns    Target = "other runs"      // the models run again, as with other seeds, on this very test set
	OtherItems   Target = "other data sets" // these models, on the items of data sets that were not seen
	OtherTasks   Target = "other tasks"     // these models, on tasks that were not seen, of which those seen are a sample
)

// about names the target with its article, for training sets of a size that may be 0 for unknown.
func (t Target) about(trained int) string {
	switch {
	case t == FittedModels:
		return "the fitted models, on other records"
	case t == TheseModels:
		return "these two models, on new items"
	case t == OtherTasks:
		return "these two models, on other tasks like these"
	case t == OtherItems:
		return "these two models, on other data sets"
	case t == OtherRuns:
		return "the two models run again (other seeds), on this very test set"
	case t == ModelsAgain:
		return "the two models run again (other seeds), on new items"
	case trained > 0:
		return fmt.Sprintf("the algorithms, trained on other samples of %d records", trained)
	}
	return "the algorithms, trained on other samples of this size"
}

// about names the target of the verdict; models that were trained in several runs vary with their seeds, too.
func (v Verdict) about(trained int) string {
	about := v.Target.about(trained)
	switch {
	case v.Target == Algorithms && v.Datasets > 0:
		about = "the algorithms, on other data sets"
	case v.Target == Algorithms && v.runs() > 1:
		about += ", with other seeds"
	case v.Target == ModelsAgain && v.sampled:
		about = strings.TrimSuffix(about, "new items") + "other tasks like these"
	case v.Tasks > 0 && !v.sampled:
		about += " of these tasks"
	}
	return about
}

// runs is the number of runs on the folds that values are the means of; 1 for other results.
func (v Verdict) runs() int {
	if v.values == nil {
		return 1
	}
	return v.values.Runs
}

// onItems reports whether the verdict is on the items of one test set.
func (v Verdict) onItems() bool { return v.Datasets == 0 && v.Design.Runs[1] > 0 }

// The coverage of intervals by the studies calibration (notebook 13) and nested, and of erratum E30.
const (
	pairedCoverage = "An interval of 90% held the expected difference in 94% of data sets on average by paired " +
		"(76% in the worst case), in 99% by bcv-t (90%) (study calibration)."
	innerBuys = "With inner results of bcv split --inner 2, 80 more trainings on quarters of the records, nested-t " +
		"finds more: of differences of two standard deviations 39% at m = 10, where bcv-t found 29% (study nested)."
	fittedLimit = "An interval of 95% holds the F1 of the algorithm in 82% to 83% of data sets; " +
		"bcv compare --method paired is about the algorithms."
)

// scopes says what the best verdicts are about, one line for each target.
func (r Report) scopes() []string {
	var out []string
	best := r.Deciding()
	for _, t := range []Target{Algorithms, FittedModels, OtherItems, OtherTasks, ModelsAgain, OtherRuns, TheseModels} {
		of := slices.DeleteFunc(slices.Clone(best), func(v Verdict) bool { return v.Target != t })
		if len(of) == 0 {
			continue
		}
		trained, on := of[0].trained(), of[0].on()
		for _, v := range of {
			if v.trained() != trained {
				trained = 0
			}
			if v.on() != on && v.Datasets == 0 {
				on = ""
			}
		}
		about := of[0].about(trained)
		if slices.ContainsFunc(of, func(v Verdict) bool { return v.ModelA != of[0].ModelA || v.ModelB != of[0].ModelB }) {
			about = strings.Replace(about, "two models", "models", 1)
		}
		line := "About " + about
		if of[0].onItems() && slices.ContainsFunc(best, func(v Verdict) bool {
			return v.Target != t && v.Datasets == 0
		}) {
			line += " (by " + of[0].Method + ")"
		}
		if on != "" {
			line += "; measured on " + on
		}
		out = append(out, line+".")
	}
	return out
}

// Trust says how far the intervals of the procedures of the best verdicts can be trusted, where that
// was measured, and beside bcv-t what inner results would find more.
func (r Report) Trust() []string {
	var out []string
	best := r.Best()
	paired := func(v Verdict) bool {
		return v.nested == "" && (v.Method == pairedMethod || v.Described.Method == pairedMethod)
	}
	if slices.ContainsFunc(best, paired) {
		out = append(out, pairedCoverage)
	}
	for _, v := range best {
		if text := v.nestedCoverage(); text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	plain := func(v Verdict) bool { return v.Method == bcvTest && v.values != nil && v.values.InnerReplications == 0 }
	if slices.ContainsFunc(best, plain) {
		out = append(out, innerBuys)
	}
	fitted := func(v Verdict) bool { return v.Method == posteriorMethod && v.Design.Replications > 1 }
	if slices.ContainsFunc(best, fitted) {
		out = append(out, fittedLimit)
	}
	return out
}

// nestedCoverage says how often intervals of the rule that took inner results into account held the difference, and those
// of the posterior; empty for other verdicts.
func (v Verdict) nestedCoverage() string {
	if v.nested == "" {
		return ""
	}
	held := func(rule string) string {
		sum, cells, least := 0.0, 0, 1.0
		for _, m := range measuredBy(nestedStudy, rule) {
			sum, cells, least = sum+m.Coverage*float64(m.Cells), cells+m.Cells, min(least, m.Least)
		}
		return fmt.Sprintf("%.0f%% of data sets on average (%.0f%% in the worst case)", 100*sum/float64(cells), 100*least)
	}
	test := v.nested
	if test == nestedPosterior {
		test = nestedTest
	}
	name := map[string]string{nestedTest: "nested-t", nestedRare: "nested-t by counts of a rare class",
		nestedUncounted: "nested-t by F1 without counts", nestedRecords: nestedRecords}[test]
	return fmt.Sprintf("With inner results an interval of 95%% held the difference by %s in %s, by paired in %s (study "+
		"nested).", name, held(test), held(nestedPosterior))
}

// trained is the mean number of training records of a fold, rounded; 0 if it is unknown.
func (v Verdict) trained() int {
	d, records := v.Design, float64(v.Design.Records)
	if v.values != nil && v.values.Train > 0 {
		return int(math.Round(float64(v.values.Train) / float64(d.Replications*d.Folds)))
	}
	if d.Folds < 2 || v.Datasets > 0 {
		return 0
	}
	return int(math.Round(records * float64(d.Folds-1) / float64(d.Folds)))
}

// ModelInterval is an interval for the metric of one model, by itself.
type ModelInterval struct {
	results.Key
	Metric         metric.Metric `json:"metric" nulls:"name"`
	Model          string        `json:"model"`
	Method         string        `json:"method"` // paired, correlated-t or posterior; on items item-t, cluster-t, crossed-t or wilson
	Target         Target        `json:"target"`
	Level          float64       `json:"level"`
	Coverage       Coverage      `json:"" nulls:"inline"` // as measured; unknown for levels other than 95%
	infer.Estimate `json:"estimate" nulls:"ends"`
}

// String describes the interval, such as "loss of svm: 0.31 in [0.27, 0.35]".
func (m ModelInterval) String() string {
	text := fmt.Sprintf("%s of %s: %.4g in [%.4g, %.4g]", m.Metric.Label(), m.Model, m.Mid, m.Low, m.High)
	return prefix(m.Key.String(), text)
}

// models returns the intervals of the models of the best verdicts: each model is in several pairs.
func (r Report) models() (out []ModelInterval) {
	type key struct {
		of            *results.Results
		metric, model int
	}
	seen := map[key]bool{}
	for _, v := range r.Best() {
		p := r.pairs[v.cell()]
		if p == nil { // of several data sets
			continue
		}
		for _, model := range []int{p.a, p.b} {
			if k := (key{p.of, p.metric, model}); !seen[k] {
				seen[k] = true
				out = append(out, p.intervals(model, 1-p.opt.Alpha)...)
			}
		}
	}
	return out
}

// intervals returns the intervals of one model.
func (p *pair) intervals(model int, level float64) []ModelInterval {
	base := ModelInterval{Key: p.of.Key, Metric: p.by(), Model: p.of.Models[model], Level: level}
	var out []ModelInterval
	if p.of.Scores != nil {
		if m, err := p.onItems(base, model); err == nil {
			out = append(out, m)
		}
		return out
	}
	if p.of.OnOneSet() {
		return nil
	}
	for _, of := range []struct {
		other    Target
		interval func(ModelInterval, int) (ModelInterval, error)
	}{{FittedModels, p.algorithm}, {Algorithms, p.fitted}} {
		if p.opt.Target == of.other {
			continue
		}
		if m, err := of.interval(base, model); err == nil {
			out = append(out, m)
		}
	}
	return out
}

// onItems returns the interval of the mean score of a model on new items by the rule that a difference from a score of
// 0 has, and Wilson's for right and wrong.
func (p *pair) onItems(m ModelInterval, model int) (ModelInterval, error) {
	s, err := p.of.SampleOf(p.metric, model, model, false)
	if err != nil {
		return m, err
	}
	runs, c := s.B, infer.Options{Alpha: 1 - m.Level}
	s.A = slices.Repeat([][]float64{make([]float64, len(runs[0]))}, len(runs))
	test := items.ItemT
	m.Coverage = unknownCoverage
	switch m.Target = TheseModels; {
	case len(runs) > 1:
		test, m.Target = items.CrossedT, ModelsAgain
	case s.Clusters != nil:
		test = items.ClusterT
	}
	r, err := test(s, c)
	if err != nil {
		return m, err
	}
	m.Method, m.Estimate = r.Test, infer.Estimate{Low: r.CI.Low, Mid: r.Estimate, High: r.CI.High}
	other := func(x float64) bool { return x != 0 && x != 1 }
	if !p.linear && s.DrawsB == nil && r.Test == itemTest && !slices.ContainsFunc(runs[0], other) {
		n := float64(len(runs[0]))
		z := distuv.UnitNormal.Quantile(1 - c.Alpha/2)
		mid, reach := (m.Mid+z*z/(2*n))/(1+z*z/n), z*math.Sqrt(m.Mid*(1-m.Mid)/n+z*z/(4*n*n))/(1+z*z/n)
		m.Method, m.Low, m.High = "wilson", mid-reach, mid+reach
	}
	m.Low, m.High = m.Metric.Cut(m.Low, m.High)
	return m, nil
}

// algorithm returns the interval of the expected metric of the algorithm.
func (p *pair) algorithm(m ModelInterval, model int) (ModelInterval, error) {
	m.Target, m.Method, m.Coverage = Algorithms, pairedMethod, MeasuredCoverage(Algorithms, m.Level)
	var post paired.Posterior
	var err error
	if folds := twoFold(p.of, p.metric, model); len(folds) > 1 {
		var nested bool
		post, nested, err = pairedOf(folds, p.of.Inner.Of(p.metric, model), nil, paired.SingleModelPrior)
		if nested {
			m.Coverage = unknownCoverage
		}
	} else {
		m.Method, m.Coverage = correlatedMethod, unknownCoverage
		var rho float64
		if rho, err = p.values.rho(); err == nil {
			post, err = paired.CorrelatedT(p.of.Values[p.metric].Of(model), rho)
		}
	}
	if err != nil {
		return m, err
	}
	m.Estimate, _ = post.Estimate(m.Level) // the level was checked
	m.Low, m.High = m.Metric.Cut(m.Low, m.High)
	return m, nil
}

// fitted returns the interval of the metric of the fitted models.
func (p *pair) fitted(m ModelInterval, model int) (ModelInterval, error) {
	if !p.effective() {
		return m, misfit(posteriorMethod, "is a posterior for the counts of an m x 2 CV")
	}
	task, metric, err := p.task()
	if err != nil {
		return m, err
	}
	a, b, err := task.Distributions(metric, p.opt.Posterior)
	if err != nil {
		return m, err
	}
	if model == p.a {
		b = a
	}
	interval := b.EqualTailed
	if p.opt.Posterior.HDI {
		interval = b.HighestDensity
	}
	i, err := interval(m.Level)
	m.Target, m.Method, m.Coverage = FittedModels, posteriorMethod, unknownCoverage
	if p.opt.usual() && !p.opt.Posterior.HDI {
		m.Coverage = MeasuredCoverage(FittedModels, m.Level)
	}
	m.Estimate = infer.Estimate{Low: i.Low, Mid: b.Mode(), High: i.High}
	return m, err
}

// Coverage says in which share of data sets intervals of 95% of one model held what they
// are about, as measured by the studies calibration and calibration-letter (notebook 13).
type Coverage struct {
	Mean  float64 `json:"covers"`          // over the cells of the study that no prior was chosen on; NaN if unknown
	Least float64 `json:"covers_least"`    // in the worst cell of all
	At    string  `json:"covers_least_at"` // that cell
}

var unknownCoverage = Coverage{Mean: math.NaN(), Least: math.NaN()}

// The coverage in the stored studies, checked by TestMeasuredCoverage.
var (
	// of the expected metric of the algorithm, by the paired posterior with the prior
	// paired.SingleModelPrior
	algorithmCoverage = Coverage{Mean: 0.96304, Least: 0.7934, At: "F1 of an SVM on 100 records"}
	// of the metric of the fitted models, by the posterior of Wang and Li
	fittedCoverage = Coverage{Mean: 0.94795, Least: 0.911, At: "precision of logistic regression on 200 records"}
	// of the expected metric of the algorithm, by the posterior of Wang and Li
	crossCoverage = Coverage{Mean: 0.90197, Least: 0.44872, At: "recall of an SVM on 100 records"}
)

// MeasuredCoverage returns the coverage of the intervals of one model with a target at a
// level, known for 0.95 alone: of the paired posterior for the algorithms, and of the
// posterior of Wang and Li for the fitted models.
func MeasuredCoverage(t Target, level float64) Coverage {
	if math.Abs(level-0.95) > 1e-9 {
		return unknownCoverage
	}
	if t == FittedModels {
		return fittedCoverage
	}
	return algorithmCoverage
}

// AboutIntervals says in a line what intervals of one model with this target are about,
// and how often they held that.
func (t Target) AboutIntervals() string {
	a, f, c := algorithmCoverage, fittedCoverage, crossCoverage
	if t == FittedModels {
		return fmt.Sprintf("Intervals about the fitted models: of intervals of 95%%, %.0f%% held the metric of the fitted "+
			"models on average, and %.0f%% the metric of the algorithm (at worst %.0f%%, %s; study calibration).",
			100*f.Mean, 100*c.Mean, 100*c.Least, c.At)
	}
	return fmt.Sprintf("Intervals about the algorithms: of intervals of 95%%, %.0f%% held the expected metric of the "+
		"algorithm on average (at worst %.0f%%, %s; study calibration).",
		100*a.Mean, 100*a.Least, a.At)
}
