package defectcounts

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/count"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/metric"
)

// estimates are the fault-percentile averages of one partition set: [variant][components-1]
// [fold], of the model and of that without its first component.
type estimates struct {
	Set           int
	Full, Without [][][]float64
}

// estimate evaluates all variants with 1 to most components on one set.
func estimate(ctx context.Context, d *dataset.Data, set cv.Set, kept, most int) (estimates, error) {
	leaking, err := pipeline.MIC{Features: kept}.Choose(d)
	if err != nil {
		return estimates{}, err
	}
	variants := Variants()
	out := estimates{Full: make([][][]float64, len(variants)), Without: make([][][]float64, len(variants))}
	for v := range variants {
		for range most {
			out.Full[v], out.Without[v] = append(out.Full[v], nil), append(out.Without[v], nil)
		}
	}
	for f := range set.FoldCount() {
		fold := set.Fold(f)
		own, err := pipeline.MIC{Features: kept}.Choose(d.Take(fold.Train))
		if err != nil {
			return estimates{}, err
		}
		for v, variant := range variants {
			if err := ctx.Err(); err != nil {
				return estimates{}, err
			}
			chosen := own
			if variant.Measures == All {
				chosen = leaking
			}
			made, err := variant.components(d, chosen, fold.Train, most)
			if err != nil {
				return estimates{}, fmt.Errorf("defectcounts: %v, fold %d: %w", variant, f+1, err)
			}
			for k := range most {
				full, err := fpa(made, 0, k+1, fold)
				if err != nil {
					return estimates{}, fmt.Errorf("defectcounts: %v, fold %d, %d components: %w", variant, f+1, k+1,
						err)
				}
				without, err := fpa(made, 1, k+1, fold)
				if err != nil {
					return estimates{}, fmt.Errorf("defectcounts: %v, fold %d, components 2 to %d: %w", variant, f+1,
						k+1, err)
				}
				out.Full[v][k], out.Without[v][k] = append(out.Full[v][k], full), append(out.Without[v][k], without)
			}
		}
	}
	return out, nil
}

// fpa trains negative binomial regression on the components from, ..., to-1, counted from
// 0, and returns its fault-percentile average; without components all records are predicted alike.
func fpa(made *dataset.Data, from, to int, fold cv.Fold) (float64, error) {
	truth, predicted := make([]float64, len(fold.Valid)), make([]float64, len(fold.Valid))
	for k, i := range fold.Valid {
		truth[k] = made.Response[i]
	}
	if from < to {
		keep := make([]int, to-from)
		for k := range keep {
			keep[k] = from + k
		}
		d := columns(made, keep)
		p, err := learn.Learner(count.NegBin{}).Prepare(d)
		if err != nil {
			return 0, err
		}
		fitter := p.NewFitter()
		if err := fitter.Fit(fold.Train); err != nil {
			return 0, err
		}
		fitter.Predict(fold.Valid, predicted)
	}
	return metric.FPA.Of(&metric.Predictions{Truth: truth, Predicted: predicted})
}
