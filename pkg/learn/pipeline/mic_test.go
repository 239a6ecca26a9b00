package pipeline

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/simple"
)

// The step keeps what depends on the response, also without correlation, in the order of
// the features, with their names.
func TestMICChooses(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	const n = 120
	d := &dataset.Data{X: mat.NewDense(n, 5, nil), Response: make([]float64, n)}
	for _, name := range []string{"noise", "square", "constant", "line", "more noise"} {
		d.Features = append(d.Features, dataset.Feature{Name: name})
	}
	for i := range n {
		x := rng.NormFloat64()
		d.X.SetRow(i, []float64{rng.NormFloat64(), x, 3, x*x + 0.1*rng.NormFloat64(), rng.NormFloat64()})
		d.Response[i] = x * x
	}
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	f, err := MIC{Features: 2}.Fit(d, rows)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Features) != 2 || f.Features[0].Name != "square" || f.Features[1].Name != "line" {
		t.Errorf("kept %v", f.Features)
	}
	dst := make([]float64, 2)
	f.Map(dst, []float64{1, 2, 3, 4, 5})
	if !slices.Equal(dst, []float64{2, 4}) {
		t.Errorf("maps to %v", dst)
	}
	if keep, err := (MIC{Features: 4}).Choose(d); err != nil || !slices.Equal(keep, []int{0, 1, 3, 4}) {
		t.Errorf("4 features: %v, %v", keep, err)
	}
}

func TestMICErrors(t *testing.T) {
	d := draw(40, 3, false)
	several := draw(40, 3, false)
	several.Classes = []string{"a", "b", "c"}
	for _, c := range []struct {
		d    *dataset.Data
		step MIC
		want string
	}{
		{d, MIC{}, "pipeline: mic(0): 0 features; give at least 1"},
		{d, MIC{Features: 4}, "pipeline: mic(4): 4 features of 3; give at most 3"},
		{several, MIC{Features: 2}, "3 classes, whose numbers have no order"},
	} {
		if _, err := (Pipeline{Steps: []Step{c.step}, Learner: simple.Majority{}}).Prepare(t.Context(), c.d); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}
