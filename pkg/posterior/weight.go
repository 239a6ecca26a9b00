package posterior

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/variance"
)

// Weighting turns the 2m confusion matrices of an m x 2 CV into one effective
// matrix: BCVWeight, HoldOutWeight, RhoWeight or FixedWeight.
type Weighting interface {
	// Weight returns the factor from the sum of the 2m matrices to the effective one.
	// m is at least 1.
	Weight(m int) (float64, error)
}

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
// with the limit 2 ln(3/2) at m = 1. w(3) = 0.36880; the published value is 0.3688.
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

// BCVWeight is the weight w(m) of a block-regularized m x 2 CV, see WeightBCV.
type BCVWeight struct{}

// Weight returns w(m).
func (BCVWeight) Weight(m int) (float64, error) {
	if err := checkReplications(m); err != nil {
		return 0, err
	}
	return WeightBCV(m), nil
}

// HoldOutWeight is the weight 1/(2m) of the average of the 2m matrices, as if all
// folds together were worth one hold-out (Wang et al. 2015; rho1 = rho2 = 1).
type HoldOutWeight struct{}

// Weight returns 1/(2m).
func (HoldOutWeight) Weight(m int) (float64, error) {
	if err := checkReplications(m); err != nil {
		return 0, err
	}
	return 1 / float64(2*m), nil
}

// RhoWeight is the weight 1/(1+rho1+2(m-1)rho2) for known correlations within (Rho1)
// and between (Rho2) replications. (0, 0) treats all folds as independent, (1, 1)
// gives the hold-out average.
type RhoWeight struct{ Rho1, Rho2 float64 }

// Weight returns 1/(1+rho1+2(m-1)rho2). It returns the errors of
// variance.CheckCorrelations.
func (w RhoWeight) Weight(m int) (float64, error) {
	if err := variance.CheckCorrelations(m, w.Rho1, w.Rho2); err != nil {
		return 0, err
	}
	return 1 / variance.MeanEigenvalue(m, w.Rho1, w.Rho2), nil
}

// FixedWeight is a weight for one m, in (0, 1].
type FixedWeight float64

// Weight returns the weight whatever m is.
func (w FixedWeight) Weight(m int) (float64, error) {
	if err := checkReplications(m); err != nil {
		return 0, err
	}
	if !(w > 0 && w <= 1) {
		return 0, fmt.Errorf("posterior: weight %v; it must lie in (0, 1] (w(%d) is %.4g, independent folds have 1)",
			float64(w), m, WeightBCV(m))
	}
	return float64(w), nil
}

func checkReplications(m int) error {
	if m < 1 {
		return fmt.Errorf("posterior: %d replications; at least 1 is needed", m)
	}
	return nil
}
