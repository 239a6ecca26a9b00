package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// Comparison draws the verdicts of a comparison: a dot for the difference, model B minus model
// A, a bar for the interval that decides, and a dashed line at no difference. The dot is filled
// if one model is better and hollow if there is no clear winner. Each metric has a panel with
// its own x axis, three panels at most in a row. With one verdict per task the tasks stand below
// each other; with several procedures each task has its own rows of panels, the recommended
// procedure on top.
//
// Below looks at planned items are their paths. A procedure without an interval has only a dot; an infinite end runs to
// the edge.
// Comparison returns an error if there are no verdicts or an estimate is not finite.
func Comparison(r verdict.Report) (*Figure, error) {
	l, err := arrangeVerdicts(r.Verdicts)
	if err != nil {
		return nil, err
	}
	said := strings.ReplaceAll(r.Sentence(), "\n", " ")
	f := &Figure{Width: wide, Alt: "Differences of two models with intervals: " + said}
	across := panelsAcross(len(l.metrics))
	for _, task := range l.rows {
		heading := short(task.String(), 30)
		for metrics := range slices.Chunk(l.metricsOf(task), across) {
			panels := row{Heading: heading}
			if len(f.rows) == 0 {
				panels.Legend = l.legend()
			}
			most, lines := 0, 1
			var first intervalChart
			for i, metric := range metrics {
				c := l.panel(task, metric, across)
				p := c.plot()
				if i == 0 {
					first = c
				} else if slices.EqualFunc(c.rows, first.rows, sameName) { // metrics may have procedures of their own
					hideNames(p)
				}
				most, lines = max(most, len(c.rows)), max(lines, strings.Count(c.label, "\n"))
				panels.Plots = append(panels.Plots, p)
			}
			for len(panels.Plots) < across {
				panels.Plots = append(panels.Plots, emptyPlot())
			}
			f.Height += 52 + 14*lines + legendLine + l.rowHeight()*most
			f.rows = append(f.rows, panels)
			heading = ""
		}
	}
	below, err := looks(r)
	if err != nil || below == nil {
		return f, err
	}
	return Stack(f, below), nil
}

// verdicts is where verdicts stand: rows of panels, and a panel per metric in each.
type verdicts struct {
	all     []verdict.Verdict
	byTask  bool // one row of panels, with a line per task
	pairs   bool // there is more than one pair of models
	methods bool // there is more than one procedure
	kinds   bool // there is more than one kind of interval, and each row names its own
	rows    []results.Key
	metrics []string
}

func arrangeVerdicts(all []verdict.Verdict) (*verdicts, error) {
	if len(all) == 0 {
		return nil, errNoRows
	}
	l := &verdicts{all: all, byTask: true}
	type cell struct {
		results.Key
		metric string
	}
	count := map[cell]int{}
	for i, v := range all {
		if math.IsNaN(v.Estimate) || math.IsInf(v.Estimate, 0) {
			return nil, fmt.Errorf("figure: row %d: the estimate is %v; leave the verdict out", i+1, v.Estimate)
		}
		at := cell{v.Key, v.Metric.Name}
		count[at]++
		l.byTask = l.byTask && count[at] == 1
		l.metrics = add(l.metrics, v.Metric.Name)
		l.rows = add(l.rows, v.Key)
		l.methods = l.methods || v.Method != all[0].Method
		l.kinds = l.kinds || kindOf(v) != kindOf(all[0])
		l.pairs = l.pairs || v.Key == all[0].Key && !sameModels(v, all[0])
	}
	if l.byTask {
		l.rows = []results.Key{{}}
	}
	return l, nil
}

func sameName(a, b intervalRow) bool { return a.name == b.name }

func sameModels(v, w verdict.Verdict) bool { return v.ModelA == w.ModelA && v.ModelB == w.ModelB }

// metricsOf returns the metrics of a row: a task need not have all.
func (l *verdicts) metricsOf(task results.Key) []string {
	return slices.DeleteFunc(slices.Clone(l.metrics), func(metric string) bool { return l.shown(task, metric) == nil })
}

// shown returns the verdicts of one row and metric.
func (l *verdicts) shown(task results.Key, metric string) (out []verdict.Verdict) {
	for _, v := range l.all {
		if v.Metric.Name == metric && (l.byTask || v.Key == task) {
			out = append(out, v)
		}
	}
	return out
}

// panel returns the chart of one row and metric.
func (l *verdicts) panel(task results.Key, metric string, across int) intervalChart {
	shown := l.shown(task, metric)
	c := intervalChart{label: differenceLabel(shown), reference: shown[0].Delta}
	if across > 1 { // panels are narrow
		c.label = strings.Replace(c.label, " (", "\n(", 1)
		if strings.Index(c.label, "\n") > 100/across {
			c.label = strings.Replace(c.label, ", ", ",\n", 1)
		}
	}
	for _, v := range shown {
		style := styleOf(v)
		name := l.name(v)
		if l.kinds {
			name, c.broken = name+", "+kindOf(v), true
		}
		c.row(name, bar{infer.Estimate{Low: v.Low, Mid: v.Estimate, High: v.High}, style})
	}
	return c
}

// fails is the share of false alarms above which a procedure is grey, five times the usual level.
const fails = 0.25

// styleOf is the look of the interval of a verdict.
func styleOf(v verdict.Verdict) markStyle {
	style := barStyle
	style.hollow = v.Winner == ""
	if v.ErrorRate.Rate > fails {
		style.line.Color = grey
	}
	return style
}

