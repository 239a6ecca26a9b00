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
//	Learner   an algorithm with its settings    Traits(), Prepare(ctx, data)
//	Prepared  what fits on the data share       NewFitter(pool)
//	Fitter    memory of one goroutine           Fit(ctx, train), Predict(rows, out)
//
// The other interfaces are of fitters that can do more: Prober gives probabilities; SetFitter, FamilyFitter,
// JointFitter and Rebinder save work, and results are the same without them, up to rounding.
//
// Package holdout drives them over the folds of a partition set.
//
// # Conventions
//
// Records and classes are numbered from 0. A training set of a single class is not an error: a classifier then
// predicts that class. A class that does not occur in a training set is never predicted. Prepare refuses missing
// values (unless Traits.Missing) and anything else that the algorithm cannot use, with an error that
// names the feature and the remedy.
package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
)

// Learner is an algorithm with its settings, before it has seen data. Learners are small values. A setting of zero
// means its default, which is the default of the R package that the sources used.
type Learner interface {
	// String names the algorithm and the settings that are not defaults, as "ridge(lambda=1)". It is the name of
	// the model in all results.
	String() string
	// Traits says what holds of the learner under its settings; Traits{} suits most. A learner around another one
	// returns Around of it.
	Traits() Traits
	// Prepare computes what all fits on subsets of d share. It keeps d, which must not change afterwards. The error
	// names the part of d or the setting that the algorithm cannot use, or wraps that of ctx soon after it ends.
	Prepare(ctx context.Context, d *dataset.Data) (Prepared, error)
}

// Prepared is a learner that knows its data set. It is safe for concurrent
// use.
type Prepared interface {
	// NewFitter returns a new fitter with its own memory. Its fits and predictions may use the free goroutines of the
	// pool, which may be nil. Results are the same, bit by bit, with any pool.
	NewFitter(pool *Pool) Fitter
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
	// explains why there is no model for these records. If fits take long, they end soon after ctx does, with an error
	// that wraps its error; predictions of the fit end soon after ctx too, and are then useless. As long as ctx does
	// not end, it changes no result.
	Fit(ctx context.Context, train []int32) (Report, error)
	// Predict writes the prediction for each of the given records to out, which
	// has the same length: a response, or the number of a class. It follows a
	// Fit that succeeded.
	Predict(rows []int32, out []float64)
}

// Report is what a learner says about a fit that succeeded.
type Report struct {
	// Note is for the reader of the results: one sentence without the name of the learner, or "".
	Note string
	// Chosen is the learner that the fit chose among several, by its training records alone, as its String method
	// writes it; "" of a learner that does not choose.
	Chosen string
	// Value is what it was chosen by: the value of the metric inside the training records, NaN if there was only one to
	// choose.
	Value float64
}

// Prober is a fitter that gives the probability of each class.
type Prober interface {
	Fitter
	// Probabilities writes to out, record by record, one probability for each class of the data, in their order: from
	// 0 to 1, with the sum 1 up to rounding, and 0 for a class without training records. It follows a Fit that
	// succeeded. The error says why the last fit gives none, such as a program that predicted classes alone.
	Probabilities(rows []int32, out []float64) error
}

// Rebinder is a fitter that can continue with another Prepared, such as the records that the steps of a pipeline
// made for a fold. It keeps what is expensive, such as a running program.
type Rebinder interface {
	Fitter
	// Rebind makes the fitter continue as a fitter of p and reports whether it can; if it cannot, nothing changes.
	Rebind(p Prepared) bool
}

// Traits are what holds of a learner under its settings.
type Traits struct {
	// Missing: it accepts data with missing features (NaN), which others refuse in Prepare. What it fills in must come
	// from the training records of a fit alone.
	Missing bool
	// Weights: it counts each training record by its weight (dataset.Data.Weights); a weight of 2 equals the record
	// taken twice. Check and the function Prepare refuse weights for others.
	Weights bool
	// Numeric: it computes with the values of features and refuses data with levels in Prepare; see Coded.
	Numeric bool
	// Chooses: each fit chooses one of several settings, see Report.
	Chooses bool
	// ProbabilitySetting is the setting under which its fitters are Probers, if they are not without; "" for none.
	ProbabilitySetting string
	// Identity identifies it across runs, if its name leaves out settings; "" if the name does.
	Identity string
	// ForRun returns the learner as a further run, from 2, trains it: with RunSeed of its seeds. It is nil of a learner
	// that draws no random numbers.
	ForRun func(run int) Learner
	// Common is the learner without the setting that a family differs in, such as a penalty, and Value that setting.
	// Learners are a family, which fits several of them for little more than the price of one, if the values are
	// positive and Common is of their own type with the same name; see PreparedFamily. Common is nil of others.
	Common Learner
	Value  float64
}

