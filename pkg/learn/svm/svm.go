package svm

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
)

// Kernel is a kernel function of two records. Its text is the value of the setting kernel in package catalogue.
type Kernel string

// The kernels.
const (
	RBF     Kernel = "rbf"     // exp(-gamma |x-z|²)
	Linear  Kernel = "linear"  // x·z
	Sigmoid Kernel = "sigmoid" // tanh(gamma x·z + coef0); not positive semidefinite
)

// SVM is a support vector classifier. Its zero value has the defaults of R's
// e1071::svm.
//
// Classes are decided one against one as in LIBSVM: each pair of classes gives a vote, and a tie goes to the class
// that comes first in the training records. Nominal features are refused; turn them into columns of 0 and 1 first.
//
// The method Score of the fitters gives the decision values of the pairs of classes that occur in the training
// records, ordered by number, (0,1), (0,2), ..., (1,2), ..., and positive where the lower number wins. With
// Probability the fitters are learn.Probers.
type SVM struct {
	Kernel Kernel  // RBF, Linear or Sigmoid; "" means RBF
	Cost   float64 // upper bound of the dual variables, above 0; 0 means 1
	Gamma  float64 // of the RBF and Sigmoid kernels, above 0; 0 means 1/p for p features
	Coef0  float64 // of the Sigmoid kernel, from -1e100 to 1e100
	// GammaScale sets gamma to 1/(p v) for each fit, v being the variance of all
	// scaled feature values of the training records together: scikit-learn's
	// gamma="scale". Gamma must be 0. Fits do not share a kernel matrix then.
	GammaScale bool
	// Scale selects the records by which features are centred and divided by their standard deviation (with n-1):
	// learn.PerFold as in e1071, learn.PerDataSet, which lets fits share one kernel matrix, or learn.Unscaled as in
	// scikit-learn's SVC; "" means learn.PerFold. Indicators of levels (dataset.Feature.Indicator) stay 0 and 1. If
	// any other feature is constant, all are left as they are, not even centred: drop features that may be
	// constant, or use learn.Unscaled.
	Scale learn.Scaling
	// Probability turns decision values into probabilities, by Platt or Isotonic; "" means none. It takes five more
	// fits, each without an inner fold of the training records, whose decision values give a curve for each pair of
	// classes; each fit scales features by its own training records. The probability of a class against another is
	// from 1e-7 to 1-1e-7, and pairs are coupled, as in LIBSVM. Predictions stay those of the decision values, which
	// may differ from the class with the largest probability. LIBSVM draws its inner folds at random; here the r-th
	// training record of a class is in fold r modulo 5.
	Probability Probability
	// Tolerance is the largest violation of the optimality conditions at the end of a fit; decision values have
	// about this accuracy. 0 means 0.001, as in LIBSVM.
	Tolerance float64
	// Iterations is the limit for each pair of classes, beyond which a fit returns an error; 0 means 10 million, as
	// in LIBSVM.
	Iterations int
	// Cache limits the memory of each fit for kernel values, in MiB; 0 means 256. If the matrix of the training
	// records fits (up to 5792 records for 256), it is kept whole; otherwise rows are computed when needed, and the
	// latest are kept. Both ways solve the problem to the same tolerance, in different steps.
	Cache int
}

// String returns "svm" and the settings that are not defaults, as
// "svm(cost=10, scale=dataset)".
func (s SVM) String() string {
	s = s.named()
	gamma := name.Setting("gamma", s.Gamma, 0)
	if s.GammaScale {
		gamma = "gamma=scale"
	}
	return name.Of("svm",
		name.Setting("kernel", s.Kernel, RBF),
		name.Setting("cost", s.Cost, 0), gamma, name.Setting("coef0", s.Coef0, 0),
		name.Setting("scale", s.Scale, learn.PerFold), name.Setting("probability", s.Probability, ""),
		name.Setting("tolerance", s.Tolerance, 0), name.Setting("iterations", s.Iterations, 0),
		name.Setting("cache", s.Cache, 0))
}

// named returns s with the default kernel and scaling in place of empty ones.
func (s SVM) named() SVM {
	s.Kernel, s.Scale = cmp.Or(s.Kernel, RBF), cmp.Or(s.Scale, learn.PerFold)
	return s
}

// Traits says which setting gives probabilities.
func (SVM) Traits() learn.Traits {
	return learn.Traits{Numeric: true, ProbabilitySetting: "probability=platt"}
}

