package ranks_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer/ranks"
)

// The leader's mean is too good by what the estimate says, on average over simulated folds: for models that are equal,
// alike on the folds or not, and for models that differ.
func TestOptimism(t *testing.T) {
	for name, c := range map[string]struct {
		models, folds     int
		spread, alike     float64 // of the expected scores, in standard errors of a mean; correlation of neighbours
		least, most, peer float64 // estimate over truth; Tibshirani and Tibshirani's at least
	}{
		"5 equal, 5 folds":     {5, 5, 0, 0, 0.80, 1.05, 1.1},
		"20 equal, 10 folds":   {20, 10, 0, 0, 0.88, 1.05, 1.9},
		"20 alike, 10 folds":   {20, 10, 0, 0.9, 0.85, 1.07, 1.9},
		"100 equal, 5 folds":   {100, 5, 0, 0, 0.85, 1.02, 1.1},
		"20 different":         {20, 10, 1, 0, 0.97, 1.22, 1.9},
		"20 very different":    {20, 5, 3, 0, 0.80, 1.20, 1.3},
		"100 rather different": {100, 10, 1, 0, 1.00, 1.22, 1.9},
	} {
		rng := rand.New(rand.NewPCG(5, uint64(c.models)))
		const samples = 150
		truth, estimate, peer := 0.0, 0.0, 0.0
		for sample := range samples {
			expected, s := make([]float64, c.models), make(ranks.Scores, c.folds)
			for k := range expected {
				expected[k] = c.spread * rng.NormFloat64()
			}
			means := make([]float64, c.models)
			for j := range s {
				fold, before := 2*rng.NormFloat64(), 0.0
				for k := range c.models {
					before = c.alike*before + math.Sqrt(1-c.alike*c.alike)*rng.NormFloat64()
					if k == 0 {
						before = rng.NormFloat64()
					}
					v := expected[k] + math.Sqrt(float64(c.folds))*before
					means[k] += v / float64(c.folds)
					s[j] = append(s[j], -fold-v) // losses
				}
			}
			first := 0
			for k := range means {
				if means[k] > means[first] {
					first = k
				}
			}
			truth += means[first] - expected[first]
			o, tt, err := ranks.Optimism(s, ranks.Lower, c.folds, uint64(sample))
			if err != nil {
				t.Fatal(err)
			}
			estimate, peer = estimate+o, peer+tt
		}
		t.Logf("%s: %.2f of the truth, Tibshirani %.2f", name, estimate/truth, peer/truth)
		if r := estimate / truth; r < c.least-0.08 || r > c.most+0.08 || peer/truth < c.peer-0.1 {
			t.Errorf("%s: the estimates are %.2f and %.2f of the truth, want %v to %v, and %v or more", name, r, peer/truth, c.least,
				c.most, c.peer)
		}
	}
}

func TestOptimismOfTibshirani(t *testing.T) {
	// The leader is the first model with mean 0.7; the best of each fold are 0.9, 0.8, 0.7.
	s := ranks.Scores{{0.9, 0.6, 0.5}, {0.7, 0.8, 0.6}, {0.5, 0.6, 0.7}}
	o, tt, err := ranks.Optimism(s, ranks.Higher, 3, 1)
	if err != nil || math.Abs(tt-(0.8-0.7)) > 1e-12 || !(o > 0) {
		t.Errorf("got %v, %v, %v; want 0.1 by Tibshirani", o, tt, err)
	}
	if again, _, _ := ranks.Optimism(s, ranks.Higher, 3, 1); again != o {
		t.Errorf("the same seed gives %v and %v", o, again)
	}
	far := ranks.Scores{{9, 0.6, 0.5}, {9, 0.8, 0.6}, {9, 0.6, 0.7}}
	if o, tt, err := ranks.Optimism(far, ranks.Higher, 3, 1); err != nil || tt != 0 || o > 0.02 {
		t.Errorf("a leader far ahead: got %v, %v, %v; want about 0", o, tt, err)
	}
	for _, bad := range []struct {
		s     ranks.Scores
		folds int
	}{{ranks.Scores{{1, 2}, {2, 1}}, 2}, {s, 1}, {s, 4}, {s[:1], 2}} {
		if _, _, err := ranks.Optimism(bad.s, ranks.Higher, bad.folds, 1); err == nil {
			t.Errorf("%v of %d folds: no error", bad.s, bad.folds)
		}
	}
}
