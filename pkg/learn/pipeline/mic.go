package pipeline

import (
	"fmt"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/internal/mic"
)

// MIC is a step: the features with the largest maximal information coefficient (Reshef et al. 2011, package mic)
// with the response, or with the number of one of two classes, over the training records. They keep their order; of
// features with the same coefficient, the first are kept. The coefficient of a feature that is constant in the
// training records is 0.
type MIC struct {
	Features int // number of features to keep, from 1 to all
}

// String names the step, as "mic(52)".
func (s MIC) String() string { return "mic(" + strconv.Itoa(s.Features) + ")" }

// Check refuses nominal features, more features than there are, and several classes.
func (s MIC) Check(d *dataset.Data) error {
	switch {
	case s.Features < 1:
		return fmt.Errorf("%d features; give at least 1, as in mic(10)", s.Features)
	case s.Features > d.P():
		return fmt.Errorf("%d features of %d; give at most %d", s.Features, d.P(), d.P())
	case d.K() > 2:
		return fmt.Errorf("%d classes, whose numbers have no order; the coefficient is for a response or two classes", d.K())
	}
	return numeric(d)
}

// Fit chooses the features.
func (s MIC) Fit(train *dataset.Data, _ []int32) (Fitted, error) {
	keep, err := s.Choose(train)
	if err != nil {
		return Fitted{}, err
	}
	features := make([]dataset.Feature, len(keep))
	for k, j := range keep {
		features[k] = train.Feature(j)
	}
	return Fitted{Features: features, Map: func(dst, src []float64) {
		for k, j := range keep {
			dst[k] = src[j]
		}
	}}, nil
}

// Choose returns the numbers of the features that are kept for these training records, in ascending order.
func (s MIC) Choose(train *dataset.Data) ([]int, error) {
	n, p := train.X.Dims()
	target, column := make([]float64, n), make([]float64, n)
	for i := range target {
		target[i] = train.Target(int32(i))
	}
	value, keep := make([]float64, p), make([]int, p)
	for j := range keep {
		var err error
		if value[j], err = mic.Of(mat.Col(column, j, train.X), target, mic.Options{}); err != nil {
			return nil, err
		}
		keep[j] = j
	}
	slices.SortStableFunc(keep, func(a, b int) int {
		switch {
		case value[a] > value[b]:
			return -1
		case value[a] < value[b]:
			return 1
		}
		return 0
	})
	keep = keep[:s.Features]
	slices.Sort(keep)
	return keep, nil
}
