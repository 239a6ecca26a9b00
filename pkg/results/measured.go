package results

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/block-regularized/bcv/internal/compact"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// value returns a score of the whole set in a run; NaN if it is 0/0.
func (x *Units) value(run *outcomes, w metric.Sums) float64 {
	rows, sums := x.rows(run), make([]float64, w.Columns)
	for i, v := range rows.Dense {
		sums[i%w.Columns] += v
	}
	v, err := w.Value(sums)
	if err != nil {
		return math.NaN()
	}
	return v
}

// Computed returns the results with the metrics of these names alone, see Measured: those that metric.Parse knows, and
// those that the results have already; of counts precision, recall and f1 are P, R and F1. On the items of one test set
// that have only scores or counts the names are f1, f1_micro and f1_macro of counts, and that of the scores. Items that
// have draws which are right or wrong have metric.Pass too. Values are means over the runs, NaN where counts are 0/0 in
// one.
func (r Results) Computed(names ...string) (Results, error) {
	if r.OnTestSet() && r.Units.joined != nil {
		return r.only(names)
	}
	if r.Summarized() {
		for _, name := range names {
			if _, err := r.Metric(name); err != nil {
				return r, err
			}
		}
		return r, nil
	}
	var defs []metric.Definition
	positive := r.Positive
	if r.OnTestSet() {
		positive = r.Units.positive
	}
	for _, name := range names {
		if pass, ok, err := metric.PassOf(name); ok && r.OnTestSet() && !r.Units.isMean(name) {
			if err != nil {
				return r, fmt.Errorf("results: %w", err)
			}
			defs = append(defs, metric.Definition{Metric: pass.Metric(), Mean: true})
			continue
		}
		more, problem := metric.Parse(name)
		for i := range more {
			var err error
			if more[i], err = more[i].OfClass(positive); err != nil {
				return r, fmt.Errorf("results: %s (setting `positive`)", strings.TrimPrefix(err.Error(), "metric: "))
			}
		}
		if problem == nil && len(more) == 1 && r.Counts != nil {
			if of, err := posterior.ParseMetrics(more[0].Name); err == nil {
				name = of[0].String()
			}
		}
		if i, err := r.Metric(name); err == nil && !r.OnTestSet() {
			defs = append(defs, metric.Definition{Metric: r.Metrics[i]})
			continue
		}
		if x := r.Units; r.OnTestSet() && (!x.havePredictions() || x.isMean(name)) {
			defs = append(defs, metric.Definition{Metric: metric.Metric{Name: name}})
			continue
		}
		if problem != nil && r.Units == nil && r.Runs == nil {
			_, err := r.Metric(name) // which lists those of the file
			return r, err
		}
		if problem != nil {
			return r, fmt.Errorf("results: %w", problem)
		}
		defs = append(defs, more...)
	}
	return r.Measured(defs...)
}

// Measured returns the results with these metrics alone, each computed from the predictions on each fold, and on each
// inner fold, where NaN stands for a value that is undefined. Of several runs the values are the means, as those of
// JoinRuns. On the items of one test set a metric is computed once per run, and has the mean over the runs. Where the
// results have a metric of that name already, on folds, its values stay. Counts stay if all metrics do.
//
// It is an error if there are no predictions, if they are not what a metric needs, and if it has no value on a fold
// (*FoldError).
//
// A note names models whose ROC AUC is below 1/2.
func (r Results) Measured(defs ...metric.Definition) (Results, error) {
	out, err := r.measuredAll(defs)
	if err == nil {
		out.noteBelowHalf(defs)
	}
	return out, err
}

func (r Results) measuredAll(defs []metric.Definition) (Results, error) {
	switch {
	case r.OnTestSet():
		return r.measuredItems(defs)
	case r.Runs != nil:
		runs := make([]Results, len(r.Runs.each))
		for s, one := range r.Runs.each {
			var err error
			one.Positive = r.Positive
			if runs[s], err = one.Measured(defs...); err != nil {
				return r, fmt.Errorf("%w (run %.40q)", err, r.Runs.Names[s])
			}
		}
		out, err := joinRuns(r.Runs.Names, runs, r.Models)
		out.Notes = r.Notes
		return out, err
	}
	out, err := r.measured(defs, false)
	if in := r.Inner; err == nil && in != nil {
		inner := in.folds
		inner.Positive = r.Positive
		if inner, err = inner.measured(defs, true); err == nil {
			err = out.nest(inner, *in)
		}
	}
	return out, err
}

