package ranks

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"
)

// optimismDraws are the draws of Optimism.
const optimismDraws = 4000

// Optimism estimates by how much the mean score of the model that looks best is better than it will be, for having been
// picked: the expected difference between its mean over the folds and its expected score. The scores have one row per
// fold, of which one replication has a number (all rows are those of one replication, or of several).
//
// With the deviations D of the scores from the means of model and fold, the means are drawn anew around means that are
// shrunken to that of all models by the share of their variance that the folds explain (empirical Bayes),
//
//	m_k* = m + max(0, 1 - v/V) (m_k - m) + Z_k,  Z_k = Σ_j g_j D_jk / √((J - 1) folds)
//
// with independent normal g_j, so that models which fare alike on the folds are drawn alike; V is the variance of the m_k
// and v the mean variance of the Z_k. The estimate is the mean of Z of the drawn leader. Beside it stands the estimate of
// Tibshirani and Tibshirani (2009): the mean over folds of the best score of the fold minus the leader's there, which is
// of one fold and so too large.
//
// Errors: fewer than 3 models or 2 rows, scores that are not finite, and folds that are below 2 or above the rows.
func Optimism(s Scores, better Better, folds int, seed uint64) (optimism, tibshirani float64, err error) {
	if err := s.check(better, 2); err != nil {
		return 0, 0, err
	}
	rows, models, sign := len(s), len(s[0]), 1.0
	if models < 3 || folds < 2 || folds > rows {
		return 0, 0, fmt.Errorf("ranks: %d models on %d rows of %d folds; the optimism of the best takes 3 models or more, and "+
			"2 folds or more", models, rows, folds)
	}
	if better == Lower {
		sign = -1
	}
	means, apart, leader := make([]float64, models), make(Scores, rows), 0
	for j, row := range s {
		apart[j] = make([]float64, models)
		for k, v := range row {
			apart[j][k] = sign * v
			means[k] += sign * v / float64(rows)
		}
	}
	for k, m := range means {
		if m > means[leader] {
			leader = k
		}
	}
	all := stat.Mean(means, nil)
	noise := 0.0
	for _, row := range apart {
		best, fold := row[0], stat.Mean(row, nil)
		for k, v := range row {
			best = max(best, v)
			if k == leader {
				tibshirani -= v / float64(rows)
			}
			row[k] = v - means[k] - fold + all
			noise += row[k] * row[k]
		}
		tibshirani += best / float64(rows)
	}
	noise /= float64((models - 1) * (rows - 1) * folds)
	keep := 0.0
	if v := stat.Variance(means, nil); v > noise {
		keep = 1 - noise/v
	}
	rng, z := rand.New(rand.NewPCG(seed, 51)), make([]float64, models)
	for range optimismDraws {
		clear(z)
		for _, row := range apart {
			g := rng.NormFloat64() / math.Sqrt(float64((rows-1)*folds))
			for k, d := range row {
				z[k] += g * d
			}
		}
		first := 0
		for k := range z {
			if keep*means[k]+z[k] > keep*means[first]+z[first] {
				first = k
			}
		}
		optimism += z[first] / optimismDraws
	}
	return max(0, optimism), tibshirani, nil
}
