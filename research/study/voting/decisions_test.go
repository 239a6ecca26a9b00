package voting

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/block-regularized/bcv/research/internal/check"

	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/simdata"
)

func TestGains(t *testing.T) {
	got := Gains([]StudyRow{
		{Scenario: "a", Metric: "F1", M: 1, Theory: 0.6},
		{Scenario: "a", Metric: "F1", M: 2, Theory: 0.9},
		{Scenario: "a", Metric: "F1", M: 3, Gain: 0.1, GainSE: 0.01, Theory: 0.7},
		{Scenario: "a", Metric: "R", M: 1, Theory: 0.5},
	})
	check.MustEqual(t, "len(got)", len(got), 3)
	check.Equal(t, "got[0].Theory", got[0].Theory, 0)
	check.Equal(t, "got[2].Theory", got[2].Theory, 0)
	check.Equal(t, "got[1].M", got[1].M, 3)
	check.Equal(t, "got[1].Gain", got[1].Gain, 0.1)
	check.Near(t, "got[1].Theory", got[1].Theory, 0.1, 1e-12)
}

func TestBoth(t *testing.T) {
	row := func(config, estimator, of, metric string, m int, bias float64) LearnerRow {
		return LearnerRow{Config: config, Estimator: estimator, Of: of, Metric: metric, M: m, Truth: 0.6, Bias: bias,
			BiasSE: bias / 10, RMSE: 2 * bias}
	}
	got := Both([]LearnerRow{
		row("tree", "average", "one model", "F1", 15, 0.1), row("tree", "average", "one model", "P", 15, 0.7),
		row("tree", "average", "one model", "F1", 3, 0.7),
		row("tree", "average", "vote", "F1", 15, 0.2), row("tree", "vote", "one model", "F1", 15, 0.3),
		row("tree", "vote", "vote", "F1", 15, 0.4),
	}, "F1", 15)
	want := []BothRow{
		{Config: "tree", Of: "one model", Truth: 0.6, AverageBias: 0.1, AverageSE: 0.01, AverageRMSE: 0.2,
			VoteBias: 0.3, VoteSE: 0.03, VoteRMSE: 0.6},
		{Config: "tree", Of: "vote", Truth: 0.6, AverageBias: 0.2, AverageSE: 0.02, AverageRMSE: 0.4, VoteBias: 0.4,
			VoteSE: 0.04, VoteRMSE: 0.8},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

// TestReadable: every source of the studies has a short name, and rows that differ
// keep different names at one difference.
func TestReadable(t *testing.T) {
	var rows []LookRow
	for _, s := range lookStudies("quick", 1) {
		rows = append(rows, LookRow{Source: s.Source.String(), Metric: "F1", Method: lookMethods[1]},
			LookRow{Source: s.Source.String(), Metric: "P"})
	}
	names := map[string]int{}
	for _, r := range Readable(rows, "F1") {
		names[r.Source]++
		if r.Method != "one look at m = 3" {
			t.Errorf("method %q", r.Method)
		}
		if r.Modelled() != (len(r.Source) == len("rho1 = 0.00, rho2 = 0.25")) {
			t.Errorf("%q is modelled: %v", r.Source, r.Modelled())
		}
	}
	if names["rho1 = 0.18, rho2 = 0.47"] != 5 || names["logistic, shared = 2, own a = 1, own b = 3"] != 1 ||
		len(names) != 4+7 {
		t.Errorf("%v", names)
	}
}

func TestEqualModels(t *testing.T) {
	rows := []LookRow{{Metric: "F1", Difference: 0.0004}, {Metric: "F1", Difference: 0.02},
		{Metric: "F1", Difference: -0.0019}}
	if got := EqualModels(rows); len(got) != 2 || got[1].Difference != -0.0019 {
		t.Errorf("%+v", got)
	}
	bounds := []LookBoundRow{{Metric: "F1", Method: "fixed at last"}, {Metric: "F1", Difference: 0.1}, {Metric: "P"}}
	if got := ReadableBounds(bounds, "F1"); len(got) != 1 || got[0].Method != "one look at m = 15" {
		t.Errorf("%+v", got)
	}
}

// TestBounds: the favoured hypothesis has at least the probability and the odds of
// theorem 2.
func TestBounds(t *testing.T) {
	task := func(correctA, correctB int) posterior.Task {
		out := posterior.Task{Name: "t", M: 3, A: posterior.Model{Name: "A"}, B: posterior.Model{Name: "B"}}
		for j := range 3 {
			for k := range 2 {
				out.A.Folds = append(out.A.Folds, posterior.Counts{TP: float64(correctA + k), FP: 20, FN: 25})
				out.B.Folds = append(out.B.Folds, posterior.Counts{TP: float64(correctB + j), FP: 20, FN: 25})
			}
		}
		return out
	}
	rows, err := Bounds([]posterior.Task{task(80, 60), task(60, 80)})
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 6 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, r := range rows {
		check.Equal(t, "r.Favoured", r.Favoured, []string{"H0", "H1"}[i/3])
		check.Equal(t, "r.Task", r.Task, "t")
		check.That(t, r.P >= r.Bound, "r.P = %v, want at least %v", r.P, r.Bound)
		check.That(t, r.Odds >= r.OddsBound, "r.Odds = %v, want at least %v", r.Odds, r.OddsBound)
		check.That(t, r.P >= 0.5, "r.P = %v, want at least %v", r.P, 0.5)
		check.Near(t, "r.OddsBound", r.OddsBound, r.SNR2, 1e-9*r.SNR2)
		check.Near(t, "r.Odds", r.Odds, r.P/(1-r.P), 1e-6*r.Odds)
	}
	points, err := BoundCurve()
	if err != nil {
		t.Fatal(err)
	}
	check.MustEqual(t, "len(points)", len(points), 82)
	check.Equal(t, "points[0].Value", points[0].Value, 0.5)
	check.That(t, points[81].Value < points[80].Value, "points[81].Value = %v, want less than %v", points[81].Value,
		points[80].Value)
	check.That(t, points[80].Value >= 0.999, "points[80].Value = %v, want at least %v", points[80].Value, 0.999)
}

// TestMatrices: the voting matrix counts each record once, the effective one is worth
// more.
func TestMatrices(t *testing.T) {
	d := simdata.Draw(simdata.Gaussians{P: 1, Shifted: 1, Shift: 1}, 80, rand.New(rand.NewPCG(1, 2)))
	matrices, agreement, err := Matrices(context.Background(), d, "1", 3, 1, simple.NearestMean{})
	if err != nil {
		t.Fatal(err)
	}
	if len(matrices) != 2 || len(agreement) != 2 {
		t.Fatalf("%d matrices, %d agreements", len(matrices), len(agreement))
	}
	positive := 0.0
	for _, c := range d.Class {
		positive += float64(c)
	}
	{
		v := matrices[1]
		check.Equal(t, "v.Matrix", v.Matrix, "voting")
		check.Equal(t, "v.TP+v.FN", v.TP+v.FN, positive)
		check.Equal(t, "v.TP", v.TP, math.Trunc(v.TP))
		check.That(t, v.Low < v.F1 && v.F1 < v.High, "want v.Low < v.F1 && v.F1 < v.High")
	}
	if e := matrices[0]; e.Matrix != "effective" || e.TP+e.FN <= positive {
		t.Errorf("%+v: the replications are worth more than %v positive records", e, positive)
	}
	if a := agreement[0]; a.Class != "positive" || !(a.Right > 0.5 && a.Right < 1) || !(a.Rho2 > 0.5) {
		t.Errorf("%+v", a)
	}
}

func TestDecisions(t *testing.T) {
	row := func(difference, gamma, h1, h0, m float64) LookRow {
		return LookRow{Source: "model(n=300, right=0.8, difference=0, rho1=0.00, rho2=0.25)", Metric: "F1",
			Method: "sequential", Difference: difference, Gamma: gamma, H1: h1, H0: h0, M: m}
	}
	got := Decisions([]LookRow{row(0, 0.05, 0.03, 0.04, 14), row(0.06, 0.05, 0.8, 0, 6), row(0.02, 0.05, 0.2, 0, 9),
		row(0, 0.01, 0.5, 0.5, 3),
		{Source: "logistic(n=300)", Metric: "F1", Gamma: 0.05}}, "F1", 0.05, 0.06)
	want := []DecisionRow{{"rho1 = 0.00, rho2 = 0.25", "sequential, m = 3 to 15", 0.07, 0.8, 6}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}
