// Package learn defines learning algorithms for this module: a learner is prepared once for a data set, then fitted
// on many subsets of its records.
//
// # Algorithms
//
// They are in the packages below; catalogue reads them by name, outside makes a learner of any command. Package
// crf, which labels sequences, stands beside them: its records are sentences.
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
//	tune        a choice among settings by the training records
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
// Records and classes are numbered from 0. A training set of a single class is not an error: a classifier then
// predicts that class. A class that does not occur in a training set is never predicted. Prepare refuses missing
// values (unless the learner AcceptsMissing) and anything else that the algorithm cannot use, with an error that
// names the feature and the remedy.
package learn

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
)

// Learner is an algorithm with its settings, before it has seen data. Learners are small values. A setting of zero
// means its default, which is the default of the R package that the sources used.
type Learner interface {
	// String names the algorithm and the settings that are not defaults, as "ridge(lambda=1)". It is the name of
	// the model in all results.
	String() string
	// Prepare computes what all fits on subsets of d share. It keeps d, which must not change afterwards. The error
	// names the part of d or the setting that the algorithm cannot use.
	Prepare(d *dataset.Data) (Prepared, error)
}

// Prepared is a learner that knows its data set. It is safe for concurrent
// use.
type Prepared interface {
	// NewFitter returns a new fitter with its own memory.
	NewFitter() Fitter
}

// Fitter fits one subset after the other in the same memory. It is for one
// goroutine at a time.
//
// A fit is a function of the settings and the training records, bit by bit: neither earlier fits nor other records
// that Prepare has seen change it. Labels of other records never enter, not even by rounding; their features enter
// only under an option that says so, such as scaling by the whole data set. (The names of levels and classes, and
// the errors of Prepare, concern all records.) Package learntest tests this for every learner. Learners that draw
// random numbers take a seed in their settings and draw from RandFor. A fitter that holds more than memory is an
// io.Closer; close it after use.
type Fitter interface {
	// Fit trains on the given records and replaces an earlier fit. train ascends and is not kept. The error
	// explains why there is no model for these records.
	Fit(train []int32) error
	// Predict writes the prediction for each of the given records to out, which
	// has the same length: a response, or the number of a class. It follows a
	// Fit that succeeded.
	Predict(rows []int32, out []float64)
}

// Prober is a fitter that gives the probability of each class.
type Prober interface {
	Fitter
	// Probabilities writes to out, record by record, one probability for each class of the data, in their order: from
	// 0 to 1, with the sum 1 up to rounding, and 0 for a class without training records. It follows a Fit that
	// succeeded. The error says why the last fit gives none, such as a program that predicted classes alone.
	Probabilities(rows []int32, out []float64) error
}

// Canceller is a fitter whose fits may take long and can be cancelled.
type Canceller interface {
	Fitter
	// StopOn makes later fits end soon after ctx does, with an error that wraps its error. Predictions end soon
	// after ctx too, and are then useless. As long as ctx does not end, it changes no result.
	StopOn(ctx context.Context)
}

// Noter is a fitter whose fits may come with a note for the reader of the results.
type Noter interface {
	Fitter
	// Note returns a note on the last fit, in one sentence without the name of the learner, or "".
	Note() string
}

// Chooser is a fitter that chooses one of several settings in each fit, by its training records alone.
type Chooser interface {
	Fitter
	// Chosen returns the learner that the last fit chose, as its String method writes it, and what it was chosen by:
	// the value of the metric inside the training records, NaN if there was only one to choose.
	Chosen() (learner string, value float64)
}

// Rebinder is a fitter that can continue with another Prepared, such as the records that the steps of a pipeline
// made for a fold. It keeps what is expensive, such as a running program.
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

// Prepare prepares l on d, and refuses weights that l would ignore. If l is a ContextPreparer, it returns soon after
// ctx ends.
func Prepare(ctx context.Context, l Learner, d *dataset.Data) (Prepared, error) {
	if d.Weights != nil && !AcceptsWeights(l) {
		return nil, fmt.Errorf("%s %w", l, ErrWeights)
	}
	if p, ok := l.(ContextPreparer); ok {
		return p.PrepareContext(ctx, d)
	}
	return l.Prepare(d)
}

