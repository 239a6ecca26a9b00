package count

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/dense"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Poisson is Poisson regression with log link, by maximum likelihood, as R's glm.
type Poisson struct{}

// NegBin is negative binomial regression with log link; coefficients and dispersion maximize the likelihood, as in
// glm.nb of R's package MASS.
type NegBin struct{}

// String returns "poisson".
func (Poisson) String() string { return "poisson" }

// String returns "negbin".
func (NegBin) String() string { return "negbin" }

// Traits are none.
func (Poisson) Traits() learn.Traits { return learn.Traits{Numeric: true} }

// Traits are none.
func (NegBin) Traits() learn.Traits { return learn.Traits{Numeric: true} }

// Prepare takes a data set with counts and numeric features.
func (Poisson) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	return newPrepared(d, false)
}

// Prepare takes a data set with counts and numeric features.
func (NegBin) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	return newPrepared(d, true)
}

// prepared is a learner that knows its data set.
type prepared struct {
	data      *dataset.Data
	dispersed bool // negative binomial
}

// largestCount bounds counts: all whole numbers up to it are numbers.
const largestCount = 1 << 53

func newPrepared(d *dataset.Data, dispersed bool) (learn.Prepared, error) {
	if err := learn.Regression("count", d); err != nil {
		return nil, err
	}
	if err := learn.Numeric("count", d); err != nil {
		return nil, err
	}
	for i, y := range d.Response {
		if y < 0 || y != math.Trunc(y) || y > largestCount {
			return nil, fmt.Errorf("count: the response of record %d is %v, and counts are whole numbers from 0; use ols "+
				"or ridge", i, y)
		}
	}
	return &prepared{d, dispersed}, nil
}

// NewFitter returns a new fitter with its own memory.
func (p *prepared) NewFitter(*learn.Pool) learn.Fitter { return newFitter(p) }

// fitter fits by Newton's method. z and weighted hold 1 and the features of the training records, minus their means
// and divided by their largest size, feature by feature.
type fitter struct {
	*prepared
	stop         context.Context
	q, ld        int
	mean, unit   []float64 // p, over the training records
	z, weighted  []float64
	y, eta, mu   []float64
	resid, root  []float64 // slope of the log likelihood in eta, and the root of its curvature
	beta, base   []float64 // now and before the step
	step, slopes []float64
	hessian      []float64
	theta        float64   // dispersion, +Inf for a Poisson fit
	intercept    float64   // -Inf if no training record counts above 0
	coef         []float64 // p, in the units of the data
	likelihood   float64   // log likelihood of the training records, constants included
}

func newFitter(m *prepared) *fitter {
	n, p := m.data.X.Dims()
	q := p + 1
	row := func(k int) []float64 { return make([]float64, k) }
	ld := (q + 3) &^ 3
	return &fitter{
		prepared: m, q: q, ld: ld, mean: row(p), unit: row(p), z: row(q * n), weighted: row(q * n),
		y: row(n), eta: row(n), mu: row(n), resid: row(n), root: row(n),
		beta: row(q), base: row(q), step: row(q), slopes: row(q), hessian: row(q * ld), coef: row(p),
	}
}

func (f *fitter) ended() error {
	if f.stop == nil {
		return nil
	}
	return f.stop.Err()
}

// alternations is the largest number of rounds of fitting coefficients and dispersion.
const alternations = 100

// Fit maximizes the likelihood of the training records.
func (f *fitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	f.stop = ctx
	return learn.Report{}, f.fit(train)
}

func (f *fitter) fit(train []int32) error {
	switch {
	case len(train) == 0:
		return errors.New("count: no training records; give at least one")
	case len(train) < f.q+1:
		return fmt.Errorf("count: %d training records for %d coefficients; give more records than coefficients, or put "+
			"pca before", len(train), f.q)
	}
	f.theta = math.Inf(1)
	if f.load(train) == 0 {
		clear(f.coef)
		f.intercept, f.likelihood = math.Inf(-1), 0
		return nil
	}
	err := f.begin()
	if err == nil {
		err = f.newton()
	}
	if err == nil && f.dispersed {
		err = f.alternate()
	}
	if err != nil {
		return err
	}
	f.publish()
	return nil
}

// alternate fits dispersion and coefficients in turn until neither changes.
func (f *fitter) alternate() error {
	for range alternations {
		before := f.theta
		if f.theta = dispersion(f.y, f.mu); math.IsNaN(f.theta) {
			return errors.New("count: fitted means overflow; scale the features or leave some out")
		}
		if err := f.newton(); err != nil {
			return err
		}
		if math.IsInf(f.theta, 1) || math.Abs(math.Log(f.theta/before)) < 1e-9 {
			return nil
		}
	}
	return fmt.Errorf("count: coefficients and dispersion did not converge in %d rounds; use poisson, or fewer features",
		alternations)
}

// load copies the training records, and returns the sum of their counts.
func (f *fitter) load(train []int32) (total float64) {
	t := len(train)
	f.y, f.eta, f.mu, f.resid, f.root = f.y[:t], f.eta[:t], f.mu[:t], f.resid[:t], f.root[:t]
	for k, i := range train {
		f.z[k] = 1
		f.y[k] = f.data.Response[i]
		total += f.y[k]
	}
	for j := range f.q - 1 {
		z := f.z[(j+1)*t:][:t]
		origin, sum := f.data.X.At(int(train[0]), j), 0.0
		for k, i := range train {
			z[k] = f.data.X.At(int(i), j) - origin
			sum += z[k]
		}
		sum /= float64(t)
		f.mean[j], f.unit[j] = origin+sum, 0
		for k := range z {
			z[k] -= sum
			f.unit[j] = max(f.unit[j], math.Abs(z[k]))
		}
		if f.unit[j] <= 1e-12*math.Abs(f.mean[j]) {
			f.unit[j] = 0 // constant, up to rounding
			clear(z)
			continue
		}
		for k := range z {
			z[k] /= f.unit[j]
		}
	}
	return total
}

// publish makes beta the coefficients, in the units of the data.
func (f *fitter) publish() {
	f.intercept = f.beta[0]
	for j := range f.coef {
		f.coef[j] = 0
		if f.unit[j] > 0 {
			f.coef[j] = f.beta[j+1] / f.unit[j]
		}
		f.intercept -= f.coef[j] * f.mean[j]
	}
	f.likelihood = logLikelihood(f.y, f.eta, f.theta)
}

// Predict writes the means of the given records.
func (f *fitter) Predict(rows []int32, out []float64) {
	for k, i := range rows {
		if math.IsInf(f.intercept, -1) {
			out[k] = 0
			continue
		}
		out[k] = min(math.Exp(f.intercept+dense.Dot(f.coef, f.data.X.RawRowView(int(i)))), learn.Largest)
	}
}