// kindOf names the interval of a verdict.
func kindOf(v verdict.Verdict) string {
	if math.IsNaN(v.Low) {
		return "no interval"
	}
	return v.IntervalKind() + " interval"
}

func (l *verdicts) name(v verdict.Verdict) string {
	switch {
	case l.pairs && l.methods:
		return short(v.ModelB, 10) + " − " + short(v.ModelA, 10) + ", " + v.Method
	case l.pairs:
		return short(v.ModelB, 12) + " − " + short(v.ModelA, 12)
	case !l.byTask && v.Recommended:
		return v.Method + " (recommended)"
	case !l.byTask || v.Key == results.Key{}:
		return v.Method
	}
	return v.Key.String()
}

// differenceLabel names the difference, with A and B for models that vary.
func differenceLabel(shown []verdict.Verdict) string {
	v := shown[0]
	left, better := !v.Metric.Upward(), "better"
	if v.Metric.Directionless {
		better = "higher"
	}
	side := map[bool]string{true: "left", false: "right"}
	if slices.ContainsFunc(shown, func(o verdict.Verdict) bool { return o.Key == v.Key && !sameModels(o, v) }) {
		return fmt.Sprintf("%s, first minus second (%s: first %s)", v.Metric.Label(), side[left], better)
	}
	a, b := v.ModelA, v.ModelB
	if slices.ContainsFunc(shown, func(o verdict.Verdict) bool { return !sameModels(o, v) }) {
		a, b = "A", "B"
	}
	a, b = short(a, 18), short(b, 18)
	ahead := b
	if !slices.ContainsFunc(shown, func(o verdict.Verdict) bool { return (o.Estimate < 0) == left }) {
		ahead, left = a, !left // no dot is on the side of B
	}
	return fmt.Sprintf("%s, %s minus %s (%s: %s %s)", v.Metric.Label(), b, a, side[left], ahead, better)
}

// outcome is what a filled or a hollow dot means, in words.
func outcome(v verdict.Verdict) string {
	switch {
	case v.Delta != 0 && v.Winner == "":
		return fmt.Sprintf("not clearly beyond %g", v.Delta)
	case v.Delta != 0:
		return fmt.Sprintf("clearly beyond %g", v.Delta)
	case v.Metric.Directionless && v.Winner == "":
		return "no clear difference"
	case v.Metric.Directionless:
		return "clear difference"
	case v.Winner == "":
		return "no clear winner"
	}
	return "clear winner"
}

// rowHeight is the height of a row in pixels.
func (l *verdicts) rowHeight() int {
	if l.kinds {
		return rowHeight + 8 // names of two lines
	}
	return rowHeight
}

// legend has an entry for each kind of interval and outcome that is drawn, winners first; where rows name their kinds,
// for each outcome.
func (l *verdicts) legend() []entry {
	var winners, others, failing []entry
	for _, v := range l.all {
		style := styleOf(v)
		text := percent(v.Level) + " " + kindOf(v) + ", " + outcome(v)
		if math.IsNaN(v.Low) {
			text = kindOf(v) + ", " + outcome(v)
		}
		if l.kinds {
			text = percent(v.Level) + " interval, " + outcome(v)
		}
		list := &winners
		switch {
		case v.ErrorRate.Rate > fails:
			text, list = fmt.Sprintf("false alarms up to %.0f%%", 100*v.ErrorRate.Rate), &failing
		case style.hollow:
			list = &others
		}
		e := entry{Text: text, Mark: intervalMark(style)}
		if math.IsNaN(v.Low) && !l.kinds {
			e.Mark = dotMark(style)
		}
		if !slices.ContainsFunc(*list, func(o entry) bool { return o.Text == e.Text }) {
			*list = append(*list, e)
		}
	}
	return slices.Concat(winners, others, failing)
}

// Ledger draws the interval of a verdict and below it the share of its variance that comes from each source, with an
// interval, on an axis from 0 to 100%, see verdict.Verdict.Ledger. It returns an error if there is no ledger, or an end
// of the interval is infinite.
func Ledger(v verdict.Verdict) (*Figure, error) {
	l, ok := v.Ledger()
	if !ok || math.IsInf(v.Low, 0) || math.IsInf(v.High, 0) {
		return nil, fmt.Errorf("figure: %s has no ledger, or an interval without an end; draw the verdict", v.Method)
	}
	style := barStyle
	style.hollow = v.Winner == ""
	c := intervalChart{label: differenceLabel([]verdict.Verdict{v}), reference: v.Delta}
	c.row(percent(v.Level)+" interval", bar{infer.Estimate{Low: v.Low, Mid: v.Estimate, High: v.High}, style})
	difference := of(c.plot(), 720, 52+rowHeight, v.MadeOf())
	c = intervalChart{label: "share of the variance, %", reference: math.NaN()}
	for _, s := range l.Shares {
		share := infer.Estimate{Low: 100 * s.Low, Mid: 100 * s.Mid, High: 100 * s.High}
		c.row(fmt.Sprintf("%s %.0f%%", s.Name, share.Mid), bar{share, barStyle})
	}
	p := c.plot()
	p.X.Min, p.X.Max = -2, 102
	return Stack(difference, of(p, 720, 52+rowHeight*len(c.rows), "Shares of the variance, with 95% intervals")), nil
}
