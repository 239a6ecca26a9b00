package linear

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/dense"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
)

// Logistic is logistic regression for two classes: the log odds of class 1 are linear in the features. It maximizes
// the log likelihood minus half of Penalty times the sum of squared coefficients (the intercept is free), by
// Newton's method. Penalty 0, the default, is maximum likelihood, R's glm; scikit-learn's C is 1/Penalty, by
// default 1.
//
// If a plane separates the classes, there is no maximum without a penalty. The fit then continues until the
// likelihood of the training records is 1 up to 1e-8, and Note reports it: the predicted classes are those of a
// separating plane, and the coefficients are meaningless. A feature that is a linear function of the features
// before it gets the coefficient 0. If the training records have a single class, it is predicted with probability
// 1.
type Logistic struct {
	Penalty float64
}

// Traits says that the log likelihood is weighted.
func (l Logistic) Traits() learn.Traits { return learn.Traits{Numeric: true, Weights: true} }

// String returns "logistic", with the penalty if there is one.
func (l Logistic) String() string {
	return name.Of("logistic", name.Setting("penalty", l.Penalty, 0))
}

// Prepare takes a data set with two classes and numeric features.
func (l Logistic) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	if !(l.Penalty >= 0) || math.IsInf(l.Penalty, 0) {
		return nil, fmt.Errorf("linear: a penalty of %v; give 0 or a positive number", l.Penalty)
	}
	if err := learn.Classification("linear", d); err != nil {
		return nil, err
	}
	if err := learn.Numeric("linear", d); err != nil {
		return nil, err
	}
	if d.K() != 2 {
		return nil, fmt.Errorf("linear: %d classes; logistic regression takes two classes; use onevsrest(logistic)", d.K())
	}
	return &logistic{columns: newColumns(d), penalty: l.Penalty}, nil
}

// logistic is logistic regression prepared for a data set.
type logistic struct {
	*columns
	penalty float64
}

func (m *logistic) NewFitter(*learn.Pool) learn.Fitter { return m.newFitter() }

func (m *logistic) newFitter() *logisticFitter {
	q := m.p + 1
	return &logisticFitter{
		plane: newPlane(m.data), logistic: m, q: q, ld: (q + 3) &^ 3,
		mean: make([]float64, m.p), beta: make([]float64, q), base: make([]float64, q), step: make([]float64, q),
		gradient: make([]float64, q), z: make([]float64, q*m.n), weighted: make([]float64, q*m.n),
		hessian: make([]float64, q*((q+3)&^3)), label: make([]float64, m.n), weight: make([]float64, m.n),
		eta:   make([]float64, m.n),
		resid: make([]float64, m.n), root: make([]float64, m.n),
	}
}

// logisticFitter fits by Newton's method. z and weighted hold 1 and the
// features of the training records about their means, feature by feature.
type logisticFitter struct {
	plane
	*logistic
	q, ld       int
	mean        []float64 // p, over the training records
	beta, base  []float64 // now and before the step
	step        []float64
	gradient    []float64
	z, weighted []float64
	hessian     []float64
	label       []float64 // 0 or 1
	weight      []float64 // of each training record, 1 without weights
	total       float64   // of the weights
	eta         []float64 // log odds
	resid       []float64 // label minus probability, times the weight
	root        []float64 // root of probability times its complement and the weight
	separated   bool
}

const (
	newtonSteps = 100
	// decrement ends the iteration: it is g'H⁻¹g, the square of a step in standard errors, and about the size of
	// the step after it. Where weights are not 1 on average, it is a multiple of their mean.
	decrement  = 1e-10
	separation = 1e-8 // of the mean deviance
)

// ErrNotConverged reports that the maximum of a likelihood was not found.
var ErrNotConverged = errors.New("did not converge")

// Separated reports whether a plane separates the classes of the last training
// set.
func (f *logisticFitter) Separated() bool { return f.separated }

// note warns of a plane that separates the classes.
func (f *logisticFitter) note() string {
	if !f.separated || math.IsInf(f.intercept, 0) { // or there is a single class
		return ""
	}
	return "a plane separates the classes of the training records, so that the likelihood has no maximum, and the " +
		"plane is one of many; give a penalty: \"scale | logistic(penalty=1)\""
}

// Fit maximizes the likelihood of the training records.
func (f *logisticFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	f.stop = ctx
	if err := f.fit(train); err != nil {
		return learn.Report{}, err
	}
	return learn.Report{Note: f.note()}, nil
}

func (f *logisticFitter) fit(train []int32) error {
	if len(train) == 0 {
		return errNoTraining
	}
	f.separated = false
	if f.oneClass(train) {
		return nil
	}
	f.load(train)
	f.begin(len(train))
	if !f.newton(len(train)) {
		clear(f.beta) // again, from a start where Newton's method is certain to converge
		if !f.newton(len(train)) {
			if err := f.ended(); err != nil {
				return err
			}
			return fmt.Errorf("linear: logistic regression %w in %d steps; add a penalty or scale the features", ErrNotConverged,
				newtonSteps)
		}
	}
	if err := f.ended(); err != nil {
		return err
	}
	f.publish()
	return nil
}

// oneClass handles a training set of one class.
func (f *logisticFitter) oneClass(train []int32) bool {
	class := f.data.Class[train[0]]
	for _, i := range train {
		if f.data.Class[i] != class {
			return false
		}
	}
	clear(f.plane.coef)
	f.intercept = math.Inf(2*int(class) - 1)
	f.separated = true
	return true
}

