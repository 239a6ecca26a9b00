package sequential

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/posterior"
)

// fold returns the counts of two folds whose F1 is 2tp/(2tp+40).
func fold(tp float64) [2]posterior.Counts {
	c := posterior.Counts{TP: tp, FP: 20, FN: 20}
	return [2]posterior.Counts{c, c}
}

// Every look is the Bayes test at that m.
func TestLooksAreBayesTests(t *testing.T) {
	var a, b []posterior.Counts
	calls := 0
	got, err := Bayes{Metric: posterior.F1, Gamma: 0.01}.Run(func(m int) (PairCounts, error) {
		if calls++; m != calls {
			t.Errorf("replication %d asked for at call %d", m, calls)
		}
		c := PairCounts{A: fold(80), B: fold(84 + float64(m%3))}
		c.A[1].FP, c.B[1].FN = 21, 18 // the two folds differ
		a, b = append(a, c.A[:]...), append(b, c.B[:]...)
		return c, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if calls != 15 || got.Stop != 15 || got.Decision != Undecided || len(got.Looks) != 13 {
		t.Fatalf("%d calls, m = %d, %s, %d looks; want 15, 15, undecided, 13",
			calls, got.Stop, got.Decision, len(got.Looks))
	}
	for i, l := range got.Looks {
		task := posterior.Task{M: l.M, A: posterior.Model{Folds: a[:2*l.M]}, B: posterior.Model{Folds: b[:2*l.M]}}
		c, err := posterior.Compare([]posterior.Task{task}, posterior.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if l.M != 3+i || math.Abs(c[2].PH1-l.Evidence) > 1e-14 {
			t.Errorf("look %d: m = %d, P(H1) = %v, want %v", i, l.M, l.Evidence, c[2].PH1)
		}
		nuA, nuB, err := task.Distributions(posterior.F1, posterior.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for p, x := range map[float64]float64{0.01: l.CI.Low, 0.5: l.Estimate, 0.99: l.CI.High} {
			if atMost, _, err := posterior.LogDifference(nuA, nuB, x); err != nil ||
				math.Abs(math.Exp(atMost)-p) > 1e-9 {
				t.Errorf("look %d: P(difference <= %v) = %v (%v), want %v", i, x, math.Exp(atMost), err, p)
			}
		}
	}
}

func TestBayesStops(t *testing.T) {
	for _, c := range []struct {
		name     string
		a, b     float64
		start    int
		interest float64
		decision Decision
		m        int
	}{
		{"B far better", 40, 90, 3, 0, BetterB, 3},
		{"A far better", 90, 40, 3, 0, BetterA, 3},
		{"first look at 1", 40, 90, 1, 0, BetterB, 1},
		{"equal", 80, 80, 3, 0, Undecided, 15},
		{"equal, and 0.2 is the difference of interest", 80, 80, 3, 0.2, TooSmall, 3},
		{"equal, and 0.001 is the difference of interest", 80, 80, 3, 0.001, Undecided, 15},
		{"equal, and 0.01 is the difference of interest", 80, 80, 3, 0.01, Undecided, 15},
		{"B far better, but not by 1", 40, 90, 3, 1, BetterB, 3},
	} {
		calls := 0
		got, err := Bayes{Metric: posterior.F1, Start: c.start, Interest: c.interest}.Run(func(int) (PairCounts,
			error) {
			calls++
			return PairCounts{A: fold(c.a), B: fold(c.b)}, nil
		})
		if err != nil || got.Decision != c.decision || got.Stop != c.m || calls != c.m {
			t.Errorf("%s: %s at m = %d after %d calls (%v), want %s at %d",
				c.name, got.Decision, got.Stop, calls, err, c.decision, c.m)
		}
	}
}

func TestBayesRefuses(t *testing.T) {
	for want, b := range map[string]Bayes{
		"start with at least 1": {Start: -1},
		"larger maximum":        {Max: 2},
		"1.5":                   {Interest: 1.5},
		"gamma is 0.6":          {Gamma: 0.6},
		"gamma is NaN":          {Gamma: math.NaN()},
		"fixed weight":          {Weighting: posterior.FixedWeight(0.4)},
		"rho1 = 2":              {Weighting: posterior.RhoWeight{Rho1: 2}},
		"prior -1":              {Prior: -1},
		"unknown metric":        {Metric: 7},
		"delta is 2":            {Delta: 2},
	} {
		if _, err := b.Begin(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", b, err, want)
		}
	}
	broken := errors.New("broken")
	_, err := Bayes{}.Run(func(m int) (PairCounts, error) {
		if m == 2 {
			return PairCounts{}, broken
		}
		return PairCounts{A: fold(1), B: fold(1)}, nil
	})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "replication 2") {
		t.Errorf("error of the caller: %v", err)
	}
	r, err := Bayes{}.Begin()
	if err != nil {
		t.Fatal(err)
	}
	bad := PairCounts{A: fold(1), B: fold(1)}
	bad.B[1].FP = -1
	if _, err := r.Add(bad); err == nil || !strings.Contains(err.Error(), "replication 1, fold 2") {
		t.Errorf("negative count: %v", err)
	}
	if r.M() != 0 {
		t.Errorf("m = %d after a refused replication, want 0", r.M())
	}
	for !r.Done() {
		if _, err := r.Add(PairCounts{A: fold(50), B: fold(50)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.Add(PairCounts{A: fold(50), B: fold(50)}); err == nil ||
		!strings.Contains(err.Error(), "ended at m = 15") {
		t.Errorf("after the end: %v", err)
	}
}

// The words of a decision are those of its JSON.
func TestDecisionText(t *testing.T) {
	for d, want := range map[Decision]string{Continue: "go on", BetterA: "A is better", BetterB: "B is better",
		TooSmall: "too small", Undecided: "undecided"} {
		if got, err := d.MarshalText(); err != nil || string(got) != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}

// A sequential test that looks 13 times.
func BenchmarkBayes(b *testing.B) {
	for b.Loop() {
		if _, err := (Bayes{Metric: posterior.F1}).Run(func(int) (PairCounts, error) {
			return PairCounts{A: fold(80), B: fold(80.5)}, nil
		}); err != nil {
			b.Fatal(err)
		}
	}
}
