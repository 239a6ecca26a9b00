package infer

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/variance"
)

// Variance estimates the variance of Mean from the differences of an m x 2 CV as a
// combination of the spread within and between the replications (Wang 2019 thesis,
// eq. 5.8):
//
//	lambda1/m² · ΣΣ (mu_k^(j) - mu^(j))² + lambda2/(m-1) · Σ (mu^(j) - mean)²
//
// where mu^(j) is the mean of replication j and the lambdas are those of the
// estimator. None is unbiased for all distributions (theorem 5.1). It is an error if
// the partition set is another, or m is 1 and lambda2 is not 0.
func (d Differences) Variance(e variance.Estimator) (float64, error) {
	lambda1, lambda2 := e.Lambdas(d.replications)
	if d.folds != 2 || d.replications < 2 && lambda2 != 0 {
		return 0, fmt.Errorf("infer: variance estimators are for an m x 2 CV with m >= 2; the differences come from %s", d.Design())
	}
	m := float64(d.replications)
	estimate := lambda1 / (m * m) * d.within()
	if lambda2 == 0 {
		return estimate, nil
	}
	means := make([]float64, d.replications)
	for j := range means {
		means[j] = d.At(j, 0) + (d.At(j, 1)-d.At(j, 0))/2
	}
	_, squares := deviations(means)
	return estimate + lambda2/(m-1)*squares, nil
}
