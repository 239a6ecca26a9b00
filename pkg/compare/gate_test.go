package compare_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// gateVerdict is a verdict on a base and a candidate.
func gateVerdict(low, high float64, winner string, m metric.Metric) compare.Verdict {
	return compare.Verdict{Metric: m, ModelA: "base", ModelB: "new", Method: "item-t", Level: 0.95,
		Interval: infer.Interval{Low: low, High: high}, PAdjusted: math.NaN(), A: 0.5, B: 0.5 + (low+high)/2, Estimate: (low + high) / 2, Winner: winner, PBetter: math.NaN(), PRope: math.NaN()}
}

// gateWith is a gate of these verdicts with a margin.
func gateWith(margin float64) compare.GateOptions {
	return compare.GateOptions{Base: "base", Candidate: "new", Margin: margin}
}

func TestGate(t *testing.T) {
	const margin = 0.1
	up, down := metric.Metric{Name: "score", HigherIsBetter: true}, metric.Loss
	for _, c := range []struct {
		low, high float64
		winner    string
		want      verdict.Outcome
	}{
		{0.01, 0.2, "new", verdict.Better},
		{-0.05, 0.2, "", verdict.NonInferior},
		{-0.05, -0.01, "base", verdict.NonInferior}, // worse, but within the margin
		{-0.1, 0.2, "", verdict.Undecided},          // the margin itself is not accepted
		{-0.2, -0.01, "base", verdict.Worse},
		{-0.3, -0.2, "base", verdict.Worse},
		{-0.2, 0, "", verdict.Undecided},
		{math.Inf(-1), math.Inf(1), "", verdict.Undecided},
	} {
		for _, v := range []compare.Verdict{gateVerdict(c.low, c.high, c.winner, up),
			gateVerdict(-c.high, -c.low, c.winner, down)} {
			g, err := compare.GateOf([]compare.Verdict{v}, gateWith(margin))
			if err != nil || g.Outcome != c.want || g.Of[0].Outcome != c.want {
				t.Errorf("gain %v to %v by %s: got %s (%v), want %s", c.low, c.high, v.Metric.Name, g.Outcome, err, c.want)
			}
		}
	}
}

// A candidate passes where it does by each of the tasks; what is about all data sets together is left out.
func TestGateOfTasks(t *testing.T) {
	up := metric.Metric{Name: "score", HigherIsBetter: true}
	better, undecided, worse := gateVerdict(0.1, 0.2, "new", up), gateVerdict(-0.5, 0.2, "", up),
		gateVerdict(-0.5, -0.2, "base", up)
	better.Task, undecided.Task, worse.Task = "a", "b", "c"
	pooled := worse
	pooled.Task, pooled.Datasets = "d", 3
	for _, c := range []struct {
		of   []compare.Verdict
		want verdict.Outcome
	}{
		{[]compare.Verdict{better, pooled}, verdict.Better},
		{[]compare.Verdict{undecided, better}, verdict.Undecided},
		{[]compare.Verdict{better, worse, undecided}, verdict.Worse},
	} {
		g, err := compare.GateOf(c.of, gateWith(0))
		if err != nil || g.Outcome != c.want {
			t.Errorf("got %s (%v), want %s", g.Outcome, err, c.want)
		}
	}
	g, err := compare.GateOf([]compare.Verdict{undecided, worse}, gateWith(1))
	if err != nil {
		t.Fatal(err)
	}
	want := "Non-inferior: new is not worse than base by 1 or more. b: No clear winner"
	if got := g.Of[0].Claim(); !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q first", got, want)
	}
	if got := strings.Count(g.Sentence(), "\n"); got != 4 {
		t.Errorf("got %d ends of lines in the sentence, want 4:\n%s", got, g.Sentence())
	}
}

