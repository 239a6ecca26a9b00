package posterior

import (
	"fmt"
	"math"
)

// Counts is a confusion matrix of one positive class without its true
// negatives, which none of P, R and F1 needs. Entries are at least 0 and may
// be fractions: effective counts are weighted sums.
type Counts struct {
	TP, FP, FN float64
}

// Chunks returns the confusion counts of a chunking task from the number of
// gold, predicted and correctly predicted chunks.
func Chunks(gold, predicted, correct float64) Counts {
	return Counts{TP: correct, FP: predicted - correct, FN: gold - correct}
}

// Add returns the sum of two confusion matrices.
func (c Counts) Add(d Counts) Counts {
	return Counts{c.TP + d.TP, c.FP + d.FP, c.FN + d.FN}
}

// Scale returns w times the confusion matrix.
func (c Counts) Scale(w float64) Counts {
	return Counts{w * c.TP, w * c.FP, w * c.FN}
}

// Check returns an error unless all entries are finite and at least 0.
func (c Counts) Check() error {
	for _, e := range [...]struct {
		name string
		v    float64
	}{{"TP", c.TP}, {"FP", c.FP}, {"FN", c.FN}} {
		if !(e.v >= 0) || math.IsInf(e.v, 0) {
			return fmt.Errorf("posterior: %s is %v; counts must be finite and at least 0", e.name, e.v)
		}
	}
	return nil
}

// Sum adds confusion matrices entry by entry.
func Sum(folds []Counts) Counts {
	var s Counts
	for _, f := range folds {
		s = s.Add(f)
	}
	return s
}

// Value returns the plain estimate of a metric, such as TP/(TP+FP). It is NaN
// where the denominator is 0.
func (c Counts) Value(metric Metric) float64 {
	switch metric {
	case Precision:
		return c.TP / (c.TP + c.FP)
	case Recall:
		return c.TP / (c.TP + c.FN)
	case F1:
		return 2 * c.TP / (2*c.TP + c.FP + c.FN)
	}
	return math.NaN()
}