// noteBelowHalf asks of models whose ROC AUC is below 1/2 whether their probabilities are those of the other class.
func (r *Results) noteBelowHalf(defs []metric.Definition) {
	x := r.each()[0].Units
	if x == nil {
		return
	}
	of := x.measure(cmp.Or(x.positive, r.Positive))
	for i, d := range defs {
		class := d.Ranked(&of.Predictions)
		if class < 0 || of.probable == nil {
			continue
		}
		classes := of.Predictions.Classes
		ask := fmt.Sprintf("is p_%s that of another class", classes[class])
		switch {
		case len(of.probable) == 1:
			ask = fmt.Sprintf("is %s that of class %s", of.named, classes[1-of.Scored])
		case len(classes) == 2:
			ask = fmt.Sprintf("are p_%s and p_%s exchanged", classes[0], classes[1])
		}
		for m, model := range r.Models {
			below := 0.0
			for _, v := range r.Values[i].Of(m) {
				below += 0.5 - v
			}
			note := fmt.Sprintf("%s of %s is below 1/2: %s?", d.Label(), model, ask)
			if below > 1e-9 && !slices.Contains(r.Notes, note) {
				r.Notes = append(slices.Clip(r.Notes), note)
			}
		}
	}
}

// FoldError says why a metric has no value on a fold.
type FoldError struct {
	Metric            metric.Metric
	Model             string
	Replication, Fold int // from 1
	Err               error
}

// Error names metric, model, replication and fold.
func (e *FoldError) Error() string {
	where := fmt.Sprintf(" in replication %d fold %d", e.Replication, e.Fold)
	return noValue(e.Metric.Label(), e.Model, where, e.Err).Error()
}

// noValue says whose metric has no value, and why.
func noValue(label, model, where string, err error) error {
	why, none := strings.CutPrefix(err.Error(), "metric: "+label+" ")
	return fmt.Errorf("results: %s of %q%s%s %s", label, model, where, table.Pick(none, "", ":"),
		strings.TrimPrefix(why, "metric: "))
}

// Unwrap returns the cause.
func (e *FoldError) Unwrap() error { return e.Err }

// measured is Measured on the folds of one run. Values may be undefined on inner folds.
func (r Results) measured(defs []metric.Definition, inner bool) (Results, error) {
	out, x := r, r.Units
	out.Metrics, out.Values, out.Inner = nil, nil, nil
	var open []metric.Definition
	var at []int // places of open
	for k, d := range defs {
		out.Metrics = append(out.Metrics, d.Metric)
		if i, err := r.Metric(d.Name); err == nil {
			out.Values = append(out.Values, r.Values[i])
			continue
		}
		if err := x.has(d); err != nil {
			return r, err
		}
		open, at = append(open, d), append(at, k)
		out.Values = append(out.Values, NewGrid[float64](len(r.Models), r.Design.Replications, r.Design.Folds))
	}
	if len(open) == 0 {
		return out, nil
	}
	out.Counts = nil
	for _, d := range open {
		if d.Needs == metric.Numbers && !d.Mean && r.Design.Replications*r.Design.Folds > 1 && !inner {
			out.Notes = append(slices.Clip(out.Notes), fmt.Sprintf("%s is the mean of the %[1]s of the folds, not "+
				"the %[1]s of all "+
				"records", d.Label()))
		}
	}
	if note := x.absent(open); note != "" && !inner {
		out.Notes = append(slices.Clip(out.Notes), note)
	}
	of := x.measure(r.Positive)
	for j, rep := range x.folds {
		for k, records := range x.byFold(rep) {
			for m, model := range r.Models {
				p, err := of.predictions(x.outcomes[m][j], records)
				if err != nil {
					return r, &FoldError{open[0].Metric, model, j + 1, k + 1, err}
				}
				values, errs := metric.Values(p, open)
				for i, d := range open {
					if !d.Mean && len(records) == 1 && !inner {
						errs[i] = fmt.Errorf("of the one record of a fold %s is another metric; take one that is a "+
							"mean over records, such "+
							"as %s", d.Label(), table.Pick(d.Needs == metric.Numbers, "mae or mse", "accuracy or log_loss"))
					}
					if errs[i] != nil && !inner {
						return r, &FoldError{d.Metric, model, j + 1, k + 1, errs[i]}
					}
					*out.Values[at[i]].At(m, j, k) = values[i]
				}
			}
		}
	}
	return out, nil
}

