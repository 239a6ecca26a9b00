package theory

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/combin"
)

// Zonal returns E_k(x), the zonal spherical function of degree k of the Johnson
// scheme of the training sets of n1 records out of n, at the overlap x; E_k(n1) = 1.
// With n2 = n - n1,
//
//	E_k(x) = sum_j (-k)_j (x-n1)_j (k-n-1)_j / ((-n1)_j (-n2)_j j!)
//
// a Hahn polynomial of degree k in x (Delsarte 1973, An algebraic approach to the
// association schemes of coding theory, §4.2). For half splits E_1 = 4x/n - 1 = t
// and E_2 = ((n-1) t² - 1)/(n - 2). It takes 0 <= k <= min(n1, n2), else it panics.
func Zonal(k, n, n1 int, x float64) float64 {
	if k < 0 || k > min(n1, n-n1) {
		panic(fmt.Sprintf("theory: degree %d of splits of %d from %d records; it must be from 0 to %d",
			k, n1, n, min(n1, n-n1)))
	}
	away := float64(n1) - x
	sum, term := 1.0, 1.0
	for j := range k {
		i := float64(j)
		term *= (i - float64(k)) * (i - away) * (i + float64(k-n-1)) / ((i - float64(n1)) * (i - float64(n-n1)) * (i +
			1))
		sum += term
	}
	return sum
}

// Spectrum describes a covariance function of hold-out estimates by the variance
// that falls on each degree of dependence on the split:
//
//	f(x) = sum_k Lambda[k] E_k(x)
//
// Over independent records the covariance of two estimates depends on the overlap
// of their training sets alone, so that every covariance function has this form,
// with no Lambda negative (Delsarte 1973). Lambda[0] is the variance of the mean
// over all splits, which no partition set can reduce: it comes from the data set.
// Lambda[1] belongs to what a record adds by being in the training or the
// validation set, Lambda[2] to pairs of records, and so on.
type Spectrum struct {
	N, N1  int // records, training records
	Lambda []float64
}

// At returns f(x).
func (s Spectrum) At(x float64) float64 {
	f := 0.0
	for k, l := range s.Lambda {
		f += l * Zonal(k, s.N, s.N1, x)
	}
	return f
}

// FitSpectrum fits the degrees 0 to degree to values of a covariance function at
// the overlaps x, by least squares. A fit of so few degrees leaves out the finest
// dependence on the split, which shows near x = n1 alone; give overlaps away from
// it. There must be more overlaps than degrees.
func FitSpectrum(n, n1, degree int, x, f []float64) (Spectrum, error) {
	if len(x) != len(f) || len(x) <= degree {
		return Spectrum{}, fmt.Errorf("theory: %d overlaps and %d covariances for degree %d; give as many "+
			"covariances as overlaps, and more than %d", len(x), len(f), degree, degree)
	}
	if degree < 0 || degree > min(n1, n-n1) {
		return Spectrum{}, fmt.Errorf("theory: degree %d; it must be from 0 to %d", degree, min(n1, n-n1))
	}
	design := mat.NewDense(len(x), degree+1, nil)
	for i, v := range x {
		for k := range degree + 1 {
			design.Set(i, k, Zonal(k, n, n1, v))
		}
	}
	var lambda mat.VecDense
	if err := lambda.SolveVec(design, mat.NewVecDense(len(f), f)); err != nil {
		return Spectrum{}, errors.New("theory: the overlaps do not determine the spectrum; give different ones")
	}
	return Spectrum{N: n, N1: n1, Lambda: lambda.RawVector().Data}, nil
}

// overlapProbability is that of overlap x of two random training sets.
func overlapProbability(n, n1, x int) float64 {
	if x < max(0, 2*n1-n) || x > n1 {
		return 0
	}
	return math.Exp(combin.LogGeneralizedBinomial(float64(n1), float64(x)) +
		combin.LogGeneralizedBinomial(float64(n-n1), float64(n1-x)) - combin.LogGeneralizedBinomial(float64(n),
		float64(n1)))
}