// Around returns the traits of a learner around another one, which are those of the learner inside. wrap returns the
// outer learner around any learner in its place.
func Around(inside Learner, wrap func(Learner) Learner) Traits {
	t := inside.Traits()
	t.Common, t.Value = nil, 0 // the family of the learner inside
	if id := Identity(inside); id != inside.String() {
		t.Identity = wrap(Named{Learner: inside, Name: id}).String()
	}
	if t.ForRun != nil {
		t.ForRun = func(run int) Learner {
			other, _ := ForRun(inside, run)
			return wrap(other)
		}
	}
	return t
}

// Coded is a learner that sees levels as columns of 0 and 1, see dataset.Data.OneHot.
type Coded struct{ Learner }

// Traits are those of the learner inside, which takes levels so.
func (c Coded) Traits() Traits {
	t := Around(c.Learner, func(l Learner) Learner { return Coded{l} })
	t.Numeric, t.Identity = false, "coded("+Identity(c.Learner)+")"
	return t
}

// Prepare prepares the learner inside on the columns.
func (c Coded) Prepare(ctx context.Context, d *dataset.Data) (Prepared, error) {
	return Prepare(ctx, c.Learner, d.OneHot())
}

// Prepare prepares l on d, and refuses weights that l would ignore.
func Prepare(ctx context.Context, l Learner, d *dataset.Data) (Prepared, error) {
	if d.Weights != nil && !l.Traits().Weights {
		return nil, fmt.Errorf("%s %w", l, ErrWeights)
	}
	return l.Prepare(ctx, d)
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

// HasProbabilities returns nil if the fitters of p, which l prepared, are Probers, and otherwise an error that says
// what to do instead.
func HasProbabilities(l Learner, p Prepared) error {
	f := p.NewFitter(nil)
	if err := Close(f); err != nil {
		return err
	}
	if _, ok := f.(Prober); ok {
		return nil
	}
	if s := l.Traits().ProbabilitySetting; s != "" {
		return fmt.Errorf("%s gives no probabilities; add %s to its settings", l, s)
	}
	return fmt.Errorf("%s gives no probabilities; use a learner that does, such as logistic, knn or forest", l)
}

// Check returns an error unless d is valid and complete; features may be missing, and records may have weights, if l
// accepts that.
func Check(l Learner, d *dataset.Data) error {
	t := l.Traits()
	switch {
	case d.Weights != nil && !t.Weights:
		return fmt.Errorf("%s %w", l, ErrWeights)
	case t.Missing:
		return d.CheckButFeatures()
	}
	return d.Check()
}

// Identity identifies a learner across runs: by Traits.Identity, or its name. In it outside(...) stands around what may
// do something else when it is called so again: a command, a function of Func that hangs on more than its code, and a
// type that is not of this module.
func Identity(l Learner) string {
	id := cmp.Or(l.Traits().Identity, l.String())
	if name.Foreign(l) {
		return "outside(" + id + ")"
	}
	return id
}

// ForRun returns the learner of a further run, from 2, which draws other random numbers and has the same name. It
// returns false if the learner draws none.
func ForRun(l Learner, run int) (Learner, bool) {
	again := l.Traits().ForRun
	if again == nil {
		return l, false
	}
	return Named{Learner: again(run), Name: l.String()}, true
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
	// splits divides all records (cv.Set.Dividing). It returns soon after ctx ends.
	Open(ctx context.Context, set cv.Set) error
	// FitFold trains on fold f (from 0) of set.Folds(). The result equals that of Fit on the fold's training
	// records up to rounding.
	FitFold(ctx context.Context, f int) (Report, error)
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
