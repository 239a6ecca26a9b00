package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bar is one bar of a bar chart.
type Bar struct {
	Series string  `dataframe:"series"` // one colour each
	X      int     `dataframe:"x"`      // place on the x axis, such as a record or a number of overlaps
	Value  float64 `dataframe:"value"`  // height
}

// Bars draws a bar chart over whole numbers, such as how often each record is
// trained on or how often each overlap occurs. The bars of several series stand
// side by side, in the order of their first appearance, and differ in colour and in
// the direction of white stripes. The y axis includes 0.
//
// It is an error if there are no bars, if a value is NaN or infinite, if a
// series has two bars at one place or if there are more than seven series.
func Bars(bars []Bar, labels Labels) (*Figure, error) {
	if len(bars) == 0 {
		return nil, errNoRows
	}
	b := &barPlot{bars: slices.Clone(bars)}
	type place struct {
		series string
		x      int
	}
	seen := make(map[place]bool)
	for i, r := range bars {
		if err := checkRange(i+1, "value", r.Value, math.Inf(-1), math.Inf(1)); err != nil {
			return nil, err
		}
		if seen[place{r.Series, r.X}] {
			return nil, fmt.Errorf("figure: row %d: series %q has two bars at %d; keep one", i+1, r.Series, r.X)
		}
		seen[place{r.Series, r.X}] = true
		b.series = add(b.series, r.Series)
	}
	if len(b.series) > len(palette) {
		return nil, fmt.Errorf("figure: %d series; draw at most %d at once", len(b.series), len(palette))
	}
	p := newPlot(short(labels.X, 60), short(cmp.Or(labels.Value, labels.Y), 60))
	p.X.Tick.Marker = ticks{along: horizontal, whole: true}
	p.Add(b)
	if p.Y.Max > 0 {
		p.Y.Max *= 1.06
	}
	if p.Y.Min < 0 {
		p.Y.Min *= 1.06
	}
	f := Of(p, 640, 280, fmt.Sprintf("Bar chart of %s by %s: %s", cmp.Or(labels.Value, labels.Y, "values"), cmp.Or(labels.X, "number"), strings.Join(b.series, ", ")))
	if len(b.series) > 1 {
		for i, s := range b.series {
			f.Rows[0].Legend = append(f.Rows[0].Legend, Entry{Text: short(s, 32), Mark: stripedMark(i)})
		}
	}
	return f, nil
}

// barPlot is the plotter of a bar chart.
type barPlot struct {
	bars   []Bar
	series []string
}

// Plot draws the bars.
func (b *barPlot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	width := 0.8 / float64(len(b.series))
	for _, r := range b.bars {
		k := slices.Index(b.series, r.Series)
		left := float64(r.X) - 0.4 + width*float64(k)
		lo, hi := math.Min(r.Value, 0), math.Max(r.Value, 0)
		striped(c, vg.Rectangle{Min: vg.Point{X: x(left), Y: y(lo)}, Max: vg.Point{X: x(left + width), Y: y(hi)}}, k)
	}
}

// DataRange returns the range of the bars, 0 included.
func (b *barPlot) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = math.Inf(1), math.Inf(-1)
	for _, r := range b.bars {
		xmin, xmax = math.Min(xmin, float64(r.X)-0.5), math.Max(xmax, float64(r.X)+0.5)
		ymin, ymax = math.Min(ymin, r.Value), math.Max(ymax, r.Value)
	}
	if ymin == ymax {
		ymax = 1
	}
	return xmin, xmax, ymin, ymax
}

// striped fills r as the bars of series k: the first plain, the second with level
// stripes, the third with upright ones, the fourth with both, and so on, wider apart.
func striped(c draw.Canvas, r vg.Rectangle, k int) {
	fill(c.Canvas, r, palette[k])
	stripes := draw.LineStyle{Color: white, Width: 1}
	apart := vg.Length(3 + k/4*2)
	if k%4 == 1 || k%4 == 3 {
		for y := r.Min.Y + apart; y < r.Max.Y; y += apart {
			c.StrokeLine2(stripes, r.Min.X, y, r.Max.X, y)
		}
	}
	if k%4 == 2 || k%4 == 3 {
		for x := r.Min.X + apart; x < r.Max.X; x += apart {
			c.StrokeLine2(stripes, x, r.Min.Y, x, r.Max.Y)
		}
	}
}

// stripedMark is the sample of a series of bars.
type stripedMark int

// Thumbnail draws the sample.
func (m stripedMark) Thumbnail(c *draw.Canvas) { striped(*c, c.Rectangle, int(m)) }
