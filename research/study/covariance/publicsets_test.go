package covariance

import (
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"gonum.org/v1/gonum/mat"
)

func TestWinAgainstRest(t *testing.T) {
	d := &dataset.Data{Name: "games", X: mat.NewDense(4, 1, nil), Classes: []string{"draw", "loss", "win"},
		Class: []int32{2, 0, 1, 2}}
	two, err := winAgainstRest(d)
	if err != nil {
		t.Fatal(err)
	}
	if want := []int32{1, 0, 0, 1}; !slices.Equal(two.Class, want) || two.K() != 2 {
		t.Errorf("classes %v of %v, want %v", two.Class, two.Classes, want)
	}
}
