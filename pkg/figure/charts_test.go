package figure

import (
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
)

// ofTests are two quantities of two procedures.
func ofTests() []Chart {
	row := func(name string, low, mid, high float64) IntervalRow {
		return IntervalRow{Name: name, Estimate: infer.Estimate{Low: low, Mid: mid, High: high}}
	}
	return []Chart{
		{Label: "false alarms, %", Bars: "mean, and least to most", Level: 5, Rows: []IntervalRow{row("5 x 2 BCV, bcv-t", 1, 3, 6),
			row("10-fold CV, kfold-t", 4, 8, 15)}},
		{Label: "power, %", Most: 100, Rows: []IntervalRow{row("5 x 2 BCV, bcv-t", 30, 30, 30),
			row("10-fold CV, kfold-t", 45, 45, 45)}},
	}
}

// Charts begin at 0 and end where they are told to, or behind the largest number. On a narrow figure they stand below
// each other, and each has the names.
func TestCharts(t *testing.T) {
	f, err := Charts(ofTests()...)
	if err != nil {
		t.Fatal(err)
	}
	names := func(row, plot int) string {
		var out []string
		for _, tick := range f.rows[row].Plots[plot].Y.Tick.Marker.Ticks(0, 1) {
			out = append(out, strings.TrimSpace(tick.Label))
		}
		return strings.Join(out, "; ")
	}
	const both = "5 x 2 BCV,\nbcv-t; 10-fold CV,\nkfold-t"
	if got := names(0, 0); got != both {
		t.Errorf("names %q, want %q", got, both)
	}
	if got := names(0, 1); got != "; " {
		t.Errorf("names %q beside the first chart, want none", got)
	}
	for k, most := range []float64{15, 100} {
		if x := f.rows[0].Plots[k].X; x.Min > 0 || x.Min < -0.05*most || x.Max < most || x.Max > 1.1*most {
			t.Errorf("chart %d: x from %v to %v, want from 0 to %v", k, x.Min, x.Max, most)
		}
	}
	if got, want := strings.Join(legend(f.rows[0]), "; "), "mean, and least to most; promised: 5%"; got != want {
		t.Errorf("legend %q, want %q", got, want)
	}
	height := f.Height - f.legendPixels()
	if f.Fit(360); len(f.rows) != 2 || f.Height < 2*height+f.legendPixels() || f.Width != 360 {
		t.Fatalf("%d rows of charts, %d x %d, want two and twice the height", len(f.rows), f.Width, f.Height)
	}
	if got := names(1, 0); got != both {
		t.Errorf("names %q of the second chart of a narrow figure, want %q", got, both)
	}
}

func TestChartsRefuse(t *testing.T) {
	other, fewer, below := ofTests(), ofTests(), ofTests()
	other[1].Rows[0].Name = "paired"
	fewer[1].Rows = fewer[1].Rows[1:]
	below[0].Rows[0].Low = -1
	endless := ofTests()
	endless[0].Rows[0].High = math.Inf(1)
	for name, c := range map[string][]Chart{"none": nil, "other names": other, "fewer rows": fewer, "negative": below,
		"infinite": endless} {
		if f, err := Charts(c...); err == nil {
			t.Errorf("%s: drawn as %q", name, f.Alt)
		}
	}
}
