package figure

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Point is one point of a curve or of a scatter plot.
type Point struct {
	Panel  string // heading of its plot; one plot per panel
	Series string // name in the legend; one color and mark per series
	X, Y   float64
	SE     float64 // standard error of Y: an error bar of two of them up and down; 0 for none
	Mark   Mark    // the same for all points of a series
	Paired bool    // a gray line leads to the point of the first series at the same X
}

// Labels name the axes of a figure.
type Labels struct {
	X, Y  string
	SameY bool // one range of y for all panels, to compare lengths between them

	// Models are the names of models A and B; series that begin with them have the colors of A and B.
	Models [2]string
}

// Mark is how the points of a series are drawn.
type Mark int

// The marks.
const (
	Dots  Mark = iota // marks joined by a line
	Line              // a line alone: the first one solid, the others dashed in different ways
	Dash              // a line of short dashes, for limits and theory
	Cloud             // marks alone, for scatter plots
	Bound             // a line in ink, with a shade above it: nothing is there
)

// panelsAcross is how many of n panels stand in a row, three at most.
func panelsAcross(n int) int {
	if n == 4 {
		return 2
	}
	return min(n, 3)
}

// Curves draws curves with error bars, and scatter plots: one plot per panel, three in a row (two
// if there are four), with one legend. Series differ in color and in the shape of their marks or
// lines, so that they can be distinguished without color; a series "a, limit" has the color of
// "a", and a procedure has its own color and shape in every figure. The points of a series are joined in the given order. Panels have their own axes, or with
// labels.SameY one range of y.
//
// Curves returns an error if there are no points, if a number is NaN or infinite, if a standard
// error is negative, if a series has points with different marks, or if there are more than
// seven series.
func Curves(points []Point, labels Labels) (*Figure, error) {
	g, err := newCurves(points, labels.Models)
	if err == nil && len(g.series) > len(palette) {
		err = fmt.Errorf("figure: %d series; draw at most %d at once", len(g.series), len(palette))
	}
	if err != nil {
		return nil, err
	}
	across := panelsAcross(len(g.panels))
	down := (len(g.panels) + across - 1) / across
	width, height := 640, 330
	if across > 1 {
		width, height = 300*across, 270
	}
	f := &Figure{Width: width, Alt: g.describe(labels)}
	for i := range down {
		row := row{}
		for k := i * across; k < (i+1)*across; k++ {
			row.Plots = append(row.Plots, g.plot(k, labels))
		}
		f.rows = append(f.rows, row)
	}
	if labels.SameY {
		f.sameY(len(g.panels))
	}
	if len(g.series) > 1 {
		for k, s := range g.series {
			f.rows[0].Legend = append(f.rows[0].Legend, entry{Text: short(s, 60), Mark: g.style(k)})
		}
	}
	f.Height = height*down + f.legendPixels()
	return f, nil
}

// describe lists the axes and the series, or else the panels, for the alternative text.
func (g *curveGrid) describe(labels Labels) string {
	alt := cmp.Or(labels.Y, "values") + " against " + cmp.Or(labels.X, "x")
	names := strings.Join(g.series, ", ")
	if names == "" {
		names = strings.Join(g.panels, ", ")
	}
	if names == "" {
		return alt
	}
	return alt + ": " + names
}

