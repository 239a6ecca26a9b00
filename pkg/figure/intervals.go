package figure

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/verdict"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// IntervalRow is one row of a chart of intervals.
type IntervalRow struct {
	Name string
	infer.Estimate
	Shrunken infer.Estimate // drawn below the other one in a forest plot; the zero value is not drawn
}

// Spans draws one interval below the other, each in a color of its own. The x axis is named
// label; the legend gives the level of the intervals.
//
// Spans returns an error if there are no rows or more than 200, if a number is not finite or
// if Low is above High.
func Spans(rows []IntervalRow, label string, level float64) (*Figure, error) {
	if err := checkSpans(rows, infer.Estimate{}, 200); err != nil {
		return nil, err
	}
	c := intervalChart{label: short(label, 60), reference: math.NaN()}
	for k, r := range rows {
		c.row(r.Name, bar{r.Estimate, markStyle{line: curveStyle(k%len(palette), "")}})
	}
	alt := fmt.Sprintf("%s of each model with %s intervals", label, percent(level))
	f := of(c.plot(), 720, 52+rowHeight*len(rows), alt)
	f.rows[0].Legend = []entry{{Text: "mean and " + percent(level) + " interval", Mark: intervalMark(barStyle)}}
	f.Height += f.legendPixels()
	return f, nil
}

// Forest draws the difference of two models on the data sets of p in the report r, one row per data set, at most 60: a
// solid bar with a filled dot for the interval from its own folds and, below it, a dashed bar
// with a hollow dot for the shrunken interval, which takes the other data sets into account.
// The mean over all data sets there might be stands at the bottom. A light band shows the region of practical
// equivalence if p.Rope > 0.
//
// Forest returns an error if there are no data sets, or a number is not finite.
func Forest(r verdict.Report, p verdict.Pooled) (*Figure, error) {
	const most = 60
	alone, shrunken, err := r.Sets(p)
	if err != nil {
		return nil, err
	}
	var rows []IntervalRow
	for i := range alone[:min(len(alone), most)] {
		rows = append(rows, IntervalRow{p.Datasets[i], alone[i], shrunken[i]})
	}
	if len(rows) == 0 {
		return nil, errNoRows
	}
	return forest(rows, p.Mean, p.Level,
		contrast{metric: p.Metric.Label(), modelA: p.ModelA, modelB: p.ModelB, rope: p.Rope})
}

func forest(rows []IntervalRow, mean infer.Estimate, level float64, c contrast) (*Figure, error) {
	if err := checkSpans(rows, mean, len(rows)); err != nil {
		return nil, err
	}
	own := markStyle{line: draw.LineStyle{Color: palette[0], Width: 1.6}}
	shrunken := markStyle{line: draw.LineStyle{Color: palette[1], Width: 1.2, Dashes: dashes}, hollow: true}
	legend := []entry{{Text: fmt.Sprintf("from its own folds, %s credible", percent(level)), Mark: intervalMark(own)}}
	chart := intervalChart{label: c.label(), rope: c.rope}
	for _, r := range rows {
		if r.Shrunken == (infer.Estimate{}) {
			chart.row(r.Name, bar{r.Estimate, own})
			continue
		}
		chart.row(r.Name, bar{r.Estimate, own}, bar{r.Shrunken, shrunken})
		if len(legend) == 1 {
			legend = append(legend, entry{Text: "with the other data sets", Mark: intervalMark(shrunken)})
		}
	}
	if mean != (infer.Estimate{}) {
		chart.row("mean of data sets", bar{mean, markStyle{line: draw.LineStyle{Color: ink, Width: 2.4}}})
		chart.summary = true
	}
	if c.rope > 0 {
		legend = append(legend, entry{Text: "practically equal: within ±" + readable(c.rope),
			Mark: areaMark{fill: bandColor}})
	}
	alt := fmt.Sprintf("Difference of %s, %s minus %s, on %d data sets with %s intervals",
		c.metric, c.modelB, c.modelA, len(rows), percent(level))
	f := of(chart.plot(), 720, 70+legendLine+30*len(chart.rows), alt)
	f.rows[0].Legend = legend
	return f, nil
}

// checkSpans returns an error unless there are 1 to most rows of finite intervals, each with its ends in order. The
// estimate may lie outside of an interval that is not the shortest.
func checkSpans(rows []IntervalRow, mean infer.Estimate, most int) error {
	if len(rows) == 0 {
		return errNoRows
	}
	if len(rows) > most {
		return fmt.Errorf("figure: %d intervals; draw at most %d at once", len(rows), most)
	}
	inf := math.Inf(1)
	for i, r := range rows {
		for _, s := range []infer.Estimate{r.Estimate, r.Shrunken, mean} {
			if err := cmp.Or(checkRange(i+1, "low", s.Low, -inf, inf), checkRange(i+1, "estimate", s.Mid, -inf, inf),
				checkRange(i+1, "high", s.High, -inf, inf)); err != nil {
				return err
			}
			if s.Low > s.High {
				return fmt.Errorf("figure: row %d: low is %v, high is %v; give the lower end first", i+1, s.Low, s.High)
			}
		}
	}
	return nil
}

// rowHeight is the height in pixels of a row of a chart of intervals.
const rowHeight = 34

// intervalChart is a plot of intervals in rows, the first on top.
type intervalChart struct {
	label     string
	reference float64 // where a dashed line stands; NaN for none
	rope      float64 // half of a band around 0; 0 for none
	summary   bool    // a line separates the last row
	broken    bool    // names have a line for what stands before a comma
	rows      []intervalRow
}

type intervalRow struct {
	name string
	bars []bar // the first on top
}