// load copies the training records and subtracts the means of the features.
func (f *logisticFitter) load(train []int32) {
	t := len(train)
	for k, i := range train {
		f.z[k] = 1
		f.label[k], f.weight[k] = float64(f.data.Class[i]), f.data.Weight(i)
	}
	for j := range f.p {
		z := f.z[(j+1)*t:][:t]
		f.mean[j], _ = f.centred(f.feature(j), train, z)
	}
	f.total = sum(f.weight[:t])
}

// begin sets beta to the Newton step from the fit without features, scaled so that it is Fisher's linear
// discriminant: with R² the share of the variance of the labels that least squares explains, the discriminant is
// the step divided by 1 - R². It depends on the training records alone; constant or aliased features keep the
// coefficient 0.
func (f *logisticFitter) begin(t int) {
	share := dense.Dot(f.weight[:t], f.label[:t]) / f.total
	variance := share * (1 - share)
	for k, y := range f.label[:t] {
		f.resid[k] = f.weight[k] * (y - share)
		f.root[k] = math.Sqrt(f.weight[k] * variance)
	}
	clear(f.beta)
	r2 := min(f.solve(t)/f.total, 0.95) // 1 where least squares fits the classes exactly
	dense.Axpy(1/(1-r2), f.step, f.beta)
	apart := r2 / (1 - r2) / variance // squared Mahalanobis distance of the classes
	f.beta[0] = math.Log(share/(1-share)) + (share-0.5)*apart
}

// newton takes Newton steps from beta, halved as long as they lower the likelihood, and reports whether they
// converged.
func (f *logisticFitter) newton(t int) bool {
	objective := f.evaluate(t)
	for range newtonSteps {
		if f.stopped() {
			return false
		}
		if f.penalty == 0 && objective < separation*f.total {
			f.separated = true
			return true
		}
		size := f.solve(t)
		copy(f.base, f.beta)
		dense.Axpy(1, f.step, f.beta)
		if size < decrement*f.total/float64(t) {
			return true
		}
		next := f.evaluate(t)
		for scale := 0.5; !(next <= objective*(1+1e-12)); scale /= 2 {
			if scale < 1e-9 {
				return false
			}
			copy(f.beta, f.base)
			dense.Axpy(scale, f.step, f.beta)
			next = f.evaluate(t)
		}
		objective = next
	}
	return false
}

// evaluate computes the log odds, residuals and weights at beta, and returns the
// deviance with the penalty: twice the negative penalized log likelihood.
func (f *logisticFitter) evaluate(t int) float64 {
	eta := f.eta[:t]
	for k := range eta {
		eta[k] = f.beta[0]
	}
	for j, b := range f.beta[1:] {
		dense.Axpy(b, f.z[(j+1)*t:(j+2)*t], eta)
	}
	var logs float64
	product := 1.0
	label, resid, root := f.label[:t], f.resid[:t], f.root[:t]
	for k, e := range eta {
		// u is the odds of the wrong class.
		sign := 1 - 2*label[k]
		u := math.Exp(sign * e)
		right := 1 / (1 + u)
		wrong := u * right
		w := f.weight[k]
		if u > 1e30 {
			right, wrong = 0, 1
			logs -= w * sign * e
		} else if w != 1 {
			logs += w * math.Log(right)
		} else if product *= right; product < 1e-200 {
			logs += math.Log(product)
			product = 1
		}
		resid[k] = -sign * wrong * w
		root[k] = math.Sqrt(right * wrong * w)
	}
	logs += math.Log(product)
	return -2*logs + f.penalty*dense.Dot(f.beta[1:], f.beta[1:])
}

// solve sets step to the Newton step at beta and returns its size, g'H⁻¹g.
func (f *logisticFitter) solve(t int) float64 {
	for j := range f.q {
		z, w := f.z[j*t:(j+1)*t], f.weighted[j*t:(j+1)*t]
		for k, r := range f.root[:t] {
			w[k] = z[k] * r
		}
		f.gradient[j] = dense.Dot(z, f.resid[:t])
		if j > 0 {
			f.gradient[j] -= f.penalty * f.beta[j]
		}
	}
	f.gram(f.hessian, f.ld, f.weighted, t, f.q, t)
	for j := 1; j < f.q; j++ {
		f.hessian[j*f.ld+j] += f.penalty
	}
	dense.Cholesky(f.hessian, f.q, f.ld, aliasTol)
	copy(f.step, f.gradient)
	dense.Solve(f.hessian, f.q, f.ld, f.step)
	return dense.Dot(f.step, f.gradient)
}

// publish makes beta the plane.
func (f *logisticFitter) publish() {
	copy(f.plane.coef, f.beta[1:])
	f.intercept = f.beta[0] - dense.Dot(f.plane.coef, f.mean)
}

// Predict writes the more probable class of each record; class 0 if both are equally probable.
func (f *logisticFitter) Predict(rows []int32, out []float64) {
	for k, i := range rows {
		out[k] = 0
		if f.at(i) > 0 {
			out[k] = 1
		}
	}
}

// Probabilities writes the probabilities of classes 0 and 1 of each record.
func (f *logisticFitter) Probabilities(rows []int32, out []float64) error {
	for k, i := range rows {
		out[2*k+1] = 1 / (1 + math.Exp(-f.at(i)))
		out[2*k] = 1 / (1 + math.Exp(f.at(i)))
	}
	return nil
}