// absent says on which fold no record is of a class, if one of the metrics is a mean over the classes that occur.
func (x *Units) absent(defs []metric.Definition) string {
	i := slices.IndexFunc(defs, func(d metric.Definition) bool { return strings.HasPrefix(d.Label(), "macro ") })
	if i < 0 {
		return ""
	}
	for j, rep := range x.folds {
		for k, records := range x.byFold(rep) {
			seen := make([]bool, len(x.classes.Names))
			for _, unit := range records {
				seen[x.classes.Of[unit]-1] = true
			}
			if c := slices.Index(seen, false); c >= 0 {
				return fmt.Sprintf("%s is over the classes that occur on a fold, and in replication %d fold %d no record is of "+
					"class %.40s", defs[i].Label(), j+1, k+1, x.classes.Names[c])
			}
		}
	}
	return ""
}

// has returns an error unless predictions are what a metric needs.
func (x *Units) has(d metric.Definition) error {
	switch {
	case d.Of == nil:
		return fmt.Errorf("results: these results have no metric %q", d.Name)
	case x != nil && x.form == probableItems && d.Needs == metric.Labels:
		return fmt.Errorf("results: %s is computed from labels, and these items have none; add a column label, or take %s",
			d.Label(), x.measurable())
	case x == nil || !x.havePredictions():
		return fmt.Errorf("results: %s is computed from predictions, and these results have none; give predictions "+
			"(columns truth, model and predicted)", d.Label())
	case d.Needs == metric.Numbers && x.target == nil:
		return fmt.Errorf("results: %s is about numbers, and the truths are classes; take a metric of classes, such as "+
			"accuracy or f1_macro", d.Label())
	case d.Needs != metric.Numbers && x.target != nil:
		return fmt.Errorf("results: %s is about classes, and the truths are numbers; take a metric of numbers, such as rmse",
			d.Label())
	case d.Needs == metric.Probabilities && x.probable == nil:
		return fmt.Errorf("results: %s needs the probability of each class, and there are only labels; give columns "+
			"p_CLASS beside model and predicted", d.Label())
	case d.Needs == metric.Probabilities && x.scores != "" && !d.ByOrder:
		return fmt.Errorf("results: %s needs probabilities, and %s; give probabilities from 0 to 1, or take %s", d.Label(),
			x.scores, x.measurable())
	}
	return nil
}

// measuring arranges predictions for metrics: classes are in alphabetical order.
type measuring struct {
	*Units
	metric.Predictions       // with the classes and the positive one
	to                 []int // by place in Units.classes: place here
	columns            []int // by class: its column of probabilities
}

func (x *Units) measure(positive string) measuring {
	of := measuring{Units: x}
	if of.Positive = -1; x.form == numberItems {
		return of
	}
	of.Classes = slices.Sorted(slices.Values(x.classes.Names))
	for _, class := range x.classes.Names {
		of.to = append(of.to, slices.Index(of.Classes, class))
	}
	for _, class := range slices.Sorted(slices.Values(x.probable)) {
		of.columns = append(of.columns, slices.Index(x.probable, class))
		of.Scored = slices.Index(of.Classes, class)
	}
	of.Positive = slices.Index(of.Classes, positive)
	return of
}

// predictions returns those of a model for some units, or draws of these.
func (of *measuring) predictions(o *outcomes, places []int) (*metric.Predictions, error) {
	p := of.Predictions
	p.Truth = make([]float64, len(places))
	labels := 0 // columns in front of probabilities
	if of.form != probableItems {
		p.Predicted, labels = make([]float64, len(places)), 1
	}
	var values []float64
	for i, place := range places {
		values = o.at(values[:0], 0, place)
		unit := o.item(place)
		switch {
		case math.IsNaN(values[0]):
			return nil, fmt.Errorf("record %d has no prediction; give all models the same records", of.records[unit])
		case of.form == numberItems:
			p.Truth[i], p.Predicted[i] = of.target[0].At(unit), values[0]
			continue
		case labels > 0:
			p.Predicted[i] = float64(of.to[int(values[0])-1])
		}
		p.Truth[i] = float64(of.to[of.classes.Of[unit]-1])
		of.take(&p, values[labels:], len(places)-i)
	}
	return &p, nil
}

