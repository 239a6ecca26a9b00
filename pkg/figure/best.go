package figure

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/pkg/compare"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Best draws for each model the probability that it is the best, PBest, as a bar with its value and,
// if rope > 0, a striped bar below for PNear, the probability that the model is at most rope worse
// than the best. The models keep their order, the first on top.
//
// Best returns an error if there are no rows or more than 40, or if a probability is outside
// [0, 1].
func Best(rows []compare.Standing, rope float64) (*Figure, error) {
	if len(rows) == 0 {
		return nil, errNoRows
	}
	if len(rows) > 40 {
		return nil, fmt.Errorf("figure: %d models; draw at most 40 at once", len(rows))
	}
	b := &bestPlot{rows: rows, near: rope > 0}
	var said []string
	names := make(plot.ConstantTicks, len(rows))
	for i, r := range rows {
		if err := cmp.Or(checkRange(i+1, "P(best)", r.PBest, 0, 1),
			checkRange(i+1, "P(near best)", r.PNear, 0, 1)); err != nil {
			return nil, err
		}
		names[i] = plot.Tick{Value: float64(len(rows) - 1 - i), Label: cmp.Or(short(r.Model, 24), " ")}
		said = append(said, fmt.Sprintf("%s %s", r.Model, share(r.PBest)))
	}
	p := newPlot("posterior probability", "")
	p.Add(b)
	p.X.Min, p.X.Max = 0, 1.2 // with room for values
	p.X.Tick.Marker = plot.ConstantTicks(ticks{along: horizontal}.Ticks(0, 1))
	nameRows(p, names)
	f := of(p, 640, 60+legendLine+34*len(rows), "Probability of being the best: "+strings.Join(said, ", "))
	f.rows[0].Legend = []entry{{Text: "the best", Mark: stripedMark(0)}}
	if b.near {
		f.rows[0].Legend = append(f.rows[0].Legend,
			entry{Text: "at most " + readable(rope) + " worse than the best", Mark: stripedMark(1)})
	}
	return f, nil
}

// share writes a probability with three digits; only exact ones are written as 0 or 1.
func share(p float64) string {
	switch {
	case p > 0 && p < 0.0005:
		return "< 0.001"
	case p < 1 && p > 0.9995:
		return "> 0.999"
	}
	return fmt.Sprintf("%.3f", p)
}

// bestPlot is the plotter of the bars.
type bestPlot struct {
	rows []compare.Standing
	near bool
}

// Plot draws the bars and their values.
func (b *bestPlot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	label := textStyle(tickSize)
	bar := func(k int, from, to, value float64) {
		r := vg.Rectangle{Min: vg.Point{X: x(0), Y: y(from)}, Max: vg.Point{X: x(value), Y: y(to)}}
		striped(c, r, k)
		c.FillText(label, vg.Point{X: r.Max.X + 4, Y: middled((r.Min.Y+r.Max.Y)/2, label)}, share(value))
	}
	for i, r := range b.rows {
		middle := float64(len(b.rows) - 1 - i)
		if !b.near {
			bar(0, middle-0.28, middle+0.28, r.PBest)
			continue
		}
		bar(0, middle+0.02, middle+0.38, r.PBest)
		bar(1, middle-0.38, middle-0.02, r.PNear)
	}
}

// striped fills r as a bar of series k: the first plain, the second with horizontal stripes.
func striped(c draw.Canvas, r vg.Rectangle, k int) {
	fill(c.Canvas, r, palette[k])
	const apart = 3
	for y := r.Min.Y + apart; k > 0 && y < r.Max.Y; y += apart {
		c.StrokeLine2(draw.LineStyle{Color: white, Width: 1}, r.Min.X, y, r.Max.X, y)
	}
}

// stripedMark is the sample of a series of bars.
type stripedMark int

// Thumbnail draws the sample.
func (m stripedMark) Thumbnail(c *draw.Canvas) { striped(*c, c.Rectangle, int(m)) }
