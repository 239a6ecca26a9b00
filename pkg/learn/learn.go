// Package learn says what a learning algorithm is to this module: prepared
// once for a data set, then fitted on many subsets of its records.
//
// # Algorithms
//
// They are in the packages below; catalogue reads them by name, outside makes
// one of any command. Package crf, which labels sequences, stands beside them: its
// records are sentences.
//
//	simple      mean of the response, most frequent class, nearest class mean
//	linear      least squares, ridge, lasso, logistic regression
//	count       Poisson and negative binomial regression
//	neighbour   weighted k nearest neighbours
//	svm         support vector machines
//	tree        CART, C4.5, random forests
//	rule        RIPPER
//	onevsrest   several classes by a classifier of two
//	pipeline    steps before a learner: scaling, powers, components, choice of features, downsampling
//	impute      a learner on records with missing features
//
// # Preparing and fitting
//
// Cross-validation with many partition sets fits an algorithm thousands of
// times on overlapping halves of the same records. What those fits share
// (cross products, distances, kernels, the order of each feature) is computed
// once, by Prepare; and no fit copies the data.
//
//	Learner   an algorithm with its settings    Prepare(data)
//	Prepared  what fits on the data share       NewFitter()
//	Fitter    memory of one goroutine           Fit(train), Predict(rows, out)
//
// Package holdout drives them over the folds of a partition set.
//
// # Conventions
//
// Records and classes are numbered from 0. A training set in which one class
// alone occurs is no error for a classifier: it predicts that class. A class that
// does not occur in a training set is never predicted. Prepare refuses missing
// values (unless the learner AcceptsMissing) and whatever the algorithm cannot use, in an error that names the
// feature and what to do.
package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
)

// Learner is an algorithm with its settings, before it has seen data. Learners
// are small values; their zero settings are the defaults of the R package that
// the sources used.
type Learner interface {
	// String names the algorithm and the settings that are not defaults, as
	// "ridge(lambda=1)". It stands in the column model of all results.
	String() string
	// Prepare computes what fits on subsets of d share. It keeps d, which must
	// not change any more. An error says what in d or in the settings the
	// algorithm cannot use.
	Prepare(d *dataset.Data) (Prepared, error)
}

// Prepared is a learner that knows its data set. It is safe for concurrent
// use.
type Prepared interface {
	// NewFitter returns a fitter with memory of its own.
	NewFitter() Fitter
}

// Fitter fits one subset after the other in the same memory. It is for one
// goroutine at a time.
//
// A fit is a function of the settings and the training records, bit by bit: what
// was fitted before does not change it, nor what Prepare saw of other records.
// Their labels never enter, not even by rounding; their features do only under an
// option that says so, as a scaling by the whole data set. (The names of levels
// and classes, and the refusals of Prepare, are about all records.) Package
// learntest tests it for every learner. Learners that draw random numbers take a seed in
// their settings and draw from RandFor. A fitter that holds more than memory is
// an io.Closer, to be closed after use.
type Fitter interface {
	// Fit trains on the given records, in place of an earlier fit. train
	// ascends and is not kept. The error says why no model exists for these
	// records.
	Fit(train []int32) error
	// Predict writes the prediction for each of the given records to out, which
	// has the same length: a response, or the number of a class. It follows a
	// Fit that succeeded.
	Predict(rows []int32, out []float64)
}

// Scorer is a fitter that gives more than a class.
type Scorer interface {
	Fitter
	// Width is the number of scores a record, after a Fit that succeeded.
	Width() int
	// Score writes Width scores a record to out, record by record:
	// probabilities, one a class, or decision values, as the learner documents.
	Score(rows []int32, out []float64)
}

// Canceller is a fitter whose fits may take long and can be cancelled.
type Canceller interface {
	Fitter
	// StopOn makes later fits end soon after ctx does, with an error that wraps its error. Predictions end soon
	// after ctx too, and are then useless. As long as ctx does not end, it changes no result.
	StopOn(ctx context.Context)
}

// Noter is a fitter whose fits may need a word to those who read the results.
type Noter interface {
	Fitter
	// Note returns what to know about the last fit, in one sentence without the name of
	// the learner, or "".
	Note() string
}

// Rebinder is a fitter that can continue with another Prepared, such as the records that the steps of a pipeline made for
// a fold. It keeps what is expensive, such as a running program.
type Rebinder interface {
	Fitter
	// Rebind makes the fitter continue as a fitter of p and reports whether it can; if it cannot, nothing changes.
	Rebind(p Prepared) bool
}

// ContextPreparer is a learner whose Prepare may take long and can be cancelled.
type ContextPreparer interface {
	Learner
	// PrepareContext is Prepare, but returns soon after ctx ends, with an error that wraps the error of ctx.
	PrepareContext(ctx context.Context, d *dataset.Data) (Prepared, error)
}

