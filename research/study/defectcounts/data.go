package defectcounts

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
)

// rounds returns the condition that makes a 3 x 2 BCV deal records to its four blocks as
// section 7.1 of the thesis has it: sorted by response, ties at random, then round after
// round. A round of four neighbours is one category, so that each block gets one of them.
func rounds(response []float64, seed uint64) cv.Condition {
	n := len(response)
	order := rand.New(rand.NewPCG(seed, 71)).Perm(n)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(response[b], response[a]) })
	c := cv.Condition{Name: "rounds of defects", Categories: max(1, n/4), Of: make([][]int32, n)}
	for rank, i := range order {
		c.Of[i] = []int32{int32(min(rank/4, c.Categories-1))}
	}
	return c
}

// partition returns the 3 x 2 BCV of a seed.
func partition(d *dataset.Data, seed uint64) (cv.Set, error) {
	return cv.New(cv.BCV, d.N(), cv.Options{M: 3, Seed: seed, Conditions: []cv.Condition{rounds(d.Response, seed)}})
}

// Variant is one way to make components of the measures.
type Variant struct {
	Transform string `dataframe:"transform"` // none or power
	Measures  string `dataframe:"measures"`  // where they are chosen: training half or all records
	Matrix    string `dataframe:"matrix"`    // that the components are of: correlation or covariance
}

// The values of Variant.
const (
	None        = "none"
	Power       = "power"
	Training    = "training half"
	All         = "all records"
	Correlation = "correlation"
	Covariance  = "covariance"
)

// Variants lists the variants of the study: the two of the thesis, and what they are compared with.
func Variants() []Variant {
	return []Variant{
		{None, Training, Correlation}, {Power, Training, Correlation},
		{None, All, Correlation}, {Power, All, Correlation},
		{None, Training, Covariance}, {Power, Training, Covariance},
	}
}

// steps returns the steps behind the choice of measures.
func (v Variant) steps(components int) []pipeline.Step {
	var out []pipeline.Step
	if v.Transform == Power {
		out = append(out, pipeline.YeoJohnson{})
	}
	if v.Matrix == Correlation {
		out = append(out, pipeline.Scale{})
	}
	return append(out, pipeline.PCA{Components: components})
}

// columns returns the data set of some features.
func columns(d *dataset.Data, keep []int) *dataset.Data {
	out := *d
	out.X = mat.NewDense(d.N(), len(keep), nil)
	out.Features = make([]dataset.Feature, len(keep))
	for k, j := range keep {
		out.Features[k] = d.Feature(j)
		for i := range d.N() {
			out.X.Set(i, k, d.X.At(i, j))
		}
	}
	return &out
}

// everyone returns the numbers of all records.
func everyone(d *dataset.Data) []int32 {
	out := make([]int32, d.N())
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

// components returns all records as the steps, fitted on the training records, make them.
func (v Variant) components(d *dataset.Data, chosen []int, train []int32, count int) (*dataset.Data, error) {
	d = columns(d, chosen)
	for _, s := range v.steps(count) {
		f, err := s.Fit(d.Take(train), train)
		if err != nil {
			return nil, err
		}
		if d, err = f.Apply(d); err != nil {
			return nil, err
		}
	}
	return d, nil
}
