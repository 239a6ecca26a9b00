package paired

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/infer"
)

// NewNestedJoint is NewJoint with inner cross-validations: inner[i] holds the metrics of model i on
// the inner folds, as for NewNested. S and P' have the covariance between models that the folds have,
// with one gamma. A nil prior is NestedPrior; for two models the posterior is that of NewNested.
// Without inner metrics, nil, it is that of NewJoint.
//
// Errors: those of NewJoint, of infer.CheckInner and of NewNested, and unequal numbers of models,
// half-splits or inner replications.
func NewNestedJoint(metrics [][][2]float64, inner [][][2][][2]float64, prior Prior) (Joint, error) {
	if inner == nil {
		return NewJoint(metrics, prior)
	}
	if prior == nil {
		prior = NestedPrior
	}
	j, w, b, err := jointOf(metrics)
	if err != nil {
		return j, err
	}
	if len(inner) != len(metrics) {
		return j, fmt.Errorf("paired: inner metrics of %d models, metrics of %d; give both for all", len(inner),
			len(metrics))
	}
	for i, x := range inner {
		if err := infer.CheckInner(x); err != nil {
			return j, fmt.Errorf("paired: model %d: %w", i+1, err)
		}
		if len(x) != len(inner[0]) || len(x[0][0]) != len(inner[0][0][0]) {
			return j, fmt.Errorf("paired: model %d has %d half-splits with %d inner replications, model 1 %d with %d; "+
				"give all models the same halves", i+1, len(x), len(x[0][0]), len(inner[0]), len(inner[0][0][0]))
		}
	}
	m, splits, r := len(metrics[0]), float64(len(inner[0])), float64(len(inner[0][0][0]))
	if r < 2 {
		return j, errOneInner
	}
	h, added := innerSpreads(inner)
	if mat.Trace(h) == 0 {
		return j, errEqualHalves
	}
	nodes, err := nestedNodes(prior, m, leastRatio(w, b), legendre(6+m/4))
	if err != nil {
		return j, err
	}
	dfs := []float64{float64(m), float64(m - 1), splits, 2 * splits * (r - 1)}
	ratio := max(mat.Trace(added), 1e-9*mat.Trace(h)) / dfs[3] / (mat.Trace(w) + mat.Trace(b)) * (dfs[0] + dfs[1])
	all, err := withHalves(nodes, ratio, r, logStep(dfs[2]+dfs[3]))
	if err != nil {
		return j, err
	}
	return j, j.mix([]*mat.SymDense{w, b, h, added}, dfs, m, all)
}

// withHalves returns the nodes with the variances of M H and K over sigma², for gamma and P' over
// sigma², which is of the order of ratio.
func withHalves(nodes []node, ratio, r, step float64) ([]jointNode, error) {
	const reach = 4.5
	var out []jointNode
	g := legendre(3)
	for _, n := range nodes {
		rho2 := (1 + n.rho1 - n.between) / 2
		if rho2 < 0 {
			return nil, errNegative(rho2)
		}
		for i, t := range g.x {
			gamma := gammas[0] + (gammas[1]-gammas[0])*t
			for x := -reach; x <= reach; x += step {
				p := ratio * math.Exp(x)
				of := n
				of.weight *= g.w[i]
				out = append(out, jointNode{of, []float64{n.within(), n.between, 2*gamma*rho2 + p/r, p}})
			}
		}
	}
	return out, nil
}

// innerSpreads returns the matrices M H and K of the differences to model 0.
func innerSpreads(inner [][][2][][2]float64) (halves, added *mat.SymDense) {
	d := len(inner) - 1
	halves, added = mat.NewSymDense(d, nil), mat.NewSymDense(d, nil)
	mean := func(model, j, h, i int) float64 {
		one, zero := inner[model][j][h][i], inner[0][j][h][i]
		return (one[0]-zero[0])/2 + (one[1]-zero[1])/2
	}
	for j, split := range inner[0] {
		apart := mat.NewVecDense(d, nil)
		for h, sign := range []float64{1, -1} {
			r := len(split[h])
			centre := mat.NewVecDense(d, nil)
			for a := range d {
				for i := range r {
					centre.SetVec(a, centre.AtVec(a)+mean(a+1, j, h, i)/float64(r))
				}
			}
			for i := range r {
				from := mat.NewVecDense(d, nil)
				for a := range d {
					from.SetVec(a, mean(a+1, j, h, i)-centre.AtVec(a))
				}
				added.SymRankOne(added, 1, from)
			}
			apart.AddScaledVec(apart, sign, centre)
		}
		halves.SymRankOne(halves, 0.5, apart)
	}
	return halves, added
}
