package posterior_test

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/pkg/posterior"
)

// The ends leave the tails of the exact test, for all metrics, for few and many counts.
func TestDifferenceInterval(t *testing.T) {
	for _, metric := range posterior.Metrics() {
		for _, c := range [][2]posterior.Counts{
			{{TP: 80, FP: 20, FN: 25}, {TP: 90, FP: 15, FN: 15}},
			{{TP: 0, FP: 1, FN: 2}, {TP: 3, FP: 0, FN: 0}},
			{{TP: 9e5, FP: 3e4, FN: 2e4}, {TP: 8.9e5, FP: 3.3e4, FN: 1.9e4}},
		} {
			a, err := posterior.NewDistribution(metric, c[0], 1)
			if err != nil {
				t.Fatal(err)
			}
			b, err := posterior.NewDistribution(metric, c[1], 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, level := range []float64{0.5, 0.9, 0.999} {
				i, err := posterior.DifferenceInterval(a, b, level)
				if err != nil {
					t.Fatal(err)
				}
				below, _, err := posterior.LogDifference(a, b, i.Low)
				if err != nil {
					t.Fatal(err)
				}
				_, above, err := posterior.LogDifference(a, b, i.High)
				if err != nil {
					t.Fatal(err)
				}
				want := (1 - level) / 2
				if math.Abs(math.Exp(below)/want-1) > 1e-8 || math.Abs(math.Exp(above)/want-1) > 1e-8 ||
					i.Low >= i.High {
					t.Errorf("%v %v level %v: %v leaves %v and %v, want %v",
						metric, c, level, i, math.Exp(below), math.Exp(above), want)
				}
			}
		}
	}
	a, _ := posterior.NewDistribution(posterior.F1, posterior.Counts{TP: 1}, 1)
	b, _ := posterior.NewDistribution(posterior.Recall, posterior.Counts{TP: 1}, 1)
	if _, err := posterior.DifferenceInterval(a, b, 0.9); err == nil {
		t.Error("two metrics were subtracted")
	}
	if _, err := posterior.DifferenceInterval(a, a, 1); err == nil {
		t.Error("level 1 was accepted")
	}
	if _, err := posterior.DifferenceQuantile(a, b, 0.5); err == nil {
		t.Error("the quantile of a difference of two metrics was computed")
	}
	if _, err := posterior.DifferenceQuantile(a, a, 1); err == nil {
		t.Error("the quantile at 1 was computed")
	}
}

func TestDifferenceQuantile(t *testing.T) {
	a, errA := posterior.NewDistribution(posterior.F1, posterior.Counts{TP: 40, FP: 10, FN: 20}, 1)
	b, errB := posterior.NewDistribution(posterior.F1, posterior.Counts{TP: 45, FP: 5, FN: 15}, 1)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	for _, p := range []float64{1e-9, 0.1, 0.5, 0.8, 1 - 1e-6} {
		x, err := posterior.DifferenceQuantile(a, b, p)
		if err != nil {
			t.Fatal(err)
		}
		below, _, err := posterior.LogDifference(a, b, x)
		if err != nil || math.Abs(math.Exp(below)/p-1) > 1e-8 {
			t.Errorf("P(difference <= %v) = %v (%v), want %v", x, math.Exp(below), err, p)
		}
	}
}
