package linear

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/internal/dense"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Ridge is ridge regression: it minimizes the sum of squared residuals plus
// Lambda times the sum of squared coefficients; the intercept is free. Lambda
// is scikit-learn's alpha, and the lambda of glmnet (alpha = 0) times the number
// of training records.
//
// With fewer features than half the records it solves for the coefficients,
// otherwise for one number a training record, from products between records
// that are computed once.
type Ridge struct {
	Lambda      float64 // penalty; 0 stands for the default, 1
	Standardize bool    // divide features by their standard deviation (1/n) in each training set, as glmnet does by default
}

// String returns "ridge(lambda=1)" with the settings in use.
func (r Ridge) String() string {
	return learn.Name("ridge", learn.Setting("lambda", r.lambda(), 0), learn.Flag("standardize", r.Standardize))
}

func (r Ridge) lambda() float64 {
	if r.Lambda == 0 {
		return 1
	}
	return r.Lambda
}

// checkPenalty refuses a penalty that is no positive number.
func checkPenalty(lambda float64) error {
	if !(lambda > 0) || math.IsInf(lambda, 0) {
		return fmt.Errorf("linear: a penalty lambda of %v; give a positive number", lambda)
	}
	return nil
}

// Prepare takes a data set with a numeric response and numeric features.
func (r Ridge) Prepare(d *dataset.Data) (learn.Prepared, error) {
	r.Lambda = r.lambda()
	if err := checkPenalty(r.Lambda); err != nil {
		return nil, err
	}
	if err := numericRegression(d); err != nil {
		return nil, err
	}
	c := newCentred(d)
	if 2*d.P() < d.N() {
		return &squares{products: newProducts(c), ridge: r}, nil
	}
	return newDual(c, r), nil
}

// penalize adds the penalty to the cross products of (1, p features, response).
func (r Ridge) penalize(gram []float64, ld, p int) {
	if r.Lambda == 0 {
		return
	}
	n := gram[0]
	for j := 1; j <= p; j++ {
		lambda := r.Lambda
		if r.Standardize {
			mean := gram[j*ld] / n
			lambda *= math.Max(0, gram[j*ld+j]/n-mean*mean)
		}
		gram[j*ld+j] += lambda
	}
}

// dual is ridge regression through the products between records: the
// coefficients are a combination X'a of the training records with sum a = 0 and
// (XX' + lambda I) a + b = y.
type dual struct {
	*centred
	ridge Ridge
	gram  []float64 // n x n products between records
	rows  []float64 // n x p, centred: the records of x
}

func newDual(c *centred, r Ridge) *dual {
	m := &dual{centred: c, ridge: r, rows: make([]float64, c.n*c.p)}
	for j := range c.p {
		for i, v := range c.feature(j) {
			m.rows[i*c.p+j] = v
		}
	}
	if !r.Standardize {
		m.gram = make([]float64, c.n*c.n)
		dense.Gram(m.gram, c.n, m.rows, c.p, c.n, c.p)
		for i := range c.n {
			for j := range i {
				m.gram[j*c.n+i] = m.gram[i*c.n+j]
			}
		}
	}
	return m
}

func (m *dual) NewFitter() learn.Fitter {
	f := &dualFitter{dual: m, scratch: make([]float64, 0, m.n*m.n), rhs: make([]float64, 0, m.n), ones: make([]float64, 0, m.n), weight: make([]float64, m.n), model: newPlane(m.data), scale: make([]float64, m.p)}
	if m.ridge.Standardize {
		f.scaled = make([]float64, m.n*m.p)
	}
	return f
}

type dualFitter struct {
	*dual
	scratch   []float64 // the system of the training records
	rhs, ones []float64 // a and what it takes to make its sum 0
	weight    []float64 // a of each record, 0 outside the training set
	intercept float64   // of centred data
	scaled    []float64 // n x p, if standardized: training records, scaled
	scale     []float64 // p, squared inverse standard deviations
	model     plane
	known     bool // whether model holds the coefficients of this fit
}

// Fit solves one system of the size of the training set.
func (f *dualFitter) Fit(train []int32) error {
	t := len(train)
	if t == 0 {
		return errNoTraining
	}
	a := f.system(train)
	f.rhs, f.ones = f.rhs[:t], f.ones[:t]
	gather(f.y, train, f.rhs)
	for k := range train {
		a[k*t+k] += f.ridge.Lambda
		f.ones[k] = 1
	}
	dense.Cholesky(a, t, t, 0)
	dense.Solve(a, t, t, f.rhs)
	dense.Solve(a, t, t, f.ones)
	f.intercept = sum(f.rhs) / sum(f.ones)
	clear(f.weight)
	for k, i := range train {
		f.weight[i] = f.rhs[k] - f.intercept*f.ones[k]
	}
	f.known = false
	return nil
}

// system returns the lower triangle of the products between training records.
func (f *dualFitter) system(train []int32) []float64 {
	t := len(train)
	a := f.scratch[:t*t]
	if f.ridge.Standardize {
		f.standardize(train)
		dense.Gram(a, t, f.scaled, f.p, t, f.p)
		return a
	}
	for k, i := range train {
		gather(f.gram[int(i)*f.n:(int(i)+1)*f.n], train[:k+1], a[k*t:])
	}
	return a
}

// standardize copies the training records, divided by the standard deviations
// of their features. A constant feature is left out.
func (f *dualFitter) standardize(train []int32) {
	n := float64(len(train))
	for j := range f.p {
		col := f.feature(j)
		var s, ss float64
		for _, i := range train {
			s += col[i]
			ss += col[i] * col[i]
		}
		f.scale[j] = 0
		if v := ss/n - s/n*s/n; v > aliasTol*ss/n {
			f.scale[j] = 1 / v
		}
	}
	for k, i := range train {
		row := f.rows[int(i)*f.p : (int(i)+1)*f.p]
		out := f.scaled[k*f.p : (k+1)*f.p]
		for j, v := range row {
			out[j] = v * math.Sqrt(f.scale[j])
		}
	}
}

// Predict uses the products between records where they are known, and else the
// coefficients.
func (f *dualFitter) Predict(rows []int32, out []float64) {
	if f.ridge.Standardize {
		f.Coef()
		f.model.Predict(rows, out)
		return
	}
	for k, i := range rows {
		out[k] = f.meanY + f.intercept + dense.Dot(f.gram[int(i)*f.n:(int(i)+1)*f.n], f.weight)
	}
}

// Coef returns the intercept and the coefficients.
func (f *dualFitter) Coef() (float64, []float64) {
	if !f.known {
		clear(f.model.coef)
		for i, w := range f.weight {
			if w != 0 {
				dense.Axpy(w, f.rows[i*f.p:(i+1)*f.p], f.model.coef)
			}
		}
		if f.ridge.Standardize {
			for j, s := range f.scale {
				f.model.coef[j] *= s
			}
		}
		f.uncentre(&f.model, f.intercept, f.model.coef)
		f.known = true
	}
	return f.model.Coef()
}
