package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
)

// Verdict is what one procedure says about two models.
type Verdict struct {
	results.Key                // data set and task; Dataset is AnotherDataset for all data sets together
	Metric      metric.Metric  `json:"metric" nulls:"name"`
	ModelA      string         `json:"model_a"`
	ModelB      string         `json:"model_b"`
	A           float64        `json:"a"` // mean metric over the folds, or posterior mode; NaN if unknown
	B           float64        `json:"b"`
	Method      string         `json:"method"`      // the procedure: paired, correlated-t, posterior or the name of a test
	Recommended bool           `json:"recommended"` // for this kind of results and partition set
	Design      results.Design `json:"-"`
	Datasets    int            `json:"datasets"` // behind a verdict on several together; 0 for others
	// Tasks is the number of tasks of a verdict on all tasks of a benchmark together, by the mean over them if Macro is
	// set and else over their items; 0 for others. It comes before the verdicts on each, which are adjusted together.
	Tasks    int     `json:"tasks"`
	Macro    bool    `json:"-"`
	Target   Target  `json:"target"`
	Estimate float64 `json:"estimate"` // metric of B minus metric of A
	// Low and High are the interval of the difference that Method decides by, at Level: a
	// confidence interval of a test, for the pairs of more than two models a simultaneous one
	// (Bonferroni), or a credible interval of a posterior; NaN if the procedure has none. With a
	// one-sided Alternative it has one end, beyond which the claim is made, and the other is infinite.
	Low, High   float64           `json:"-"`
	Level       float64           `json:"level"`
	Delta       float64           `json:"delta"` // the difference under the hypothesis
	Alternative infer.Alternative `json:"-"`
	Rope        float64           `json:"-"`          // half width of the region of practical equivalence; 0 for none
	Statistic   float64           `json:"-"`          // NaN for a posterior
	DF          []float64         `json:"df"`         // degrees of freedom of the statistic
	PValue      float64           `json:"p_value"`    // NaN for a posterior
	PAdjusted   float64           `json:"-"`          // PValue adjusted among several pairs, metrics or tests; 0 where Adjusted is empty
	Adjusted    string            `json:"adjusted"`   // what PAdjusted is among, and by what: "all pairs (Holm)" or "3 metrics (Bonferroni)"
	Adjustment  string            `json:"adjustment"` // by what alone: Holm or Bonferroni; empty where nothing was adjusted
	Family      Family            `json:"family"`     // what Level holds for together
	// PBetter is the posterior probability, by Method or Described, that B is better than A, or higher where the metric
	// has no direction: that the difference lies on the side of Delta where B is; NaN without a posterior.
	PBetter float64 `json:"-"`
	PRope   float64 `json:"p_rope"` // posterior probability that the difference is within the rope; NaN if not asked for
	// Described is the posterior that describes the difference beside a test, which alone
	// decides; its Method is empty where there is none.
	Described Description `json:"described" nulls:"null"`
	// Winner is the model that Method shows to be better; empty if none is. With a Delta other
	// than 0 it names the side of Delta: the model that a larger difference on that side favours,
	// which need not be the better one (see Better). Of a metric without a direction it is the higher one.
	Winner      string    `json:"winner" nulls:"null"`
	ErrorRate   ErrorRate `json:"-"`           // of the first kind, of the procedure
	Why         string    `json:"why"`         // why the procedure is recommended; empty for others
	Assumptions string    `json:"assumptions"` // in words, with the source
	Note        string    `json:"note"`        // a warning about this verdict; empty if there is none
	NoSpread    bool      `json:"no_spread"`   // the test found no variance to measure chance by, so that nothing is claimed
	// Counts is the mean table of the folds that one of McNemar's tests is about, and Effect the size of
	// the difference on the one fold of such a test; nil for others.
	Counts *infer.Contingency `json:"counts"`
	Effect *infer.Effect      `json:"effect"`

	// Bayes is the Bayes test of the effective counts behind a verdict of the method posterior, with the weight, the
	// prior, the Bayes factor and the decision of Wang and Li (2019); nil for others.
	Bayes *posterior.Comparison `json:"bayes_test"`

	values    *values               // nil for data sets together
	ledger    func() (Ledger, bool) // computed once, where it is asked for; nil for none
	sampled   bool                  // the tasks are a sample
	below     int                   // tasks of the benchmark that the verdict is on a task of; 0 for others
	part      string                // of the folds, before the name of the design; empty for all of them
	likeThese []measured            // what the study items found on scores like these; nil for others
	unlike    string                // what about scores of items was not measured; empty for others
	uncut     *uncut                // before decide; nil before the first decision
	nested    string                // procedure of the study nested, with inner results; empty for others
}