// take adds the probabilities of a record, of more that follow, in the order of the classes: of one class as its score,
// and as the probability of both if it is one.
func (of *measuring) take(p *metric.Predictions, values []float64, more int) {
	if len(of.columns) == 1 && len(values) == 1 {
		v := values[0]
		p.Scores = append(slices.Grow(p.Scores, more), v)
		if values = append(values, v, v); of.scores != "" {
			return
		}
		values[p.Scored], values[1-p.Scored] = v, 1-v
		p.Probabilities = append(slices.Grow(p.Probabilities, 2*more), values[:2]...)
		return
	}
	if len(values) > 0 {
		p.Probabilities = slices.Grow(p.Probabilities, more*len(values))
	}
	for _, k := range of.columns[:min(len(of.columns), len(values))] {
		p.Probabilities = append(p.Probabilities, values[k])
	}
}

// measuredItems is Measured on the items of one test set.
func (r Results) measuredItems(defs []metric.Definition) (Results, error) {
	x := r.Units
	with := *x
	with.defined = defs
	r.Metrics, r.Values, r.Units = nil, nil, &with
	for _, d := range defs {
		m, value, scale := x.metric(), func(run *outcomes) (float64, error) { return x.sum(run), nil }, len(x.Names)
		switch {
		case x.isMean(d.Name):
			var err error
			if m, err = m.Fit(x.each(r.Models)); err != nil {
				return r, fmt.Errorf("results: %w", err)
			}
		case d.Of == nil && d.Mean:
			m, value = d.Metric, func(run *outcomes) (float64, error) {
				u, err := x.passes(d.Name, run)
				return floats.Sum(u), err
			}
		case d.Of == nil:
			w, err := r.whole(d.Name)
			if err != nil {
				return r, err
			}
			if m, _ = metric.Named(d.Name); x.form == ratioItems {
				m = x.wanted
			}
			value, scale = func(run *outcomes) (float64, error) { return x.value(run, w), nil }, 1
		default:
			if err := x.has(d); err != nil {
				return r, err
			}
			m, scale = d.Metric, 1
			if missing := len(x.classes.Names) - len(x.classes.trueOnes(-1)); missing > 0 && strings.HasPrefix(d.Label(), "macro ") {
				r.Notes = append(slices.Clone(r.Notes), fmt.Sprintf("%s is over the classes that occur: %d of %d are the truth "+
					"of no item", d.Label(), missing, len(x.classes.Names)))
			}
			value = func(run *outcomes) (float64, error) { return x.valueOf(d, run) }
		}
		g := NewGrid[float64](len(r.Models), 1, 1)
		for model, runs := range x.outcomes {
			for _, run := range runs {
				v, err := value(run)
				if err != nil {
					return r, noValue(m.Label(), r.Models[model], inRun(run.name), err)
				}
				g.Cells[model] += v
			}
			g.Cells[model] /= float64(len(runs) * scale)
		}
		r.Metrics, r.Values = append(r.Metrics, m), append(r.Values, g)
		if x.form == ratioItems {
			if err := r.fit(len(r.Metrics) - 1); err != nil {
				return r, fmt.Errorf("results: %w", err)
			}
		}
	}
	return r, nil
}

func inRun(name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf(" in run %.40q", name)
}

// havePredictions reports whether the units have predictions, from which metrics are computed.
func (x *Units) havePredictions() bool {
	return x.form == labelItems || x.form == numberItems || x.form == probableItems
}

// probabilities are the columns of a run with probabilities, or with scores of a class.
func (x *Units) probabilities(run *outcomes) []compact.Column {
	return run.columns[len(run.columns)-len(x.probable):]
}

// predictions returns those of a run, by draw.
func (x *Units) predictions(run *outcomes) *metric.Predictions {
	places := make([]int, run.draws(len(x.Names)))
	for k := range places {
		places[k] = k
	}
	of := x.measure(x.positive)
	p, err := of.predictions(run, places)
	if err != nil {
		panic(err) // a programmer's error: all runs have all items
	}
	return p
}

// isMean reports whether a metric is the mean of the scores of items.
func (x *Units) isMean(name string) bool { return x.form <= labelItems && name == x.metric().Name }