// Of two results of one name the order would decide which one counts, so that they are refused.
func TestRepeatedKey(t *testing.T) {
	value := func(up int) func(model, item int) string {
		return func(model, item int) string { return fmt.Sprint(item%5 + up*model*(1+item%2)) }
	}
	good, bad := itemsOf(t, "score", 30, value(1))[0], itemsOf(t, "score", 30, value(-1))[0]
	for _, rs := range [][]results.Results{{good, bad}, {bad, good}} {
		if _, err := compare.Run(rs, compare.Options{}); err == nil ||
			!strings.Contains(err.Error(), "have no name; name the data set or the task") {
			t.Errorf("got the error %v, want one that asks for names", err)
		}
		name := func(one, other results.Key) { rs[0].Key, rs[1].Key = one, other }
		if name(results.Key{Dataset: "g"}, results.Key{Dataset: "g"}); results.Distinct(rs) == nil {
			t.Error("two results of the data set g are not refused")
		}
		name(results.Key{Task: "a"}, results.Key{Task: "b"})
		question := compare.GateOptions{Base: good.Models[0], Candidate: good.Models[1], Margin: 0.01}
		g, err := compare.Gate(rs, question, compare.Options{})
		if err != nil || g.Outcome != verdict.Undecided {
			t.Errorf("both tasks together: got %s (%v), want undecided in any order", g.Outcome, err)
		}
		question.EachTask = true
		if g, err = compare.Gate(rs, question, compare.Options{}); err != nil || g.Outcome != verdict.Worse ||
			!strings.HasPrefix(g.Text(), "Worse on 1 of 2 tasks, adjusted for all of them (Holm): ") {
			t.Errorf("each task: got %s (%v), %s, want worse in any order", g.Outcome, err, g.Text())
		}
	}
	bad.Dataset = "b"
	if _, err := compare.Run([]results.Results{bad}, compare.Options{Halves: []results.Results{bad, bad}}); err == nil {
		t.Error("two halves of one data set are not refused")
	}
}

func TestGateErrors(t *testing.T) {
	share := metric.Metric{Name: "accuracy", HigherIsBetter: true, Max: 1, Percent: true}
	kappa := metric.Metric{Name: "kappa", HigherIsBetter: true, Min: -1, Max: 1}
	good := gateVerdict(0.1, 0.2, "new", share)
	with := func(change func(v *compare.Verdict)) []compare.Verdict {
		v := good
		change(&v)
		return []compare.Verdict{good, v}
	}
	for _, c := range []struct {
		of     []compare.Verdict
		margin float64
		want   string
	}{
		{nil, 0, "no verdict for a gate"},
		{[]compare.Verdict{good}, -1e-9, "margin is -1e-09"},
		{[]compare.Verdict{good}, math.NaN(), "margin is NaN"},
		{[]compare.Verdict{good}, math.Inf(1), "margin is +Inf"},
		{[]compare.Verdict{good}, 1.1, "accuracy lies between 0 and 1"},
		{[]compare.Verdict{good}, 1, "no candidate could fail; give a smaller one; 0.01 is one point"},
		{[]compare.Verdict{gateVerdict(0.1, 0.2, "new", kappa)}, 2, "kappa lies between -1 and 1, so that no " +
			"candidate could fail"},
		{with(func(v *compare.Verdict) { v.ModelB = "other" }), 0, `a verdict on "base" and "other"`},
		{with(func(v *compare.Verdict) { v.ModelA = "other" }), 0, `a verdict on "other" and "new"`},
		{with(func(v *compare.Verdict) { v.ModelA, v.ModelB = v.ModelB, v.ModelA }), 0, `compare these two in this order`},
		{with(func(v *compare.Verdict) { v.Metric = metric.Loss }), 0, `there are "accuracy" and "loss"`},
		{with(func(v *compare.Verdict) { v.Task, v.Low = "b", math.NaN() }), 0, "item-t gives no interval"},
		{with(func(v *compare.Verdict) { v.Task, v.Delta = "b", 0.1 }), 0, "without a delta"},
		{with(func(v *compare.Verdict) { v.Task, v.Alternative = "b", infer.Less }), 0, "two-sided"},
	} {
		if _, err := compare.GateOf(c.of, gateWith(c.margin)); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// Of several data sets the candidate is worse on one after adjusting for all, which all have to be passed.
func TestGateOnDatasets(t *testing.T) {
	for sets, want := range map[int]verdict.Outcome{1: verdict.Worse, 4: verdict.Undecided} {
		var rs []results.Results
		for d := range sets {
			r := itemsOf(t, "score", 12, func(model, item int) string { // p is 0.03 on the first, and 1 on others
				return fmt.Sprint(item%3 - model*((item*5)%12-3)*max(0, 1-d))
			})[0]
			r.Dataset = fmt.Sprint("d", d)
			if d > 0 {
				r = itemsOf(t, "score", 12, func(model, item int) string {
					return fmt.Sprint(model * (2*(item%2) - 1))
				})[0]
				r.Dataset = fmt.Sprint("d", d)
			}
			rs = append(rs, r)
		}
		g, err := compare.Gate(rs, compare.GateOptions{Base: rs[0].Models[0], Candidate: rs[0].Models[1]}, compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p := g.Report.Verdicts[0].PValue
		if err != nil || g.Of[0].Outcome != want {
			t.Errorf("%d data sets: got %s (%v), want %s", sets, g.Of[0].Outcome, err, want)
		}
		if !(p > 0.0125 && p < 0.05) {
			t.Errorf("%d data sets: p = %.3g, want one between 0.0125 and 0.05", sets, p)
		}
	}
}
