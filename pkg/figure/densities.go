package figure

import (
	"cmp"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/posterior"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Natural sizes in pixels.
const (
	wide       = 840 // three panels
	densityRow = 210 // one task, without its legend
	legendLine = 26
)

func pointKey(p posterior.CurvePoint) key {
	return key{p.Task, p.Metric, p.Model, p.Weighting}
}

// Densities draws the posterior densities of the metrics of two or more models (the figure of
// Wang and Li 2019): one row of panels per task and one panel per metric. Each model has a color
// and a mark of its own shape at the peaks of its curves; lines are solid for the weighting "bcv"
// and dashed for "hold-out average" (the distribution of Wang et al. 2015), if there are points of it (see
// posterior.Curves). Tasks, metrics and
// models stand in the order of their first point. Each panel has its own axes: the x axis covers
// the points, the y axis starts at 0.
//
// Densities returns an error if there are no points, if an X is outside [0, 1], if a density is
// negative, NaN or infinite, or if a task lacks a metric.
func Densities(points []posterior.CurvePoint) (*Figure, error) {
	if len(points) == 0 {
		return nil, errNoRows
	}
	for i, p := range points {
		if err := cmp.Or(
			checkRange(i+1, "x", p.X, 0, 1),
			checkRange(i+1, "density", p.Density, 0, math.Inf(1)),
			checkWeighting(i+1, p.Weighting)); err != nil {
			return nil, err
		}
	}
	l, panels, err := arrange(points, pointKey)
	if err != nil {
		return nil, err
	}
	height := len(l.tasks) * (densityRow + legendLine)
	f := &Figure{Width: wide, Height: height, Alt: "Posterior densities: " + l.describe()}
	for i, task := range l.tasks {
		row := row{Heading: short(task, 30), Legend: l.legend(i)}
		for j, metric := range l.metrics {
			p := densityPanel(panels[panel{task, metric}], l.models[task])
			p.X.Label.Text = metricLabel(metric)
			if j == 0 {
				p.Y.Label.Text = "posterior density"
			}
			row.Plots = append(row.Plots, p)
		}
		f.rows = append(f.rows, row)
	}
	return f, nil
}

// densityPanel draws the curves of one task and metric.
func densityPanel(points []posterior.CurvePoint, models []string) *plot.Plot {
	p := newPlot("", "")
	var curves []*curve
	index := make(map[key]*curve)
	for _, pt := range points {
		k := pointKey(pt)
		if index[k] == nil {
			model := slices.Index(models, pt.Model)
			index[k] = &curve{weighting: pt.Weighting, style: curveStyle(model, pt.Weighting), peak: shapes[model]}
			curves = append(curves, index[k])
		}
		index[k].points = append(index[k].points, plotter.XY{X: pt.X, Y: pt.Density})
	}
	// Dashed lines lie below the solid ones.
	slices.SortStableFunc(curves, func(a, b *curve) int { return -cmp.Compare(a.weighting, b.weighting) })
	for _, c := range curves {
		slices.SortStableFunc(c.points, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
		p.Add(c)
	}
	p.X.Min, p.X.Max = snap(widen(p.X.Min, p.X.Max, 0, 1))
	p.Y.Min, p.Y.Max = 0, ceiling(p.Y.Max)
	return p
}

// widen returns lo and hi, or a range around them if they are equal, within
// bottom and top.
func widen(lo, hi, bottom, top float64) (float64, float64) {
	if hi > lo {
		return lo, hi
	}
	half := 0.05 * math.Max(math.Abs(lo), 0.1)
	return math.Max(lo-half, bottom), math.Min(hi+half, top)
}

// snap moves ends that are almost 0 or 1 there.
func snap(lo, hi float64) (float64, float64) {
	near := 0.03 * (hi - lo)
	if lo < near {
		lo = 0
	}
	if hi > 1-near {
		hi = 1
	}
	return lo, hi
}

// ceiling returns the end of an axis that starts at 0, a little above the
// largest value.
func ceiling(largest float64) float64 {
	if !(largest > 0) {
		return 1
	}
	return math.Min(1.06*largest, math.MaxFloat64)
}

// curveStyle is solid for the weighting "bcv" and dashed for the other.
func curveStyle(model int, weighting string) draw.LineStyle {
	s := draw.LineStyle{Color: palette[model], Width: 1.6}
	if weighting == posterior.HoldOutAverage {
		s.Width, s.Dashes = 1.2, dashes
	}
	return s
}

// curve is a line through points, or a dot for a single point.
type curve struct {
	points    plotter.XYs
	weighting string
	style     draw.LineStyle
	peak      draw.GlyphDrawer // mark on the highest point; nil for none
}

// Plot draws the curve.
func (c *curve) Plot(dc draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&dc)
	line := make([]vg.Point, len(c.points))
	for i, pt := range c.points {
		line[i] = vg.Point{X: x(pt.X), Y: y(pt.Y)}
	}
	if len(line) == 1 {
		dc.DrawGlyph(draw.GlyphStyle{Color: c.style.Color, Radius: 2.5, Shape: draw.CircleGlyph{}}, line[0])
		return
	}
	dc.StrokeLines(c.style, line)
	if c.peak != nil {
		top := slices.MaxFunc(line, func(a, b vg.Point) int { return cmp.Compare(a.Y, b.Y) })
		dc.DrawGlyph(draw.GlyphStyle{Color: c.style.Color, Radius: markRadius, Shape: c.peak}, top)
	}
}

// DataRange returns the range of the points.
func (c *curve) DataRange() (xmin, xmax, ymin, ymax float64) { return plotter.XYRange(c.points) }

// legend returns the entries of row i: the models where they differ from the models above, and
// the weightings in the first row.
func (l layout) legend(i int) []entry {
	var out []entry
	if i == 0 || !l.sameModels() {
		for k, m := range l.models[l.tasks[i]] {
			style := curveStyle(k, posterior.BCV)
			out = append(out, entry{Text: short(m, 32), Mark: pointMark{color: style.Color, shape: shapes[k]}})
		}
	}
	if i > 0 {
		return out
	}
	for _, w := range l.weightings {
		s := curveStyle(0, w)
		s.Color = ink
		out = append(out, entry{Text: inWords(w), Mark: lineMark(s)})
	}
	return out
}
