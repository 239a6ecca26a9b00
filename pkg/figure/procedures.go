package figure

import (
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// look is the color and the shape of the marks of a series.
type look struct {
	color color.RGBA
	shape draw.GlyphDrawer
}

// procedures are the looks of tests and posteriors: one color and shape for each, in every figure. Procedures of a kind
// share a color; the settings of one that a figure sets beside each other differ in shape.
var procedures = []struct {
	look
	names []string // of one procedure
}{
	{look{blue, circle}, []string{"bcv-t"}},
	{look{blue, hollow{circle}}, []string{"blocked-mx2-t", "mx2-t"}},
	{look{sky, pyramid}, []string{"blocked-3x2-t"}},
	{look{green, pyramid}, []string{"nested-t"}},
	{look{green, hollow{pyramid}}, []string{"nested-t, gamma 1.3"}},
	{look{green, square{}}, []string{"nested posterior"}},
	{look{purple, square{}}, []string{"paired"}},
	{look{purple, hollow{square{}}}, []string{"paired, empirical", "paired, empirical prior"}},
	{look{purple, diamond{}}, []string{"paired, fixed 1/3"}},
	{look{purple, hollow{diamond{}}}, []string{"paired, chosen"}},
	{look{purple, draw.CrossGlyph{}}, []string{"posterior"}},
	{look{purple, hollow{circle}}, []string{"records"}},
	{look{vermilion, square{}}, []string{"kfold-t", "10-fold t"}},
	{look{vermilion, hollow{square{}}}, []string{"5-fold CV, kfold-t", "5-fold t"}},
	{look{vermilion, diamond{}}, []string{"5x2-t"}},
	{look{vermilion, hollow{diamond{}}}, []string{"combined-5x2-t"}},
	{look{orange, pyramid}, []string{"corrected-repeated-kfold-t"}},
	{look{orange, hollow{pyramid}}, []string{"corrected resampled", "corrected-resampled-t"}},
	{look{orange, square{}}, []string{"calibrated-5x2-F"}},
	{look{orange, hollow{square{}}}, []string{"combined-5x2-F"}},
	{look{black, hollow{circle}}, []string{"sequential, printed", "printed"}},
	{look{black, hollow{square{}}}, []string{"sequential, printed at alpha/2", "printed at alpha/2"}},
	{look{green, diamond{}}, []string{"sequential, calibrated", "calibrated, late"}},
	{look{green, hollow{diamond{}}}, []string{"sequential, calibrated, equal", "calibrated, equal"}},
	{look{black, draw.CrossGlyph{}}, []string{"oracle z"}},
	{look{black, draw.PlusGlyph{}}, []string{"conservative z"}},
	{look{blue, square{}}, []string{"cluster-t"}},
	{look{green, circle}, []string{"crossed-t"}},
	{look{orange, circle}, []string{"item-t"}},
	{look{vermilion, pyramid}, []string{"Welch's t of runs"}},
	{look{vermilion, hollow{pyramid}}, []string{"t of all items and runs"}},
}

// levels are lines that procedures are measured by, in ink.
var levels = []string{"5%", "95%", "level", "no difference"}

// notShown names results without a winner.
const notShown = "neither is shown to be better"

// lookOf returns the look of a series that a procedure names, alone or with its folds and settings, such as
// "5 x 2 BCV, bcv-t" and "nested-t, gamma 1": the longest name of a procedure decides. Levels are in ink, and what is
// not shown is grey.
func lookOf(series string) (look, bool) {
	switch {
	case slices.Contains(levels, series):
		return look{ink, circle}, true
	case series == notShown:
		return look{grey, circle}, true
	}
	parts := strings.Split(series, ", ")
	for n := len(parts); n > 0; n-- {
		for i := 0; i+n <= len(parts); i++ {
			name := strings.Join(parts[i:i+n], ", ")
			for _, p := range procedures {
				if slices.Contains(p.names, name) {
					return p.look, true
				}
			}
		}
	}
	return look{}, false
}

// diamond is a filled square on a corner.
type diamond struct{}

// DrawGlyph draws the mark.
func (diamond) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	r := s.Radius * 1.2
	var p vg.Path
	p.Move(vg.Point{X: at.X, Y: at.Y + r})
	for _, corner := range []vg.Point{{X: at.X + r, Y: at.Y}, {X: at.X, Y: at.Y - r}, {X: at.X - r, Y: at.Y}} {
		p.Line(corner)
	}
	p.Close()
	c.SetColor(s.Color)
	c.Fill(p)
}