// check returns an error if a setting is out of range.
func (s SVM) check() error {
	bad := func(v float64) bool { return !(v >= 0 && v <= maxValue) }
	switch {
	case s.Kernel != RBF && s.Kernel != Linear && s.Kernel != Sigmoid:
		return fmt.Errorf("svm: kernel %q is unknown; use rbf, linear or sigmoid", s.Kernel)
	case s.Scale != learn.PerFold && s.Scale != learn.PerDataSet && s.Scale != learn.Unscaled:
		return fmt.Errorf("svm: scale %q is unknown; use fold, dataset or none", s.Scale)
	case s.Probability != "" && s.Probability != Platt && s.Probability != Isotonic:
		return fmt.Errorf("svm: probability %q is unknown; use platt or isotonic", s.Probability)
	case bad(s.Cost):
		return fmt.Errorf("svm: cost %v; use a number above 0 and up to 1e100 (1 by default)", s.Cost)
	case bad(s.Gamma):
		return fmt.Errorf("svm: gamma %v; use a number above 0 and up to 1e100 (1/p by default)", s.Gamma)
	case s.GammaScale && s.Gamma != 0:
		return fmt.Errorf("svm: gamma is %v and GammaScale is set; use one of them", s.Gamma)
	case s.Kernel == Linear && (s.GammaScale || s.Gamma != 0):
		return fmt.Errorf("svm: the linear kernel has no gamma; leave Gamma and GammaScale alone, or use RBF or Sigmoid")
	case s.Kernel != Sigmoid && s.Coef0 != 0:
		return fmt.Errorf("svm: only the sigmoid kernel has a coef0; leave Coef0 alone, or use Sigmoid")
	case bad(math.Abs(s.Coef0)):
		return fmt.Errorf("svm: coef0 %v; use a number from -1e100 to 1e100", s.Coef0)
	case bad(s.Tolerance):
		return fmt.Errorf("svm: tolerance %v; use a number above 0 and up to 1e100 (0.001 by default)", s.Tolerance)
	case s.Iterations < 0:
		return fmt.Errorf("svm: limit of %d iterations; use a number above 0 (10 million by default)", s.Iterations)
	case s.Cache < 0 || s.Cache > maxCache:
		return fmt.Errorf("svm: cache of %d MiB; use a number from 1 to %d (256 by default)", s.Cache, maxCache)
	}
	return nil
}

// maxValue is the bound on features and settings, so that no kernel overflows.
const maxValue = 1e100

// checkRange returns an error if a feature is too large to compute with.
func checkRange(d *dataset.Data) error {
	for i := range d.N() {
		for j, v := range d.X.RawRowView(i) {
			if math.Abs(v) > maxValue {
				return fmt.Errorf("svm: record %d, feature %s is %g, above 1e100 in size; change its unit", i, d.Feature(j).Name, v)
			}
		}
	}
	return nil
}

// form returns the kernel function; s has no zero settings.
func (s SVM) form() form { return form{s.Kernel, s.Gamma, s.Coef0} }

// withDefaults returns s with its zero settings replaced, for p features.
func (s SVM) withDefaults(p int) SVM {
	s = s.named()
	s.Cost = cmp.Or(s.Cost, 1)
	if s.Gamma == 0 {
		s.Gamma = 1 / float64(p)
	}
	if s.Tolerance == 0 {
		s.Tolerance = 1e-3
	}
	if s.Iterations == 0 {
		s.Iterations = 10_000_000
	}
	s.Cache = cmp.Or(s.Cache, 256)
	return s
}

// maxCache is the largest Cache, whose number of bytes is an int.
const maxCache = math.MaxInt >> 20

// Prepare checks d and, if the fits can share it (with learn.PerDataSet, and the RBF kernel with learn.Unscaled),
// computes the kernel matrix of all records: n² numbers, if Cache has room for them. Features that are not scaled
// are centred by the training records of each fit. The error names the setting or feature that cannot be used.
func (s SVM) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	s = s.named()
	if err := s.check(); err != nil {
		return nil, err
	}
	if err := learn.Classification("svm", d); err != nil {
		return nil, err
	}
	if err := learn.Numeric("svm", d); err != nil {
		return nil, err
	}
	if err := checkRange(d); err != nil {
		return nil, err
	}
	s = s.withDefaults(d.P())
	q := newPrepared(s, d, s.Cache<<20, maker{stop: ctx})
	return q, ctx.Err()
}
