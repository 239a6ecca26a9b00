package figure

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot"
)

// SpanRow is a number with its interval.
type SpanRow struct {
	Name string
	Span
}

// Spans draws intervals below each other, one line each; label stands at the axis and the
// level of the intervals in the legend.
//
// It is an error if there are no rows or more than 200, if a number is not finite or an
// interval out of order.
func Spans(rows []SpanRow, label string, level float64) (*Figure, error) {
	if len(rows) == 0 {
		return nil, errNoRows
	}
	if len(rows) > 200 {
		return nil, errors.New("figure: more than 200 intervals; draw fewer")
	}
	p := newPlot(short(label, 60), "")
	names := make(plot.ConstantTicks, len(rows))
	for k, r := range rows {
		if err := r.check(k + 1); err != nil {
			return nil, err
		}
		y := float64(len(rows) - 1 - k)
		names[k] = plot.Tick{Value: y, Label: cmp.Or(short(r.Name, 24), " ")}
		p.Add(&interval{r.Low, r.Mid, r.High, y, barStyle(k%len(palette), "")})
	}
	lo, hi := widen(p.X.Min, p.X.Max, math.Inf(-1), math.Inf(1))
	pad := 0.06 * (hi - lo)
	p.X.Min, p.X.Max = lo-pad, hi+pad
	p.Y.Min, p.Y.Max = -0.55, float64(len(rows))-0.45
	p.Y.Tick.Marker = names
	p.Y.Tick.Length = 0
	p.Y.Tick.Label.Font.Size = labelSize
	f := Of(p, 720, 52+intervalBar*len(rows), fmt.Sprintf("%s of each model with %s intervals", label, percent(level)))
	f.Rows[0].Legend = []Entry{{Text: "mean and " + percent(level) + " interval", Mark: intervalMark(barStyle(-1, ""))}}
	f.Height += f.legendPixels()
	return f, nil
}
