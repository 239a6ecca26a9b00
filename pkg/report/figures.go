package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

const (
	maxPixels = 8000 // height of a figure
	most      = 18   // figures of one kind on a page
	large     = 2    // figures of a kind that have the whole width
)

// Plot returns the figure of a comparison: the differences with their intervals; on several data
// sets a forest plot for each metric and pair of models. With all it draws the verdicts of all procedures instead.
func (r Report) Plot(all bool) (*figure.Figure, error) {
	const shorter = "choose metrics or models (setting `metric`, `models`)"
	if len(r.Result.Pooled) == 0 || all {
		f, err := figure.Comparison(r.Result)
		if err == nil && f.Height > maxPixels {
			return nil, fmt.Errorf("report: %d verdicts do not fit into one figure; give fewer tasks, or %s",
				len(r.Result.Verdicts), shorter)
		}
		return f, err
	}
	var parts []*figure.Figure
	for _, p := range r.Result.Pooled {
		f, err := r.forest(p)
		if err != nil {
			return nil, err
		}
		parts = append(parts, f)
	}
	f := figure.Stack(parts...)
	if f.Height > maxPixels {
		return nil, fmt.Errorf("report: %d forest plots do not fit into one figure; %s", len(r.Result.Pooled), shorter)
	}
	return f, nil
}

// picture is a figure of the page. It is drawn twice: for wide and for narrow screens.
type picture struct {
	title, caption string
	small          bool // one of many: drawn for narrow screens alone, several in a row on wide ones
	draw           func(narrow bool) (*figure.Figure, error)
}

// about adds a picture titled after its task and metric.
func (p *pictures) about(title string, key results.Key, metric, caption string, draw func() (*figure.Figure, error)) {
	if name := key.String(); name != "" {
		title += ": " + name + ", " + metric
	} else {
		title += ": " + metric
	}
	*p = append(*p, picture{title: title, caption: caption, draw: func(bool) (*figure.Figure, error) { return draw() }})
}

// pictures are the figures of one kind.
type pictures []picture

// limited makes the pictures small if there are several, and returns none if there are too many.
func (p pictures) limited() pictures {
	if len(p) > most {
		return nil
	}
	for i := range p {
		if p[i].small = len(p) > large; p[i].small && i > 0 && p[i].caption == p[0].caption {
			p[i].caption = ""
		}
	}
	return p
}

// pictures returns the figures of the page, by kind.
func (r Report) pictures() []pictures {
	return []pictures{r.main(), r.ledgers().limited(), r.densities().limited(), r.folds().limited(), r.models().limited()}
}

// main are the differences with their intervals, on several data sets as forest plots.
func (r Report) main() (out pictures) {
	if shown, caption := r.drawn(); len(shown) > 0 && len(r.Result.Pooled) == 0 {
		return pictures{{title: "Difference with its interval", caption: caption,
			draw: func(narrow bool) (*figure.Figure, error) { return differences(shown, narrow) }}}
	}
	for _, p := range r.Result.Pooled[:min(most, len(r.Result.Pooled))] {
		out.about("Difference on each data set", results.Key{Task: p.Task}, fmt.Sprintf("%s, %s minus %s",
			p.Metric.Label(), p.ModelB, p.ModelA), "The interval of each data set from its own folds, and with the other "+
			"data sets taken into account. The mean is over all data sets of the kind.",
			func() (*figure.Figure, error) { return r.forest(p) })
	}
	return out
}

// ledgers say what the intervals of the best verdicts are made of.
func (r Report) ledgers() (out pictures) {
	for _, v := range r.Result.Best() {
		made := v.MadeOf()
		if made == "" || math.IsInf(v.High-v.Low, 0) {
			continue
		}
		out.about(fmt.Sprintf("What the interval is made of, %s minus %s", v.ModelB, v.ModelA), v.Key, v.Metric.Label(),
			made, func() (*figure.Figure, error) { return figure.Ledger(v) })
	}
	return out
}

// drawn are the verdicts whose intervals are drawn: the verdicts on the first tasks if there are many;
// none if no verdict has an interval.
func (r Report) drawn() (shown []verdict.Verdict, caption string) {
	const lines = 60
	caption = "B minus A. Filled dot: one model is better. Hollow dot: no clear winner. Dashed line: no difference."
	all := r.Result.Verdicts
	if slices.ContainsFunc(all, func(v verdict.Verdict) bool { return v.Metric.Directionless }) {
		caption = "B minus A. Filled dot: a clear difference. Hollow dot: no clear one. Dashed line: no difference."
	}
	if !slices.ContainsFunc(all, func(v verdict.Verdict) bool { return !math.IsNaN(v.Low) }) {
		return nil, ""
	}
	if len(all) <= lines {
		return all, caption
	}
	var tasks []results.Key
	for _, v := range all {
		if !slices.Contains(tasks, v.Key) {
			tasks = append(tasks, v.Key)
		}
	}
	kept := max(1, lines*len(tasks)/len(all))
	for _, v := range all {
		if slices.Contains(tasks[:kept], v.Key) {
			shown = append(shown, v)
		}
	}
	if len(shown) > 4*lines {
		return nil, "" // of one task
	}
	return shown, fmt.Sprintf("%s The first %d of %d tasks.", caption, kept, len(tasks))
}