// sameY gives the first n plots, row by row, one range of y.
func (f *Figure) sameY(n int) {
	var plots []*plot.Plot
	for _, r := range f.rows {
		plots = append(plots, r.Plots...)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range plots[:n] {
		low, high = min(low, p.Y.Min), max(high, p.Y.Max)
	}
	for _, p := range plots[:n] {
		p.Y.Min, p.Y.Max = low, high
	}
}

// curveGrid holds the points of a figure by panel and series.
type curveGrid struct {
	panels, series []string
	models         [2]string
	mark           map[string]Mark
	points         map[[2]string][]Point
}

func newCurves(points []Point, models [2]string) (*curveGrid, error) {
	if len(points) == 0 {
		return nil, errNoRows
	}
	g := &curveGrid{models: models, mark: map[string]Mark{}, points: map[[2]string][]Point{}}
	for i, r := range points {
		if err := cmp.Or(
			checkRange(i+1, "x", r.X, math.Inf(-1), math.Inf(1)),
			checkRange(i+1, "y", r.Y, math.Inf(-1), math.Inf(1)),
			checkRange(i+1, "se", r.SE, 0, math.Inf(1))); err != nil {
			return nil, err
		}
		if m, ok := g.mark[r.Series]; ok && m != r.Mark {
			return nil, fmt.Errorf("figure: row %d: series %q has two marks; give all its points the same", i+1, r.Series)
		}
		g.mark[r.Series] = r.Mark
		g.panels, g.series = add(g.panels, r.Panel), add(g.series, r.Series)
		at := [2]string{r.Panel, r.Series}
		g.points[at] = append(g.points[at], r)
	}
	return g, nil
}

// plot returns the plot of panel k, or an empty one behind the last.
func (g *curveGrid) plot(k int, labels Labels) *plot.Plot {
	if k >= len(g.panels) {
		return emptyPlot()
	}
	p := newPlot(short(labels.X, 60), short(labels.Y, 60))
	setTitle(p, g.panels[k])
	p.Add(g.pairs(g.panels[k]))
	for i, s := range g.series {
		if points := g.points[[2]string{g.panels[k], s}]; len(points) > 0 {
			p.Add(&seriesPlot{points, g.style(i), g.radius(g.panels[k])})
		}
	}
	p.X.Min, p.X.Max = padded(p.X.Min, p.X.Max)
	p.Y.Min, p.Y.Max = padded(p.Y.Min, p.Y.Max)
	return p
}

// pairs returns the lines between points of a panel that are paired and those of the first series.
func (g *curveGrid) pairs(panel string) (out pairPlot) {
	first := map[float64]Point{}
	for _, r := range g.points[[2]string{panel, g.series[0]}] {
		first[r.X] = r
	}
	for _, s := range g.series[1:] {
		for _, r := range g.points[[2]string{panel, s}] {
			if other, ok := first[r.X]; ok && r.Paired {
				out = append(out, [2]Point{other, r})
			}
		}
	}
	return out
}

// pairPlot is the plotter of lines between two points each.
type pairPlot [][2]Point

// Plot draws the lines.
func (s pairPlot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, r := range s {
		c.StrokeLine2(draw.LineStyle{Color: joining, Width: 1.4}, x(r[0].X), y(r[0].Y), x(r[1].X), y(r[1].Y))
	}
}

// radius returns the size of the marks of a panel.
func (g *curveGrid) radius(panel string) vg.Length {
	marks := 0
	for _, s := range g.series {
		if g.mark[s] == Cloud {
			marks += len(g.points[[2]string{panel, s}])
		}
	}
	if marks >= crowd {
		return smallRadius
	}
	return markRadius
}

// padded adds room at the ends of a range.
func padded(lo, hi float64) (float64, float64) {
	if lo == hi {
		gap := math.Max(math.Abs(lo)/10, 1e-9)
		return lo - gap, hi + gap
	}
	return lo - 0.04*(hi-lo), hi + 0.04*(hi-lo)
}

// seriesPlot is the plotter of one series in one panel.
type seriesPlot struct {
	points []Point
	style  pointMark
	radius vg.Length // of the marks
}

// Plot draws the line, the error bars and the dots.
func (s *seriesPlot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := make([]vg.Point, len(s.points))
	for i, r := range s.points {
		at[i] = vg.Point{X: x(r.X), Y: y(r.Y)}
	}
	line := s.style.line()
	if s.style.mark == Bound {
		shaded := slices.Concat([]vg.Point{{X: at[0].X, Y: c.Max.Y}}, at, []vg.Point{{X: at[len(at)-1].X, Y: c.Max.Y}})
		c.FillPolygon(nothing, c.ClipPolygonXY(shaded))
	}
	if s.style.mark != Cloud {
		c.StrokeLines(line, c.ClipLinesXY(at)...)
	}
	bar := draw.LineStyle{Color: s.style.color, Width: 0.9}
	for i, r := range s.points {
		if r.SE > 0 {
			c.StrokeLine2(bar, at[i].X, y(r.Y-2*r.SE), at[i].X, y(r.Y+2*r.SE))
		}
		if s.style.dots() {
			s.style.glyph(&c, at[i], s.radius)
		}
	}
}

// DataRange returns the range of the points and their error bars.
func (s *seriesPlot) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, r := range s.points {
		xmin, xmax = math.Min(xmin, r.X), math.Max(xmax, r.X)
		ymin, ymax = math.Min(ymin, r.Y-2*r.SE), math.Max(ymax, r.Y+2*r.SE)
	}
	return xmin, xmax, ymin, ymax
}

// nothing is the color of areas in which nothing lies.
var nothing = pale(ink, 0.1)

