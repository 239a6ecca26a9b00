package figure

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/rank"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Order draws a ranking: the models from the best, each with its metric and interval, or over several data sets its
// mean rank, and below them Nemenyi's critical difference from the best one; on the right a bar for each group of
// models of which no two are shown to differ, with a dot for each member, as in a critical-difference diagram turned
// by 90 degrees.
//
// Order returns an error if there are no models or more than 100, or if a metric is not finite.
func Order(t rank.Table) (*Figure, error) {
	if len(t.Rows) == 0 || len(t.Rows) > 100 {
		return nil, fmt.Errorf("figure: a ranking of %d models; give 1 to 100", len(t.Rows))
	}
	c := intervalChart{reference: math.NaN(), summary: t.Datasets != nil,
		label: short(fmt.Sprintf("%s, %s interval of each model by itself", t.Metric.Label(), percent(1-t.Alpha)), 60)}
	if t.Datasets != nil {
		c.label = "mean rank by " + short(t.Metric.Label(), 40)
	}
	for i, r := range t.Rows {
		e := infer.Estimate{Mid: r.Estimate, Low: r.Low, High: r.High}
		if t.Datasets != nil {
			e.Mid = r.MeanRank
		}
		if err := checkRange(i+1, "the metric", e.Mid, math.Inf(-1), math.Inf(1)); err != nil {
			return nil, err
		}
		c.row(r.Model, bar{e, barStyle})
	}
	if d := t.Datasets; d != nil {
		best := t.Rows[0].MeanRank
		c.row("critical difference", bar{infer.Estimate{Low: best, Mid: best, High: best + d.Critical}, barStyle})
	}
	p := c.plot()
	p.X.Tick.Marker = plot.ConstantTicks(ticks{along: horizontal}.Ticks(p.X.Min, p.X.Max))
	bars := &groupBars{from: p.X.Max, step: (p.X.Max - p.X.Min) / 40, rows: len(c.rows)}
	for _, g := range t.Groups {
		if len(g) > 1 {
			bars.groups = append(bars.groups, g)
		}
	}
	p.Add(bars)
	p.X.Max += bars.step * float64(len(bars.groups)+1)
	f := of(p, 720, 52+24*len(c.rows), t.Sentence())
	if len(bars.groups) > 0 {
		f.rows[0].Legend = []entry{{Text: "models with dots on one bar are not shown to differ",
			Mark: dotMark{line: groupStyle}}}
		f.Height += f.legendPixels()
	}
	return f, nil
}

var groupStyle = draw.LineStyle{Color: palette[0], Width: 2.4}

// groupBars is the plotter of the bars of groups, from the best models.
type groupBars struct {
	groups     [][]int
	from, step float64 // where bars stand
	rows       int     // of the plot
}

// Plot draws the bars.
func (b *groupBars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, g := range b.groups {
		at := x(b.from + b.step*float64(i))
		row := func(place int) vg.Length { return y(float64(b.rows - 1 - place)) }
		c.StrokeLine2(groupStyle, at, row(g[0]), at, row(g[len(g)-1]))
		for _, place := range g {
			c.DrawGlyph(draw.GlyphStyle{Color: groupStyle.Color, Radius: 3, Shape: draw.CircleGlyph{}},
				vg.Point{X: at, Y: row(place)})
		}
	}
}