// bar is an interval with its look. NaN ends are not drawn; infinite ones run to the edge of the plot.
type bar struct {
	infer.Estimate
	style markStyle
}

func (c *intervalChart) row(name string, bars ...bar) {
	c.rows = append(c.rows, intervalRow{name, bars})
}

// plot draws the chart. The x axis covers all finite ends, the reference and the band.
func (c *intervalChart) plot() *plot.Plot {
	var background []plot.Plotter
	if c.rope > 0 {
		background = append(background, &band{-c.rope, c.rope})
	}
	p := newPlot(c.label, "", background...)
	if !math.IsNaN(c.reference) {
		p.Add(&ruler{x: c.reference})
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	include := func(values ...float64) {
		for _, x := range values {
			if !math.IsNaN(x) && !math.IsInf(x, 0) {
				lo, hi = min(lo, x), max(hi, x)
			}
		}
	}
	include(c.reference)
	if c.rope > 0 {
		include(-c.rope, c.rope)
	}
	names := make(plot.ConstantTicks, len(c.rows))
	for i, r := range c.rows {
		y := float64(len(c.rows) - 1 - i)
		names[i] = plot.Tick{Value: y, Label: c.rowName(r)}
		for k, b := range r.bars {
			include(b.Low, b.Mid, b.High)
			p.Add(&interval{b, y + 0.16*float64(len(r.bars)-1) - 0.32*float64(k)})
		}
	}
	if c.summary {
		p.Add(separator(0.5))
	}
	lo, hi = widen(lo, hi, math.Inf(-1), math.Inf(1))
	pad := 0.06 * (hi - lo)
	p.X.Min, p.X.Max = lo-pad, hi+pad
	nameRows(p, names)
	return p
}

// rowName is the name of a row as it is written.
func (c *intervalChart) rowName(r intervalRow) string {
	if !c.broken {
		return cmp.Or(short(r.name, 32), " ")
	}
	return strings.Replace(short(r.name, 60), ", ", ",\n", 1)
}

// nameRows writes names at the y axis of p, one per row of the plot.
func nameRows(p *plot.Plot, names plot.ConstantTicks) {
	p.Y.Min, p.Y.Max = -0.55, float64(len(names))-0.45
	p.Y.Tick.Marker = names
	p.Y.Tick.Length = 0
	p.Y.Tick.Label.Font.Size = labelSize
}

// markStyle is the look of an interval.
type markStyle struct {
	line   draw.LineStyle
	hollow bool             // the dot
	shape  draw.GlyphDrawer // of the dot; a circle if nil
}

// barStyle is the look of an interval in ink, in figures of one kind of intervals and in legends.
var barStyle = markStyle{line: draw.LineStyle{Color: ink, Width: 1.6}}

// interval is the plotter of a bar with caps and a dot at the height y.
type interval struct {
	bar
	y float64
}

// Plot draws the interval.
func (iv *interval) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	end := func(v float64, edge vg.Length) (at vg.Length, cap bool) {
		if math.IsInf(v, 0) {
			return edge, false
		}
		return x(v), true
	}
	m := markAt{mid: x(iv.Mid), y: y(iv.y), cap: 3.5}
	if math.IsNaN(iv.Low) {
		m.low, m.high = m.mid, m.mid
	} else {
		m.low, m.capLow = end(iv.Low, c.Min.X)
		m.high, m.capHigh = end(iv.High, c.Max.X)
		m.capLow, m.capHigh = m.capLow && iv.Low != iv.Mid, m.capHigh && iv.High != iv.Mid
	}
	iv.style.draw(c, m)
}

// markAt is where an interval is drawn on a canvas.
type markAt struct {
	low, mid, high, y, cap vg.Length
	capLow, capHigh        bool
}

// intervalMark is the sample of an interval in a legend.
type intervalMark markStyle

// Thumbnail draws the sample.
func (m intervalMark) Thumbnail(c *draw.Canvas) {
	markStyle(m).draw(*c, markAt{c.Min.X, c.Center().X, c.Max.X, c.Center().Y, 3, true, true})
}

// dotMark is the sample of an estimate without an interval in a legend.
type dotMark markStyle

// Thumbnail draws the sample.
func (m dotMark) Thumbnail(c *draw.Canvas) {
	x := c.Center().X
	markStyle(m).draw(*c, markAt{low: x, mid: x, high: x, y: c.Center().Y})
}

func (s markStyle) draw(c draw.Canvas, m markAt) {
	c.StrokeLine2(s.line, m.low, m.y, m.high, m.y)
	solid := s.line
	solid.Dashes = nil
	if m.capLow {
		c.StrokeLine2(solid, m.low, m.y-m.cap, m.low, m.y+m.cap)
	}
	if m.capHigh {
		c.StrokeLine2(solid, m.high, m.y-m.cap, m.high, m.y+m.cap)
	}
	dot := draw.GlyphStyle{Color: s.line.Color, Radius: 3, Shape: circle}
	if s.shape != nil {
		dot.Shape, dot.Radius = s.shape, 4.5
	}
	c.DrawGlyph(dot, vg.Point{X: m.mid, Y: m.y})
	if s.hollow {
		dot.Color, dot.Radius = white, 1.8
		c.DrawGlyph(dot, vg.Point{X: m.mid, Y: m.y})
	}
}

// separator is a thin line across the plot at a height.
type separator float64

// Plot draws the line.
func (s separator) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: ink, Width: vg.Length(0.6)}, c.Min.X, y(float64(s)), c.Max.X, y(float64(s)))
}

// percent writes a level such as 0.95 as 95%.
func percent(level float64) string { return fmt.Sprintf("%.6g%%", 100*level) }
