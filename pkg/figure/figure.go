// Package figure draws results with gonum/plot: the intervals of comparisons, posterior
// densities, forest plots over several data sets, models in order, curves and scatter
// plots. Each function takes rows and returns a Figure, which Save writes as PNG, SVG or
// PDF and display.Figure shows in a GoNB notebook.
//
// Sizes are in CSS pixels, 96 per inch. The colors are from Okabe and Ito (2008), which
// color-blind readers can distinguish; the series of a figure also differ in their marks or
// dashes, for prints without color.
package figure

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Figure is a grid of plots drawn as one picture. The data areas of each row and column are
// aligned; above each row stand its heading and its legend.
type Figure struct {
	Width, Height int    // natural size in pixels, at least 1
	Alt           string // what the figure shows, in words
	rows          []row
	parts         []*Figure // instead of rows: figures below each other, see Stack
}

// row is one row of plots below its heading and legend.
type row struct {
	Heading string       // bold, at the left; may be empty
	Legend  []entry      // right of the heading, on several lines if need be
	Plots   []*plot.Plot // from left to right; all rows have the same number
}

// entry is one entry of a legend: a sample of the mark and its meaning.
type entry struct {
	Text string
	Mark plot.Thumbnailer // nil for text alone
}

// of returns the figure of the single plot p.
func of(p *plot.Plot, width, height int, alt string) *Figure {
	return &Figure{Width: width, Height: height, Alt: alt, rows: []row{{Plots: []*plot.Plot{p}}}}
}

// Stack returns a figure with the given figures below each other, each at its natural height.
func Stack(parts ...*Figure) *Figure {
	if len(parts) == 1 {
		return parts[0]
	}
	f := &Figure{parts: parts}
	for i, p := range parts {
		f.Width, f.Height = max(f.Width, p.Width), f.Height+p.Height
		if i > 0 {
			f.Alt += ". "
		}
		f.Alt += p.Alt
	}
	return f
}

// Head writes text, in bold, above the first row of the figure and returns the figure.
func (f *Figure) Head(text string) *Figure {
	before := f.legendPixels()
	f.rows[0].Heading = short(text, 48)
	f.Height += f.legendPixels() - before
	return f
}

// Fit sets the width of the figure in pixels, adapts its height to the lines that its legends and
// the labels of its x axes then take, and returns the figure. Plots that have no room beside each other
// then stand below each other.
func (f *Figure) Fit(width int) *Figure {
	f.unfold(width)
	for i, p := range f.parts {
		f.Height -= p.Height
		f.parts[i] = p.Fit(width)
		f.Height += p.Height
	}
	before := f.legendPixels()
	f.Width = width
	f.Height += f.legendPixels() - before
	for _, r := range f.rows {
		room := 0.5 * vg.Length(width) * pixel / vg.Length(len(r.Plots)) // beside names of 32 letters
		lines := 0
		for _, p := range r.Plots {
			lines = max(lines, wrap(&p.X, room))
		}
		f.Height += 16 * lines
	}
	return f
}

// wrap breaks a label of one line that is wider than its room at the space nearest to its middle, and
// returns the number of lines that it adds.
func wrap(a *plot.Axis, room vg.Length) int {
	text, at := a.Label.Text, -1
	if strings.Contains(text, "\n") || a.Label.TextStyle.Width(text) <= room {
		return 0
	}
	for i, c := range text {
		if c == ' ' && math.Abs(float64(i-len(text)/2)) < math.Abs(float64(at-len(text)/2)) {
			at = i
		}
	}
	if at < 0 {
		return 0
	}
	a.Label.Text = text[:at] + "\n" + text[at+1:]
	return 1
}

// check returns an error if f cannot be drawn.
func (f *Figure) check() error {
	if f == nil || len(f.rows) == 0 || len(f.rows[0].Plots) == 0 {
		return errors.New("figure: no plots; give at least one")
	}
	for i, r := range f.rows {
		if len(r.Plots) != len(f.rows[0].Plots) {
			return fmt.Errorf("figure: row %d has %d plots, row 1 has %d; give every row the same number",
				i+1, len(r.Plots), len(f.rows[0].Plots))
		}
		for _, p := range r.Plots {
			if p == nil {
				return fmt.Errorf("figure: row %d has a plot that is nil; make every plot with plot.New", i+1)
			}
		}
	}
	return nil
}

const margin = vg.Length(6) // round the picture

// draw draws f on c.
func (f *Figure) draw(c draw.Canvas) error {
	if f != nil && len(f.parts) > 0 {
		return f.drawParts(c)
	}
	if err := f.check(); err != nil {
		return err
	}
	fill(c.Canvas, c.Rectangle, white)
	c = draw.Crop(c, margin, -margin, margin, -margin)
	strips := make([]vg.Length, len(f.rows))
	free := c.Size()
	for i, r := range f.rows {
		strips[i] = r.strip(nil, c.Rectangle)
		free.Y -= strips[i]
	}
	g, ok := newGrid(f.rows, free, c.Canvas)
	if !ok {
		return fmt.Errorf("figure: no room for %d x %d plots and their legends; make the figure larger",
			len(f.rows), len(f.rows[0].Plots))
	}
	top := c.Max.Y
	for i, r := range f.rows {
		r.strip(&c, vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: top - strips[i]}, Max: vg.Point{X: c.Max.X, Y: top}})
		top -= strips[i]
		g.drawRow(i, c.Min.X, top)
		top -= g.height(i) + rowGap
	}
	return nil
}

// drawParts draws figures below each other, in proportion to their heights.
func (f *Figure) drawParts(c draw.Canvas) error {
	total := 0
	for _, p := range f.parts {
		total += p.Height
	}
	top := c.Max.Y
	for _, p := range f.parts {
		part := c
		part.Max.Y = top
		part.Min.Y = top - c.Size().Y*vg.Length(p.Height)/vg.Length(total)
		if err := p.draw(part); err != nil {
			return err
		}
		top = part.Min.Y
	}
	return nil
}
