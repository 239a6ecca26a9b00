package figure

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Span is an estimate with its interval.
type Span struct{ Low, Mid, High float64 }

// ForestRow is what is known of the difference on one data set: by its own folds alone,
// and shrunken, with what the other data sets make likely.
type ForestRow struct {
	DataSet  string
	Alone    Span
	Shrunken Span // the zero value is not drawn
}

// ForestLabels says what a forest plot shows.
type ForestLabels struct {
	Metric, ModelA, ModelB string  // the difference is that of B less that of A
	Level                  float64 // of all intervals, in (0, 1)
	Rope                   float64 // half of the region of practical equivalence; 0 for none
	Mean                   Span    // of all data sets, drawn below them; the zero value is not drawn
}

// Forest draws the difference of two models on several data sets: one line a data set, a
// solid bar with a full dot for its own interval, a dashed one with a hollow dot below for
// the shrunken one, and the mean of all data sets at the bottom.
//
// It is an error if there are no rows or more than 60, if a number is not finite, if an
// interval is out of order or if the level is not between 0 and 1.
func Forest(rows []ForestRow, l ForestLabels) (*Figure, error) {
	if err := checkForest(rows, l); err != nil {
		return nil, err
	}
	alone, shrunken := markStyle{line: draw.LineStyle{Color: palette[0], Width: 1.6}}, markStyle{line: draw.LineStyle{Color: palette[1], Width: 1.2, Dashes: dashes}, hollow: true}
	mean := markStyle{line: draw.LineStyle{Color: ink, Width: 2.4}}
	var background []plot.Plotter
	if l.Rope > 0 {
		background = append(background, &band{-l.Rope, l.Rope})
	}
	name := short(l.Metric, 12)
	p := newPlot(fmt.Sprintf("%s(%s) − %s(%s)", name, short(l.ModelB, 24), name, short(l.ModelA, 24)), "", background...)
	lines := len(rows)
	if l.Mean != (Span{}) {
		lines++
	}
	f := Of(p, 720, 70+legendLine+30*lines, fmt.Sprintf("Difference of %s, %s minus %s, on %d data sets with %s intervals", l.Metric, l.ModelB, l.ModelA, len(rows), percent(l.Level)))
	legend := []Entry{{Text: fmt.Sprintf("by its own folds, %s credible", percent(l.Level)), Mark: intervalMark(alone)}}
	names := make(plot.ConstantTicks, lines)
	p.Add(&ruler{x: 0})
	var shrinks bool
	for i, r := range rows {
		y := float64(lines - 1 - i)
		names[i] = plot.Tick{Value: y, Label: cmp.Or(short(r.DataSet, 24), " ")}
		if r.Shrunken == (Span{}) {
			p.Add(&interval{r.Alone.Low, r.Alone.Mid, r.Alone.High, y, alone})
			continue
		}
		p.Add(&interval{r.Alone.Low, r.Alone.Mid, r.Alone.High, y + 0.16, alone},
			&interval{r.Shrunken.Low, r.Shrunken.Mid, r.Shrunken.High, y - 0.16, shrunken})
		shrinks = true
	}
	if shrinks {
		legend = append(legend, Entry{Text: "with the other data sets", Mark: intervalMark(shrunken)})
	}
	if lines > len(rows) {
		names[lines-1] = plot.Tick{Value: 0, Label: "mean of data sets"}
		p.Add(&interval{l.Mean.Low, l.Mean.Mid, l.Mean.High, 0, mean}, separator(0.5))
	}
	if l.Rope > 0 {
		legend = append(legend, Entry{Text: "practically equal: within ±" + readable(l.Rope), Mark: areaMark{fill: bandColor}})
	}
	f.Rows[0].Legend = legend
	forestAxes(p, names, l.Rope)
	return f, nil
}

// forestAxes sets the ranges: all intervals, 0 and the rope.
func forestAxes(p *plot.Plot, names plot.ConstantTicks, rope float64) {
	lo, hi := widen(math.Min(p.X.Min, -rope), math.Max(p.X.Max, rope), math.Inf(-1), math.Inf(1))
	pad := 0.05 * (hi - lo)
	p.X.Min, p.X.Max = lo-pad, hi+pad
	p.Y.Min, p.Y.Max = -0.55, float64(len(names))-0.45
	p.Y.Tick.Marker = names
	p.Y.Tick.Length = 0
	p.Y.Tick.Label.Font.Size = labelSize
}

func checkForest(rows []ForestRow, l ForestLabels) error {
	switch {
	case len(rows) == 0:
		return errNoRows
	case len(rows) > 60:
		return fmt.Errorf("figure: %d data sets; draw at most 60 at once", len(rows))
	case !(l.Level > 0 && l.Level < 1):
		return fmt.Errorf("figure: level %v; give a number between 0 and 1", l.Level)
	case !(l.Rope >= 0) || math.IsInf(l.Rope, 0):
		return fmt.Errorf("figure: rope %v; give a width from 0", l.Rope)
	}
	for i, r := range rows {
		for _, s := range []Span{r.Alone, r.Shrunken, l.Mean} {
			if err := s.check(i + 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// check returns an error unless the span is finite and in order. The estimate may lie
// outside of an interval that is not the shortest, but not far: that is left to the caller.
func (s Span) check(row int) error {
	inf := math.Inf(1)
	if err := cmp.Or(checkRange(row, "low", s.Low, -inf, inf), checkRange(row, "estimate", s.Mid, -inf, inf), checkRange(row, "high", s.High, -inf, inf)); err != nil {
		return err
	}
	if s.Low > s.High {
		return fmt.Errorf("figure: row %d: low is %v, high is %v; give the lower end first", row, s.Low, s.High)
	}
	return nil
}

// separator is a thin line across the plot at a height.
type separator float64

// Plot draws the line.
func (s separator) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: ink, Width: vg.Length(0.6)}, c.Min.X, y(float64(s)), c.Max.X, y(float64(s)))
}
