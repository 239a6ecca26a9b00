package count

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Poisson is Poisson regression with log link, by maximum likelihood, as R's glm.
type Poisson struct{}

// NegBin is negative binomial regression with log link; coefficients and dispersion maximize the likelihood, as in
// glm.nb of R's package MASS.
type NegBin struct{}

// String returns "poisson".
func (Poisson) String() string { return "poisson" }

// String returns "negbin".
func (NegBin) String() string { return "negbin" }

// Prepare takes a data set with counts and numeric features.
func (Poisson) Prepare(d *dataset.Data) (learn.Prepared, error) { return newPrepared(d, false) }

// Prepare takes a data set with counts and numeric features.
func (NegBin) Prepare(d *dataset.Data) (learn.Prepared, error) { return newPrepared(d, true) }

// prepared is a learner that knows its data set.
type prepared struct {
	data      *dataset.Data
	dispersed bool // negative binomial
}

// largestCount bounds counts: all whole numbers up to it are numbers.
const largestCount = 1 << 53

func newPrepared(d *dataset.Data, dispersed bool) (learn.Prepared, error) {
	if err := learn.Regression("count", d); err != nil {
		return nil, err
	}
	if err := learn.Numeric("count", d); err != nil {
		return nil, err
	}
	for i, y := range d.Response {
		if y < 0 || y != math.Trunc(y) || y > largestCount {
			return nil, fmt.Errorf("count: the response of record %d is %v, and counts are whole numbers from 0; use ols "+
				"or ridge", i, y)
		}
	}
	return &prepared{d, dispersed}, nil
}

// NewFitter returns a new fitter with its own memory.
func (p *prepared) NewFitter() learn.Fitter { return newFitter(p) }
