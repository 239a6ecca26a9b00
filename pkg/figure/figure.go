// Package figure draws the figures of the reproduction with gonum/plot:
// posterior densities, credible intervals, posteriors of a difference, heat
// maps, bar charts, curves and scatter plots; and those of comparisons over several data
// sets and of several models: forest plots, critical-difference diagrams and
// probabilities of being the best. Each function takes rows and returns a Figure, which
// Save writes as PNG, SVG or PDF and display.Figure shows in a GoNB notebook.
//
// Sizes are pixels as a browser counts them, 96 to the inch. Colours are those
// of Okabe and Ito (2008), which colour-blind readers can tell apart; the series of
// a figure differ in their marks or dashes, too, for prints without colour.
package figure

import (
	"errors"
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Figure is a grid of plots drawn as one picture: the data areas of a row and
// of a column are aligned, and each row has a line with its heading and legend.
type Figure struct {
	Width, Height int    // natural size in pixels, at least 1
	Alt           string // what the figure shows, in words
	Rows          []Row
	Parts         []*Figure // instead of rows: figures below each other, see Stack
}

// Row is one row of plots below its heading and legend.
type Row struct {
	Heading string       // bold, at the left; may be empty
	Legend  []Entry      // right of the heading, on several lines if need be
	Plots   []*plot.Plot // from left to right; all rows have the same number
}

// Entry is one entry of a legend: a sample of the mark and its meaning.
type Entry struct {
	Text   string
	Mark   plot.Thumbnailer // nil for text alone
	Before string           // text on the left of the mark, for colour scales
}

// Of returns the figure that holds the single plot p, for plots made by hand.
// Width and height are pixels; alt says in words what p shows.
func Of(p *plot.Plot, width, height int, alt string) *Figure {
	return &Figure{Width: width, Height: height, Alt: alt, Rows: []Row{{Plots: []*plot.Plot{p}}}}
}

// Stack returns the figures below each other, each in its natural height.
func Stack(parts ...*Figure) *Figure {
	if len(parts) == 1 {
		return parts[0]
	}
	f := &Figure{Parts: parts}
	for i, p := range parts {
		f.Width, f.Height = max(f.Width, p.Width), f.Height+p.Height
		if i > 0 {
			f.Alt += ". "
		}
		f.Alt += p.Alt
	}
	return f
}

// Fit sets the width of the figure, and its height to that and the lines that its legends
// then take.
func (f *Figure) Fit(width int) *Figure {
	for i, p := range f.Parts {
		f.Height -= p.Height
		f.Parts[i] = p.Fit(width)
		f.Height += p.Height
	}
	before := f.legendPixels()
	f.Width = width
	f.Height += f.legendPixels() - before
	return f
}

// check returns an error if f cannot be drawn.
func (f *Figure) check() error {
	if f == nil || len(f.Rows) == 0 || len(f.Rows[0].Plots) == 0 {
		return errors.New("figure: no plots; give at least one")
	}
	for i, r := range f.Rows {
		if len(r.Plots) != len(f.Rows[0].Plots) {
			return fmt.Errorf("figure: row %d has %d plots, row 1 has %d; give every row the same number",
				i+1, len(r.Plots), len(f.Rows[0].Plots))
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

// Draw draws f into c.
func (f *Figure) Draw(c draw.Canvas) error {
	if f != nil && len(f.Parts) > 0 {
		return f.drawParts(c)
	}
	if err := f.check(); err != nil {
		return err
	}
	fill(c.Canvas, c.Rectangle, white)
	c = draw.Crop(c, margin, -margin, margin, -margin)
	strips := make([]vg.Length, len(f.Rows))
	free := c.Size()
	for i, r := range f.Rows {
		strips[i] = r.strip(nil, c.Rectangle)
		free.Y -= strips[i]
	}
	g, ok := newGrid(f.Rows, free, c.Canvas)
	if !ok {
		return fmt.Errorf("figure: no room for %d x %d plots and their legends; make the figure larger", len(f.Rows), len(f.Rows[0].Plots))
	}
	top := c.Max.Y
	for i, r := range f.Rows {
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
	for _, p := range f.Parts {
		total += p.Height
	}
	top := c.Max.Y
	for _, p := range f.Parts {
		part := c
		part.Max.Y = top
		part.Min.Y = top - c.Size().Y*vg.Length(p.Height)/vg.Length(total)
		if err := p.Draw(part); err != nil {
			return err
		}
		top = part.Min.Y
	}
	return nil
}
