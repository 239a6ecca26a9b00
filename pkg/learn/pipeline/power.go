package pipeline

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// YeoJohnson is a step: the power transform of each feature by Yeo and Johnson
// (Biometrika 87, 2000, equation 2.1), for values of any sign,
//
//	x >= 0:  ((x+1)^λ - 1)/λ,             log(x+1)  for λ = 0
//	x < 0:   -((1-x)^(2-λ) - 1)/(2-λ),    -log(1-x) for λ = 2
//
// with the λ of Lambda for the training records. Indicators of levels stay as they are.
type YeoJohnson struct{}

// BoxCox is a step: the power transform (x^λ - 1)/λ, log x for λ = 0, of each feature by
// Box and Cox (Journal of the Royal Statistical Society B 26, 1964, equation 1), for
// positive values, with the λ of Lambda for the training records. Indicators of levels
// stay as they are.
type BoxCox struct{}

// String names the step.
func (YeoJohnson) String() string { return "yeojohnson" }

// String names the step.
func (BoxCox) String() string { return "boxcox" }

// Check refuses nominal features.
func (YeoJohnson) Check(d *dataset.Data) error { return numeric(d) }

// Check refuses nominal features, and values that are not positive.
func (BoxCox) Check(d *dataset.Data) error {
	if err := numeric(d); err != nil {
		return err
	}
	for i := range d.N() {
		for j, v := range d.X.RawRowView(i) {
			if f := d.Feature(j); v <= 0 && !f.Indicator {
				return fmt.Errorf("feature %s of record %d is %v, and the transform takes positive numbers; use yeojohnson",
					f.Name, i, v)
			}
		}
	}
	return nil
}

// Lambda returns the λ from -5 to 5 that makes the transformed values most likely as a normal sample. At least two
// values must differ.
func (YeoJohnson) Lambda(values []float64) float64 {
	logs := make([]float64, len(values))
	low, high := false, false
	for i, v := range values {
		logs[i] = math.Log1p(math.Abs(v))
		low, high = low || v < 0, high || v > 0
	}
	switch {
	case !low:
		return boxCox(logs, -largestPower, largestPower)
	case !high:
		return 2 - boxCox(logs, 2-largestPower, 2+largestPower) // with 2-λ for λ it is the transform of -x
	}
	jacobian := 0.0
	for i, v := range values {
		jacobian += math.Copysign(logs[i], v)
	}
	made := make([]float64, len(values))
	return mostLikely(func(lambda float64) float64 {
		for i, v := range values {
			made[i] = yeoJohnson(v, lambda)
		}
		return profile(made) + (lambda-1)*jacobian
	}, -largestPower, largestPower)
}

// Lambda returns the λ from -5 to 5 that makes the transformed values most likely as a normal sample. Values must
// be positive, and at least two must differ.
func (BoxCox) Lambda(values []float64) float64 {
	logs := make([]float64, len(values))
	for i, v := range values {
		logs[i] = math.Log(v)
	}
	return boxCox(logs, -largestPower, largestPower)
}

// largestPower is the bound on the size of λ.
const largestPower = 5

// boxCox returns the most likely λ from low to high for numbers with these logarithms. Divided by their geometric
// mean, the numbers have a Jacobian of 1, and the transform keeps their digits.
func boxCox(logs []float64, low, high float64) float64 {
	mean, _ := moments(logs)
	made := make([]float64, len(logs))
	return mostLikely(func(lambda float64) float64 {
		for i, v := range logs {
			made[i] = power(v-mean, lambda)
		}
		return profile(made)
	}, low, high)
}

// power returns (x^λ - 1)/λ from the logarithm of x.
func power(log, lambda float64) float64 {
	if lambda == 0 {
		return log
	}
	return math.Expm1(lambda*log) / lambda
}

func yeoJohnson(x, lambda float64) float64 {
	if x < 0 {
		return -power(math.Log1p(-x), 2-lambda)
	}
	return power(math.Log1p(x), lambda)
}

// profile returns the log likelihood of a normal sample at the best mean and variance, up to a constant; -Inf where
// it is not a number.
func profile(x []float64) float64 {
	_, sd := moments(x)
	v := -float64(len(x)) * math.Log(sd)
	if math.IsNaN(v) || math.IsInf(v, 1) {
		return math.Inf(-1)
	}
	return v
}

// mostLikely returns the maximum of a likelihood from low to high: the best point of a grid, refined by golden
// section between its neighbours.
func mostLikely(likelihood func(float64) float64, low, high float64) float64 {
	const grid, golden = 80, 0.6180339887498949
	at := func(k int) float64 { return low + (high-low)*float64(k)/grid }
	best, most := 0, math.Inf(-1)
	for k := range grid + 1 {
		if v := likelihood(at(k)); v > most {
			best, most = k, v
		}
	}
	a, b := at(max(0, best-1)), at(min(grid, best+1))
	c, d := b-golden*(b-a), a+golden*(b-a)
	fc, fd := likelihood(c), likelihood(d)
	for b-a > 1e-9 {
		if fc >= fd {
			b, d, fd = d, c, fc
			c = b - golden*(b-a)
			fc = likelihood(c)
		} else {
			a, c, fc = c, d, fd
			d = a + golden*(b-a)
			fd = likelihood(d)
		}
	}
	return (a + b) / 2
}

// Fit computes λ of each feature. The error names a feature that is constant, or that would lose its digits.
func (s YeoJohnson) Fit(train *dataset.Data, _ []int32) (Fitted, error) {
	return fitPowers(train, s.Lambda, yeoJohnson)
}

// Fit computes λ of each feature. The error names a feature that is constant, or that would lose its digits.
func (s BoxCox) Fit(train *dataset.Data, _ []int32) (Fitted, error) {
	return fitPowers(train, s.Lambda, func(x, lambda float64) float64 { return power(math.Log(x), lambda) })
}

func fitPowers(train *dataset.Data, best func([]float64) float64, transform func(x, lambda float64) float64) (Fitted,
	error) {
	n, p := train.X.Dims()
	lambda := make([]float64, p)
	column := make([]float64, n)
	for j := range p {
		f := train.Feature(j)
		if f.Indicator {
			continue
		}
		mat.Col(column, j, train.X)
		if constant(column) {
			return Fitted{}, fmt.Errorf("feature %s is constant (%v) in the %d training records, so no power makes it "+
				"normal; leave the feature out", f.Name, column[0], n)
		}
		lambda[j] = best(column)
		largest := 0.0
		for i, v := range column {
			column[i] = transform(v, lambda[j])
			largest = max(largest, math.Abs(column[i]))
		}
		if _, sd := moments(column); !(sd > 1e-8*largest) {
			return Fitted{}, fmt.Errorf("feature %s differs too little in the %d training records for the power %.4g to keep "+
				"its digits; put scale before, or leave the feature out", f.Name, n, lambda[j])
		}
	}
	return Fitted{Map: func(dst, src []float64) {
		for j, v := range src {
			dst[j] = v
			if !train.Feature(j).Indicator {
				dst[j] = transform(v, lambda[j])
			}
		}
	}}, nil
}
