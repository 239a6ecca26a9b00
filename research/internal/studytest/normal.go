package studytest

import (
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/dataset"
	"gonum.org/v1/gonum/mat"
)

// Normal is the distribution of mean regression (thesis, example 5.1): a N(0,1) response
// and a feature that means nothing.
type Normal struct{}

func (Normal) String() string { return "normal" }

func (Normal) New(n int) *dataset.Data {
	return &dataset.Data{X: mat.NewDense(n, 1, nil), Response: make([]float64, n)}
}

func (Normal) Fill(d *dataset.Data, rng *rand.Rand) {
	for i := range d.Response {
		d.Response[i] = rng.NormFloat64()
	}
}
