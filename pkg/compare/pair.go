package compare

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/nulls"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// pair is two models of some results by one metric: what a verdict is about.
type pair struct {
	results      *results.Results
	a, b, metric int               // places in the results
	differences  infer.Differences // empty where the metric has no value on a fold
	scores       items.Sample      // of the items of a test set; empty for other results
	linear       bool              // scores stand for a metric of the whole test set, by its linear approximation
	whole        *metric.Sums      // this metric, if it is a function of sums of parts
	parts        items.Parts
	opt          Options
	values       *verdict.Values
}

// newPair returns two models by one metric. Where the metric has no value on a fold it has no
// differences, and the problem says where.
func newPair(r *results.Results, models [2]int, metric int, opt Options) (p *pair, problem string, err error) {
	p = &pair{results: r, a: models[0], b: models[1], metric: metric, opt: opt}
	if problem, err = p.fill(); err == nil {
		p.values = p.keep()
	}
	return p, problem, err
}

// fill fills in the differences and the scores; the problem says where the metric has no value.
func (p *pair) fill() (problem string, err error) {
	for _, m := range []int{p.a, p.b} {
		if problem = p.results.Missing(p.metric, m); problem != "" {
			return problem, nil
		}
	}
	if p.differences, err = p.results.Pair(p.a, p.b, p.metric); err != nil {
		return "", err
	}
	if p.results.OnTestSet() {
		return "", p.scoreItems()
	}
	return "", p.addHalves(p.opt.Halves)
}

// addHalves adds the differences within halves of the data set, if there are any.
func (p *pair) addHalves(halves []results.Results) error {
	i := slices.IndexFunc(halves, func(h results.Results) bool { return h.Key == p.results.Key })
	if i < 0 {
		return nil
	}
	h := halves[i]
	a, errA := h.Model(p.results.Models[p.a])
	b, errB := h.Model(p.results.Models[p.b])
	by, errMetric := h.Metric(p.by().Name)
	if err := cmp.Or(errA, errB, errMetric); err != nil {
		return fmt.Errorf("compare: halves: %w", err)
	}
	d, err := h.Pair(a, b, by)
	if err != nil {
		return fmt.Errorf("compare: halves: %w", err)
	}
	pairs, err := d.Pairs()
	if err == nil {
		p.differences, err = p.differences.WithHalves(pairs)
	}
	if err != nil {
		return fmt.Errorf("compare: halves are folds 1 and 2 of each replication: %w", err)
	}
	return nil
}

// innerNote says why inner results are not used, if there are any; see Recommend and pairedOf.
func (p *pair) innerNote() string {
	inner := p.differences.Inner()
	if inner == nil {
		return ""
	}
	if len(inner[0][0]) < 2 {
		return "inner results with one replication are left out; nested-t needs two or more, which are planned " +
			"with the folds (setting `inner` 2)"
	}
	if between, _ := infer.InnerVariances(inner); between > 0 {
		return ""
	}
	return fmt.Sprintf("the inner results of %s and %s differ equally in both halves of all half-splits, which shows no "+
		"variance; they are left out", p.results.Models[p.a], p.results.Models[p.b])
}

func (p *pair) by() metric.Metric { return p.results.Metrics[p.metric] }

// oneValue reports whether there is one value of each model and nothing that shows chance: no records behind it, or a
// metric that is no share of them. A method that is named says itself what it lacks.
func (p *pair) oneValue(opt Options) bool {
	d := p.results.Design
	_, valid := p.differences.Sizes()
	return len(opt.Methods) == 0 && d.Replications*d.Folds == 1 && !p.results.OnOneSet() &&
		!p.results.OnTestSet() && !p.results.Classified() &&
		p.results.Counts == nil && (valid == 0 || !p.ofErrors())
}

func (p *pair) effective() bool { return effective(*p.results) }

