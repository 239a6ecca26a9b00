package figure

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// made is a verdict on the F1 of two models, NER by default.
func made(method string, low, mid, high float64, winner string, change ...func(*compare.Verdict)) compare.Verdict {
	v := compare.Verdict{Key: results.Key{Task: "NER"}, Metric: metric.F1, ModelA: "IOB2", ModelB: "IOBES",
		Method: method, Estimate: mid, Interval: infer.Interval{Low: low, High: high}, Level: 0.95, Alternative: infer.TwoSided,
		Winner: winner, PValue: 0.1}
	for _, c := range change {
		c(&v)
	}
	return v
}

// allProcedures are verdicts of several procedures on two metrics, one without an interval and one
// with an infinite end.
func allProcedures() compare.Report {
	var out []compare.Verdict
	for _, m := range []metric.Metric{metric.Precision, metric.F1} {
		of := func(v *compare.Verdict) { v.Metric = m }
		out = append(out,
			made("bcv-t", -0.002, 0.004, 0.01, "", of, func(v *compare.Verdict) { v.Recommended = true }),
			made("blocked-3x2-t", 0.001, 0.004, 0.007, "IOBES", of),
			made("mcnemar", math.NaN(), 0.0045, math.NaN(), "", of),
			made("5x2-t", 0.002, 0.0035, math.Inf(1), "IOBES", of))
	}
	return compare.Report{Verdicts: out}
}

// byTask are verdicts on three tasks against a difference of 0.002.
func byTask() compare.Report {
	var out []compare.Verdict
	for i, task := range []string{"CWS", "NER", "a task of a long name that is cut somewhere"} {
		x := 0.002 * float64(i+1)
		winner := []string{"", "IOBES"}[i%2]
		out = append(out, made("bcv-t", x-0.0015, x, x+0.0015, winner, func(v *compare.Verdict) {
			v.Task, v.Delta = task, 0.002
		}))
	}
	return compare.Report{Verdicts: out}
}

// ofModels are verdicts on the pairs of three models.
func ofModels() compare.Report {
	var out []compare.Verdict
	models := []string{"tree", "forest", "nearest neighbours"}
	for i, a := range models {
		for _, b := range models[i+1:] {
			out = append(out, made("bcv-t", -0.02, -0.01*float64(i), 0.03, "", func(v *compare.Verdict) {
				v.Task, v.ModelA, v.ModelB = "", a, b
			}))
		}
	}
	return compare.Report{Verdicts: out}
}

// ofEstimate is a result with one verdict.
func ofEstimate(x float64) compare.Report {
	return compare.Report{Verdicts: []compare.Verdict{made("bcv-t", 0, x, 1, "")}}
}

// failing returns the verdicts of allProcedures, of which the last procedure errs in 46%.
func failing() compare.Report {
	r := allProcedures()
	r.Verdicts = slices.Clone(r.Verdicts)
	r.Verdicts[len(r.Verdicts)-1].ErrorRate.Rate = 0.4628
	return r
}

