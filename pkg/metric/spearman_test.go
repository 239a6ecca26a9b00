package metric_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/metric"
)

// scipy.stats.spearmanr, the first with ties.
func TestSpearman(t *testing.T) {
	d := spearmanOf(t)
	for _, c := range []struct {
		truth, predicted []float64
		want             float64
	}{
		{[]float64{1, 2, 2, 3, 5, 8, 8, 9}, []float64{2, 1, 3, 3, 4, 9, 7, 7}, 0.8902439024390245},
		{[]float64{1, 2, 3, 4}, []float64{40, 30, 20, 10}, -1},
		{[]float64{3, 1, 4, 1.5, 9}, []float64{3e9, -1, 4e9, 0, 1e300}, 1},
	} {
		got, err := d.Value(&metric.Predictions{Truth: c.truth, Predicted: c.predicted})
		if err != nil || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("got %v, %v, want %v", got, err, c.want)
		}
	}
	for _, p := range []metric.Predictions{{Truth: []float64{1, 1, 1}, Predicted: []float64{1, 2, 3}},
		{Truth: []float64{1, 2, 3}, Predicted: []float64{5, 5, 5}}, {Truth: []float64{1}, Predicted: []float64{1}}} {
		if v, err := d.Value(&p); err == nil {
			t.Errorf("%v: got %v, want an error", p, v)
		}
	}
}

// The parts have the value as mean, and what they say of leaving a record out agrees with doing it, to the next order in
// 1/n.
func TestSpearmanParts(t *testing.T) {
	d := spearmanOf(t)
	rng := rand.New(rand.NewPCG(2, 2))
	for _, tied := range []bool{false, true} {
		const n = 400
		p := metric.Predictions{Truth: make([]float64, n), Predicted: make([]float64, n)}
		for i := range n {
			p.Truth[i] = rng.NormFloat64()
			p.Predicted[i] = p.Truth[i] + rng.NormFloat64()
			if tied {
				p.Truth[i], p.Predicted[i] = math.Round(2*p.Truth[i]), math.Round(p.Predicted[i])
			}
		}
		parts := make([]float64, n)
		value, err := d.Parts(&p, parts)
		if err != nil {
			t.Fatal(err)
		}
		mean, spread, jackknife, apart := 0.0, 0.0, 0.0, 0.0
		for i, v := range parts {
			without := metric.Predictions{Truth: remove(p.Truth, i), Predicted: remove(p.Predicted, i)}
			left, err := d.Value(&without)
			if err != nil {
				t.Fatal(err)
			}
			moved := (n - 1) * (value - left)
			mean += v / n
			spread += (v - value) * (v - value)
			jackknife += moved * moved
			apart = max(apart, math.Abs(moved-(v-value)))
		}
		if math.Abs(mean-value) > 1e-12 {
			t.Errorf("ties %v: mean of the parts %v, want %v", tied, mean, value)
		}
		if ratio := math.Sqrt(jackknife / spread); math.Abs(ratio-1) > 0.01 || apart > 0.06 {
			t.Errorf("ties %v: jackknife has %.4f times the spread of the parts, and differs by up to %.4f", tied, ratio, apart)
		}
	}
}

func remove(x []float64, i int) []float64 {
	return append(append([]float64(nil), x[:i]...), x[i+1:]...)
}

func spearmanOf(t *testing.T) metric.Definition {
	t.Helper()
	defs, err := metric.Parse("spearman")
	if err != nil {
		t.Fatal(err)
	}
	return defs[0]
}
