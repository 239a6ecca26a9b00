package ranksets

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"gonum.org/v1/gonum/stat"
)

// What is counted, by hand: models 0 and 1 are equal, 2 is worse.
func TestCounts(t *testing.T) {
	means := []float64{2, 2, 1}
	shown := func(pairs ...[2]int) ranks.Order {
		o := ranks.Order{Shown: ranks.NewShown(3), Best: []float64{0.96, 0.02, 0.02}}
		for _, p := range pairs {
			o.Shown[p[0]][p[1]] = true
		}
		return o
	}
	for name, c := range map[string]struct {
		order ranks.Order
		want  counts
	}{
		"nothing": {shown(), counts{LikelyBest: 1, Widths: 9}},
		"right":   {shown([2]int{0, 2}, [2]int{1, 2}), counts{LikelyBest: 1, Widths: 5}},
		"0 best": {shown([2]int{0, 1}, [2]int{0, 2}), counts{AnyFalse: 1, Missed: 1, FalseBest: 1, LikelyBest: 1,
			Widths: 1 + 2 + 2}},
		"2 better": {shown([2]int{2, 0}), counts{AnyFalse: 1, Missed: 1, LikelyBest: 1, Widths: 2 + 3 + 2}},
	} {
		var got counts
		if got.add(c.order, means); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	var got counts
	got.add(shown([2]int{0, 1}, [2]int{0, 2}), []float64{3, 2, 1})
	if want := (counts{BestShown: 1, Widths: 5}); got != want {
		t.Errorf("the best is shown: %+v, want %+v", got, want)
	}
}

// The scores have the expected means.
func TestDraw(t *testing.T) {
	for _, c := range cells() {
		if c.items != 1000 || c.models != 3 {
			continue
		}
		scores, rng := make([][]float64, c.models), rand.New(rand.NewPCG(1, 0))
		for range 100 {
			for g, runs := range c.draw(rng) {
				scores[g] = append(scores[g], runs[0]...)
			}
		}
		for g, want := range c.means() {
			mean, sd := stat.MeanStdDev(scores[g], nil)
			if se := sd / math.Sqrt(float64(len(scores[g]))); math.Abs(mean-want) > 4*se {
				t.Errorf("%+v: mean of model %d is %v, want %v", c, g, mean, want)
			}
		}
		if r := stat.Correlation(scores[0], scores[1], nil); r < c.correlation/3 || r > c.correlation+0.02 {
			t.Errorf("%+v: correlation of scores %v", c, r)
		}
	}
}
