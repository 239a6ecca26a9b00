package pipeline

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/dataset"
)

// scores fits the steps to the training records and returns the resulting features of all records.
func scores(t *testing.T, d *dataset.Data, train []int32, steps ...Step) *mat.Dense {
	t.Helper()
	made, _, err := Pipeline{Steps: steps}.Transform(t.Context(), d, train)
	if err != nil {
		t.Fatal(err)
	}
	return made.X
}

// same compares columns, up to their sign.
func same(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if floats.Dot(got, want) < 0 {
		want = slices.Clone(want)
		floats.Scale(-1, want)
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 1e-10*(1+math.Abs(want[i]))) {
			t.Errorf("%s, record %d: %v, want %v", what, i, got[i], want[i])
			return
		}
	}
}

// Scores agree with R's prcomp, with and without its scale.
func TestPrcomp(t *testing.T) {
	rows := numtest.Fixture(t, "prcomp.csv")
	table := mat.NewDense(len(rows), 12, nil)
	for i, row := range rows {
		for j, text := range row {
			table.Set(i, j, numtest.Float(t, text))
		}
	}
	d := &dataset.Data{X: mat.DenseCopyOf(table.Slice(0, 150, 0, 4)), Response: make([]float64, 150)}
	var train []int32
	for i := int32(0); i < 150; i += 2 {
		train = append(train, i)
	}
	plain, scaled := scores(t, d, train, PCA{Components: 4}), scores(t, d, train, Scale{}, PCA{Components: 4})
	for k := range 4 {
		same(t, "plain", mat.Col(nil, k, plain), mat.Col(nil, 4+k, table))
		same(t, "scaled", mat.Col(nil, k, scaled), mat.Col(nil, 8+k, table))
	}
}

// Scores are the projections on the eigenvectors of the covariance matrix of the training
// records, also with more features than records.
func TestEigen(t *testing.T) {
	for _, p := range []int{5, 40} {
		d := draw(60, p, true)
		train := []int32{}
		for i := int32(0); i < 30; i++ {
			train = append(train, 2*i)
		}
		x := d.Take(train).X
		var cov mat.SymDense
		stat.CovarianceMatrix(&cov, x, nil)
		var eigen mat.EigenSym
		if !eigen.Factorize(&cov, true) {
			t.Fatal("no eigenvectors")
		}
		var vectors, want mat.Dense
		eigen.VectorsTo(&vectors)
		shifted := mat.DenseCopyOf(d.X)
		for j := range p {
			column := mat.Col(nil, j, d.X)
			floats.AddConst(-stat.Mean(mat.Col(nil, j, x), nil), column)
			shifted.SetCol(j, column)
		}
		want.Mul(shifted, &vectors)
		got := scores(t, d, train, PCA{Components: 4})
		for k := range 4 {
			scale := 1 / math.Sqrt(eigen.Values(nil)[p-1-k])
			a, b := mat.Col(nil, k, got), mat.Col(nil, p-1-k, &want)
			floats.Scale(scale, a)
			floats.Scale(scale, b)
			same(t, strconv.Itoa(p)+" features", a, b)
		}
	}
}

// Components that the training records do not determine are 0 for all records.
func TestNoVariance(t *testing.T) {
	d := draw(30, 3, true)
	for i := range 30 {
		d.X.Set(i, 2, 3*d.X.At(i, 0))
		d.X.Set(i, 1, 0.1)
	}
	d.X.Set(29, 1, 5)
	got := scores(t, d, []int32{0, 1, 2, 3, 4, 5, 6}, PCA{Components: 3})
	for i := range 30 {
		if got.At(i, 0) == 0 || got.At(i, 1) != 0 || got.At(i, 2) != 0 {
			t.Errorf("record %d: %v", i, got.RawRowView(i))
		}
	}
}
