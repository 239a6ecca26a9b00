package figure

import (
	"errors"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Contrast says what a paired posterior is about.
type Contrast struct {
	Metric, ModelA, ModelB string       // the difference is that of B less that of A
	Better                 ranks.Better // whether higher metrics are better, or lower ones
	Rope                   float64      // half of the region of practical equivalence, from 0
}

// Paired draws the posterior density of the expected difference of two algorithms: the
// parts where A is better, where both are practically equal and where B is better are
// filled in different colours, and the legend gives their probabilities.
//
// It is an error if the posterior is empty, if Better is not said or if the rope is
// negative or infinite.
func Paired(p paired.Posterior, c Contrast) (*Figure, error) {
	switch {
	case p.DF() == 0:
		return nil, errors.New("figure: an empty posterior; make it with paired.New")
	case c.Better != ranks.Higher && c.Better != ranks.Lower:
		return nil, errors.New("figure: say with ranks.Higher or ranks.Lower which metrics are better")
	case !(c.Rope >= 0) || math.IsInf(c.Rope, 0):
		return nil, fmt.Errorf("figure: rope %v; give a width from 0", c.Rope)
	}
	const tail, points = 0.002, 400
	lo, hi := p.Quantile(tail), p.Quantile(1-tail)
	lo, hi = within(lo, hi, -c.Rope)
	lo, hi = within(lo, hi, c.Rope)
	density := &curve{style: draw.LineStyle{Color: ink, Width: 1.6}}
	for i := range points + 1 {
		x := lo + (hi-lo)*float64(i)/points
		density.points = append(density.points, plotter.XY{X: x, Y: p.Prob(x)})
	}
	name := short(c.Metric, 12)
	fig := newPlot(fmt.Sprintf("%s(%s) − %s(%s)", name, short(c.ModelB, 24), name, short(c.ModelA, 24)), "posterior density")
	// From the whole to the left part: each covers what lies below its end.
	left, middle, right := pale(palette[0], 0.45), pale(palette[6], 0.15), pale(palette[1], 0.45)
	if c.Better == ranks.Lower {
		left, right = right, left
	}
	fig.Add(&area{points: density.points, upTo: hi, fill: right}, &area{points: density.points, upTo: c.Rope, fill: middle})
	fig.Add(&area{points: density.points, upTo: -c.Rope, fill: left}, density, &ruler{x: -c.Rope}, &ruler{x: c.Rope})
	fig.X.Min, fig.X.Max = lo, hi
	fig.Y.Min, fig.Y.Max = 0, ceiling(fig.Y.Max)
	better := map[bool]string{true: short(c.ModelA, 24), false: short(c.ModelB, 24)}
	beyond := ""
	if c.Rope > 0 {
		beyond = " by more than " + readable(c.Rope)
	}
	first := c.Better == ranks.Higher // A is better where the difference is negative
	f := Of(fig, 720, 320, "")
	for i, part := range []struct {
		text  string
		p     float64
		color plot.Thumbnailer
	}{
		{better[first] + " better" + beyond, p.CDF(-c.Rope), areaMark{fill: left, border: hairline}},
		{"within ±" + readable(c.Rope), p.Rope(c.Rope), areaMark{fill: middle, border: hairline}},
		{better[!first] + " better" + beyond, p.Survival(c.Rope), areaMark{fill: right, border: hairline}},
	} {
		if i == 1 && c.Rope == 0 {
			continue
		}
		f.Rows[0].Legend = append(f.Rows[0].Legend, Entry{Text: fmt.Sprintf("%s, P = %s", part.text, probability(part.p, math.Log(part.p), 1-part.p)), Mark: part.color})
		f.Alt += fmt.Sprintf("; %s: %.3g", part.text, part.p)
	}
	f.Alt = fmt.Sprintf("Posterior density of the expected difference of %s, %s minus %s", c.Metric, c.ModelB, c.ModelA) + f.Alt
	return f, nil
}

var hairline = draw.LineStyle{Color: ink, Width: vg.Length(0.8)}

// within widens the range to x unless that makes it more than four times as long.
func within(lo, hi, x float64) (float64, float64) {
	span := hi - lo
	pad := 0.03 * span
	switch {
	case x-pad < lo && hi-x+pad <= 4*span:
		return x - pad, hi
	case x+pad > hi && x+pad-lo <= 4*span:
		return lo, x + pad
	}
	return lo, hi
}
