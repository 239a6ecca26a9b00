package dataset

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestRescale(t *testing.T) {
	d := &Data{X: mat.NewDense(3, 3, []float64{1, 7, 0, 3, 7, 1, 5, 7, 0}), Class: []int32{0, 1, 0},
		Classes:  []string{"a", "b"},
		Features: []Feature{{Name: "x"}, {Name: "constant"}, {Name: "level", Levels: []string{"no", "yes"}}}}
	for _, c := range []struct {
		name string
		view func(*Data) *Data
		want []float64
	}{
		{"unit range", (*Data).UnitRange, []float64{0, 0, 0, 0.5, 0, 1, 1, 0, 0}},
		{"standardized", (*Data).Standardized, []float64{-1, 0, -1 / math.Sqrt(3), 0, 0, 2 / math.Sqrt(3), 1, 0,
			-1 / math.Sqrt(3)}},
	} {
		got := c.view(d)
		if !mat.EqualApprox(got.X, mat.NewDense(3, 3, c.want), 1e-12) || !slices.Equal(got.Class, d.Class) {
			t.Errorf("%s: %v", c.name, mat.Formatted(got.X))
		}
	}
	if d.X.At(0, 0) != 1 || !d.Features[2].Nominal() {
		t.Error("a view changed the data set")
	}
}

// A missing value stays missing and spoils no other; one record is constant.
func TestRescaleMissing(t *testing.T) {
	d := &Data{X: mat.NewDense(4, 1, []float64{1, math.NaN(), 3, 5}), Response: make([]float64, 4)}
	equal(t, "unit range", d.UnitRange().X.RawMatrix().Data, []float64{0, math.NaN(), 0.5, 1})
	if got := d.Standardized().X.RawMatrix().Data; !math.IsNaN(got[1]) {
		t.Errorf("standardized: %v", got)
	}
	levels := &Data{X: mat.NewDense(2, 1, []float64{math.NaN(), 2}),
		Features: []Feature{{Name: "f", Levels: []string{"a", "b", "c"}}}, Response: make([]float64, 2)}
	equal(t, "one hot", levels.OneHot().X.RawMatrix().Data, []float64{math.NaN(), math.NaN(), 0, 1})
	one := &Data{X: mat.NewDense(1, 1, []float64{3}), Response: []float64{1}}
	for _, got := range []*Data{one.UnitRange(), one.Standardized()} {
		if v := got.X.At(0, 0); v != 0 {
			t.Errorf("one record becomes %v", v)
		}
	}
}
