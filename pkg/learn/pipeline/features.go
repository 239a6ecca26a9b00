package pipeline

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

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
	slices.SortStableFunc(keep, func(a, b int) int { return cmp.Compare(value[b], value[a]) })
	keep = keep[:s.Features]
	slices.Sort(keep)
	return keep, nil
}

// PCA is a step: the scores on the first principal components of the training records, called PC1, PC2 and so on,
// as R's prcomp gives them (Hotelling 1933). Features are centred, not scaled: put Scale before it for components
// of the correlation matrix. The largest loading in size of each component is positive. A component without
// variance, up to rounding, is 0 for all records.
type PCA struct {
	Components int // from 1 to the number of features, and below the number of training records
}

// String names the step, as "pca(4)".
func (s PCA) String() string { return "pca(" + strconv.Itoa(s.Components) + ")" }

// Check refuses nominal features, and more components than features.
func (s PCA) Check(d *dataset.Data) error {
	switch {
	case s.Components < 1:
		return fmt.Errorf("%d components; give at least 1, as in pca(4)", s.Components)
	case s.Components > d.P():
		return fmt.Errorf("%d components of %d features; give at most %d", s.Components, d.P(), d.P())
	}
	return numeric(d)
}

// Fit computes the components. It returns an error if there are too few training records.
func (s PCA) Fit(train *dataset.Data, _ []int32) (Fitted, error) {
	n, p := train.X.Dims()
	if s.Components >= n {
		return Fitted{}, fmt.Errorf("%d components of %d training records, which have at most %d; give fewer components "+
			"or more records", s.Components, n, max(0, n-1))
	}
	center := make([]float64, p)
	centered := mat.NewDense(n, p, nil)
	column, largest := make([]float64, n), 0.0
	for j := range p {
		mat.Col(column, j, train.X)
		largest = max(largest, math.Abs(floats.Max(column)), math.Abs(floats.Min(column)))
		center[j], _ = moments(column)
		floats.AddConst(-center[j], column)
		centered.SetCol(j, column)
	}
	var pc stat.PC
	if !pc.PrincipalComponents(centered, nil) {
		return Fitted{}, errors.New("the principal components were not found; scale the features first")
	}
	var vectors mat.Dense
	pc.VectorsTo(&vectors)
	variances := pc.VarsTo(nil)
	least := float64(max(n, p)) * 0x1p-52 * largest
	loadings, features := make([][]float64, s.Components), make([]dataset.Feature, s.Components)
	for k := range loadings {
		loadings[k] = positive(mat.Col(nil, k, &vectors))
		if !(math.Sqrt(variances[k]) > least) {
			clear(loadings[k])
		}
		features[k].Name = "PC" + strconv.Itoa(k+1)
	}
	shifted := make([]float64, p)
	return Fitted{Features: features, Map: func(dst, src []float64) {
		floats.SubTo(shifted, src, center)
		for k, b := range loadings {
			dst[k] = floats.Dot(b, shifted)
		}
	}}, nil
}

// positive changes the sign of b so that its largest value in size, the first of several, is positive.
func positive(b []float64) []float64 {
	at := 0
	for j, v := range b {
		if math.Abs(v) > math.Abs(b[at]) {
			at = j
		}
	}
	if b[at] < 0 {
		floats.Scale(-1, b)
	}
	return b
}