// Family is what the level of a verdict holds for together with it.
type Family string

// The families. The intervals of tests of a family are simultaneous.
const (
	Alone       Family = ""        // the verdict by itself
	AllPairs    Family = "pairs"   // all pairs of models, and with Options.Adjust by all metrics
	AllMetrics  Family = "metrics" // several metrics
	TasksBeside Family = "tasks"   // the tasks of one benchmark
)

// Description is the posterior of the expected difference B minus A, with its credible
// interval at the level of the verdict, which has one end for a one-sided Alternative.
type Description struct {
	Method         string `json:"method"` // paired or, of right and wrong items, dirichlet; empty for none
	infer.Estimate `json:"estimate" nulls:"ends"`
}

// Posterior returns the posterior of the expected difference B minus A: by package paired for an
// m x 2 CV, the correlated t for K-fold CV and hold-outs. It is about the algorithms, whatever the
// method of the verdict. It is not ok for one hold-out, for differences that are all equal, and for
// several data sets together.
func (v Verdict) Posterior() (p paired.Posterior, ok bool) {
	if v.values == nil || len(v.values.Differences) == 0 {
		return p, false
	}
	p, err := v.values.posterior()
	return p, err == nil
}

// Folds returns the metrics of both models by replication and fold; none for several data sets
// together.
func (v Verdict) Folds() (a, b [][]float64) {
	if v.values == nil {
		return nil, nil
	}
	return copied(v.values.A), copied(v.values.B)
}

// on names the partition set of a verdict, or the data sets.
func (v Verdict) on() string {
	if v.Datasets > 0 {
		return fmt.Sprintf("%d data sets", v.Datasets)
	}
	if v.nested != "" {
		return fmt.Sprintf("%s%s, and by %d inner CVs in both halves of %d half-splits", v.part, v.Design,
			v.values.InnerReplications, v.values.Splits)
	}
	if v.Tasks > 0 {
		return fmt.Sprintf("%s, by the mean over %s", v.Design, v.average())
	}
	if runs := v.runs(); runs > 1 {
		return fmt.Sprintf("%s%s in %d runs", v.part, v.Design, runs)
	}
	return v.part + v.Design.String()
}

// Decision returns what a test decides: reject H0, or do not reject H0. It is empty for a posterior.
func (v Verdict) Decision() string {
	switch {
	case !known(v.PValue):
		return ""
	case v.Winner == "":
		return "do not reject H0"
	}
	return "reject H0"
}

// Agreement says in words how often the models were wrong together and alone, and how large the difference
// is on a single hold-out; it is empty for procedures that have no contingency table.
func (v Verdict) Agreement() string {
	if v.Counts == nil {
		return ""
	}
	c, counts := v.Counts, "Mean counts"
	if v.Effect != nil {
		counts = "Counts"
	}
	s := fmt.Sprintf("%s of %s: both wrong %.4g, only %s wrong %.4g, only %s wrong %.4g, both right %.4g.", counts,
		v.on(), c.N00, v.ModelA, c.N01, v.ModelB, c.N10, c.N11)
	if v.Effect != nil {
		s += fmt.Sprintf("\nAt confidence %.6g%%: %v.", 100*v.Level, v.Effect)
	}
	return s
}

// Better is the model that is shown to be better; empty if none is. With a Delta it is Winner
// only where a difference beyond Delta lies on Winner's side of 0 too: if B's loss is shown to
// exceed A's loss minus 0.1, it may still be the smaller one. It is empty if the metric has no direction, see Higher.
func (v Verdict) Better() string {
	if v.Metric.Directionless {
		return ""
	}
	return v.ahead()
}