// The legend has an entry for each kind of interval and outcome, winners first. Where procedures have intervals of several kinds, rows name them and the legend has the outcomes.
func TestVerdictLegend(t *testing.T) {
	for name, c := range map[string]struct {
		result compare.Report
		want   []string
	}{
		"procedures": {allProcedures(), []string{"95% interval, clear winner", "95% interval, no clear winner"}},
		"failing": {failing(), []string{"95% interval, clear winner", "95% interval, no clear winner",
			"false alarms up to 46%"}},
		"tasks": {byTask(), []string{"95% confidence interval, clearly beyond 0.002",
			"95% confidence interval, not clearly beyond 0.002"}},
		"models": {ofModels(), []string{"95% confidence interval, no clear winner"}},
	} {
		f, err := Comparison(c.result)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, legend(f.rows[0])); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// The x axis covers all finite ends, the reference and the region of practical equivalence.
func TestIntervalRange(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	row := func(low, mid, high float64) []intervalRow {
		return []intervalRow{{bars: []bar{{Estimate: estimate(low, mid, high)}}}}
	}
	for name, c := range map[string]struct {
		chart  intervalChart
		lo, hi float64
	}{
		"ends":      {intervalChart{reference: nan, rows: row(1, 2, 3)}, 1, 3},
		"reference": {intervalChart{reference: -1, rows: row(1, 2, 3)}, -1, 3},
		"rope":      {intervalChart{rope: 5, rows: row(1, 2, 3)}, -5, 5},
		"infinite":  {intervalChart{rows: row(-inf, 2, inf)}, 0, 2},
		"no ends":   {intervalChart{rows: row(nan, 4, nan)}, 0, 4},
		"point":     {intervalChart{reference: 4, rows: row(4, 4, 4)}, 3.8, 4.2},
	} {
		p := c.chart.plot()
		pad := 0.06 * (c.hi - c.lo)
		if math.Abs(p.X.Min-(c.lo-pad)) > 1e-9 {
			t.Errorf("%s: x starts at %v, want %v", name, p.X.Min, c.lo-pad)
		}
		if math.Abs(p.X.Max-(c.hi+pad)) > 1e-9 {
			t.Errorf("%s: x ends at %v, want %v", name, p.X.Max, c.hi+pad)
		}
	}
}

// Infinite ends have no cap, and estimates without an interval are a dot alone.
func TestCaps(t *testing.T) {
	for name, c := range map[string]struct {
		s    infer.Estimate
		want int
	}{
		"both":  {estimate(0, 1, 2), 2},
		"one":   {estimate(0, 1, math.Inf(1)), 1},
		"none":  {estimate(math.Inf(-1), 1, math.Inf(1)), 0},
		"alone": {estimate(math.NaN(), 1, math.NaN()), 0},
	} {
		var rec recorder.Canvas
		p := newPlot("", "")
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 2, -1, 1
		(&interval{bar: bar{c.s, barStyle}}).Plot(draw.NewCanvas(&rec, 100, 100), p)
		caps := 0
		for _, a := range rec.Actions {
			stroke, ok := a.(*recorder.Stroke)
			if !ok {
				continue
			}
			if from, to := stroke.Path[0].Pos, stroke.Path[1].Pos; from.X == to.X && from.Y != to.Y {
				caps++
			}
		}
		if caps != c.want {
			t.Errorf("%s: %d caps, want %d", name, caps, c.want)
		}
	}
}

// Names stand at the axis of the first panel, the first row on top.
func TestIntervalNames(t *testing.T) {
	f, err := Spans(spans, "F1", 0.95)
	if err != nil {
		t.Fatal(err)
	}
	want := []plot.Tick{{Value: 2, Label: "tree"}, {Value: 1, Label: "forest"}, {Value: 0, Label: "knn(k=1)"}}
	if diff := cmp.Diff(want, f.rows[0].Plots[0].Y.Tick.Marker.Ticks(0, 1)); diff != "" {
		t.Error(diff)
	}
	if f, err = Comparison(allProcedures()); err != nil {
		t.Fatal(err)
	}
	if got := labels(f.rows[0].Plots[1].Y.Tick.Marker.Ticks(0, 1)); strings.TrimSpace(got) != "" {
		t.Errorf("names at the second panel: %q", got)
	}
	area, loss := made("delong", 0, 1, 2, ""), made("item-t", 0, 1, 2, "")
	loss.Metric.Name, area.Key, loss.Key = "log_loss", results.Key{}, results.Key{}
	if f, err = Comparison(compare.Report{Verdicts: []compare.Verdict{area, loss}}); err != nil {
		t.Fatal(err)
	}
	if got := labels(f.rows[0].Plots[1].Y.Tick.Marker.Ticks(0, 1)); got != "item-t" {
		t.Errorf("name %q at the second panel, want item-t", got)
	}
}

// More than three metrics stand in several rows of panels, and a long name of a metric on a line of its own.
func TestManyMetrics(t *testing.T) {
	for _, c := range []struct {
		name          string
		metrics, down int
		across, lines int
		height        int
	}{
		{"loss", 1, 1, 1, 1, 126}, {"loss", 3, 1, 3, 2, 126}, {"loss", 4, 2, 2, 2, 252}, {"loss", 5, 2, 3, 2, 252},
		{"a loss with a long name", 2, 1, 2, 2, 126}, {"a loss with a long name", 3, 1, 3, 3, 140},
	} {
		var r compare.Report
		for i := range c.metrics {
			v := made("bcv-t", 0, 1, 2, "")
			v.ModelA, v.ModelB, v.Metric.Name = "knn(k=1)", "knn(k=9)", c.name+strings.Repeat("s", i)
			r.Verdicts = append(r.Verdicts, v)
		}
		f, err := Comparison(r)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.rows) != c.down || f.Height != c.height {
			t.Errorf("%d metrics: %d rows of panels, height %d, want %d, %d", c.metrics, len(f.rows), f.Height, c.down, c.height)
		}
		for i, row := range f.rows {
			if len(row.Plots) != c.across {
				t.Errorf("%d metrics: %d panels in row %d, want %d", c.metrics, len(row.Plots), i+1, c.across)
			}
			if shown := len(row.Legend) > 0; shown != (i == 0) {
				t.Errorf("%d metrics: legend above row %d: %v", c.metrics, i+1, shown)
			}
		}
		if label := f.rows[0].Plots[0].X.Label.Text; strings.Count(label, "\n")+1 != c.lines {
			t.Errorf("%d metrics: label %q, want %d lines", c.metrics, label, c.lines)
		}
	}
}

// The name of a task stands above the first of its rows of panels alone.
func TestManyMetricsOfATask(t *testing.T) {
	var r compare.Report
	for _, method := range []string{"bcv-t", "paired"} {
		for i := range 4 {
			v := made(method, 0, 1, 2, "")
			v.Metric.Name = strings.Repeat("a", i+1)
			r.Verdicts = append(r.Verdicts, v)
		}
	}
	f, err := Comparison(r)
	if err != nil {
		t.Fatal(err)
	}
	if f.rows[0].Heading != "NER" || f.rows[1].Heading != "" {
		t.Errorf("headings %q and %q, want NER and none", f.rows[0].Heading, f.rows[1].Heading)
	}
}

// itemsReport compares two models in several runs on the items of a test set.
func itemsReport(t *testing.T, opt compare.Options) compare.Verdict {
	t.Helper()
	names := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	r, err := results.NewScores(names, nil)
	if err != nil {
		t.Fatal(err)
	}
	for g, model := range []string{"base", "new"} {
		for run := range 3 {
			scores := make([]float64, len(names))
			for i := range scores {
				scores[i] = float64(i*i%5) + float64(g*i)/4 + float64((run+g)*(run+g)%3)/2 + float64(i*(run+2)*(g+3)%4)/6
			}
			if err := r.AddScores(model, names[run], scores); err != nil {
				t.Fatal(err)
			}
		}
	}
	report, err := compare.Run([]results.Results{*r}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return report.Verdicts[0]
}

func TestLedgerErrors(t *testing.T) {
	for _, opt := range []compare.Options{{Methods: []string{"item-t"}}, {Alternative: infer.Less},
		{Alternative: infer.Greater}} {
		if f, err := Ledger(itemsReport(t, opt)); err == nil {
			t.Errorf("%+v: got %q, want an error", opt, f.Alt)
		}
	}
}
