package infer

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
)

// Differences are what all tests of this package start from: the differences
// mu_k^(j) = loss_B - loss_A of two algorithms on fold k of replication j of one
// partition set (Wang 2019 thesis, section 5.2.2). J random hold-outs are J
// replications of one fold, K-fold CV is one replication of K folds, m x 2 CV is m
// replications of two. Make them with NewDifferences, DifferencesOf or
// RecordDifferences; the zero value fits no test. The methods With... return a copy with
// more information.
type Differences struct {
	replications, folds int
	method              cv.Method // of the partition set; empty if not known
	mu                  []float64 // replication by replication
	a, b                []float64 // mean losses; nil if only differences are known
	train, valid        []int     // records of each fold; nil if not known
	// around holds the summed squared deviations of the record differences from the mean of
	// the fold; nil if not known.
	around []float64
	halves [][2]float64 // of ConservativeZ; nil if not known
	// ofRecords is the variance of the mean over records, of NestedRecordsT; nil if not known.
	ofRecords *float64
	inner     [][2][][2]float64 // of NestedT: half-splits, halves, replications, folds; nil if not known
	rare      bool              // of NestedT: the losses are functions of counts of a rare class
	scale     float64           // largest absolute loss: numbers far below its precision are 0
}

// Losses beyond these bounds would overflow or vanish in squares.
const largestLoss, smallestLoss = 1e150, 1e-150

// rounding is the share of the largest loss below which differences differ by rounding
// alone, in sums over records and in files with 15 digits.
const rounding = 1e-12

// Difference returns b - a, the difference of two losses, or 0 if they are equal up to
// rounding.
func Difference(a, b float64) float64 {
	if SameUpToRounding(a, b) {
		return 0
	}
	return b - a
}

// SameUpToRounding reports whether two losses, or two differences, are equal up to
// rounding, of sums over records and of files with 15 digits.
func SameUpToRounding(a, b float64) bool {
	return math.Abs(b-a) <= Rounding(max(math.Abs(a), math.Abs(b)))
}

// Rounding returns the largest difference that rounding alone makes of two values of this size, such as means over
// folds. Of differences the size is that of the values behind them.
func Rounding(size float64) float64 { return rounding * size }

// NewDifferences takes the mean losses of A and B on the validation records of each
// fold, indexed [replication][fold]. Every replication has the same number of
// folds, and all losses are finite.
func NewDifferences(lossA, lossB [][]float64) (Differences, error) {
	a, err := flatten("loss of A", lossA)
	if err != nil {
		return Differences{}, err
	}
	b, err := flatten("loss of B", lossB)
	if err != nil {
		return Differences{}, err
	}
	d := Differences{replications: len(lossA), folds: len(lossA[0]), a: a, b: b, mu: make([]float64, len(a))}
	if len(lossB) != d.replications || len(lossB[0]) != d.folds {
		return Differences{}, fmt.Errorf("infer: A has %d x %d losses, B %d x %d; give both for the folds of one "+
			"partition set", d.replications, d.folds, len(lossB), len(lossB[0]))
	}
	for i := range a {
		d.mu[i] = Difference(a[i], b[i])
	}
	return d.measured()
}

// DifferencesOf takes the differences loss_B - loss_A themselves, indexed
// [replication][fold].
func DifferencesOf(mu [][]float64) (Differences, error) {
	flat, err := flatten("difference", mu)
	if err != nil {
		return Differences{}, err
	}
	return Differences{replications: len(mu), folds: len(mu[0]), mu: flat}.measured()
}

// RecordDifferences takes the losses of A and B on every validation record, indexed
// [replication][fold][record]. Only this form gives the variance of a single record, which
// KFoldCIZ uses.
func RecordDifferences(lossA, lossB [][][]float64) (Differences, error) {
	var valid []int
	var around []float64
	scale := 0.0
	meanA, meanB := make([][]float64, len(lossA)), make([][]float64, len(lossA))
	for j, fold := range lossA {
		if len(lossB) != len(lossA) || len(lossB[j]) != len(fold) {
			return Differences{}, fmt.Errorf("infer: replication %d has other folds for A than for B; give both for "+
				"the folds of one partition set", j+1)
		}
		for k, a := range fold {
			s, err := records(a, lossB[j][k])
			if err != nil {
				return Differences{}, fmt.Errorf("infer: replication %d, fold %d: %w", j+1, k+1, err)
			}
			meanA[j], meanB[j] = append(meanA[j], s.a), append(meanB[j], s.b)
			valid, around = append(valid, len(a)), append(around, s.around)
			scale = max(scale, s.scale)
		}
	}
	d, err := NewDifferences(meanA, meanB)
	d.valid, d.around, d.scale = valid, around, max(d.scale, scale)
	return d, err
}

