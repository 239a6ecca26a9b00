package correlation

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/rule"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"gonum.org/v1/gonum/mat"
)

// McNemarAlgorithms returns the seven algorithms of the McNemar paper, §5.1, with
// their names in its order: majority, mean, logistic, svm, ripper, c4.5, knn. The
// paper takes logistic regression, SMO, JRip and J48 with the defaults of Weka, and
// kknn with k = 5 and the triangular kernel. Here
//
//   - nominal features become columns of 0 and 1, but for ripper and c4.5: one
//     less than levels, where Weka and kknn have one a level;
//   - logistic is one class against the rest, with a ridge of 1e-4, where Weka fits
//     all classes together with a ridge of 1e-8; for two classes they differ by the
//     ridge alone, which matters where a plane separates the training records;
//   - svm has a linear kernel, cost 1 and features brought to [0,1], as SMO, once
//     for all records of a data set, where SMO looks at the training records;
//   - ripper is JRip;
//   - c4.5 is not pruned, where J48 prunes;
//   - knn scales features by their standard deviations over all records of a data
//     set, where kknn looks at the training records.
func McNemarAlgorithms() (learners []learn.Learner, names []string) {
	return []learn.Learner{
		simple.Majority{},
		viewed{simple.NearestMean{}, (*dataset.Data).OneHot},
		viewed{oneAgainstRest{linear.Logistic{Penalty: 1e-4}}, standardized},
		viewed{svm.SVM{Kernel: svm.Linear, Scale: svm.None}, unitRange},
		rule.RIPPER{},
		tree.C45{},
		viewed{neighbour.KNN{Scaling: neighbour.PerDataSet}, (*dataset.Data).OneHot},
	}, []string{"majority", "mean", "logistic", "svm", "ripper", "c4.5", "knn"}
}

// viewed is a learner that sees other features of the same records.
type viewed struct {
	learn.Learner
	view func(*dataset.Data) *dataset.Data
}

// Prepare prepares the learner for the view of d.
func (v viewed) Prepare(d *dataset.Data) (learn.Prepared, error) { return v.Learner.Prepare(v.view(d)) }

// unitRange brings the features of d to [0,1]; a constant one becomes 0.
func unitRange(d *dataset.Data) *dataset.Data {
	return rescaled(d.OneHot(), func(column []float64) (shift, scale float64) {
		low, high := math.Inf(1), math.Inf(-1)
		for _, v := range column {
			low, high = min(low, v), max(high, v)
		}
		return low, high - low
	})
}

// standardized brings the features of d to mean 0 and standard deviation 1; a
// constant one becomes 0.
func standardized(d *dataset.Data) *dataset.Data {
	return rescaled(d.OneHot(), func(column []float64) (shift, scale float64) {
		sum, squares := 0.0, 0.0
		for _, v := range column {
			sum += v
		}
		shift = sum / float64(len(column))
		for _, v := range column {
			squares += (v - shift) * (v - shift)
		}
		return shift, math.Sqrt(squares / float64(len(column)-1))
	})
}

// rescaled subtracts and divides by what of says of each column; columns of scale
// 0 become 0.
func rescaled(d *dataset.Data, of func(column []float64) (shift, scale float64)) *dataset.Data {
	out := *d
	out.X = mat.NewDense(d.N(), d.P(), nil)
	column := make([]float64, d.N())
	for j := range d.P() {
		mat.Col(column, j, d.X)
		shift, scale := of(column)
		for i, v := range column {
			if scale > 0 {
				out.X.Set(i, j, (v-shift)/scale)
			}
		}
	}
	return &out
}

// sample draws records without replacement from a data set.
type sample struct{ data *dataset.Data }

// String names the data set.
func (s sample) String() string { return "sample(" + s.data.Name + ")" }

// New returns an empty data set of n records. It panics if the data set has fewer.
func (s sample) New(n int) *dataset.Data {
	if n > s.data.N() {
		panic(fmt.Sprintf("correlation: %d records without replacement from %d", n, s.data.N()))
	}
	return dataset.Population{Data: s.data}.New(n)
}

// Fill draws all records, by Floyd's method (Bentley and Floyd 1987, CACM
// 30:754): every subset is equally likely.
func (s sample) Fill(d *dataset.Data, rng *rand.Rand) {
	size, n := s.data.N(), d.N()
	drawn := make(map[int]bool, n)
	for i := range n {
		last := size - n + i
		from := rng.IntN(last + 1)
		if drawn[from] {
			from = last
		}
		drawn[from] = true
		copy(d.X.RawRowView(i), s.data.X.RawRowView(from))
		if d.Class != nil {
			d.Class[i] = s.data.Class[from]
		} else {
			d.Response[i] = s.data.Response[from]
		}
	}
}
