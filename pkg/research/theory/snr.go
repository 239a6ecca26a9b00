package theory

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/posterior"
)

// SNRBound holds the bounds of V theorem 2 for the comparison of two posterior
// distributions, from the signal-to-noise ratio of the difference nu_A - nu_B alone.
type SNRBound struct {
	SNR2 float64 // squared mean of nu_A - nu_B over its variance
	H0   bool    // the mean favours H0, nu_A >= nu_B; otherwise the bounds are for H1
	// Prob is the least probability of the favoured hypothesis, SNR²/(1+SNR²)
	// by the one-sided inequality of Chebyshev (V prints this as "sigmoid").
	Prob float64
	// Odds bounds the posterior odds P(H0)/P(H1), which V calls the Bayes factor
	// (with equal priors it is): from below by SNR² if H0 is favoured, else from
	// above by 1/SNR² (+Inf if SNR is 0).
	Odds float64
}

// SNRBounds returns the bounds of V theorem 2 (eq. 25, 26) for two independent
// posterior distributions of one metric. posterior.LogDifference gives the
// probabilities themselves.
func SNRBounds(a, b posterior.Distribution) (SNRBound, error) {
	if a.Metric() != b.Metric() {
		return SNRBound{}, fmt.Errorf("theory: distributions of %s and %s; give those of one metric",
			a.Metric(), b.Metric())
	}
	mean := a.Mean() - b.Mean()
	r := mean / (a.Variance() + b.Variance()) * mean
	out := SNRBound{SNR2: r, H0: mean >= 0, Prob: r / (1 + r), Odds: r}
	if !out.H0 {
		out.Odds = 1 / r
	}
	return out, nil
}
