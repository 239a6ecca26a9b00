package infer

import "fmt"

// VarianceEstimator estimates the variance of the mean of an m x 2 CV as a
// combination of the spread within and between the replications (Wang 2019 thesis,
// eq. 5.8):
//
//	Within/m² · ΣΣ (mu_k^(j) - mu^(j))² + Between/(m-1) · Σ (mu^(j) - mean)²
//
// where mu^(j) is the mean of replication j. No choice is unbiased for all distributions
// (theorem 5.1).
type VarianceEstimator struct{ Within, Between float64 }

// Var1 uses the spread within replications alone (thesis eq. 5.9).
func Var1(m int) VarianceEstimator { return VarianceEstimator{float64(m) / 2, 0} }

// Var2 is the recommended estimator, (1/2m) ΣΣ (mu_k^(j) - mean)² (thesis eq. 5.12).
func Var2(m int) VarianceEstimator {
	return VarianceEstimator{float64(m) / 2, float64(m-1) / float64(m)}
}

// Var3 is the most conservative of the three (thesis eq. 5.15).
func Var3(m int) VarianceEstimator {
	return VarianceEstimator{float64(m) / 2, float64(m+1) / float64(m)}
}

// Estimate applies the estimator to the differences of an m x 2 CV, m at least 2
// unless Between is 0.
func (v VarianceEstimator) Estimate(d Differences) (float64, error) {
	if d.folds != 2 || d.replications < 2 && v.Between != 0 {
		return 0, fmt.Errorf("infer: variance estimators are for an m x 2 CV with m >= 2; the differences come from %s", d.Design())
	}
	m := float64(d.replications)
	estimate := v.Within / (m * m) * d.within()
	if v.Between == 0 {
		return estimate, nil
	}
	means := make([]float64, d.replications)
	for j := range means {
		means[j] = d.At(j, 0) + (d.At(j, 1)-d.At(j, 0))/2
	}
	_, squares := deviations(means)
	return estimate + v.Between/(m-1)*squares, nil
}

// Expectation returns the expected estimate over sigma² for correlations rho1 within
// and rho2 between the m replications (thesis, the equation after 5.8, and 5.10,
// 5.13, 5.16).
func (v VarianceEstimator) Expectation(m int, rho1, rho2 float64) float64 {
	return v.Within*(1-rho1)/float64(m) + v.Between*((1+rho1)/2-rho2)
}

// Bias returns Expectation less the variance of the mean over sigma² (thesis eq. 5.3,
// 5.11, 5.14, 5.17). A conservative estimator has a positive one.
func (v VarianceEstimator) Bias(m int, rho1, rho2 float64) float64 {
	n := float64(2 * m)
	return v.Expectation(m, rho1, rho2) - (1+rho1+2*float64(m-1)*rho2)/n
}
