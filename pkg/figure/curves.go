package figure

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// Point is one point of a curve or of a scatter plot.
type Point struct {
	Panel  string  `dataframe:"panel"`  // heading of its plot; one plot each
	Series string  `dataframe:"series"` // a colour each, and a shape of dot or of line
	X      float64 `dataframe:"x"`
	Y      float64 `dataframe:"y"`
	SE     float64 `dataframe:"se"`   // standard error of Y: bars of two of them up and down; 0 for none
	Mark   Mark    `dataframe:"mark"` // the same for all points of a series
}

// Mark is how the points of a series are drawn.
type Mark int

// The marks.
const (
	Dots  Mark = iota // marks joined by a line
	Line              // a line alone: the first one solid, others broken in ways of their own
	Dash              // a line of short dashes, for limits and theory
	Cloud             // marks alone, for scatter plots
)

// maxAcross is the number of panels in a row.
const maxAcross = 3

// Curves draws curves with error bars, and scatter plots: one plot for each
// panel, three in a row (of four, two), with one legend. Series differ in colour and in the shape
// of their marks or lines, so that a grey print tells them apart; "a, limit" has
// the colour of "a". Points of a
// series are joined in the order in which they are given. Panels have their own
// axes, or with Labels.SameY one range of y.
//
// It is an error if there are no points, if a number is NaN or infinite, if a
// standard error is negative, if a series has points with different marks or if
// there are more than seven series.
func Curves(points []Point, labels Labels) (*Figure, error) {
	g, err := newCurves(points)
	if err != nil {
		return nil, err
	}
	across := min(len(g.panels), maxAcross)
	if len(g.panels) == 4 {
		across = 2
	}
	down := (len(g.panels) + across - 1) / across
	width, height := 640, 330
	if across > 1 {
		width, height = 300*across, 270
	}
	f := &Figure{Width: width, Alt: fmt.Sprintf("%s against %s: %s", cmp.Or(labels.Y, labels.Value, "values"), cmp.Or(labels.X, "x"), strings.Join(g.series, ", "))}
	for i := range down {
		row := Row{}
		for k := i * across; k < (i+1)*across; k++ {
			row.Plots = append(row.Plots, g.plot(k, labels))
		}
		f.Rows = append(f.Rows, row)
	}
	if labels.SameY {
		f.sameY(len(g.panels))
	}
	if len(g.series) > 1 {
		for k, s := range g.series {
			f.Rows[0].Legend = append(f.Rows[0].Legend, Entry{Text: short(s, 60), Mark: g.style(k)})
		}
	}
	f.Height = height*down + f.legendPixels()
	return f, nil
}

// sameY gives the first n plots, row by row, one range of y.
func (f *Figure) sameY(n int) {
	var plots []*plot.Plot
	for _, r := range f.Rows {
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
	mark           map[string]Mark
	points         map[[2]string][]Point
}

func newCurves(points []Point) (*curveGrid, error) {
	if len(points) == 0 {
		return nil, errNoRows
	}
	g := &curveGrid{mark: map[string]Mark{}, points: map[[2]string][]Point{}}
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
	if len(g.series) > len(palette) {
		return nil, fmt.Errorf("figure: %d series; draw at most %d at once", len(g.series), len(palette))
	}
	return g, nil
}

// plot returns the plot of panel k, or an empty one behind the last.
func (g *curveGrid) plot(k int, labels Labels) *plot.Plot {
	if k >= len(g.panels) {
		return emptyPlot()
	}
	p := newPlot(short(labels.X, 60), short(cmp.Or(labels.Y, labels.Value), 60))
	setTitle(p, g.panels[k])
	for i, s := range g.series {
		if points := g.points[[2]string{g.panels[k], s}]; len(points) > 0 {
			p.Add(&seriesPlot{points, g.style(i), g.radius(g.panels[k])})
		}
	}
	p.X.Min, p.X.Max = padded(p.X.Min, p.X.Max)
	p.Y.Min, p.Y.Max = padded(p.Y.Min, p.Y.Max)
	return p
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
