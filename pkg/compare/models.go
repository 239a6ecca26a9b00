package compare

import (
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// ModelEstimate is the expected metric of one algorithm: the mean over the folds, with the
// interval of the posterior that differences have (package paired), on an m x 2 CV with the
// prior paired.SingleModelPrior. Intervals of two
// models that overlap say nothing of their difference, which is paired.
type ModelEstimate struct {
	Task, Metric, Model string
	Level               float64
	infer.Estimate
}

// Models returns the estimate of each model, for each task and metric; without those whose
// metric is unknown or the same on all folds.
func (r Result) Models() []ModelEstimate {
	var out []ModelEstimate
	seen := map[[3]string]bool{}
	for _, v := range r.Best() {
		a, b := v.Folds()
		for i, model := range []string{v.ModelA, v.ModelB} {
			key := [3]string{v.Task, v.Metric, model}
			if seen[key] || len(a) == 0 {
				continue
			}
			seen[key] = true
			p, err := v.data.ofModel([][][]float64{a, b}[i])
			if err != nil {
				continue
			}
			e, _ := p.Estimate(v.Level) // the level was checked
			out = append(out, ModelEstimate{Task: v.Task, Metric: v.Metric, Model: model, Level: v.Level, Estimate: e})
		}
	}
	return out
}

// Folds returns the metrics of both models by replication and fold; none if only
// differences are known, or for several data sets together.
func (v Verdict) Folds() (a, b [][]float64) {
	if v.data == nil {
		return nil, nil
	}
	return v.data.a, v.data.b
}

// ofModel is the posterior of the expected metric of one model.
func (d *evidence) ofModel(values [][]float64) (paired.Posterior, error) {
	if len(values) > 1 && len(values[0]) == 2 {
		pairs := make([][2]float64, len(values))
		for j, row := range values {
			pairs[j] = [2]float64{row[0], row[1]}
		}
		return paired.New(pairs, paired.SingleModelPrior)
	}
	rho, err := heuristicRho(d.differences)
	if err != nil {
		return paired.Posterior{}, err
	}
	var all []float64
	for _, row := range values {
		all = append(all, row...)
	}
	return paired.CorrelatedT(all, rho)
}