// Parallel is a fitter that can use several goroutines for one fit or prediction.
type Parallel interface {
	Fitter
	// UsePool makes later fits and predictions use the free goroutines of the pool. Results are the same, bit by
	// bit, with any pool.
	UsePool(p *Pool)
}

// StopOn makes later fits of the fitters that are Cancellers end soon after ctx does.
func StopOn(ctx context.Context, fitters ...Fitter) {
	for _, f := range fitters {
		if c, ok := f.(Canceller); ok {
			c.StopOn(ctx)
		}
	}
}

// UsePool makes later fits of the fitters that are Parallel use the pool, unless it is nil.
func UsePool(p *Pool, fitters ...Fitter) {
	for _, f := range fitters {
		if l, ok := f.(Parallel); ok && p != nil {
			l.UsePool(p)
		}
	}
}

// Note returns the note of a fitter on its last fit; "" if it is no Noter.
func Note(f Fitter) string {
	if n, ok := f.(Noter); ok {
		return n.Note()
	}
	return ""
}

// Chosen returns what the last fit of a fitter chose; "" and NaN if it is no Chooser.
func Chosen(f Fitter) (learner string, value float64) {
	if c, ok := f.(Chooser); ok {
		return c.Chosen()
	}
	return "", math.NaN()
}

// Close closes the fitters that hold more than memory.
func Close(fitters ...Fitter) error {
	var errs []error
	for _, f := range fitters {
		if c, ok := f.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// AcceptsMissing reports whether a learner accepts data with missing features (NaN), which others refuse in
// Prepare: it has a method AcceptsMissing() bool that returns true. What such a learner fills in must come from the
// training records of a fit alone.
func AcceptsMissing(l Learner) bool {
	m, ok := l.(interface{ AcceptsMissing() bool })
	return ok && m.AcceptsMissing()
}

// HasProbabilities returns nil if the fitters of p, which l prepared, are Probers, and otherwise an error that says
// what to do instead. A learner that gives probabilities under a setting has a method ProbabilitySetting() string
// that returns the setting; one around another learner has a method Unwrap() Learner.
func HasProbabilities(l Learner, p Prepared) error {
	f := p.NewFitter()
	if err := Close(f); err != nil {
		return err
	}
	if _, ok := f.(Prober); ok {
		return nil
	}
	for inner := l; ; {
		if s, is := inner.(interface{ ProbabilitySetting() string }); is {
			return fmt.Errorf("%s gives no probabilities; add %s to its settings", l, s.ProbabilitySetting())
		}
		w, is := inner.(interface{ Unwrap() Learner })
		if !is {
			return fmt.Errorf("%s gives no probabilities; use a learner that does, such as logistic, knn or forest", l)
		}
		inner = w.Unwrap()
	}
}

// Check returns an error unless d is valid and complete; features may be missing, and records may have weights, if l
// accepts that.
func Check(l Learner, d *dataset.Data) error {
	if d.Weights != nil && !AcceptsWeights(l) {
		return fmt.Errorf("%s %w", l, ErrWeights)
	}
	if AcceptsMissing(l) {
		return d.CheckButFeatures()
	}
	return d.Check()
}

// AcceptsWeights reports whether a learner counts each training record by its weight (dataset.Data.Weights): it has a
// method AcceptsWeights() bool that returns true. A weight of 2 then equals the record taken twice. Check and the
// function Prepare refuse weights for others.
func AcceptsWeights(l Learner) bool {
	m, ok := l.(interface{ AcceptsWeights() bool })
	return ok && m.AcceptsWeights()
}

// Identity identifies a learner across runs: it is the result of the method Identity() string if the learner has
// one, because its name leaves out settings, and otherwise the name.
func Identity(l Learner) string {
	if i, ok := l.(interface{ Identity() string }); ok {
		return i.Identity()
	}
	return l.String()
}

// Seeded is a learner that may draw random numbers from a seed among its settings.
type Seeded interface {
	Learner
	// ForRun returns the learner as a further run, from 2, trains it: with RunSeed of its seeds. It returns false if
	// the learner draws nothing under these settings.
	ForRun(run int) (Learner, bool)
}

// ForRun returns the learner of a further run, from 2, which draws other random numbers and has the same name. It
// returns false if the learner draws none.
func ForRun(l Learner, run int) (Learner, bool) {
	s, ok := l.(Seeded)
	if !ok {
		return l, false
	}
	other, ok := s.ForRun(run)
	return Named{Learner: other, Name: l.String()}, ok
}

// RunSeed returns the seed of a run, from 1: in run 1 the seed itself, in run r > 1 the number r - 1 of SplitMix64
// that starts from the seed (Steele, Lea and Flood 2014).
func RunSeed(seed uint64, run int) uint64 {
	if run <= 1 {
		return seed
	}
	z := seed + uint64(run-1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// SetFitter is a fitter that saves work when it fits on a whole partition set, because it shares sums over the
// blocks of records that training sets have in common. A total from which other records are subtracted is not such
// a sum: its rounding would depend on their labels.
type SetFitter interface {
	Fitter
	// Open sets the partition set of the prepared data. It must not change until the next Open, and each of its
	// splits divides all records (cv.Set.Dividing).
	Open(set cv.Set) error
	// FitFold trains on fold f (from 0) of set.Folds(). The result equals that of Fit on the fold's training
	// records up to rounding.
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

// Errors of Classification and Regression about the kind of target, and of Check about weights.
var (
	ErrNumbers = errors.New("has a numeric response, not classes; use a regression algorithm")
	ErrClasses = errors.New("has classes, not a numeric response; use a classifier")
	ErrWeights = errors.New("trains on records of equal weight; leave weights out, or use a learner that takes them")
)

// Classification returns an error unless d is suitable for a classifier: complete, with a class for each record.
// pkg begins the message.
func Classification(pkg string, d *dataset.Data) error {
	if err := d.Check(); err != nil {
		return fmt.Errorf("%s: %w", pkg, err)
	}
	if d.Class == nil {
		return fmt.Errorf("%s: data set %q %w", pkg, d.Name, ErrNumbers)
	}
	return nil
}

// Largest is the bound on the size of responses, and of features whose products a regression uses: their squares do
// not overflow.
const Largest = 1e70

// Regression returns an error unless d is suitable for a regression: complete, with a numeric response of at most
// Largest in size for each record. pkg begins the message.
func Regression(pkg string, d *dataset.Data) error {
	if err := d.Check(); err != nil {
		return fmt.Errorf("%s: %w", pkg, err)
	}
	if d.Response == nil {
		return fmt.Errorf("%s: data set %q %w", pkg, d.Name, ErrClasses)
	}
	for i, y := range d.Response {
		if math.Abs(y) > Largest {
			return fmt.Errorf("%s: the response of record %d is %v, and its square would overflow; measure responses in "+
				"another unit, up to %.0e", pkg, i, y, Largest)
		}
	}
	return nil
}

// Numeric returns an error unless all features of d are numbers, for algorithms that compute with feature values.
// pkg begins the message.
func Numeric(pkg string, d *dataset.Data) error {
	for _, f := range d.Features {
		if f.Nominal() {
			return fmt.Errorf("%s: feature %s has levels, not numbers; turn levels into columns of 0 and 1 first (Data.OneHot)",
				pkg, f.Name)
		}
	}
	return nil
}

// Scaling says which records determine the common scale of the features of a learner. Its text is the value of the
// setting scale in package catalogue. The zero value is the default of the learner.
type Scaling string

// The scalings. What the scale is, the learner documents.
const (
	Unscaled   Scaling = "none"    // features as they are
	PerDataSet Scaling = "dataset" // by all records of the data set: fits share work, and see features of other records
	PerFold    Scaling = "fold"    // by the training records of each fit
)
