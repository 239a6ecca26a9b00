package rejection

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"reflect"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"gonum.org/v1/gonum/mat"
)

func TestPlane(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6}), Class: []int32{1, 0, 1},
		Classes: []string{"b", "a"}}
	got := Plane(d)
	if want := []PlaneRow{{"class b", 3, 4}, {"class a", 1, 2}, {"class a", 5, 6}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

// TestMcNemarTests: the first fold alone by hand, (|8-2|-1)²/10 = 2.5; all folds as
// the test of package infer.
func TestMcNemarTests(t *testing.T) {
	folds := []infer.Contingency{{N00: 5, N01: 8, N10: 2, N11: 85}, {N00: 4, N01: 6, N10: 3, N11: 87}}
	rows, err := McNemarTests(folds)
	if err != nil {
		t.Fatal(err)
	}
	all, err := infer.BCVMcNemar(folds, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	check.Near(t, "rows[0].Statistic", rows[0].Statistic, 2.5, 1e-12)
	check.Near(t, "rows[0].Estimate", rows[0].Estimate, -0.06, 1e-12)
	check.Equal(t, "rows[1].Statistic", rows[1].Statistic, all.Statistic)
	check.Equal(t, "rows[1].PValue", rows[1].PValue, all.PValue)
}

func TestPowerCurves(t *testing.T) {
	rows := []Row{{Data: "Epsilon", Test: "a"}, {Data: "UCI letter", Test: "b", Setting: 30}, {Data: "EXP6", Test: "a",
		Setting: 0.3}, {Data: "EXP6", Test: "c"}}
	got := PowerCurves(rows, "a", "b")
	if want := []Row{{Data: "EXP6", Test: "a", Setting: 0.3}, {Data: "UCI letter", Test: "b",
		Setting: -30}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
	if rows[1].Setting != 30 {
		t.Error("the rows were changed")
	}
}
