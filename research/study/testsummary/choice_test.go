package testsummary

import (
	"fmt"
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/rejection"
	"github.com/block-regularized/bcv/research/study/stopping"
)

func TestOnClassifiers(t *testing.T) {
	rows := []rejection.Row{
		{Data: "EXP6", Setting: 0.29, Test: "a", Share: 0.06}, {Data: "EXP6", Setting: 0.29, Test: "b", Share: 0.5},
		{Data: "EXP6", Setting: 1, Test: "a", Share: 0.3}, {Data: "Simple", Setting: 0, Test: "a", Share: 0.02},
		{Data: "Simple", Setting: 0.5, Test: "a", Share: 0.5},
	}
	if errors, power := onClassifiers(rows, "a"); errors != "0.020 to 0.060" || power != 0.4 {
		t.Errorf("%s, %v", errors, power)
	}
	if errors, power := onClassifiers(rows, "c"); errors != "" || !math.IsNaN(power) {
		t.Errorf("%s, %v", errors, power)
	}
}

// TestRows: every test of the registry has a row; the stored studies measured all
// but those that need differences on halves, or inner ones, which study nested measures.
func TestRows(t *testing.T) {
	grid, err := study.Stored[stopping.TestErrorRow](data.FS, "type1_errors")
	if err != nil {
		t.Fatal(err)
	}
	rejections, err := study.Stored[rejection.Row](data.FS, "mcnemar_table_5")
	if err != nil {
		t.Fatal(err)
	}
	rows := Rows(grid, rejections)
	at := map[string]Row{}
	for _, r := range rows {
		at[r.Test+", "+r.Partition] = r
		elsewhere := []string{"conservative-z", "nested-t", "nested-records-t"}
		if math.IsNaN(r.Largest) && r.ClassifierErrors == "" && !slices.Contains(elsewhere, r.Test) {
			t.Errorf("nothing measured of %s on %s", r.Test, r.Partition)
		}
	}
	// bcv-t on three designs, five sequential rules, three of predictions
	if want := len(infer.TestNames()) + 2 + 5 + 3; len(rows) != want {
		t.Errorf("%d rows, want %d", len(rows), want)
	}
	r := at["corrected-resampled-t, 15 hold-outs"]
	check.Near(t, "r.Largest", r.Largest, 0.144, 1e-3)
	check.Near(t, "r.Error", r.Error, 0.013, 1e-3)
	check.Equal(t, "r.ClassifierErrors", r.ClassifierErrors, "0.033 to 0.065")
	check.That(t, r.ClassifierPower > 0.2, "want r.ClassifierPower > 0.2")
	for name, printed := range inTableV {
		if _, power := onClassifiers(rejections, printed); math.IsNaN(power) {
			t.Errorf("%s: the stored run has no test %q", name, printed)
		}
	}
}

func TestCurves(t *testing.T) {
	grid, err := study.Stored[stopping.TestErrorRow](data.FS, "type1_errors")
	if err != nil {
		t.Fatal(err)
	}
	points := map[string]int{}
	for _, r := range Curves(grid) {
		points[fmt.Sprintf("%s, %s, rho1 = %g", r.Test, r.Design, r.Rho1)]++
	}
	if len(points) != 6*3 {
		t.Errorf("%d curves, want 6 tests at 3 correlations: %v", len(points), points)
	}
	for curve, n := range points {
		if n != 6 {
			t.Errorf("%s: %d points, want 6", curve, n)
		}
	}
	if points["bcv-t, 5 x 2 CV, rho1 = 0.2"] == 0 {
		t.Error("no curve of bcv-t on 5 x 2 CV at rho1 = 0.2")
	}
}
