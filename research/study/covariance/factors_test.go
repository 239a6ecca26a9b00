package covariance

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/research/simdata"
	"gonum.org/v1/gonum/mat"
)

// The columns of the levels have the variances 1/3, 1/4 and 1/4 in the training records.
func TestFactorScale(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(5, 3, []float64{0, 0, 1, 0, 1, 1, 1, 2, 1, 2, 3, 1, 1, 9, 0}),
		Features: []dataset.Feature{{Name: "f", Levels: []string{"a", "b", "c"}}, {Name: "x"},
			{Name: "c", Levels: []string{"u", "v"}}}}
	f := factorFitter{data: d}
	train := []int32{0, 1, 2, 3}
	one, unit := math.Sqrt(1/(1.0/3+0.5)), math.Sqrt(3.0/5)
	for j, want := range [][][]float64{{{one, one, 0, 0, 0}, {0, 0, one, 0, one}, {0, 0, 0, one, 0}},
		{{0, unit, 2 * unit, 3 * unit, 9 * unit}}, {make([]float64, 5), make([]float64, 5)}} {
		got := f.scale(j, train)
		if len(got) != len(want) {
			t.Fatalf("feature %d has %d columns, want %d", j, len(got), len(want))
		}
		for k, c := range want {
			for i, w := range c {
				if math.Abs(got[k][i]-w) > 1e-12 {
					t.Errorf("feature %d, column %d: %v, want %v", j, k, got[k], c)
				}
			}
		}
	}
}

// On numeric features it is KNN, up to rounding; on all it knows nothing of records outside the training set.
func TestFactorKNN(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	d := simdata.Draw(simdata.SCLA(10), 80, rng)
	var train, rows []int32
	for i := range int32(80) {
		if i%2 == 0 {
			train = append(train, i)
		} else {
			rows = append(rows, i)
		}
	}
	predict := func(l learn.Learner, d *dataset.Data) []float64 {
		p, err := l.Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		f, out := p.NewFitter(nil), make([]float64, len(rows))
		if _, err := f.Fit(t.Context(), train); err != nil {
			t.Fatal(err)
		}
		f.Predict(rows, out)
		return out
	}
	if got, want := predict(FactorKNN{}, d), predict(KNN, d); !slices.Equal(got, want) {
		t.Errorf("predictions %v, want %v", got, want)
	}
	d.Features = make([]dataset.Feature, 10)
	for j := range d.Features {
		d.Features[j].Name = string(rune('a' + j))
	}
	d.Features[9].Levels = []string{"u", "v", "w"}
	for i := range 80 {
		d.X.Set(i, 9, float64(rng.IntN(3)))
	}
	f, scaled := factorFitter{data: d}, *d
	scaled.Features, scaled.X = nil, mat.NewDense(80, 12, nil)
	for j := range 10 {
		for k, c := range f.scale(j, train) {
			scaled.X.SetCol(j+k, c)
		}
	}
	if got, want := predict(FactorKNN{}, d), predict(neighbour.KNN{}, &scaled); !slices.Equal(got, want) {
		t.Errorf("with a factor: predictions %v, want %v", got, want)
	}
	learntest.Contract(t, learntest.Case{Learner: FactorKNN{}, Data: d})
}
