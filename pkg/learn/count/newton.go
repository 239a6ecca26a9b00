package count

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/dense"
)

const (
	newtonSteps = 200
	// decrement ends the iteration: it is the square of a step in standard errors, and about the size of the step
	// after it.
	decrement = 1e-10
	// aliasTol is the share of a feature's weighted sum of squares below which the rest of the feature, after
	// projection on the features before it, counts as 0.
	aliasTol = 1e-11
)

// begin sets beta where Newton's method starts: the weighted least squares fit to the logarithms of the counts,
// from which R's glm starts, or the fit without features if its likelihood is larger.
func (f *fitter) begin() error {
	mean := 0.0
	for k, y := range f.y {
		mean += y / float64(len(f.y))
		w := y + 0.1
		f.resid[k] = w*math.Log(w) - 0.1
		f.root[k] = math.Sqrt(w)
	}
	f.solve()
	copy(f.beta, f.step)
	fitted := f.evaluate()
	clear(f.base)
	f.base[0] = math.Log(mean)
	f.beta, f.base = f.base, f.beta
	if f.evaluate() > fitted {
		f.beta, f.base = f.base, f.beta
	}
	return f.ended()
}

// newton takes Newton steps from beta at the present dispersion, halved as long as they lower the likelihood, which
// has one maximum. Where it increases without bound, as counts of 0 get the mean 0, newton stops when a step gains
// nothing.
func (f *fitter) newton() error {
	objective := f.evaluate()
	for range newtonSteps {
		if err := f.ended(); err != nil {
			return err
		}
		size := f.solve()
		copy(f.base, f.beta)
		dense.Axpy(1, f.step, f.beta)
		next := f.evaluate()
		if size < decrement && next <= objective+1e-9*(1+math.Abs(objective)) {
			return nil
		}
		for scale := 0.5; !(next <= objective+1e-13*math.Abs(objective)); scale /= 2 {
			if scale < 1e-12 {
				return fmt.Errorf("count: the fit cannot increase the likelihood; scale the features or leave some out")
			}
			copy(f.beta, f.base)
			dense.Axpy(scale, f.step, f.beta)
			next = f.evaluate()
		}
		objective = next
	}
	return fmt.Errorf("count: the fit did not converge in %d steps; scale the features or leave some out", newtonSteps)
}

// evaluate computes linear predictors, means, slopes and curvatures at beta, and returns the negative log
// likelihood up to a constant in beta.
func (f *fitter) evaluate() float64 {
	t := len(f.y)
	for k := range f.eta {
		f.eta[k] = f.beta[0]
	}
	for j, b := range f.beta[1:] {
		dense.Axpy(b, f.z[(j+1)*t:(j+2)*t], f.eta)
	}
	sum := 0.0
	logTheta := math.Log(f.theta)
	for k, e := range f.eta {
		y := f.y[k]
		mu := math.Exp(e)
		f.mu[k] = mu
		if math.IsInf(f.theta, 1) {
			sum += mu - y*e
			f.resid[k], f.root[k] = y-mu, math.Exp(e/2)
			continue
		}
		p := 1 / (1 + math.Exp(logTheta-e)) // mean / (mean + theta)
		sum += (f.theta+y)*softplus(e-logTheta) - y*e
		f.resid[k] = y - (f.theta+y)*p
		f.root[k] = math.Sqrt((f.theta + y) * p / (1 + math.Exp(e-logTheta)))
	}
	return sum
}

// softplus returns log(1 + exp(x)).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// solve sets step to the Newton step at beta and returns its size, g'H⁻¹g.
func (f *fitter) solve() float64 {
	t := len(f.y)
	for j := range f.q {
		z, w := f.z[j*t:(j+1)*t], f.weighted[j*t:(j+1)*t]
		for k, r := range f.root {
			w[k] = z[k] * r
		}
		f.slopes[j] = dense.Dot(z, f.resid)
	}
	dense.Gram(f.hessian, f.ld, f.weighted, t, f.q, t)
	dense.Cholesky(f.hessian, f.q, f.ld, aliasTol)
	copy(f.step, f.slopes)
	dense.Solve(f.hessian, f.q, f.ld, f.step)
	return dense.Dot(f.step, f.slopes)
}
