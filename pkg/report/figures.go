package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
)

// most is how many figures of one kind a page has, and how many panels or data sets a
// figure.
const most = 18

// picture is a figure of the page. It is drawn twice: for wide and for narrow screens.
type picture struct {
	title, caption string
	small          bool // one of many: drawn for narrow screens alone, several in a row on wide ones
	draw           func(narrow bool) (*figure.Figure, error)
}

// few is how many figures of a kind have the whole width.
const few = 2

// ofKind returns the figures of one kind: small ones if they are several, none if they are
// too many.
func ofKind(all []picture) []picture {
	if len(all) > most {
		return nil
	}
	for i := range all {
		if all[i].small = len(all) > few; all[i].small && i > 0 && all[i].caption == all[0].caption {
			all[i].caption = ""
		}
	}
	return all
}

// Plot returns the figure of a comparison: the differences with their intervals; on
// several data sets a forest plot for each metric and pair of models and, of more than
// two models, critical-difference diagrams. With All the verdicts of all procedures are
// drawn instead.
func (r Report) Plot(all bool) (*figure.Figure, error) {
	if len(r.Result.Pooled) == 0 || all {
		f, err := figure.Comparison(r.Result)
		if err == nil && f.Height > maxPixels {
			return nil, fmt.Errorf("report: %d verdicts do not fit into one figure; give fewer tasks, or choose metrics or models (bcv: --metric, --models)", len(r.Result.Verdicts))
		}
		return f, err
	}
	var parts []*figure.Figure
	for _, a := range r.Result.Pooled {
		f, err := r.forest(a)
		if err != nil {
			return nil, err
		}
		parts = append(parts, f)
	}
	for _, k := range r.diagrams() {
		f, err := diagram(k)
		if err != nil {
			return nil, err
		}
		parts = append(parts, f)
	}
	f := figure.Stack(parts...)
	if f.Height > maxPixels {
		return nil, fmt.Errorf("report: %d forest plots do not fit into one figure; choose metrics or models (bcv: --metric, --models)", len(r.Result.Pooled))
	}
	return f, nil
}

// maxPixels is the height that a figure may have.
const maxPixels = 8000

// pictures lists the figures of the page, by kind.
func (r Report) pictures() [][]picture {
	var main []picture
	if shown, caption := r.drawn(); len(shown) > 0 && len(r.Result.Pooled) == 0 {
		main = append(main, picture{title: "Difference with its interval", caption: caption, draw: func(narrow bool) (*figure.Figure, error) { return differences(shown, narrow) }})
	}
	if len(r.Result.Pooled) > 0 {
		for _, a := range r.Result.Pooled[:min(most, len(r.Result.Pooled))] {
			main = append(main, picture{title: fmt.Sprintf("Difference on each data set: %s, %s less %s", place(a.Task, a.Metric.Name), a.ModelB, a.ModelA),
				caption: "Each data set by its own folds, and with what the other data sets make likely. The mean is that of all data sets there might be.",
				draw:    func(bool) (*figure.Figure, error) { return r.forest(a) }})
		}
	}
	var ranked []picture
	for _, k := range r.diagrams() {
		ranked = append(ranked, picture{title: "Mean ranks over the data sets: " + place(k.Task, k.Metric), caption: fmt.Sprintf("Models that a bar joins are not called different by Nemenyi's test at level %.3g.", k.Alpha),
			draw: func(bool) (*figure.Figure, error) { return diagram(k) }})
	}
	return [][]picture{main, ranked, r.densities(), r.standings(), r.folds(), r.models()}
}

// drawn are the verdicts whose intervals are drawn: those of the first tasks, if they are
// many; none if no verdict has an interval.
func (r Report) drawn() (shown []compare.Verdict, caption string) {
	const lines = 60
	caption = "B less A. A full dot: one model is shown to be better. A hollow dot: neither is. The dashed line is no difference."
	all := r.Result.Verdicts
	if !slices.ContainsFunc(all, func(v compare.Verdict) bool { return !math.IsNaN(v.Low) }) {
		return nil, ""
	}
	if len(all) <= lines {
		return all, caption
	}
	var tasks []string
	for _, v := range all {
		if !slices.Contains(tasks, v.Key.String()) {
			tasks = append(tasks, v.Key.String())
		}
	}
	kept := max(1, lines*len(tasks)/len(all))
	for _, v := range all {
		if slices.Contains(tasks[:kept], v.Key.String()) {
			shown = append(shown, v)
		}
	}
	if len(shown) > 4*lines {
		return nil, "" // of one task
	}
	return shown, fmt.Sprintf("%s The first %d of %d tasks.", caption, kept, len(tasks))
}

// differences draws verdicts; on narrow screens metric by metric.
func differences(verdicts []compare.Verdict, narrow bool) (*figure.Figure, error) {
	if !narrow {
		return figure.Comparison(compare.Report{Verdicts: verdicts})
	}
	var metrics []string
	byMetric := map[string][]compare.Verdict{}
	for _, v := range verdicts {
		if !slices.Contains(metrics, v.Metric.Name) {
			metrics = append(metrics, v.Metric.Name)
		}
		byMetric[v.Metric.Name] = append(byMetric[v.Metric.Name], v)
	}
	var parts []*figure.Figure
	for _, m := range metrics {
		f, err := figure.Comparison(compare.Report{Verdicts: byMetric[m]})
		if err != nil {
			return nil, err
		}
		parts = append(parts, f)
	}
	return figure.Stack(parts...), nil
}

