package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/rank"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// CriticalDifference draws the critical-difference diagram of Demšar (2006): the models at their
// mean ranks on an axis, the best on the left, and below it a bar for each group of models whose
// ranks differ by less than cd (see ranks.Groups). The critical difference stands above the axis.
//
// CriticalDifference returns an error if there are fewer than two models or more than 40, if a
// rank is below 1 or above the number of models, or if cd is not positive and finite.
func CriticalDifference(models []compare.RankedModel, cd float64) (*Figure, error) {
	if len(models) < 2 || len(models) > 40 {
		return nil, fmt.Errorf("figure: mean ranks of %d models; give 2 to 40", len(models))
	}
	if !(cd > 0) || math.IsInf(cd, 0) {
		return nil, fmt.Errorf("figure: a critical difference of %v; give a positive number", cd)
	}
	sorted := slices.Clone(models)
	for i, m := range models {
		if err := checkRange(i+1, "rank", m.Rank, 1, float64(len(models))); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(sorted, func(a, b compare.RankedModel) int { return cmp.Compare(a.Rank, b.Rank) })
	values, names := make([]float64, len(sorted)), make([]string, len(sorted))
	for i, m := range sorted {
		values[i] = m.Rank
		names[i] = fmt.Sprintf("%s (%.2f)", short(m.Model, 28), m.Rank)
	}
	d := &rankDiagram{ranks: values, names: names, cd: cd, groups: ranks.Groups(values, cd)}
	p := plot.New()
	p.HideAxes()
	p.Add(d)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1 // the diagram places its parts itself
	height := d.top() + d.level((len(sorted)+1)/2-1) + 12
	alt := fmt.Sprintf("Critical-difference diagram, mean ranks: %s; "+
		"models that differ by %.3g or more are called different", strings.Join(names, ", "), cd)
	return of(p, 720, int(math.Ceil(float64(height/pixel)))+int(2*margin/pixel), alt), nil
}

// rankDiagram is the plotter of a critical-difference diagram; models are sorted.
type rankDiagram struct {
	ranks  []float64
	names  []string
	cd     float64
	groups [][]int
}

const (
	rankLine  = vg.Length(15) // between names
	groupLine = vg.Length(7)  // between the bars of groups
)

// top is the height above the axis.
func (d *rankDiagram) top() vg.Length { return 44 }

// level returns the distance from the axis to the i-th name below it on one side.
func (d *rankDiagram) level(i int) vg.Length {
	return 12 + groupLine*vg.Length(len(d.groups)) + rankLine*vg.Length(i)
}

// Plot draws the diagram.
func (d *rankDiagram) Plot(c draw.Canvas, _ *plot.Plot) {
	name := textStyle(labelSize)
	half := (len(d.names) + 1) / 2
	var left, right vg.Length
	for i, n := range d.names {
		if i < half {
			left = max(left, name.Width(n))
		} else {
			right = max(right, name.Width(n))
		}
	}
	const gap = 6
	low, high := c.Min.X+left+3*gap, c.Max.X-right-3*gap
	k := float64(len(d.names))
	at := func(rank float64) vg.Length { return low + (high-low)*vg.Length((rank-1)/(k-1)) }
	axis := c.Max.Y - d.top()
	d.drawAxis(c, at, axis, low, c.Max.X)
	thin := draw.LineStyle{Color: ink, Width: 0.8}
	for i, n := range d.names {
		x := at(d.ranks[i])
		side, align, y := low-2*gap, text.XRight, axis-d.level(i)
		from := side + gap/2
		if i >= half {
			side, align, y = high+2*gap, text.XLeft, axis-d.level(len(d.names)-1-i)
			from = side - gap/2
		}
		c.StrokeLines(thin, []vg.Point{{X: x, Y: axis}, {X: x, Y: y}, {X: from, Y: y}})
		style := name
		style.XAlign = align
		c.FillText(style, vg.Point{X: side, Y: middled(y, style)}, n)
	}
	thick := draw.LineStyle{Color: palette[0], Width: 3}
	for i, g := range d.groups {
		y := axis - 7 - groupLine*vg.Length(i)
		c.StrokeLine2(thick, at(d.ranks[g[0]])-2.5, y, at(d.ranks[g[len(g)-1]])+2.5, y)
	}
}

// middled returns the baseline of a text whose letters are centered on y.
func middled(y vg.Length, s text.Style) vg.Length { return y - 0.36*vg.Length(s.Font.Size) }

// drawAxis draws the axis of ranks and above it the critical difference.
func (d *rankDiagram) drawAxis(c draw.Canvas, at func(float64) vg.Length, y, low, end vg.Length) {
	line := draw.LineStyle{Color: ink, Width: 1}
	k := len(d.names)
	c.StrokeLine2(line, at(1), y, at(float64(k)), y)
	label := textStyle(tickSize)
	label.XAlign, label.YAlign = text.XCenter, text.YBottom
	step := 1 + (k-1)/20
	for r := 1; r <= k; r++ {
		x := at(float64(r))
		c.StrokeLine2(line, x, y, x, y+4)
		if (r-1)%step == 0 {
			c.FillText(label, vg.Point{X: x, Y: y + 5}, fmt.Sprint(r))
		}
	}
	bar := y + 26
	to := min(low+(at(2)-at(1))*vg.Length(d.cd), end)
	c.StrokeLine2(draw.LineStyle{Color: ink, Width: 1.6}, low, bar, to, bar)
	for _, x := range []vg.Length{low, to} {
		c.StrokeLine2(line, x, bar-3, x, bar+3)
	}
	label.XAlign = text.XLeft
	c.FillText(label, vg.Point{X: low, Y: bar + 5}, fmt.Sprintf("critical difference %.2f", d.cd))
}

// Order draws a ranking: the models from the best, each with its metric and interval, or over several data sets its
// mean rank; on the right a bar for each group of models of which no two are shown to differ, with a dot for each
// member, as in a critical-difference diagram turned by 90 degrees.
//
// Order returns an error if there are no models or more than 100, or if a metric is not finite.
func Order(t rank.Table) (*Figure, error) {
	rows := make([]IntervalRow, len(t.Rows))
	label := fmt.Sprintf("%s, %s interval of each model by itself", t.Metric.Name, percent(1-t.Alpha))
	low, high := math.Inf(1), math.Inf(-1)
	for i, r := range t.Rows {
		e := infer.Estimate{Mid: r.Estimate, Low: r.Low, High: r.High}
		if !math.IsNaN(r.MeanRank) {
			label, e.Mid = "mean rank of "+t.Metric.Name, r.MeanRank
		}
		if math.IsNaN(e.Low) {
			e.Low, e.High = e.Mid, e.Mid
		}
		rows[i] = IntervalRow{Name: r.Model, Estimate: e}
		low, high = min(low, e.Low), max(high, e.High)
	}
	if err := checkSpans(rows, infer.Estimate{}, 100); err != nil {
		return nil, err
	}
	c := intervalChart{label: short(label, 60), reference: math.NaN()}
	for _, r := range rows {
		c.row(r.Name, bar{r.Estimate, barStyle})
	}
	p := c.plot()
	p.X.Tick.Marker = plot.ConstantTicks(ticks{along: horizontal}.Ticks(p.X.Min, p.X.Max))
	bars := &groupBars{from: p.X.Max, step: (p.X.Max - p.X.Min) / 40, models: len(rows)}
	for _, g := range t.Groups {
		if len(g) > 1 {
			bars.groups = append(bars.groups, g)
		}
	}
	p.Add(bars)
	p.X.Max += bars.step * float64(len(bars.groups)+1)
	f := of(p, 720, 52+24*len(rows), t.Sentence())
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
	models     int
}

// Plot draws the bars.
func (b *groupBars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, g := range b.groups {
		at := x(b.from + b.step*float64(i))
		row := func(place int) vg.Length { return y(float64(b.models - 1 - place)) }
		c.StrokeLine2(groupStyle, at, row(g[0]), at, row(g[len(g)-1]))
		for _, place := range g {
			c.DrawGlyph(draw.GlyphStyle{Color: groupStyle.Color, Radius: 3, Shape: draw.CircleGlyph{}},
				vg.Point{X: at, Y: row(place)})
		}
	}
}