// MeanOfItems reports whether a metric, which counts from 0, is a mean over items, each of which has a score. Others
// are of the whole test set. The results are OnTestSet.
func (r Results) MeanOfItems(i int) bool {
	return r.Units.joined != nil || r.Units.isMean(r.Metrics[i].Name) || r.Units.defined[i].Mean
}

// SumsOf returns what each item of models a and b adds to the sums of which a metric, which counts from 0, is a smooth
// function, and that function: nil for means of items, and for metrics that have none. The results are OnTestSet.
func (r Results) SumsOf(i, a, b int) (out items.Parts, w *metric.Sums, err error) {
	x, d := r.Units, r.Units.defined[i]
	switch {
	case r.MeanOfItems(i):
		return out, nil, nil
	case d.Of == nil:
		whole, err := r.whole(d.Name)
		return r.parts(a, b, false), &whole, err
	case d.Sums == nil:
		return out, nil, nil
	}
	sums := func(runs []*outcomes) (of []metric.Rows) {
		for _, run := range runs {
			rows, whole, problem := d.Sums(x.predictions(run))
			if run.of != nil && problem == nil {
				rows = rows.Averaged(run.of, len(x.Names), whole.Columns)
			}
			of, w, err = append(of, rows), &whole, cmp.Or(err, problem)
		}
		return of
	}
	return items.Parts{Clusters: x.Clusters, A: sums(x.outcomes[a]), B: sums(x.outcomes[b])}, w, err
}

// SampleOf is Sample for a metric, which counts from 0. Of a score of the whole set it has the scores of items that
// stand for it, see items.Parts.Linearized and metric.Definition.Parts. It is an error if a metric has none.
func (r Results) SampleOf(i, a, b int, pairedRuns bool) (items.Sample, error) {
	if r.Units.joined != nil {
		return r.Units.joined[i].sample(a, b, pairedRuns), nil
	}
	if r.Units.isMean(r.Metrics[i].Name) {
		return r.Sample(a, b, pairedRuns), nil
	}
	d, x := r.Units.defined[i], r.Units
	if d.Of == nil && d.Mean {
		return r.passSample(d.Name, a, b, pairedRuns)
	}
	if d.Of == nil {
		w, err := r.whole(r.Metrics[i].Name)
		if err != nil {
			return items.Sample{}, err
		}
		if r.Design.Draws[1] == 0 {
			return r.parts(a, b, pairedRuns).Linearized(w)
		}
		return r.linearized(a, b, pairedRuns, func(run *outcomes) ([]float64, error) {
			u := make([]float64, run.draws(len(x.Names)))
			_, err := w.LinearizeDraws(x.rowsOfDraws(run), run.items(len(x.Names)), len(x.Names), u)
			if err != nil {
				err = fmt.Errorf("results: %s%s is 0/0: %w", w.Label, inRun(run.name), err)
			}
			return u, err
		})
	}
	if d.Parts == nil {
		return items.Sample{}, fmt.Errorf("results: %s is not nearly a mean over items, so that its variance is not known; "+
			"take another metric", d.Label())
	}
	out, err := r.linearized(a, b, pairedRuns, func(run *outcomes) ([]float64, error) {
		u, err := x.linear(d, run)
		if err != nil {
			err = fmt.Errorf("results: %s%s: %w", d.Label(), inRun(run.name), err)
		}
		return u, err
	})
	first := x.outcomes[a][0]
	if p := x.predictions(first); d.Ranked(p) >= 0 {
		class := d.Ranked(p)
		out.Positive = make([]bool, len(x.Names))
		for k, t := range p.Truth {
			out.Positive[first.item(k)] = int(t) == class
		}
		if out.Classes = [2]string{"other than " + p.Classes[class], p.Classes[class]}; len(p.Classes) == 2 {
			out.Classes[0] = p.Classes[1-class]
		}
	}
	return out, err
}

// linearized returns a sample of what the draws of models a and b add to a score of the whole.
func (r Results) linearized(a, b int, pairedRuns bool, of func(*outcomes) ([]float64, error)) (items.Sample, error) {
	out := items.Sample{Clusters: r.Units.Clusters, PairedRuns: pairedRuns}
	var err error
	if out.A, out.DrawsA, err = r.Units.averaged(a, of); err == nil {
		out.B, out.DrawsB, err = r.Units.averaged(b, of)
	}
	return out, err
}
