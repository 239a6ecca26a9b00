package figure

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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

// pointMark is the look of a series, and its sample in a legend.
type pointMark struct {
	mark   Mark
	color  color.Color
	dashes []vg.Length // nil for a solid line
	shape  draw.GlyphDrawer
}

// Sizes of a mark in points: of most figures, and where a panel has so many that they would
// cover each other.
const (
	markRadius  = 2.6
	smallRadius = 1.3
	crowd       = 300 // marks of a panel from which they are small
)

// shapes of the marks, by the number of the series.
var shapes = []draw.GlyphDrawer{
	draw.CircleGlyph{}, square{}, draw.PyramidGlyph{}, hollow{draw.CircleGlyph{}}, hollow{square{}}, hollow{draw.PyramidGlyph{}}, draw.CrossGlyph{},
}

// Dashes in points: of the lines of a figure in their order, and of the limits.
var (
	lineDashes  = [][]vg.Length{nil, {9, 3}, {7, 2.5, 1.5, 2.5}, {1.5, 2.5}, {9, 2, 1.5, 2, 1.5, 2}, {4, 2}, {13, 4}}
	limitDashes = [][]vg.Length{dashes, {2, 2}, {8, 3, 2, 3}, {3, 4}, {10, 4}, {5, 2, 1, 2}, {1, 3}}
)

// color returns the colour of series k: that of an earlier one whose name its own
// goes on, as "rho2 = 0.5, limit" goes on "rho2 = 0.5", or else its own.
func (g *curveGrid) color(k int) color.Color {
	for i, s := range g.series[:k] {
		if strings.HasPrefix(g.series[k], s+", ") {
			return g.color(i)
		}
	}
	return palette[k]
}

// style returns the look of series k: of several lines, or of several limits, each
// has its own dashes.
func (g *curveGrid) style(k int) pointMark {
	m := g.mark[g.series[k]]
	before := 0
	for _, s := range g.series[:k] {
		if g.mark[s] == m {
			before++
		}
	}
	out := pointMark{mark: m, color: g.color(k), shape: shapes[k]}
	switch m {
	case Line:
		out.dashes = lineDashes[before]
	case Dash:
		out.dashes = limitDashes[before]
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
