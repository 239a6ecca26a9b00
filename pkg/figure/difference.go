package figure

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/verdict"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// shade is the color of H0.
var shade = pale(palette[4], 0.55)

// Difference draws the posterior density of nu_B - nu_A for the comparison c. The part where H0
// holds, nu_B - nu_A <= c.Delta, is shaded; the legend gives the probabilities of both
// hypotheses. With c.Rope > 0 a light band shows the region of practical equivalence,
// |nu_B - nu_A| <= c.Rope.
//
// The x axis covers the points. It extends to Delta and to the band unless the points would then
// take less than a quarter of it; in that case the legend gives the side on which they lie.
//
// Difference returns an error if there are no points, if an X is outside [-1, 1], if a density is
// negative, NaN or infinite, or if the points and c are not for the same task and metric.
func Difference(points []posterior.DifferencePoint, c posterior.Comparison) (*Figure, error) {
	if err := checkDifference(points, c); err != nil {
		return nil, err
	}
	var density plotter.XYs
	for _, p := range points {
		density = append(density, plotter.XY{X: p.X, Y: p.Density})
	}
	slices.SortStableFunc(density, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
	lo, hi := widen(density[0].X, density[len(density)-1].X, -1, 1)
	lo, hi = reach(lo, hi, c.Delta)
	var background []plot.Plotter
	if c.Rope > 0 {
		lo, hi = reach(lo, hi, -c.Rope)
		lo, hi = reach(lo, hi, c.Rope)
		background = append(background, &band{math.Max(-c.Rope, lo), math.Min(c.Rope, hi)})
	}
	lo, hi = max(lo, -1), min(hi, 1)
	names := contrast{metric: c.Metric, modelA: c.ModelA, modelB: c.ModelB}
	f := names.density(density, lo, hi, background,
		[]plot.Plotter{&area{points: density, upTo: c.Delta, fill: shade}})
	f.rows[0].Plots[0].Add(&ruler{x: c.Delta})
	f.Alt = differenceAlt(c)
	f.rows[0].Heading = short(c.Task, 30)
	f.rows[0].Legend = differenceLegend(c, lo, hi)
	return f, nil
}

func checkDifference(points []posterior.DifferencePoint, c posterior.Comparison) error {
	if len(points) == 0 {
		return errNoRows
	}
	for i, p := range points {
		inf := math.Inf(1)
		if err := cmp.Or(checkRange(i+1, "x", p.X, -1, 1), checkRange(i+1, "density", p.Density, 0, inf)); err != nil {
			return err
		}
		if p.Task != c.Task || p.Metric != c.Metric {
			return fmt.Errorf("figure: row %d is of task %q, metric %s, but the comparison is of task %q, metric %s; "+
				"draw one at a time", i+1, p.Task, p.Metric, c.Task, c.Metric)
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

func differenceLegend(c posterior.Comparison, lo, hi float64) []entry {
	delta, where := readable(c.Delta), place(c.Delta, c.Delta, lo, hi)
	h0, h1 := probability(c.PH0, c.LogPH0, c.PH1), probability(c.PH1, c.LogPH1, c.PH0)
	out := []entry{
		{Text: fmt.Sprintf("H0: difference ≤ %s%s, P = %s", delta, where, h0), Mark: areaMark{shade, hairline}},
		{Text: fmt.Sprintf("H1: difference > %s, P = %s", delta, h1), Mark: areaMark{white, hairline}},
	}
	if c.Rope > 0 {
		where, p := place(-c.Rope, c.Rope, lo, hi), probability(c.PRope, math.Log(c.PRope), 1-c.PRope)
		out = append(out, entry{Text: fmt.Sprintf("|difference| ≤ %s%s, P = %s", readable(c.Rope), where, p),
			Mark: areaMark{fill: bandColor}})
	}
	return out
}

// place returns where the range from from to to lies if it is not within the x axis.
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

// contrast names the two models of a difference, which is the metric of B minus the metric of A.
type contrast struct {
	metric, modelA, modelB string
	upward                 bool    // higher metrics are better
	directionless          bool    // which are better is not known: one model is the higher one then
	rope                   float64 // half of the region of practical equivalence; 0 for none
}

// label names the x axis.
func (c contrast) label() string {
	name := short(c.metric, 12)
	return fmt.Sprintf("%s(%s) − %s(%s)", name, short(c.modelB, 24), name, short(c.modelA, 24))
}

// density returns the figure of a density from lo to hi, above the background and areas below it.
func (c contrast) density(points plotter.XYs, lo, hi float64, background, areas []plot.Plotter) *Figure {
	p := newPlot(c.label(), "posterior density", background...)
	p.Add(areas...)
	p.Add(&curve{points: points, style: draw.LineStyle{Color: ink, Width: 1.6}})
	p.X.Min, p.X.Max = lo, hi
	p.Y.Min, p.Y.Max = 0, ceiling(p.Y.Max)
	return of(p, 720, 300, "")
}

// Posterior draws the posterior density of the expected difference of the models of a verdict, see
// verdict.Verdict.Posterior. The regions where A is better, where both are practically equal (within v.Rope) and where
// B is better are filled with different colors, and the legend gives their probabilities as the sentence of the
// verdict does. It returns an error if the verdict has no posterior.
func Posterior(v verdict.Verdict) (*Figure, error) {
	p, ok := v.Posterior()
	if !ok {
		return nil, fmt.Errorf("figure: a verdict of %s without a posterior of the difference; draw figure.Comparison",
			cmp.Or(v.Method, "no procedure"))
	}
	return posteriorOf(p, contrast{metric: v.Metric.Label(), modelA: v.ModelA, modelB: v.ModelB,
		upward: v.Metric.Upward(), directionless: v.Metric.Directionless, rope: v.Rope}), nil
}

// posteriorOf draws a posterior of the difference of two models.
func posteriorOf(p paired.Posterior, c contrast) *Figure {
	const tail, points = 0.002, 400
	lo, hi := p.Quantile(tail), p.Quantile(1-tail)
	lo, hi = reach(lo, hi, -c.rope)
	lo, hi = reach(lo, hi, c.rope)
	var density plotter.XYs
	for i := range points + 1 {
		x := lo + (hi-lo)*float64(i)/points
		density = append(density, plotter.XY{X: x, Y: p.Prob(x)})
	}
	word := " better"
	if c.directionless {
		word = " higher"
	}
	names, colors := [2]string{c.modelA, c.modelB}, [2]color.RGBA{pale(palette[0], 0.45), pale(palette[1], 0.45)}
	low, high := 0, 1 // the models that differences below and above 0 speak for
	if !c.upward && !c.directionless {
		low, high = high, low
	}
	left := part{short(names[low], 24) + word, colors[low], p.CDF(-c.rope)}
	right := part{short(names[high], 24) + word, colors[high], p.Survival(c.rope)}
	parts := []part{left, right}
	if c.rope > 0 {
		left.text += " by more than " + readable(c.rope)
		right.text += " by more than " + readable(c.rope)
		parts = []part{left, {"within ±" + readable(c.rope), pale(palette[6], 0.15), p.Rope(c.rope)}, right}
	}
	// From the whole to the left part: each covers the part below its end.
	areas := []plot.Plotter{&area{points: density, upTo: hi, fill: right.color}}
	if c.rope > 0 {
		areas = append(areas, &area{points: density, upTo: c.rope, fill: parts[1].color})
	}
	areas = append(areas, &area{points: density, upTo: -c.rope, fill: left.color})
	f := c.density(density, lo, hi, nil, areas)
	f.rows[0].Plots[0].Add(&ruler{x: -c.rope}, &ruler{x: c.rope})
	f.Height += 20 // the legend may take two lines
	f.Alt = fmt.Sprintf("Posterior density of the expected difference of %s, %s minus %s", c.metric, c.modelB, c.modelA)
	for _, t := range parts {
		said := table.Probability(t.p, 0.5)
		f.rows[0].Legend = append(f.rows[0].Legend, entry{Mark: areaMark{t.color, hairline},
			Text: fmt.Sprintf("%s, P %s", t.text, said)})
		f.Alt += fmt.Sprintf("; %s, P %s", t.text, said)
	}
	return f
}

// part is a part of the area below a density, with its probability.
type part struct {
	text  string
	color color.RGBA
	p     float64
}

var hairline = draw.LineStyle{Color: ink, Width: 0.8}

// reach extends the range to x unless that makes it more than four times as long.
func reach(lo, hi, x float64) (float64, float64) {
	span := hi - lo
	pad := 0.03 * span
	switch {
	case x-pad < lo && hi-x+pad <= 4*span:
		lo = x - pad
	case x+pad > hi && x+pad-lo <= 4*span:
		hi = x + pad
	}
	return lo, hi
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

var rulerStyle = draw.LineStyle{Color: ink, Width: 0.8, Dashes: []vg.Length{2, 2}}

// Plot draws the line if it is within the axis.
func (r *ruler) Plot(c draw.Canvas, p *plot.Plot) {
	if r.x < p.X.Min || r.x > p.X.Max {
		return
	}
	x, _ := p.Transforms(&c)
	c.StrokeLine2(rulerStyle, x(r.x), c.Min.Y, x(r.x), c.Max.Y)
}
