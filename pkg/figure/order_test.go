package figure

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/rank"
)

// overDatasets is a ranking by the mean ranks of Demšar (2006, table 6).
func overDatasets() rank.Table {
	t := rank.Table{Metric: metric.F1, Alpha: 0.05, Groups: [][]int{{0, 1, 2}, {2, 3}},
		Datasets: &rank.Datasets{Critical: 1.25}}
	for i, name := range []string{"C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"} {
		t.Rows = append(t.Rows, rank.Row{Model: name, MeanRank: []float64{1.964, 2, 2.893, 3.143}[i], Low: math.NaN(),
			High: math.NaN(), RankLow: 1, RankHigh: 4})
	}
	return t
}

// The axis has room for the critical difference from the best mean rank.
func TestOrderOfDatasets(t *testing.T) {
	f, err := Order(overDatasets())
	if err != nil {
		t.Fatal(err)
	}
	p := f.rows[0].Plots[0]
	if names := p.Y.Tick.Marker.Ticks(0, 4); len(names) != 5 || names[4].Label != "critical difference" {
		t.Errorf("rows %v, want four models and the critical difference", names)
	}
	if !(p.X.Min < 1.964 && p.X.Max > 1.964+1.25) || p.X.Label.Text != "mean rank by F1" {
		t.Errorf("x axis from %v to %v of %q, want the mean ranks and 3.214", p.X.Min, p.X.Max, p.X.Label.Text)
	}
}

// Bars stand for groups of two and more, right of all intervals.
func TestOrder(t *testing.T) {
	table := rank.Table{Metric: metric.F1, Alpha: 0.05, Groups: [][]int{{0, 2}, {1}}}
	for i, name := range []string{"first", "second", "third"} {
		x := 0.9 - float64(i)/10
		table.Rows = append(table.Rows, rank.Row{Model: name, Estimate: x, Low: x - 0.05, High: x + 0.05,
			MeanRank: math.NaN(), RankLow: 1, RankHigh: 3})
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
	if _, err = Order(table); err == nil || !strings.Contains(err.Error(), "give 1 to 100") {
		t.Errorf("%v, want the limit", err)
	}
	if _, err = Order(rank.Table{}); err == nil {
		t.Error("a figure of no models")
	}
	if _, err = Order(rank.Table{Rows: []rank.Row{{Estimate: math.Inf(1)}}}); err == nil {
		t.Error("a figure of an infinite metric")
	}
}