// pointMark is the look of a series and its sample in a legend.
type pointMark struct {
	mark   Mark
	color  color.Color
	dashes []vg.Length // nil for a solid line
	shape  draw.GlyphDrawer
}

// joining is the color of lines between what belongs together.
var joining = color.RGBA{0xA8, 0xA8, 0xA8, 0xFF}

// Sizes of marks in points.
const (
	markRadius  = 2.6
	smallRadius = 1.3 // in panels with at least crowd marks, which would cover each other
	crowd       = 300
)

var circle, pyramid = draw.CircleGlyph{}, draw.PyramidGlyph{}

// shapes of the marks of series, by their order.
var shapes = []draw.GlyphDrawer{
	circle, square{}, pyramid, hollow{circle}, hollow{square{}}, hollow{pyramid}, draw.CrossGlyph{},
}

// Dashes in points, of the lines of a figure in their order and of its limits.
var (
	lineDashes  = [][]vg.Length{nil, {9, 3}, {7, 2.5, 1.5, 2.5}, {1.5, 2.5}, {9, 2, 1.5, 2, 1.5, 2}, {4, 2}, {13, 4}}
	limitDashes = [][]vg.Length{dashes, {2, 2}, {8, 3, 2, 3}, {3, 4}, {10, 4}, {5, 2, 1, 2}, {1, 3}}
)

// look returns the color and shape of series k: those of a procedure in every figure, and others by their order. A
// series whose name continues an earlier one's, as "rho2 = 0.5, limit" does "rho2 = 0.5", has the color of the earlier
// one.
func (g *curveGrid) look(k int) look {
	name := g.series[k]
	if g.mark[name] == Bound {
		return look{ink, circle}
	}
	if of, ok := lookOf(name); ok {
		return of
	}
	for i, model := range g.models {
		if model != "" && strings.HasPrefix(name, model) {
			return look{palette[i], shapes[i]}
		}
	}
	order := 0
	for _, s := range g.series[:k] {
		if _, ok := lookOf(s); !ok {
			order++
		}
	}
	of := look{palette[order%len(palette)], shapes[order%len(shapes)]}
	if i := slices.IndexFunc(g.series[:k], func(s string) bool { return strings.HasPrefix(name, s+", ") }); i >= 0 {
		of.color = g.look(i).color
	}
	return of
}

// style returns the look of series k. Each line and each limit has its own dashes.
func (g *curveGrid) style(k int) pointMark {
	m := g.mark[g.series[k]]
	before := 0
	for _, s := range g.series[:k] {
		if g.mark[s] == m {
			before++
		}
	}
	of := g.look(k)
	out := pointMark{mark: m, color: of.color, shape: of.shape}
	switch m {
	case Line:
		out.dashes = lineDashes[before%len(lineDashes)]
	case Dash:
		out.dashes = limitDashes[before%len(limitDashes)]
	}
	return out
}

func (m pointMark) dots() bool { return m.mark == Dots || m.mark == Cloud }

func (m pointMark) line() draw.LineStyle {
	return draw.LineStyle{Color: m.color, Width: 1.4, Dashes: m.dashes}
}

func (m pointMark) glyph(c *draw.Canvas, at vg.Point, radius vg.Length) {
	c.DrawGlyph(draw.GlyphStyle{Color: m.color, Radius: radius, Shape: m.shape}, at)
}

// Thumbnail draws the sample.
func (m pointMark) Thumbnail(c *draw.Canvas) {
	y := c.Center().Y
	if m.mark == Bound {
		fill(c.Canvas, vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: y}, Max: c.Max}, nothing)
	}
	if m.mark != Cloud {
		c.StrokeLine2(m.line(), c.Min.X, y, c.Max.X, y)
	}
	if m.dots() {
		m.glyph(c, c.Center(), markRadius)
	}
}

// square is a filled square mark.
type square struct{}

// DrawGlyph draws the mark.
func (square) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	r := s.Radius * 0.9
	fill(c.Canvas, vg.Rectangle{Min: vg.Point{X: at.X - r, Y: at.Y - r}, Max: vg.Point{X: at.X + r, Y: at.Y + r}}, s.Color)
}

// hollow draws a filled mark with a white middle: lines behind it stay hidden.
type hollow struct{ draw.GlyphDrawer }

// DrawGlyph draws the mark.
func (h hollow) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	h.GlyphDrawer.DrawGlyph(c, s, at)
	s.Color, s.Radius = white, s.Radius*0.55
	c.SetColor(white)
	h.GlyphDrawer.DrawGlyph(c, s, at)
}
