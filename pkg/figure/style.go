package figure

import (
	"image/color"
	"strings"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The colors are those of Okabe and Ito (2008), "Color universal design", without yellow, which is too pale for
// lines on white.
var (
	blue      = color.RGBA{0x00, 0x72, 0xB2, 0xFF}
	vermilion = color.RGBA{0xD5, 0x5E, 0x00, 0xFF}
	green     = color.RGBA{0x00, 0x9E, 0x73, 0xFF}
	purple    = color.RGBA{0xCC, 0x79, 0xA7, 0xFF}
	orange    = color.RGBA{0xE6, 0x9F, 0x00, 0xFF}
	sky       = color.RGBA{0x56, 0xB4, 0xE9, 0xFF}
	black     = color.RGBA{0x00, 0x00, 0x00, 0xFF}
)

// palette is the colors of series by their order. The first two are for models A and B.
var palette = []color.RGBA{blue, vermilion, green, purple, orange, sky, black}

var (
	white    = color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
	ink      = color.RGBA{0x20, 0x20, 0x20, 0xFF} // text and axes
	grey     = color.RGBA{0xA8, 0xA8, 0xA8, 0xFF} // what should not be read as shown
	gridLine = color.RGBA{0xE2, 0xE2, 0xE2, 0xFF}
)

const (
	labelSize = font.Length(9.5) // points: 12.7 pixels in a browser
	tickSize  = font.Length(8.5)
)

// dashes of the second line style, in points.
var dashes = []vg.Length{5, 3}

// textStyle returns the style of all text: Liberation Sans.
func textStyle(size font.Length) text.Style {
	return text.Style{
		Color:   ink,
		Font:    font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size),
		Handler: plot.DefaultTextHandler,
	}
}

// newPlot returns a plot in the common style: ticks at round numbers, data areas that end at the
// axes, and a thin grid above the background.
func newPlot(xLabel, yLabel string, background ...plot.Plotter) *plot.Plot {
	p := plot.New()
	styleAxis(&p.X, xLabel, horizontal)
	styleAxis(&p.Y, yLabel, vertical)
	p.Add(background...)
	g := plotter.NewGrid()
	g.Vertical = draw.LineStyle{Color: gridLine, Width: 0.5}
	g.Horizontal = g.Vertical
	p.Add(g)
	return p
}

func styleAxis(a *plot.Axis, label string, d direction) {
	a.Label.Text = label
	a.Label.TextStyle = inherit(a.Label.TextStyle, labelSize)
	a.Label.Padding = 3
	a.Tick.Label = inherit(a.Tick.Label, tickSize)
	a.Tick.Length = 3.5
	a.Tick.Color, a.Color = ink, ink
	a.Tick.Marker = ticks{along: d}
	a.Padding = 0
}

// inherit changes the font and keeps the alignment.
func inherit(s text.Style, size font.Length) text.Style {
	t := textStyle(size)
	t.XAlign, t.YAlign, t.Rotation = s.XAlign, s.YAlign, s.Rotation
	return t
}

// pale returns c mixed with white; part is the share of c, from 0 to 1. Solid pale colors print
// the same everywhere, transparent ones do not.
func pale(c color.RGBA, part float64) color.RGBA {
	mix := func(x uint8) uint8 { return uint8(part*float64(x) + (1-part)*255 + 0.5) }
	return color.RGBA{mix(c.R), mix(c.G), mix(c.B), 0xFF}
}

// short returns the name on one line of at most n characters.
func short(name string, n int) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, name)
	if r := []rune(name); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return name
}

// fill paints a rectangle.
func fill(c vg.Canvas, r vg.Rectangle, col color.Color) {
	c.SetColor(col)
	c.Fill(r.Path())
}

// setTitle writes the heading of a panel above its plot.
func setTitle(p *plot.Plot, text string) {
	p.Title.Text = short(text, 48)
	p.Title.TextStyle = inherit(p.Title.TextStyle, labelSize)
	p.Title.Padding = 4
}

// emptyPlot fills the rest of a row of panels.
func emptyPlot() *plot.Plot {
	p := plot.New()
	p.HideAxes()
	return p
}

// middled returns the baseline of a text whose letters are centered on y.
func middled(y vg.Length, s text.Style) vg.Length { return y - 0.36*vg.Length(s.Font.Size) }
