package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
	"gonum.org/v1/plot"
)

// Chart is one quantity of several procedures, a row for each.
type Chart struct {
	Label string        // of the x axis, which begins at 0
	Rows  []IntervalRow // a dot at Mid and a bar from Low to High; without a bar where these are equal
	Bars  string        // what dots and bars are, for the legend; empty for none
	Level float64       // in percent, where a dashed line stands; 0 for none
	Most  float64       // where the x axis ends; 0 for the largest number of the rows
}

// Charts draws several quantities of the same procedures beside each other. A row has the name of its procedure at the
// left, and its color and shape as in Curves. Below 420 pixels, see Figure.Fit, the charts stand below each other.
//
// Charts returns an error if there are no charts or no rows, if the rows of two charts have different names, if a number
// is negative or infinite, or if Low is above High.
func Charts(charts ...Chart) (*Figure, error) {
	if len(charts) == 0 {
		return nil, errNoRows
	}
	var labels []string
	of := row{}
	for k, c := range charts {
		if err := cmp.Or(checkSpans(c.Rows, infer.Estimate{}, 60), c.check(k, charts[0])); err != nil {
			return nil, err
		}
		chart := intervalChart{label: c.Label, reference: math.NaN(), broken: true}
		if c.Level > 0 {
			chart.reference = c.Level
		}
		most := c.Most
		for _, r := range c.Rows {
			chart.row(r.Name, bar{r.Estimate, rowStyle(r.Name)})
			if c.Most == 0 {
				most = max(most, r.High)
			}
		}
		p := chart.plot()
		p.X.Min, p.X.Max = -0.02*most, 1.04*most
		if k > 0 {
			hideNames(p)
		}
		of.Plots = append(of.Plots, p)
		if c.Bars != "" {
			of.Legend = append(of.Legend, entry{Text: c.Bars, Mark: intervalMark(barStyle)})
		}
		if c.Level > 0 {
			of.Legend = append(of.Legend, entry{Text: "promised: " + percent(c.Level/100), Mark: lineMark(rulerStyle)})
		}
		labels = append(labels, c.Label)
	}
	f := &Figure{Width: 720, Height: 56 + 40*len(charts[0].Rows), Alt: strings.Join(labels, "; "), rows: []row{of}}
	f.Height += f.legendPixels()
	return f, nil
}

// rowStyle is the look of an interval of a procedure, in ink if the name is of none.
func rowStyle(name string) markStyle {
	style := barStyle
	if of, ok := lookOf(name); ok {
		style.line.Color, style.shape = of.color, of.shape
	}
	return style
}

// check returns an error unless c has the names of the first chart and numbers from 0 up.
func (c Chart) check(k int, first Chart) error {
	if len(c.Rows) != len(first.Rows) {
		return fmt.Errorf("figure: chart %d has %d rows, chart 1 has %d; give each chart the same procedures",
			k+1, len(c.Rows), len(first.Rows))
	}
	for i, r := range c.Rows {
		if r.Name != first.Rows[i].Name {
			return fmt.Errorf("figure: row %d of chart %d is %q, of chart 1 %q; give each chart the same procedures",
				i+1, k+1, r.Name, first.Rows[i].Name)
		}
		if err := checkRange(i+1, "low", r.Low, 0, math.Inf(1)); err != nil {
			return err
		}
	}
	return nil
}

// hidden are the names of rows where the plot beside has them.
type hidden struct{ names plot.Ticker }

// Ticks returns the places of the names, without text: the grid stays.
func (h hidden) Ticks(lo, hi float64) []plot.Tick {
	marks := slices.Clone(h.names.Ticks(lo, hi))
	for i := range marks {
		marks[i].Label = " "
	}
	return marks
}

// hideNames hides the names of the rows of p.
func hideNames(p *plot.Plot) { p.Y.Tick.Marker = hidden{p.Y.Tick.Marker} }

// narrowest is the width in pixels that a plot beside another one needs.
const narrowest = 200

// unfold sets the plots of rows below each other, with their names, where a width leaves no room for them side by side.
func (f *Figure) unfold(width int) {
	if len(f.rows) == 0 || len(f.rows[0].Plots) < 2 || width >= narrowest*len(f.rows[0].Plots) {
		return
	}
	each := (f.Height - f.legendPixels()) / len(f.rows)
	var out []row
	for _, r := range f.rows {
		for k, p := range r.Plots {
			if h, ok := p.Y.Tick.Marker.(hidden); ok {
				p.Y.Tick.Marker = h.names
			}
			if p.X.Max < p.X.Min { // an empty plot
				continue
			}
			next := row{Plots: []*plot.Plot{p}}
			if k == 0 {
				next.Heading, next.Legend = r.Heading, r.Legend
			}
			out = append(out, next)
		}
	}
	f.rows = out
	f.Height = each*len(out) + f.legendPixels()
}
