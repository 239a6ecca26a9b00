package theory

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/pkg/posterior"
	"pgregory.net/rapid"
)

// V theorem 2: the bounds hold for all distributions, and the worse model's mirror them.
func TestSNRBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.Float64Range(0, 300)
		metric := rapid.SampledFrom(posterior.Metrics()).Draw(t, "metric")
		dist := func() posterior.Distribution {
			l, err := posterior.NewDistribution(metric, posterior.Counts{TP: count.Draw(t, "tp"),
				FP: count.Draw(t, "fp"), FN: count.Draw(t, "fn")}, 1)
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		a, b := dist(), dist()
		got, err := SNRBounds(a, b)
		if err != nil {
			t.Fatal(err)
		}
		logH0, logH1, err := posterior.LogDifference(a, b, 0)
		if err != nil {
			t.Fatal(err)
		}
		favoured, odds := logH0, math.Exp(logH0-logH1)
		if !got.H0 {
			favoured = logH1
		}
		if math.Exp(favoured) < got.Prob-1e-12 {
			t.Errorf("probability %v below its bound %+v", math.Exp(favoured), got)
		}
		if got.H0 && odds < got.Odds*(1-1e-9) || !got.H0 && odds > got.Odds*(1+1e-9) {
			t.Errorf("odds %v beyond their bound %+v", odds, got)
		}
	})
	p, _ := posterior.NewDistribution(posterior.Precision, posterior.Counts{TP: 1}, 1)
	r, _ := posterior.NewDistribution(posterior.Recall, posterior.Counts{TP: 1}, 1)
	if _, err := SNRBounds(p, r); err == nil {
		t.Error("precision was compared with recall")
	}
}
