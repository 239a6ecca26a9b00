package posterior

import (
	"fmt"
	"math"
)

// The effective confusion matrix of an m x 2 BCV is w times the sum of its 2m
// matrices (Wang and Li 2019, eq. 16-24; Wang 2019 thesis, eq. 6.26-6.30).
// The hold-out estimates are correlated, rho1 within a replication and rho2
// between replications, so the 2m matrices are worth fewer independent ones:
// w = 1/(1 + rho1 + 2(m-1) rho2).

// WeightBCV returns w(m), the mean of 1/(1+rho1+2(m-1)rho2) over the range
// 0 <= rho1 <= 1/2, 1/4 <= rho2 <= 1/2 that the papers found for real
// algorithms. In closed form it is
//
//	w(m) = 4/(m-1) [ (m+½)ln(m+½) + (m/2+½)ln(m/2+½) - m ln m - (1+m/2)ln(1+m/2) ],
//
// with the limit 2 ln(3/2) at m = 1. w(3) = 0.36880, printed 0.3688.
// WeightBCV panics if m < 1.
func WeightBCV(m int) float64 {
	if m < 1 {
		panic("posterior: WeightBCV needs at least one replication")
	}
	if m == 1 {
		return 2 * math.Log(1.5)
	}
	// With E(x) = (1+x)ln(1+x) - x the four x ln x terms become differences
	// from a common special.Point, which keeps the digits for large m.
	h := float64(m-1) / 2
	e := func(x float64) float64 { return (1 + x) * math.Log1p(x) }
	u := 1 + h // the denominators run from u to u+½ and from u+h to u+h+½
	sum := (u+h)*e(0.5/(u+h)) - u*e(0.5/u) + 0.5*math.Log((u+h)/u)
	return 2 / h * sum
}

// WeightRho returns 1/(1+rho1+2(m-1)rho2) for known correlations within
// (rho1) and between (rho2) replications. (0, 0) treats all folds as
// independent, (1, 1) gives the hold-out average of WeightHoldOut. The
// correlations must lie in [0, 1], and m be at least 1.
func WeightRho(m int, rho1, rho2 float64) (float64, error) {
	if m < 1 {
		return 0, fmt.Errorf("posterior: %d replications; at least 1 is needed", m)
	}
	for _, r := range [...]struct {
		name string
		v    float64
	}{{"rho1", rho1}, {"rho2", rho2}} {
		if !(r.v >= 0 && r.v <= 1) {
			return 0, fmt.Errorf("posterior: %s is %v; correlations must lie in [0, 1]", r.name, r.v)
		}
	}
	return 1 / (1 + rho1 + 2*float64(m-1)*rho2), nil
}

// WeightHoldOut returns 1/(2m): the average of the 2m matrices, as if all
// folds together were worth one hold-out (Wang et al. 2015; rho1 = rho2 = 1).
// It panics if m < 1.
func WeightHoldOut(m int) float64 {
	if m < 1 {
		panic("posterior: WeightHoldOut needs at least one replication")
	}
	return 1 / float64(2*m)
}