// differences draws verdicts; on narrow screens metric by metric.
func differences(verdicts []verdict.Verdict, narrow bool) (*figure.Figure, error) {
	if !narrow {
		return figure.Comparison(verdict.Report{Verdicts: verdicts})
	}
	var parts []*figure.Figure
	for _, g := range grouped(verdicts, func(v verdict.Verdict) string { return v.Metric.Name }) {
		f, err := figure.Comparison(verdict.Report{Verdicts: g})
		if err != nil {
			return nil, err
		}
		parts = append(parts, f)
	}
	return figure.Stack(parts...), nil
}

// grouped returns the items in groups with the same key, in the order of their first items.
func grouped[T any, K comparable](items []T, key func(T) K) (out [][]T) {
	at := map[K]int{}
	for _, item := range items {
		i, ok := at[key(item)]
		if !ok {
			i = len(out)
			at[key(item)], out = i, append(out, nil)
		}
		out[i] = append(out[i], item)
	}
	return out
}

// forest draws the differences on the first data sets.
func (r Report) forest(p verdict.Pooled) (*figure.Figure, error) {
	f, err := figure.Forest(r.Result, p)
	if err != nil {
		return nil, err
	}
	return f.Head(p.Task), nil
}

// densities are the posteriors of the differences.
func (r Report) densities() (out pictures) {
	for _, v := range r.Result.Best() {
		if _, ok := v.Posterior(); !ok || v.Target != verdict.Algorithms {
			continue
		}
		caption := "The expected difference of the algorithms."
		if !math.IsNaN(v.PValue) {
			caption += " It describes; the verdict above comes from " + v.Method + "."
		}
		out.about(fmt.Sprintf("Posterior of the difference, %s minus %s", v.ModelB, v.ModelA), v.Key, v.Metric.Label(),
			caption, func() (*figure.Figure, error) { return figure.Posterior(v) })
	}
	return out
}

// folds are the metrics of all models on the folds, if there are colors for the models.
func (r Report) folds() (out pictures) {
	const colors = 7
	type key struct {
		results.Key
		metric string
	}
	of := func(v verdict.Verdict) key { return key{v.Key, v.Metric.Name} }
	for _, g := range grouped(r.Result.Best(), of) {
		var points []figure.Point
		var models []string
		for _, v := range g {
			a, b := v.Folds()
			for i, model := range []string{v.ModelA, v.ModelB} {
				if slices.Contains(models, model) || len(slices.Concat(a...)) < 2 {
					continue
				}
				models = append(models, model)
				for x, y := range slices.Concat([][][]float64{a, b}[i]...) {
					points = append(points, figure.Point{Series: model, X: float64(x + 1), Y: y, Mark: figure.Cloud,
						Paired: true})
				}
			}
		}
		if len(points) == 0 || len(models) > colors {
			continue
		}
		metric := g[0].Metric.Label()
		out.about("Results on the folds", g[0].Key, metric, "A line joins the models on one fold. Folds share records, "+
			"so that their scatter alone does not show how certain a difference is.",
			func() (*figure.Figure, error) { return figure.Curves(points, figure.Labels{X: "fold", Y: metric}) })
	}
	return out
}

// models are the intervals of each model by itself.
func (r Report) models() (out pictures) {
	type key struct {
		results.Key
		metric string
	}
	of := func(m verdict.ModelInterval) key { return key{m.Key, m.Metric.Name} }
	fitted := func(m verdict.ModelInterval) bool { return m.Target != verdict.Algorithms }
	for _, g := range grouped(slices.DeleteFunc(slices.Clone(r.Result.Models), fitted), of) {
		var rows []figure.IntervalRow
		for _, m := range g {
			rows = append(rows, figure.IntervalRow{Name: m.Model, Estimate: m.Estimate})
		}
		out.about("Each model by itself", g[0].Key, g[0].Metric.Label(), "The expected metric of each algorithm. Whether "+
			"these intervals overlap does not decide about the difference, which is paired: both models saw the same records.",
			func() (*figure.Figure, error) { return figure.Spans(rows, g[0].Metric.Label(), g[0].Level) })
	}
	return out
}
