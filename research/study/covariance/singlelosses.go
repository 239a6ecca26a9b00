package covariance

import (
	"github.com/block-regularized/bcv/research/theory"
)

// singleSums estimate the covariances of single losses at x = n/4 (thesis, table
// 3.6) from splits a quarter of the circle apart: B is validated by the first
// alone, C by the second alone, D by both (thesis, fig. 2.1). a and b are mean
// losses of the first and the second model.
type singleSums struct {
	N        float64 // data sets
	Contrast float64 // (a_B - a_D)(b_C - b_D): omega + gamma - 2 tau + (sigma² - omega)/d
	Same     float64 // covariance of the two losses over the records of D: sigma² - omega
	Cross    float64 // a_B (b_C - b_D), with means 0: gamma - tau
	Level    float64 // a_B
	Tilt     float64 // b_C - b_D
	Apart    float64 // a_B b_C less the squared mean over the circle: gamma less the variance of that mean
}

// estimates returns the covariances of single losses, given the variance of the
// mean over the circle and the number d of records that both models validate.
func (s singleSums) estimates(meanVariance, d float64) theory.SingleLosses {
	same := s.Same / s.N
	cross := s.Cross/s.N - s.Level/s.N*s.Tilt/s.N
	contrast := s.Contrast/s.N - same/d
	gamma := meanVariance + s.Apart/s.N
	tau := gamma - cross
	omega := contrast - gamma + 2*tau
	return theory.SingleLosses{Sigma2: same + omega, Omega: omega, Gamma: gamma, Tau: tau}
}

// singles averages over all pairs of splits a quarter of the circle apart, with
// both orders of the pair. mean is that over the circle.
func (w *scratch) singles(mean float64) singleSums {
	s := singleSums{N: 1}
	locations := len(w.losses)
	share := 1 / float64(locations)
	for i := range locations {
		j := (i + locations/4) % locations
		own := w.circle.start(i+locations/4) - w.circle.start(i) // size of B and C
		first, second := w.losses[i], w.losses[j]
		b, bothFirst := first[:own], first[own:]
		bothSecond, c := second[:len(second)-own], second[len(second)-own:]
		aB, aD := average(b), average(bothFirst)
		bC, bD := average(c), average(bothSecond)
		var products float64
		for k, v := range bothFirst {
			products += v * bothSecond[k]
		}
		d := float64(len(bothFirst))
		s.Contrast += share * (aB - aD) * (bC - bD)
		s.Same += share * (products - d*aD*bD) / (d - 1)
		s.Cross += share * (aB*(bC-bD) + bC*(aB-aD)) / 2
		s.Level += share * (aB + bC) / 2
		s.Tilt += share * ((bC - bD) + (aB - aD)) / 2
		s.Apart += share * (aB*bC - mean*mean)
	}
	return s
}

func average(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