// recordSums holds the sums over the records of one fold that the tests use.
type recordSums struct{ a, b, around, scale float64 }

func records(a, b []float64) (s recordSums, err error) {
	if len(a) == 0 || len(a) != len(b) {
		return s, fmt.Errorf("%d losses of A and %d of B; give one of each for every validation record", len(a), len(b))
	}
	diff := make([]float64, len(a))
	for i := range a {
		diff[i] = b[i] - a[i]
		if !(math.Abs(a[i]) <= largestLoss && math.Abs(b[i]) <= largestLoss) {
			return s, fmt.Errorf("losses %v and %v of record %d; give finite losses of a usual size", a[i], b[i], i+1)
		}
		s.scale = max(s.scale, math.Abs(a[i]), math.Abs(b[i]))
	}
	_, s.around = deviations(diff)
	s.a, _ = deviations(a)
	s.b, _ = deviations(b)
	return s, nil
}

// flatten copies a table of numbers and checks its form.
func flatten(what string, x [][]float64) ([]float64, error) {
	if len(x) == 0 || len(x[0]) == 0 {
		return nil, fmt.Errorf("infer: no %s; give one number for each replication and fold", what)
	}
	out := make([]float64, 0, len(x)*len(x[0]))
	for j, fold := range x {
		if len(fold) != len(x[0]) {
			return nil, fmt.Errorf("infer: replication %d has %d folds, but replication 1 has %d; give every "+
				"replication the same folds", j+1, len(fold), len(x[0]))
		}
		for k, v := range fold {
			if !(math.Abs(v) <= largestLoss) {
				return nil, fmt.Errorf("infer: %s in replication %d, fold %d is %v; give finite losses of a usual size",
					what, j+1, k+1, v)
			}
		}
		out = append(out, fold...)
	}
	return out, nil
}

// measured sets the scale, and makes differences that are equal up to rounding equal, so
// that no procedure takes their noise for the variance.
func (d Differences) measured() (Differences, error) {
	for _, x := range [...][]float64{d.a, d.b, d.mu} {
		for _, v := range x {
			d.scale = max(d.scale, math.Abs(v))
		}
	}
	if d.scale > 0 && d.scale < smallestLoss {
		return Differences{}, fmt.Errorf("infer: the largest loss is %v; measure losses in another unit", d.scale)
	}
	if tiny := rounding * d.scale; slices.Max(d.mu)-slices.Min(d.mu) <= tiny {
		mean := d.Mean()
		if math.Abs(mean) <= tiny {
			mean = 0
		}
		for i := range d.mu {
			d.mu[i] = mean
		}
	}
	return d, nil
}

// NoSpread reports whether all differences are equal, up to rounding of the losses: they
// carry no information about chance, and no procedure claims anything from them.
func (d Differences) NoSpread() bool {
	return len(d.mu) > 1 && slices.Max(d.mu) == slices.Min(d.mu)
}

// WithTraining adds the number of training records of each fold, indexed
// [replication][fold].
func (d Differences) WithTraining(n [][]int) (Differences, error) {
	var err error
	d.train, err = d.sizes("training", n)
	return d, err
}

// WithValidation adds the number of validation records of each fold, indexed
// [replication][fold].
func (d Differences) WithValidation(n [][]int) (Differences, error) {
	valid, err := d.sizes("validation", n)
	if err != nil {
		return d, err
	}
	if d.around != nil {
		return d, fmt.Errorf("infer: differences of records contain the numbers of validation records; leave the sizes out")
	}
	d.valid = valid
	return d, nil
}

// OfRecords reports whether the differences of the records are known, not only their means on the folds.
func (d Differences) OfRecords() bool { return d.around != nil }

func (d Differences) sizes(what string, n [][]int) ([]int, error) {
	if len(n) != d.replications {
		return nil, fmt.Errorf("infer: numbers of %s records for %d replications of %d; give all",
			what, len(n), d.replications)
	}
	out := make([]int, 0, len(d.mu))
	for j, fold := range n {
		if len(fold) != d.folds {
			return nil, fmt.Errorf("infer: replication %d has %d numbers of %s records for %d folds; give one per fold",
				j+1, len(fold), what, d.folds)
		}
		for k, v := range fold {
			if v < 1 {
				return nil, fmt.Errorf("infer: %d %s records in replication %d, fold %d; a fold has at least 1",
					v, what, j+1, k+1)
			}
		}
		out = append(out, fold...)
	}
	return out, nil
}

