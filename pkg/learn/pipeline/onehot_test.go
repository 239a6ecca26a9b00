package pipeline

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// Levels that train have columns in their order; another one is 0 in all of them.
func TestOneHot(t *testing.T) {
	d := &dataset.Data{Name: "levels", Classes: []string{"a", "b"}, Class: []int32{0, 1, 0, 1, 0},
		Features: []dataset.Feature{{Name: "colour", Levels: []string{"red", "blue", "green", "grey"}}, {Name: "size"},
			{Name: "place", Levels: []string{"north", "south"}}},
		X: mat.NewDense(5, 3, []float64{
			3, 1.5, 0,
			1, 2.5, 0,
			3, 3.5, 0,
			0, 4.5, 1,
			2, 5.5, 0,
		})}
	made, _, err := Pipeline{Steps: []Step{OneHot{}}}.Transform(t.Context(), d, []int32{0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	want := mat.NewDense(5, 4, []float64{
		0, 1, 1.5, 1,
		1, 0, 2.5, 1,
		0, 1, 3.5, 1,
		0, 0, 4.5, 0,
		0, 0, 5.5, 1,
	})
	if !mat.Equal(made.X, want) {
		t.Errorf("%v", mat.Formatted(made.X))
	}
	var names []string
	for j := range made.P() {
		f := made.Feature(j)
		names = append(names, f.Name)
		if f.Nominal() || f.Indicator != (f.Name != "size") {
			t.Errorf("%+v", f)
		}
	}
	if !slices.Equal(names, []string{"colour=blue", "colour=grey", "size", "place=north"}) || made.Check() != nil {
		t.Errorf("features %q, %v", names, made.Check())
	}
	if d.P() != 3 || d.X.At(0, 0) != 3 {
		t.Error("the records themselves are changed")
	}
}
