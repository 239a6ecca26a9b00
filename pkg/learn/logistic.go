// Package learn fits learning algorithms on index subsets of one data set.
package learn

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Logistic is a fitted logistic regression: P(Y | x) = 1/(1+exp(-Intercept-Coef·x)).
type Logistic struct {
	Intercept float64
	Coef      []float64
}

// ErrSeparable says that no maximum-likelihood fit exists, because a plane
// separates the classes (or only one class occurs).
var ErrSeparable = errors.New("learn: the classes are separable, so that logistic regression has no finite fit; use more records or a penalty")

// FitLogistic fits logistic regression by maximum likelihood on the given
// rows of x (n x p) with labels y (n), by Newton's method (iteratively
// reweighted least squares).
func FitLogistic(x *mat.Dense, y []bool, rows []int32) (Logistic, error) {
	n, p := x.Dims()
	if len(y) != n {
		return Logistic{}, fmt.Errorf("learn: %d labels for %d records; give one label per record", len(y), n)
	}
	if len(rows) <= p {
		return Logistic{}, fmt.Errorf("learn: %d records for %d coefficients; train on more records", len(rows), p+1)
	}
	fit := Logistic{Coef: make([]float64, p)}
	grad, step := mat.NewVecDense(p+1, nil), mat.NewVecDense(p+1, nil)
	hess := mat.NewSymDense(p+1, nil)
	var chol mat.Cholesky
	z := make([]float64, p+1)
	z[0] = 1
	for range 50 {
		grad.Zero()
		hess.Zero()
		for _, i := range rows {
			copy(z[1:], x.RawRowView(int(i)))
			fit.accumulate(grad, hess, z, y[i])
		}
		if !chol.Factorize(hess) {
			return Logistic{}, ErrSeparable
		}
		if err := chol.SolveVecTo(step, grad); err != nil {
			return Logistic{}, ErrSeparable
		}
		fit.Intercept += step.AtVec(0)
		for j := range fit.Coef {
			fit.Coef[j] += step.AtVec(j + 1)
		}
		if mat.Norm(step, math.Inf(1)) < 1e-10 {
			return fit, nil
		}
	}
	return Logistic{}, ErrSeparable
}

// accumulate adds one record (1, x...) to gradient and negative Hessian of the
// log likelihood.
func (l Logistic) accumulate(grad *mat.VecDense, hess *mat.SymDense, z []float64, label bool) {
	p := 1 / (1 + math.Exp(-l.Score(z[1:])))
	r := -p
	if label {
		r++
	}
	for j, a := range z {
		grad.SetVec(j, grad.AtVec(j)+r*a)
		for k := j; k < len(z); k++ {
			hess.SetSym(j, k, hess.At(j, k)+p*(1-p)*a*z[k])
		}
	}
}

// Score returns the log odds of the class at x; the class is predicted where
// it is above 0.
func (l Logistic) Score(x []float64) float64 {
	s := l.Intercept
	for j, c := range l.Coef {
		s += c * x[j]
	}
	return s
}
