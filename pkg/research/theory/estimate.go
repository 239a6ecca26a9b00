package theory

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Estimate estimates the variance of the mean difference from the differences of an
// m x 2 CV as a combination of the spread within and between the replications (Wang 2019
// thesis, eq. 5.8):
//
//	lambda1/m² · ΣΣ (mu_k^(j) - mu^(j))² + lambda2/(m-1) · Σ (mu^(j) - mean)²
//
// where mu^(j) is the mean of replication j and the lambdas are those of the
// estimator. None is unbiased for all distributions (theorem 5.1). It is an error if
// the partition set is another, or m is 1 and lambda2 is not 0.
func (e Estimator) Estimate(d infer.Differences) (float64, error) {
	lambda1, lambda2 := e.Lambdas(d.Replications())
	if d.Folds() != 2 || d.Replications() < 2 && lambda2 != 0 {
		return 0, fmt.Errorf("theory: variance estimators are for an m x 2 CV with m >= 2; the differences come from "+
			"%s", d.Design())
	}
	m := float64(d.Replications())
	within := 0.0
	means := make([]float64, d.Replications())
	for j := range means {
		e := d.At(j, 0) - d.At(j, 1)
		within += e * e / 2
		means[j] = d.At(j, 0) + (d.At(j, 1)-d.At(j, 0))/2
	}
	estimate := lambda1 / (m * m) * within
	if lambda2 == 0 {
		return estimate, nil
	}
	return estimate + lambda2/(m-1)*squares(means), nil
}

// squares returns the sum of squared deviations from the mean: 0 for equal values.
func squares(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v - x[0]
	}
	mean, total := sum/float64(len(x)), 0.0
	for _, v := range x {
		e := v - x[0] - mean
		total += e * e
	}
	return total
}
