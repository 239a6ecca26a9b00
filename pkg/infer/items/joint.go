package items

import (
	"errors"
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"gonum.org/v1/gonum/mat"
)

// Joint returns the mean scores of k models on the same items with the joint covariance of their errors, where
// models[g][s][i] is the score of model g in run s on item i. Clusters are those of Sample.
//
// Without random runs, the variance of any difference is that of ItemT, or with clusters of ClusterT, and so are its
// degrees of freedom; with randomRuns they are those of CrossedT with runs that are not paired. It takes time in
// proportion to k² and not to the number of pairs times the number of items. Errors: those of ItemT, no model, one
// cluster, and with randomRuns a model with fewer than 2 runs.
func Joint(models [][][]float64, clusters []int, randomRuns bool) (ranks.Estimates, error) {
	k := len(models)
	if k == 0 {
		return ranks.Estimates{}, errors.New("items: no models")
	}
	out := ranks.Estimates{Means: make([]float64, k), Covariance: mat.NewSymDense(k, nil), DF: make([][]float64, k)}
	var u units
	var residuals *mat.Dense
	between, rest := make([]float64, k), make([]float64, k)
	for g, runs := range models {
		d, err := Sample{A: models[0], B: runs, Clusters: clusters}.differences()
		if err != nil {
			return out, fmt.Errorf("model %d as B, model 1 as A: %w", g+1, err)
		}
		if u = d.units; g == 0 {
			residuals = mat.NewDense(k, u.count(), nil)
		}
		x := itemMeans(runs)
		out.Means[g] = mean(x)
		residuals.SetRow(g, u.residuals(x))
		if randomRuns && len(runs) < 2 {
			return out, fmt.Errorf("items: model %d has one run; with random runs give 2 or more of each", g+1)
		}
		if randomRuns {
			between[g], rest[g] = u.meanSquares(runs)
		}
	}
	out.Covariance.SymOuterK(1, residuals)
	items := mat.NewSymDense(k, nil)
	items.CopySym(out.Covariance)
	for g := range k {
		out.Covariance.SetSym(g, g, items.At(g, g)+max(0, between[g]-rest[g]))
	}
	for a := range k {
		out.DF[a] = make([]float64, k)
		for b := range k {
			of, v := []int{a, b}, items.At(a, a)+items.At(b, b)-2*items.At(a, b)
			if a == b {
				of, v = of[:1], items.At(a, a)
			}
			spread := v * v / u.df
			for _, g := range of {
				if part := between[g] - rest[g]; part > 0 {
					df := float64(len(models[g]) - 1)
					v += part
					spread += between[g]*between[g]/df + rest[g]*rest[g]/(df*u.df)
				}
			}
			if out.DF[a][b] = v * v / spread; !(v > 0) {
				out.DF[a][b] = u.df
			}
		}
	}
	return out, nil
}
