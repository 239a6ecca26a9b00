package ranks

import (
	"math"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
)

// Pair compares two models, by their columns in the scores.
type Pair struct {
	A, B     int
	Ranks    float64 // mean rank of A minus the mean rank of B: negative where A is better
	Wilcoxon WilcoxonResult
	Holm     float64 // p-value of Wilcoxon's test, adjusted for all pairs
	Nemenyi  float64 // p-value of Nemenyi's test, which is for all pairs by itself
}

// Pairs compares all pairs of models: by Wilcoxon's signed-rank test of their scores with
// Holm's adjustment, whose verdict on two models does not depend on the others but for
// their number (Benavoli, Corani and Mangili 2016), and by Nemenyi's test of their mean
// ranks. A p-value up to alpha calls two models different; the probability that it falsely
// does of any pair is at most alpha. Differences are B minus A where lower is better and A
// less B where higher is, so that Wilcoxon.Greater is about A being better. Sizes are as in Ranks. Errors: as in
// Friedman.
func Pairs(s Scores, better Better, sizes []float64) ([]Pair, error) {
	ranks, err := Ranks(s, better, sizes)
	if err != nil {
		return nil, err
	}
	if sizes, err = s.sizes(sizes); err != nil {
		return nil, err
	}
	n, k, mean := len(s), len(s[0]), meanRanks(ranks)
	var out []Pair
	exact, nemenyi := distributions{}, map[float64]float64{} // mean ranks differ by few numbers
	var p []float64
	for a := range k {
		for b := a + 1; b < k; b++ {
			d := make([]float64, n)
			for i, row := range s {
				d[i] = row[a] - row[b]
				if better == Lower {
					d[i] = -d[i]
				}
			}
			w, err := exact.wilcoxon(d, sizes)
			if err != nil {
				return nil, err
			}
			gap := mean[a] - mean[b]
			if _, known := nemenyi[math.Abs(gap)]; !known {
				nemenyi[math.Abs(gap)] = special.RangeTail(math.Sqrt2*math.Abs(gap)/unit(k, n), k)
			}
			out = append(out, Pair{A: a, B: b, Ranks: gap, Wilcoxon: w, Nemenyi: nemenyi[math.Abs(gap)]})
			p = append(p, w.PValue)
		}
	}
	adjusted, err := infer.Holm(p)
	for i := range out {
		out[i].Holm = adjusted[i]
	}
	return out, err
}
