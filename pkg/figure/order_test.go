package figure

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/rank"
)

// Bars stand for groups of two and more, right of all intervals.
func TestOrder(t *testing.T) {
	table := rank.Table{Metric: metric.F1, Alpha: 0.05, Groups: [][]int{{0, 2}, {1}}}
	for i, name := range []string{"first", "second", "third"} {
		x := 0.9 - float64(i)/10
		table.Rows = append(table.Rows, rank.Row{Model: name, Estimate: x, Low: x - 0.05, High: x + 0.05,
			MeanRank: math.NaN(), RankLow: 1, RankHigh: 3, NotBeaten: true})
	}
	f, err := Order(table)
	if err != nil {
		t.Fatal(err)
	}
	p := f.rows[0].Plots[0]
	if !(p.X.Max > 0.95) || !(p.X.Min < 0.65) {
		t.Errorf("x axis from %v to %v, want all intervals and room for bars", p.X.Min, p.X.Max)
	}
	if f.Alt != table.Sentence() {
		t.Errorf("alternative text %q, want the sentence", f.Alt)
	}
	svg, err := SVG(f)
	if err != nil || !strings.Contains(string(svg), "<svg") {
		t.Errorf("no picture: %v", err)
	}
	if got := f.rows[0].Legend; len(got) != 1 {
		t.Errorf("%d entries of the legend, want the bars", len(got))
	}
	table.Groups = [][]int{{0}, {1}, {2}}
	if f, err = Order(table); err != nil || f.rows[0].Legend != nil {
		t.Errorf("all apart: legend %v, %v", f.rows[0].Legend, err)
	}
	table.Rows = slices.Repeat(table.Rows, 40)
	if _, err = Order(table); err == nil || !strings.Contains(err.Error(), "at most 100") {
		t.Errorf("%v, want the limit", err)
	}
	if _, err = Order(rank.Table{}); err == nil {
		t.Error("a figure of no models")
	}
}
