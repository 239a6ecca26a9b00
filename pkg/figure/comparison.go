package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"

	"github.com/block-regularized/bcv/pkg/compare"
)

// Comparison draws the verdicts of a comparison: a dot for the difference B less A, a
// bar for the interval that it is decided by, and a line where there is no difference. Dots are full where
// one model is shown to be better and hollow where none is. Each metric has a panel
// with an axis of its own. With one verdict a task the tasks stand below each other;
// with several procedures each task has a row of panels, the recommended one on top.
//
// Procedures without an interval have only a dot; an infinite end runs to the edge.
// It is an error if there are no verdicts or an estimate is not finite.
func Comparison(r compare.Result) (*Figure, error) {
	l, err := newForest(r.Verdicts)
	if err != nil {
		return nil, err
	}
	f := &Figure{Width: wide, Alt: "Differences of two models with intervals: " + strings.ReplaceAll(r.Sentence(), "\n", " ")}
	for i, name := range l.rows {
		row := Row{Heading: short(name, 30)}
		if i == 0 {
			row.Legend = forestLegend(r.Verdicts)
		}
		most := 0
		for j, metric := range l.metrics {
			p, lines := l.panel(name, metric)
			if j > 0 {
				hideNames(p)
			}
			most = max(most, lines)
			row.Plots = append(row.Plots, p)
		}
		f.Height += 66 + legendLine + intervalBar*most
		f.Rows = append(f.Rows, row)
	}
	return f, nil
}

// forest lays verdicts out: rows of panels, panels by metric, lines in a panel.
type forest struct {
	verdicts      []compare.Verdict
	byTask        bool // a line a task; else a row a task and a line a method or pair
	pairs         bool // of models, more than one
	methods       bool // more than one
	rows, metrics []string
}

func newForest(verdicts []compare.Verdict) (*forest, error) {
	if len(verdicts) == 0 {
		return nil, errNoRows
	}
	l := &forest{verdicts: verdicts, byTask: true}
	methods := map[[2]string]int{}
	for i, v := range verdicts {
		if math.IsNaN(v.Estimate) || math.IsInf(v.Estimate, 0) {
			return nil, fmt.Errorf("figure: row %d: the estimate is %v; leave the verdict out", i+1, v.Estimate)
		}
		key := [2]string{v.Task, v.Metric}
		methods[key]++
		l.byTask = l.byTask && methods[key] == 1
		l.metrics = add(l.metrics, v.Metric)
		first := verdicts[0]
		l.methods = l.methods || v.Method != first.Method
		l.pairs = l.pairs || v.Task == first.Task && (v.ModelA != first.ModelA || v.ModelB != first.ModelB)
	}
	for _, v := range verdicts {
		if l.byTask {
			l.rows = add(l.rows, "")
		} else {
			l.rows = add(l.rows, v.Task)
		}
	}
	return l, nil
}

// panel draws the lines of one row and metric, the first on top.
func (l *forest) panel(row, metric string) (p *plot.Plot, lines int) {
	var shown []compare.Verdict
	var names []string
	for _, v := range l.verdicts {
		if v.Metric != metric || !l.byTask && v.Task != row {
			continue
		}
		shown = append(shown, v)
		names = append(names, l.name(v))
	}
	label := differenceLabel(shown)
	if len(l.metrics) > 1 { // panels are narrow
		label = strings.Replace(label, " (", "\n(", 1)
	}
	p = newPlot(label, "")
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range shown {
		for _, x := range []float64{v.Estimate, v.Low, v.High, v.Delta} {
			if !math.IsNaN(x) && !math.IsInf(x, 0) {
				lo, hi = min(lo, x), max(hi, x)
			}
		}
	}
	pad := 0.06 * (hi - lo)
	if pad == 0 {
		pad = max(1e-3, 0.1*math.Abs(hi))
	}
	p.X.Min, p.X.Max = lo-pad, hi+pad
	for k, v := range shown {
		low, high := v.Low, v.High
		if math.IsNaN(low) {
			low, high = v.Estimate, v.Estimate
		}
		style := barStyle(-1, "")
		style.hollow = v.Winner == ""
		p.Add(&interval{max(low, p.X.Min), v.Estimate, min(high, p.X.Max), float64(len(shown) - 1 - k), style})
	}
	p.Add(&ruler{x: shown[0].Delta})
	p.X.Min, p.X.Max = lo-pad, hi+pad
	p.Y.Min, p.Y.Max = -0.55, float64(len(shown))-0.45
	ticks := make(plot.ConstantTicks, len(names))
	for k, name := range names {
		ticks[k] = plot.Tick{Value: float64(len(names) - 1 - k), Label: short(name, 32)}
	}
	p.Y.Tick.Marker = ticks
	p.Y.Tick.Length = 0
	p.Y.Tick.Label.Font.Size = labelSize
	return p, len(shown)
}

func (l *forest) name(v compare.Verdict) string {
	switch {
	case l.pairs && l.methods:
		return short(v.ModelB, 10) + " less " + short(v.ModelA, 10) + ", " + v.Method
	case l.pairs:
		return short(v.ModelB, 12) + " less " + short(v.ModelA, 12)
	case !l.byTask && v.Recommended:
		return v.Method + " (recommended)"
	case !l.byTask:
		return v.Method
	case v.Task == "":
		return v.Method
	}
	return v.Task
}

// differenceLabel names the difference; models are called A and B where they vary.
func differenceLabel(verdicts []compare.Verdict) string {
	v := verdicts[0]
	a, b := v.ModelA, v.ModelB
	if slices.ContainsFunc(verdicts, func(o compare.Verdict) bool { return o.ModelA != a || o.ModelB != b }) {
		a, b = "A", "B"
	}
	better := "left"
	if v.HigherIsBetter {
		better = "right"
	}
	if slices.ContainsFunc(verdicts, func(o compare.Verdict) bool {
		return o.Task == v.Task && (o.ModelA != v.ModelA || o.ModelB != v.ModelB)
	}) {
		return fmt.Sprintf("%s, first less second (%s: first better)", v.Metric, better)
	}
	return fmt.Sprintf("%s, %s less %s (%s: %s better)", v.Metric, short(b, 18), short(a, 18), better, short(b, 18))
}

// decided says in a legend what a full or a hollow dot means.
func decided(v compare.Verdict) string {
	switch {
	case v.Delta != 0 && v.Winner == "":
		return fmt.Sprintf("not shown to be beyond %g", v.Delta)
	case v.Delta != 0:
		return fmt.Sprintf("shown to be beyond %g", v.Delta)
	case v.Winner == "":
		return "neither is shown to be better"
	}
	return "one is shown to be better"
}

// forestLegend has an entry for each kind of interval and decision that is drawn.
func forestLegend(verdicts []compare.Verdict) []Entry {
	var out []Entry
	for _, shown := range []bool{true, false} {
		for _, v := range verdicts {
			mark := barStyle(-1, "")
			text := percent(v.Level) + " " + v.IntervalKind() + " interval: "
			if math.IsNaN(v.Low) {
				text = "no interval: "
			}
			mark.hollow = v.Winner == ""
			text += decided(v)
			if shown == mark.hollow || slices.ContainsFunc(out, func(e Entry) bool { return e.Text == text }) {
				continue
			}
			out = append(out, Entry{Text: text, Mark: intervalMark(mark)})
		}
	}
	return out
}