// Prepare prepares l on d. If l is a ContextPreparer, it returns soon after ctx ends.
func Prepare(ctx context.Context, l Learner, d *dataset.Data) (Prepared, error) {
	if p, ok := l.(ContextPreparer); ok {
		return p.PrepareContext(ctx, d)
	}
	return l.Prepare(d)
}

// Parallel is a fitter that can use several goroutines for one fit or prediction.
type Parallel interface {
	Fitter
	// UsePool makes later fits and predictions use what is free in the pool. Their
	// results are the same, bit by bit, with any pool.
	UsePool(p *Pool)
}

// AcceptsMissing reports whether a learner accepts data with missing features (NaN), which others refuse in Prepare: it
// has a method AcceptsMissing() bool that returns true. What such a learner fills in must come from the training records
// of a fit alone.
func AcceptsMissing(l Learner) bool {
	m, ok := l.(interface{ AcceptsMissing() bool })
	return ok && m.AcceptsMissing()
}

// Check returns an error unless d is what any learner takes: whole, and complete unless
// l takes missing features.
func Check(l Learner, d *dataset.Data) error {
	if AcceptsMissing(l) {
		return d.CheckButFeatures()
	}
	return d.Check()
}

// Identity tells learners apart for those who keep results over runs: it is the name, and
// what a method Identity() string says where the name leaves out settings.
func Identity(l Learner) string {
	if i, ok := l.(interface{ Identity() string }); ok {
		return i.Identity()
	}
	return l.String()
}

// Named is a learner under another name in results.
type Named struct {
	Learner
	Name string
}

// String returns the name.
func (n Named) String() string { return n.Name }

// Identity names the learner behind the name, see Identity.
func (n Named) Identity() string { return n.Name + " = " + Identity(n.Learner) }

// PrepareContext is that of the learner, if it is a Preparer.
func (n Named) PrepareContext(ctx context.Context, d *dataset.Data) (Prepared, error) {
	return Prepare(ctx, n.Learner, d)
}

// AcceptsMissing reports whether the learner takes data with missing features.
func (n Named) AcceptsMissing() bool { return AcceptsMissing(n.Learner) }

// SetFitter is a fitter that saves work when it sees a whole partition set, by
// sums over the blocks of records that training sets share. The total minus
// other records is no such sum: its rounding would depend on their labels.
type SetFitter interface {
	Fitter
	// Open takes a partition set of the prepared data, which must not change
	// until the next Open.
	Open(set cv.Set) error
	// FitFold trains on fold f (from 0) of set.Folds(). It equals Fit on its
	// training records up to rounding.
	FitFold(f int) error
}

// RandFor returns the random numbers of a fit. They depend on the seed and the training records alone, not on earlier
// fits or on the goroutine.
func RandFor(seed uint64, train []int32) *rand.Rand {
	h := uint64(len(train)) + 0x9e3779b97f4a7c15
	for _, i := range train {
		h = (h ^ uint64(uint32(i))) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return rand.New(rand.NewPCG(seed, h))
}

// Errors of learners about the targets of a data set.
var (
	ErrNumbers = errors.New("has a numeric response, not classes; use a regression algorithm")
	ErrClasses = errors.New("has classes, not a numeric response; use a classifier")
)

// Classification returns an error unless d is fit for a classifier: complete,
// with a class for each record.
func Classification(pkg string, d *dataset.Data) error {
	if err := d.Check(); err != nil {
		return fmt.Errorf("%s: %w", pkg, err)
	}
	if d.Class == nil {
		return fmt.Errorf("%s: data set %q %w", pkg, d.Name, ErrNumbers)
	}
	return nil
}

// Largest bounds responses, and the features of regressions on their products: the
// squares of these are still numbers.
const Largest = 1e70

// Regression returns an error unless d is fit for regression: complete, with a
// numeric response for each record, none beyond Largest.
func Regression(pkg string, d *dataset.Data) error {
	if err := d.Check(); err != nil {
		return fmt.Errorf("%s: %w", pkg, err)
	}
	if d.Response == nil {
		return fmt.Errorf("%s: data set %q %w", pkg, d.Name, ErrClasses)
	}
	for i, y := range d.Response {
		if math.Abs(y) > Largest {
			return fmt.Errorf("%s: the response of record %d is %v, and its square would overflow; measure responses in another unit, up to %.0e", pkg, i, y, Largest)
		}
	}
	return nil
}

// Numeric returns an error unless all features of d are numbers, for algorithms that
// compute with their values.
func Numeric(pkg string, d *dataset.Data) error {
	for _, f := range d.Features {
		if f.Nominal() {
			return fmt.Errorf("%s: feature %s has levels, not numbers; turn levels into columns of 0 and 1 first (Data.OneHot)", pkg, f.Name)
		}
	}
	return nil
}
