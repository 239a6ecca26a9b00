package nested

import (
	"context"
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// naiveBayes is Gaussian naive Bayes of two classes, with their shares as priors and maximum likelihood estimates; as
// in scikit-learn, 1e-9 of the largest variance of a feature is added to each variance.
type naiveBayes struct{}

func (naiveBayes) String() string { return "naive Bayes" }

func (naiveBayes) Traits() learn.Traits { return learn.Traits{} }

func (naiveBayes) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	return bayesPrepared{d}, nil
}

type bayesPrepared struct{ d *dataset.Data }

func (p bayesPrepared) NewFitter(*learn.Pool) learn.Fitter {
	f := &bayesFitter{d: p.d}
	for c := range f.mean {
		f.mean[c], f.variance[c] = make([]float64, p.d.P()), make([]float64, p.d.P())
	}
	return f
}

type bayesFitter struct {
	d              *dataset.Data
	prior          [2]float64 // log shares
	mean, variance [2][]float64
}

func (f *bayesFitter) Fit(_ context.Context, train []int32) (learn.Report, error) {
	var size [2]float64
	for _, i := range train {
		size[f.d.Class[i]]++
	}
	for c := range size {
		f.prior[c] = math.Log(size[c] / float64(len(train)))
	}
	largest := 0.0
	for j := range f.d.P() {
		var sum, squares [2]float64
		for _, i := range train {
			x := f.d.X.At(int(i), j)
			sum[f.d.Class[i]] += x
		}
		all := (sum[0] + sum[1]) / float64(len(train))
		spread := 0.0
		for c := range size {
			f.mean[c][j] = sum[c] / max(size[c], 1)
		}
		for _, i := range train {
			c, x := f.d.Class[i], f.d.X.At(int(i), j)
			squares[c] += (x - f.mean[c][j]) * (x - f.mean[c][j])
			spread += (x - all) * (x - all)
		}
		for c := range size {
			f.variance[c][j] = squares[c] / max(size[c], 1)
		}
		largest = max(largest, spread/float64(len(train)))
	}
	for c := range size {
		for j := range f.variance[c] {
			f.variance[c][j] += 1e-9 * largest
		}
	}
	return learn.Report{}, nil
}

// Score gives the log odds of the second class.
func (f *bayesFitter) Score(rows []int32, out []float64) {
	for k, i := range rows {
		out[k] = f.prior[1] - f.prior[0]
		for j := range f.d.P() {
			for c, sign := range [2]float64{-1, 1} {
				gap := f.d.X.At(int(i), j) - f.mean[c][j]
				out[k] -= sign * (math.Log(f.variance[c][j]) + gap*gap/f.variance[c][j]) / 2
			}
		}
	}
}

func (f *bayesFitter) Predict(rows []int32, out []float64) {
	f.Score(rows, out)
	for k, odds := range out[:len(rows)] {
		out[k] = 0
		if odds > 0 {
			out[k] = 1
		}
	}
}