// verdict returns a verdict that says nothing yet.
func (p *pair) verdict() draft {
	v := draft{pair: p, Verdict: Verdict{Key: p.results.Key, Metric: p.by(), ModelA: p.results.Models[p.a],
		ModelB: p.results.Models[p.b], Design: p.results.Design, Margin: p.opt.margin(), Rope: p.opt.Rope, PAdjusted: math.NaN(),
		Basis: verdict.Basis{Values: p.values}}}
	v.A, v.B = p.results.Mean(p.metric, p.a), p.results.Mean(p.metric, p.b)
	if s, ok := p.results.Joined(p.metric); ok {
		v.Tasks, v.Macro, v.Basis.TasksVary = p.results.Design.Tasks, s.Macro, s.Sample
	}
	return v
}

// ofErrors reports whether the metric is the error rate or the accuracy, which McNemar's tests are about.
func (p *pair) ofErrors() bool { return slices.Contains(known.Kinds(p.by().Name), known.ErrorRates) }

// hidden reports whether differences in which a test found no variance differ by more than their last digits, as those
// of large values do.
func (p *pair) hidden() bool {
	const digits, largest = 1e-14, 1e-11 // beyond which it is not the size of the values that hides them
	d, size := []float64(nil), p.results.Largest(p.metric)
	switch {
	case !p.results.OnTestSet():
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
func (p *pair) describe(v *draft, opt Options) error {
	if opt.TestsAlone {
		return nil
	}
	d := p.differences
	if c, ok := p.rightOrWrong(); ok && v.Counts != nil {
		return v.describeItems(c, opt)
	}
	if !isKnown(v.PValue) || v.Target != verdict.Algorithms || d.Folds() != 2 || d.Replications() < 2 ||
		d.Replications() > paired.MaxReplications || d.NoSpread() {
		return nil
	}
	post, err := p.values.Posterior()
	if err != nil {
		return err
	}
	v.Described.Method = known.Paired
	v.Described.Estimate = opt.estimate(post)
	v.probabilities(post, opt)
	return nil
}

// twoFold returns the metric of a model on the folds of an m x 2 CV; nil for other designs, and where it has
// no value on one.
func twoFold(r *results.Results, metric, model int) [][2]float64 {
	if r.Design.Folds != 2 || r.Missing(metric, model) != "" {
		return nil
	}
	var out [][2]float64
	for _, row := range r.Values[metric].Rows(model) {
		out = append(out, [2]float64(row))
	}
	return out
}

func misfit(procedure, problem string) error {
	return &infer.MisfitError{Test: procedure, Problem: problem}
}

// task returns the counts of the pair.
func (p *pair) task() (posterior.Task, posterior.Metric, error) {
	metrics, err := posterior.ParseMetrics(p.by().Name)
	if err != nil || len(metrics) != 1 {
		return posterior.Task{}, 0, fmt.Errorf("compare: %s of counts has no posterior: %w", p.by().Label(), err)
	}
	return p.results.Task(p.a, p.b), metrics[0], nil
}

// checkOwn refuses tests of the caller that cannot be named, or have the name of another procedure.
func checkOwn(tests []infer.Test) error {
	for i, t := range tests {
		again := slices.ContainsFunc(tests[:i], func(other infer.Test) bool { return other.Name == t.Name })
		switch {
		case t.Name == "" || t.Run == nil:
			return errors.New("compare: a test of the caller has no name or no function Run; give it both")
		case isTaken(t.Name) || again:
			return fmt.Errorf("compare: a test of the caller is called %s, as another procedure is; give it a name of its own",
				t.Name)
		}
	}
	return nil
}

// own runs a test of the caller. Level, hypothesis, name and decision are the question's; what the test found is
// checked against the differences.
func (p *pair) own(t infer.Test, d infer.Differences, o infer.Options) (infer.Result, error) {
	if t.TwoSided && o.Alternative != infer.TwoSided {
		return infer.Result{}, misfit(t.Name, "has no one-sided form; leave the alternative out")
	}
	r, err := t.Run(d, o)
	if err != nil {
		return r, err
	}
	refuse := func(format string, args ...any) (infer.Result, error) {
		return infer.Result{}, fmt.Errorf("compare: the test %s of the caller %s", t.Name, fmt.Sprintf(format, args...))
	}
	mean := d.Mean()
	size := max(math.Abs(mean), math.Abs(p.results.Mean(p.metric, p.a)), math.Abs(p.results.Mean(p.metric, p.b)))
	reject := r.PValue <= o.Alpha && !r.NoSpread
	against := o.Alternative == infer.Greater && r.Estimate < o.Delta ||
		o.Alternative == infer.Less && r.Estimate > o.Delta
	switch {
	case !(r.PValue >= 0 && r.PValue <= 1):
		return refuse("has the p-value %v; give one from 0 to 1", r.PValue)
	case !(math.Abs(r.Estimate-mean) <= 1e-9*size):
		return refuse("has the estimate %v, and the mean difference is %v; give that (Differences.Mean)", r.Estimate, mean)
	case reject && against && o.Alpha < 0.5:
		return refuse("has the p-value %v where the difference %v lies on the other side of %v; a one-sided test asks "+
			"whether it is %s", r.PValue, r.Estimate, o.Delta, o.Alternative)
	case r.HasCI && !(r.CI.Low <= r.Estimate && r.Estimate <= r.CI.High):
		return refuse("has the interval %v, which does not hold its estimate %v", r.CI, r.Estimate)
	}
	r.Test, r.Alternative, r.Delta, r.Alpha, r.Reject = t.Name, o.Alternative, o.Delta, o.Alpha, reject
	switch o.Alternative {
	case infer.Greater:
		r.CI.High = math.Inf(1)
	case infer.Less:
		r.CI.Low = math.Inf(-1)
	}
	return r, nil
}

// NoVerdictError refuses a verdict on folds of which no test, interval or posterior has a known error: those of
// cv.Rolling and cv.Own. It holds what the results say without one.
type NoVerdictError struct {
	Design results.Design
	Means  []Mean // of each data set and task, metric and model
}

// Mean is the mean of a metric of a model over the folds, and by how much it lies above that of the first model. They
// are NaN where the metric has no value on a fold.
type Mean struct {
	results.Key
	Metric     metric.Metric `json:"metric" nulls:"name"`
	Model      string        `json:"model"`
	Mean       float64       `json:"mean"`
	Difference float64       `json:"difference"`
}

// Error says why there is no verdict, and what to do.
func (e *NoVerdictError) Error() string {
	remedy := "say how they were drawn, where it is known (setting `method` METHOD of the training, beside `folds` FILE)"
	if e.Design.ID.Method == cv.Rolling {
		remedy = "look at the means, or compare on blocked halves if training on later records is fair and records are not " +
			"alike across blocks (setting `time` COLUMN of the training, and `method` bcv)"
	}
	return fmt.Sprintf("compare: no verdict on %s, for which nothing is known of the false alarms of any test or interval; %s",
		e.Design, remedy)
}

// MarshalJSON writes the object refused, with the reason and the means.
func (e *NoVerdictError) MarshalJSON() ([]byte, error) {
	means, err := nulls.Marshal(e.Means)
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string]any{"refused": strings.TrimPrefix(e.Error(), "compare: "), "design": e.Design.String(),
		"set": e.Design.ID.String(), "means": json.RawMessage(means)})
}

// refuse returns a *NoVerdictError if some results are on folds without a known error.
func (o Options) refuse(rs []results.Results, models []string) error {
	i := slices.IndexFunc(rs, func(r results.Results) bool { return !r.Design.ID.Method.Exchangeable() })
	if i < 0 {
		return nil
	}
	e := &NoVerdictError{Design: rs[i].Design}
	for _, r := range rs {
		for _, k := range o.metrics(r) {
			from := len(e.Means)
			for m, name := range r.Models {
				if models == nil || slices.Contains(models, name) {
					e.Means = append(e.Means, Mean{Key: r.Key, Metric: r.Metrics[k], Model: name, Mean: r.Mean(k, m)})
				}
			}
			for m := from; m < len(e.Means); m++ {
				e.Means[m].Difference = e.Means[m].Mean - e.Means[from].Mean
			}
		}
	}
	return e
}