// forest draws the differences on the data sets, the most telling ones of very many.
func (r Report) forest(a compare.Pooled) (*figure.Figure, error) {
	const atMost = 60
	alone, shrunken := a.Sets()
	var rows []figure.IntervalRow
	for i := range alone[:min(len(alone), atMost)] {
		rows = append(rows, figure.IntervalRow{Name: a.Datasets[i], Estimate: alone[i], Shrunken: shrunken[i]})
	}
	f, err := figure.Forest(rows, a.Mean(), a.Level,
		figure.Contrast{Metric: a.Metric.Name, ModelA: a.ModelA, ModelB: a.ModelB, Rope: r.Rope})
	if err != nil {
		return nil, err
	}
	return f.Head(a.Task), nil
}

// diagrams are the rankings of more than two models.
func (r Report) diagrams() []compare.Ranking {
	return slices.DeleteFunc(slices.Clone(r.Result.Rankings), func(k compare.Ranking) bool { return len(k.Models) < 3 || len(k.Models) > 40 })
}

func diagram(k compare.Ranking) (*figure.Figure, error) {
	var models []figure.MeanRank
	for _, m := range k.Models {
		models = append(models, figure.MeanRank(m))
	}
	f, err := figure.CriticalDifference(models, k.Critical)
	if err != nil {
		return nil, err
	}
	return f.Head(cmp.Or(k.Task, k.Metric)), nil
}

// densities are the posteriors of the differences, where they are few.
func (r Report) densities() []picture {
	var out []picture
	for _, v := range r.Result.Best() {
		p, ok := v.Posterior()
		if !ok || v.Target != compare.Algorithms {
			continue
		}
		better := ranks.Lower
		if v.Metric.HigherIsBetter {
			better = ranks.Higher
		}
		c := figure.Contrast{Metric: v.Metric.Name, ModelA: v.ModelA, ModelB: v.ModelB, Better: better, Rope: r.Rope}
		caption := "What the folds say of the expected difference of the algorithms."
		if !math.IsNaN(v.PValue) {
			caption += " It describes; the verdict above is decided by " + v.Method + "."
		}
		title := "Posterior of the difference: " + place(v.Key.String(), v.Metric.Name)
		out = append(out, picture{title: title, caption: caption, draw: func(bool) (*figure.Figure, error) { return figure.Paired(p, c) }})
	}
	return ofKind(out)
}

// standings are the probabilities to be the best.
func (r Report) standings() []picture {
	var out []picture
	for _, group := range r.groups() {
		var rows []figure.BestRow
		for _, s := range group {
			row := figure.BestRow{Model: s.Model, Best: s.PBest}
			if r.Rope > 0 {
				row.NearBest = s.PNear
			}
			rows = append(rows, row)
		}
		if len(rows) > 40 {
			continue
		}
		out = append(out, picture{title: "Probability to be the best: " + place(group[0].Key().String(), group[0].Metric), caption: "Of the joint posterior of all models: a description, and no verdict where models are many.",
			draw: func(bool) (*figure.Figure, error) { return figure.Best(rows, r.Rope) }})
	}
	return ofKind(out)
}

// groups are the standings of each task and metric.
func (r Report) groups() [][]compare.Standing {
	var out [][]compare.Standing
	for i, s := range r.Result.Standings {
		if i == 0 || s.Key() != r.Result.Standings[i-1].Key() || s.Metric != r.Result.Standings[i-1].Metric {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], s)
	}
	return out
}

// folds show the metrics of all models on the folds, for each task and metric; of more
// models than there are colours none.
func (r Report) folds() []picture {
	const colours = 7
	var out []picture
	for _, g := range r.byMetric() {
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
					points = append(points, figure.Point{Series: model, X: float64(x + 1), Y: y, Mark: figure.Dots})
				}
			}
		}
		if len(points) == 0 || len(models) > colours {
			continue
		}
		metric := g[0].Metric.Name
		out = append(out, picture{title: "Results on the folds: " + place(g[0].Key.String(), metric), caption: "In the order of replications. Folds share records, so that their scatter alone does not tell how sure a difference is.",
			draw: func(bool) (*figure.Figure, error) {
				return figure.Curves(points, figure.Labels{X: "fold", Y: metric})
			}})
	}
	return ofKind(out)
}

// byMetric groups the best verdicts by task and metric.
func (r Report) byMetric() [][]compare.Verdict {
	var out [][]compare.Verdict
	at := map[[2]string]int{}
	for _, v := range r.Result.Best() {
		key := [2]string{v.Key.String(), v.Metric.Name}
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key], out = i, append(out, nil)
		}
		out[i] = append(out[i], v)
	}
	return out
}

func place(task, metric string) string {
	if task == "" {
		return metric
	}
	return task + ", " + metric
}

// models show the interval of each model, for each task and metric.
func (r Report) models() []picture {
	var out []picture
	all := slices.DeleteFunc(r.Result.Models(), func(m compare.ModelInterval) bool { return m.Target != compare.Algorithms })
	for len(all) > 0 {
		first := all[0]
		var rows []figure.IntervalRow
		all = slices.DeleteFunc(all, func(m compare.ModelInterval) bool {
			same := m.Key == first.Key && m.Metric == first.Metric
			if same {
				rows = append(rows, figure.IntervalRow{Name: m.Model, Estimate: m.Estimate})
			}
			return same
		})
		out = append(out, picture{title: "Each model by itself: " + place(first.Key.String(), first.Metric.Name), caption: "The expected metric of each algorithm. Intervals that overlap say nothing of the difference, which is paired: both models saw the same records.",
			draw: func(bool) (*figure.Figure, error) { return figure.Spans(rows, first.Metric.Name, first.Level) }})
	}
	return ofKind(out)
}
