package figure

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/posterior"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// shade is the colour of H0.
var shade = pale(palette[4], 0.55)

// Difference draws the posterior density of nu_B - nu_A for the comparison c.
// The part where H0 holds, nu_B - nu_A <= c.Delta, is shaded; the legend gives
// the probabilities of both hypotheses. With c.Rope > 0 a light band shows the
// region of practical equivalence, |nu_B - nu_A| <= c.Rope.
//
// The x axis runs over the points and, where that does not make them less than
// a quarter of it, to Delta and the band; otherwise the legend says on which
// side they lie.
//
// It is an error if there are no points, if X is outside [-1, 1], if a density
// is negative, NaN or infinite, or if points and c are not of one task and
// metric.
func Difference(points []posterior.DifferencePoint, c posterior.Comparison) (*Figure, error) {
	if err := checkDifference(points, c); err != nil {
		return nil, err
	}
	density := &curve{style: draw.LineStyle{Color: ink, Width: 1.6}}
	for _, p := range points {
		density.points = append(density.points, plotter.XY{X: p.X, Y: p.Density})
	}
	slices.SortStableFunc(density.points, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
	lo, hi := widen(density.points[0].X, density.points[len(density.points)-1].X, -1, 1)
	lo, hi = reach(lo, hi, c.Delta)
	var background []plot.Plotter
	if c.Rope > 0 {
		lo, hi = reach(lo, hi, -c.Rope)
		lo, hi = reach(lo, hi, c.Rope)
		background = append(background, &band{math.Max(-c.Rope, lo), math.Min(c.Rope, hi)})
	}
	name := short(c.Metric, 12)
	p := newPlot(fmt.Sprintf("%s(%s) − %s(%s)", name, short(c.ModelB, 24), name, short(c.ModelA, 24)), "posterior density", background...)
	below := &area{points: density.points, upTo: c.Delta, fill: shade}
	p.Add(below, density, &ruler{x: c.Delta})
	p.X.Min, p.X.Max = lo, hi
	p.Y.Min, p.Y.Max = 0, ceiling(p.Y.Max)
	f := Of(p, 720, 300, differenceAlt(c))
	f.Rows[0].Heading = short(c.Task, 30)
	f.Rows[0].Legend = differenceLegend(c, lo, hi)
	return f, nil
}

func checkDifference(points []posterior.DifferencePoint, c posterior.Comparison) error {
	if len(points) == 0 {
		return errNoRows
	}
	for i, p := range points {
		if err := cmp.Or(
			checkRange(i+1, "x", p.X, -1, 1),
			checkRange(i+1, "density", p.Density, 0, math.Inf(1))); err != nil {
			return err
		}
		if p.Task != c.Task || p.Metric != c.Metric {
			return fmt.Errorf("figure: row %d is of task %q, metric %s, but the comparison is of task %q, metric %s; draw one at a time",
				i+1, p.Task, p.Metric, c.Task, c.Metric)
		}
	}
	for _, x := range []float64{c.PH0, c.PH1} {
		if !(x >= 0 && x <= 1) {
			return fmt.Errorf("figure: P(H0) is %v and P(H1) is %v; give probabilities", c.PH0, c.PH1)
		}
	}
	if !(math.Abs(c.Delta) <= 1) || !(c.Rope >= 0 && c.Rope <= 1) {
		return errors.New("figure: delta must be from -1 to 1 and rope from 0 to 1")
	}
	return nil
}

// reach widens the range to x unless that makes it more than four times as
// long.
func reach(lo, hi, x float64) (float64, float64) {
	span := hi - lo
	pad := 0.03 * span
	switch {
	case x-pad < lo && hi-x+pad <= 4*span:
		lo = x - pad
	case x+pad > hi && x+pad-lo <= 4*span:
		hi = x + pad
	}
	return math.Max(lo, -1), math.Min(hi, 1)
}

func differenceLegend(c posterior.Comparison, lo, hi float64) []Entry {
	border := draw.LineStyle{Color: ink, Width: 0.8}
	delta := readable(c.Delta)
	out := []Entry{
		{Text: fmt.Sprintf("H0: difference ≤ %s%s, P = %s", delta, place(c.Delta, c.Delta, lo, hi), probability(c.PH0, c.LogPH0, c.PH1)),
			Mark: areaMark{shade, border}},
		{Text: fmt.Sprintf("H1: difference > %s, P = %s", delta, probability(c.PH1, c.LogPH1, c.PH0)), Mark: areaMark{white, border}},
	}
	if c.Rope > 0 {
		out = append(out, Entry{Text: fmt.Sprintf("|difference| ≤ %s%s, P = %s", readable(c.Rope), place(-c.Rope, c.Rope, lo, hi),
			probability(c.PRope, math.Log(c.PRope), 1-c.PRope)), Mark: areaMark{fill: bandColor}})
	}
	return out
}

// place says where from to to lies if it is not within the x axis.
func place(from, to, lo, hi float64) string {
	switch {
	case to < lo:
		return " (left of the figure)"
	case from > hi:
		return " (right of the figure)"
	}
	return ""
}

func differenceAlt(c posterior.Comparison) string {
	s := fmt.Sprintf("Posterior density of the difference of %s, %s minus %s: P(H0) = %s, P(H1) = %s",
		c.Metric, c.ModelB, c.ModelA, probability(c.PH0, c.LogPH0, c.PH1), probability(c.PH1, c.LogPH1, c.PH0))
	if c.Task != "" {
		s = c.Task + ": " + s
	}
	return s
}

// area fills the space below a line, up to the abscissa upTo.
type area struct {
	points plotter.XYs
	upTo   float64
	fill   color.Color
}

// Plot draws the area.
func (a *area) Plot(c draw.Canvas, p *plot.Plot) {
	part := a.part()
	if len(part) < 2 {
		return
	}
	x, y := p.Transforms(&c)
	outline := []vg.Point{{X: x(part[0].X), Y: y(0)}}
	for _, pt := range part {
		outline = append(outline, vg.Point{X: x(pt.X), Y: y(pt.Y)})
	}
	outline = append(outline, vg.Point{X: x(part[len(part)-1].X), Y: y(0)})
	c.FillPolygon(a.fill, c.ClipPolygonXY(outline))
}

// part returns the points up to upTo, the last one interpolated.
func (a *area) part() plotter.XYs {
	n := 0
	for n < len(a.points) && a.points[n].X <= a.upTo {
		n++
	}
	part := slices.Clone(a.points[:n])
	if n == 0 || n == len(a.points) || a.points[n-1].X == a.upTo {
		return part
	}
	l, r := a.points[n-1], a.points[n]
	t := (a.upTo - l.X) / (r.X - l.X)
	return append(part, plotter.XY{X: a.upTo, Y: l.Y + t*(r.Y-l.Y)})
}

// bandColor is the colour of the region of practical equivalence.
var bandColor = pale(palette[5], 0.22)

// band fills the plot between two abscissas.
type band struct{ lo, hi float64 }

// Plot draws the band.
func (b *band) Plot(c draw.Canvas, p *plot.Plot) {
	if b.lo >= b.hi {
		return
	}
	x, _ := p.Transforms(&c)
	fill(c.Canvas, vg.Rectangle{Min: vg.Point{X: x(b.lo), Y: c.Min.Y}, Max: vg.Point{X: x(b.hi), Y: c.Max.Y}}, bandColor)
}

// ruler is a thin vertical line through the plot.
type ruler struct{ x float64 }

// Plot draws the line if it is within the axis.
func (r *ruler) Plot(c draw.Canvas, p *plot.Plot) {
	if r.x < p.X.Min || r.x > p.X.Max {
		return
	}
	x, _ := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.8, Dashes: []vg.Length{2, 2}}, x(r.x), c.Min.Y, x(r.x), c.Max.Y)
}