// Higher is the model that is shown to be higher by a metric without a direction; empty if none is, and for other
// metrics.
func (v Verdict) Higher() string {
	if !v.Metric.Directionless {
		return ""
	}
	return v.ahead()
}

// Clear says in words which model is shown to be the better one, or the higher one, for tables.
func (v Verdict) Clear() string {
	if higher := v.Higher(); higher != "" {
		return higher + " (higher)"
	}
	return cmp.Or(v.Better(), "no clear "+v.winnerWord())
}

// ahead is Winner where the difference lies on its side of 0, too.
func (v Verdict) ahead() string {
	above := (v.Winner == v.ModelB) == v.Metric.Upward()
	if above && v.Delta < 0 || !above && v.Delta > 0 {
		return ""
	}
	return v.Winner
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

// decide sets the winner of the verdict of a test: if it is significant, the model on the
// side of delta on which the estimate lies. Interval and decision agree: where they are not
// of one statistic, as with the steps of Holm beside Bonferroni's intervals, or a pooled
// variance, the interval ends at delta, and Assumptions says so.
func (v *Verdict) decide(significant bool) {
	if v.uncut == nil {
		v.uncut = &uncut{v.Low, v.High, v.Assumptions}
	}
	v.Low, v.High, v.Assumptions = v.uncut.low, v.uncut.high, v.uncut.assumptions
	v.Winner = ""
	switch {
	case !significant:
		v.Low, v.High = min(v.Low, v.Delta), max(v.High, v.Delta)
	case v.Estimate > v.Delta:
		v.Low = max(v.Low, v.Delta)
	default:
		v.High = min(v.High, v.Delta)
	}
	if significant {
		v.Winner = v.favours(v.Estimate > v.Delta)
	}
	if size := v.uncut.high - v.uncut.low; v.Low-v.uncut.low > 1e-9*size || v.uncut.low-v.Low > 1e-9*size ||
		v.uncut.high-v.High > 1e-9*size || v.High-v.uncut.high > 1e-9*size {
		v.Assumptions = fmt.Sprintf("%s. The interval ends at %.4g to agree with the test; by itself it is %.4g to %.4g.",
			strings.TrimSuffix(v.Assumptions, "."), v.Delta, v.uncut.low, v.uncut.high)
	}
}

// uncut is what decide has changed.
type uncut struct {
	low, high   float64
	assumptions string
}

// claim sets the winner where the difference lies above or below Delta with enough
// posterior probability, each side by itself.
func (v *Verdict) claim(above, below float64, opt Options) {
	switch bound := 1 - opt.Alpha/opt.Alternative.Sides(); {
	case above >= bound && opt.Alternative != infer.Less:
		v.Winner = v.favours(true)
	case below >= bound && opt.Alternative != infer.Greater:
		v.Winner = v.favours(false)
	}
}

// favours returns the model that a difference above, or below, Delta speaks for.
func (v Verdict) favours(above bool) string {
	if above == v.Metric.Upward() {
		return v.ModelB
	}
	return v.ModelA
}

// probabilities fills in the probabilities by the posterior of the difference.
func (v *Verdict) probabilities(p paired.Posterior, opt Options) {
	v.PBetter, v.PRope = p.CDF(opt.Delta), math.NaN()
	if v.Metric.Upward() {
		v.PBetter = p.Survival(opt.Delta)
	}
	if opt.Rope > 0 {
		v.PRope = p.Rope(opt.Rope)
	}
}

// AboutError says how often the procedure of the verdict errs: at worst on a model, and for
// learners compared by this metric, where that was measured. It is about two models: of several it says so.
func (v Verdict) AboutError() string {
	text := v.aboutError() + v.aboutRho2()
	if v.Family == AllPairs && estimatesVariances(v.Method) {
		text += "; " + severalLearners
	}
	return text
}

// aboutRho2 says, beside bcv-t, how large the inner results show the correlation to be that its error depends on; empty
// where they do not.
func (v Verdict) aboutRho2() string {
	if v.ErrorRate.bcv.M == 0 || v.values == nil || v.values.Inner == nil {
		return ""
	}
	d, err := infer.DifferencesOf(v.values.Differences)
	if err == nil {
		d, err = d.WithInner(v.values.Inner)
	}
	rho2, ok := d.InnerRho2(0.95)
	if err != nil || !ok {
		return ""
	}
	return fmt.Sprintf("; the inner results put the correlation between replications at %.2f (95%% interval %.2f to %.2f)",
		rho2.Mid, rho2.Low, rho2.High)
}

func (v Verdict) aboutError() string {
	if v.Method == runTest {
		return "welch-t holds its level nearly where runs vary as normal ones (Welch 1947); it was not simulated for runs, " +
			"whose number is small"
	}
	if !known(v.ErrorRate.Rate) {
		return fmt.Sprintf("%s has an error that was not measured for %s", v.Method, cmp.Or(v.unlike, "such results"))
	}
	text := v.Method + " " + v.ErrorRate.String()
	by, measured := v.byMetric(v.rule())
	if measured {
		text = fmt.Sprintf("%s; it erred by %s%s (study metrics)", text, by.text(v.Alternative), v.besideByMetric())
	}
	switch found := v.dependent(); {
	case len(found) > 0:
		return fmt.Sprintf("%s; of two equal learners it called one better %s (study dependent)", text,
			found[0].text(v.Alternative))
	case v.nested != "":
		return v.aboutKinds(measuredBy(nestedStudy, v.nested), text, measured, "it erred %s (study nested)")
	case len(v.likeThese) > 0:
		return v.aboutItems(text)
	case measured:
		return text
	}
	equal := measuredBy(equalLearners, v.rule())
	if v.Alternative != infer.TwoSided || v.ErrorRate.Level != 0.05 || equal == nil {
		return text
	}
	return v.aboutKinds(equal, text, false, "of two equal learners it called one better %s (study equal-learners)")
}

// besideByMetric says how often the posterior beside a test would err if it decided, by the metric of the verdict.
func (v Verdict) besideByMetric() string {
	if v.Described.Method != pairedMethod {
		return ""
	}
	key := "paired, " + priorName(v.values.Prior.prior())
	if v.nested != "" {
		key = nestedPosterior
	}
	if by, ok := v.byMetric(key); ok {
		return ", and the posterior beside it, if it decided, by " + by.text(v.Alternative)
	}
	return ""
}

// aboutKinds adds to the error of a rule what a study found for this kind of metric. The text may know the metric
// itself.
func (v Verdict) aboutKinds(found []measured, text string, known bool, format string) string {
	kinds := kinds(v.Metric.Name)
	var of []string
	for _, m := range found {
		if slices.Contains(kinds, m.Kind) {
			of = append(of, "by "+m.text(v.Alternative))
		}
	}
	switch {
	case of != nil:
		return text + "; " + fmt.Sprintf(format, strings.Join(of, ", "))
	case known:
		return text
	}
	return fmt.Sprintf("%s; on learners it was not measured for %s", text, v.Metric.Label())
}

// aboutItems adds to the error on items what was measured for each kind of scores like these.
func (v Verdict) aboutItems(text string) string {
	var measured []string
	study := "items"
	for _, c := range v.likeThese {
		if c.Study == areasStudy {
			study = "items-areas"
		}
		if c.Scope == ofRareClass {
			c.Kind += " and fewer than 20 positives"
		}
		measured = append(measured, "with "+c.text(v.Alternative))
	}
	return fmt.Sprintf("%s; it erred %s (study %s)", text, strings.Join(measured, ", "), study)
}

// values is what two models did by one metric, in numbers of its own, so that a verdict stays as it is when results
// change; the verdicts on a pair of models by one metric share it.
type values struct {
	A, B              [][]float64       // the metric of both models by replication and fold; NaN where it has no value
	Differences       [][]float64       // B minus A; nil where the metric has no value on a fold
	Train, Valid      int               // records of all folds; 0 if unknown
	Runs              int               // on the folds that A and B are the means of, of the model with more
	Inner             [][2][][2]float64 // inner differences: half-splits, halves, replications and folds; nil for none
	Splits            int               // half-splits with inner results, each with
	InnerReplications int               // 0 for none
	Prior             prior             // of Options
}

// keep returns what is shown of two models by one metric.
func (p *pair) keep() *values {
	of, d := p.of.Values[p.metric], p.differences
	x := &values{A: of.Rows(p.a), B: of.Rows(p.b), Inner: d.Inner(), Runs: 1, Prior: priorOf(p.opt.Prior)}
	x.Train, x.Valid = d.Sizes()
	for j := range d.Replications() {
		row := make([]float64, d.Folds())
		for k := range row {
			row[k] = d.At(j, k)
		}
		x.Differences = append(x.Differences, row)
	}
	if r := p.of.Runs; r != nil {
		x.Runs = max(len(r.Of(p.a)), len(r.Of(p.b)))
	}
	if in := p.of.Inner; in != nil {
		x.Splits, x.InnerReplications = in.Splits, in.Replications
	}
	return x
}

// posterior returns the posterior of the expected difference that fits the partition set.
func (x *values) posterior() (paired.Posterior, error) {
	if pairs := x.pairs(); len(pairs) > 1 {
		prior := x.Prior.prior()
		post, _, err := pairedOf(pairs, x.Inner, prior, prior)
		return post, err
	}
	rho, err := x.rho()
	if err != nil {
		return paired.Posterior{}, err
	}
	return paired.CorrelatedT(slices.Concat(x.Differences...), rho)
}

// pairs returns the differences of an m x 2 CV; nil for others.
func (x *values) pairs() (out [][2]float64) {
	for _, row := range x.Differences {
		if len(row) != 2 {
			return nil
		}
		out = append(out, [2]float64(row))
	}
	return out
}

// rho is the correlation of Nadeau and Bengio (2003): the share of validation records, 1/K in K-fold CV.
func (x *values) rho() (float64, error) {
	switch {
	case len(x.Differences) > 0 && len(x.Differences[0]) > 1:
		return 1 / float64(len(x.Differences[0])), nil
	case len(x.Differences) < 2:
		return 0, misfit(correlatedMethod, "is a posterior for several folds; the differences come from one hold-out")
	case x.Train == 0 || x.Valid == 0:
		return 0, misfit(correlatedMethod, "needs the numbers of training and validation records")
	}
	return float64(x.Valid) / float64(x.Train+x.Valid), nil
}

// owned copies what a caller can change of results.
func owned(rs []results.Results) []results.Results {
	grids := func(of []results.Grid[float64]) []results.Grid[float64] {
		out := slices.Clone(of)
		for i := range out {
			out[i].Cells = slices.Clone(out[i].Cells)
		}
		return out
	}
	out := slices.Clone(rs)
	for i := range out {
		r := &out[i]
		r.Models, r.Metrics, r.Notes = slices.Clone(r.Models), slices.Clone(r.Metrics), slices.Clone(r.Notes)
		r.Train, r.Valid, r.Values = slices.Clone(r.Train), slices.Clone(r.Valid), grids(r.Values)
		if r.Counts != nil {
			counts := *r.Counts
			counts.Cells = slices.Clone(counts.Cells)
			r.Counts = &counts
		}
		if r.Inner != nil {
			inner := *r.Inner
			inner.Values, r.Inner = grids(inner.Values), &inner
		}
		if r.Runs != nil {
			runs := *r.Runs
			runs.Names, runs.Values, r.Runs = slices.Clone(runs.Names), slices.Clone(runs.Values), &runs
			for s := range runs.Values {
				runs.Values[s] = grids(runs.Values[s])
			}
		}
		if r.Scores != nil {
			scores := *r.Scores
			scores.Clusters, scores.Tasks, r.Scores = slices.Clone(scores.Clusters), slices.Clone(scores.Tasks), &scores
		}
	}
	return out
}

func copied(rows [][]float64) [][]float64 {
	out := make([][]float64, len(rows))
	for i, row := range rows {
		out[i] = slices.Clone(row)
	}
	return out
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

// same reports whether o is the same test of fold differences under another name.
func (v Verdict) same(o Verdict) bool {
	result := func(v Verdict) infer.Result {
		return infer.Result{Statistic: v.Statistic, DF: v.DF, PValue: v.PValue, Estimate: v.Estimate}
	}
	return v.Counts == nil && o.Counts == nil && known(v.PValue) && known(o.PValue) && known(v.Low) == known(o.Low) &&
		result(v).Same(result(o))
}