// WithHalves adds what ConservativeZ needs: for each of M random divisions of the
// data set into two halves, the difference loss_B - loss_A estimated within the
// first half and within the second.
func (d Differences) WithHalves(halves [][2]float64) (Differences, error) {
	if len(halves) == 0 {
		return d, fmt.Errorf("infer: no pairs of halves; give at least 1, Nadeau and Bengio use 10")
	}
	for i, h := range halves {
		if !(math.Abs(h[0]) <= largestLoss && math.Abs(h[1]) <= largestLoss) {
			return d, fmt.Errorf("infer: differences %v and %v in pair %d of halves; give finite losses of a usual "+
				"size", h[0], h[1], i+1)
		}
	}
	d.halves = append([][2]float64(nil), halves...)
	return d, nil
}

// Sizes returns the numbers of training and of validation records, summed over all
// folds; 0 where they are not known.
func (d Differences) Sizes() (train, valid int) { return total(d.train), total(d.valid) }

// WithMethod adds the method of the partition set, which the number of folds does not
// determine: tests for block-regularized sets then refuse random ones. No test has a known error for a method whose
// folds are not exchangeable (cv.Rolling and cv.Own), which is an error.
func (d Differences) WithMethod(m cv.Method) (Differences, error) {
	if err := m.CheckFolds(d.replications, d.folds); err != nil {
		return d, err
	}
	if !m.Exchangeable() {
		return d, fmt.Errorf("infer: %s, for which the false alarms of no test are known; look at the means",
			m.Describe(d.replications, d.folds))
	}
	d.method = m
	return d, nil
}

// Method returns the method of the partition set, empty if it is not known.
func (d Differences) Method() cv.Method { return d.method }

// blocks reports whether the partition set is a block-regularized m x 2 CV, as far as
// is known.
func (d Differences) blocks() bool {
	return d.folds == 2 && (d.method == "" || d.method.Regularized())
}

// Replications returns the number of replications: J, r or m; 1 for K-fold CV.
func (d Differences) Replications() int { return d.replications }

// Folds returns the number of folds of a replication: 1 for hold-outs, 2 for m x 2
// CV, K for K-fold CV.
func (d Differences) Folds() int { return d.folds }

// At returns mu_k^(j); j and k count from 0.
func (d Differences) At(j, k int) float64 { return d.mu[j*d.folds+k] }

// Mean returns the mean of all differences (thesis eq. 5.2).
func (d Differences) Mean() float64 {
	mean, _ := deviations(d.mu)
	return mean
}

// Losses returns the mean loss of A and of B over all folds; ok is false if only
// differences are known.
func (d Differences) Losses() (a, b float64, ok bool) {
	if d.a == nil {
		return 0, 0, false
	}
	a, _ = deviations(d.a)
	b, _ = deviations(d.b)
	return a, b, true
}

// Pairs returns the differences of an m x 2 CV, mu_1^(j) and mu_2^(j) for each
// replication.
func (d Differences) Pairs() ([][2]float64, error) {
	if d.folds != 2 {
		return nil, fmt.Errorf("infer: the differences come from %s, not from an m x 2 CV", d.Design())
	}
	out := make([][2]float64, d.replications)
	for j := range out {
		out[j] = [2]float64{d.At(j, 0), d.At(j, 1)}
	}
	return out, nil
}

// Design names the kind of partition set that the numbers of replications and folds
// point to, such as "15 hold-outs" or "5 x 2 CV".
func (d Differences) Design() string {
	switch {
	case d.replications == 0:
		return "no partition set"
	case d.replications == 1 && d.folds == 1:
		return "one hold-out"
	case d.folds == 1:
		return d.method.Describe(d.replications, d.folds)
	}
	return "a " + d.method.Describe(d.replications, d.folds)
}

// deviations returns the mean of x and the sum of squared deviations from it. Equal
// values give exactly their value and 0.
func deviations(x []float64) (mean, squares float64) {
	return deviationsOf(len(x), func(i int) float64 { return x[i] })
}

// deviationsOf is deviations of the n numbers that at returns.
func deviationsOf(n int, at func(i int) float64) (mean, squares float64) {
	if n == 0 {
		return 0, 0
	}
	first, sum := at(0), 0.0
	for i := range n {
		sum += at(i) - first
	}
	mean = sum / float64(n)
	for i := range n {
		e := at(i) - first - mean
		squares += e * e
	}
	return first + mean, squares
}
