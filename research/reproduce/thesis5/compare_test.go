package thesis5

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/study/stopping"
)

// TestCompareEstimators: the cells stand in the order of table 5.6 and say where
// Var2 is below the variance.
func TestCompareEstimators(t *testing.T) {
	cells, err := CompareEstimators(data.FS, "table-5.6", "table_5_6", "SREG+rid", 20)
	if err != nil {
		t.Fatal(err)
	}
	if len(cells) != 2*3*4*5 {
		t.Fatalf("%d cells", len(cells))
	}
	{
		c := cells[0]
		check.Equal(t, "c.M", c.M, 3)
		check.Equal(t, "c.Quantity", c.Quantity, "Var")
		check.Equal(t, "c.N", c.N, 100)
		check.Equal(t, "c.Source", c.Source, "published")
		check.Equal(t, "c.Value", c.Value, 0.192125)
		check.Equal(t, "source of the next", cells[1].Source, "computed")
		check.Equal(t, "value of the next", math.Round(1e6*cells[1].Value), 95536.0)
		check.That(t, !(c.Below), "unwanted: c.Below")
	}
	below := 0
	for _, c := range cells {
		if c.Quantity == "Var2_hat" && c.Below {
			below++
		}
	}
	if below != 9 {
		t.Errorf("Var2 is below the variance in %d cells", below)
	}
	if _, err := CompareEstimators(data.FS, "table-5.6", "table_5_6", "SREG+rid", 21); err == nil {
		t.Error("no error for a setting that was not run")
	}
}

func TestCompareNormalErrors(t *testing.T) {
	rows, err := CompareNormalErrors(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 108 {
		t.Fatalf("%d rows", len(rows))
	}
	{
		r := rows[1]
		check.Equal(t, "r.Test", r.Test, stopping.Dietterich)
		check.Equal(t, "r.Rho2", r.Rho2, 0.1)
		check.Equal(t, "r.Published", r.Published, "0.051")
		check.Equal(t, "r.OneLook", r.OneLook, 0.044448)
		check.Equal(t, "r.Ten", r.Ten, 0.07981)
	}
	for _, r := range rows {
		if r.Published == "" {
			t.Errorf("nothing published for %+v", r)
		}
	}
}

func TestCompareLetterErrors(t *testing.T) {
	rows, err := CompareLetterErrors(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 6*(3+5) {
		t.Fatalf("%d rows", len(rows))
	}
	if r := rows[0]; r != (LetterComparison{Test: stopping.Dietterich, Stopping: "published", Experiment: "Letter1",
		Error: "0.062"}) {
		t.Errorf("%+v", r)
	}
	if r := rows[6]; r != (LetterComparison{Test: stopping.Dietterich, Stopping: "one look", Experiment: "Letter1",
		Error: "0.0587 ± 0.0024"}) {
		t.Errorf("%+v", r)
	}
}

func TestErrorLines(t *testing.T) {
	f, err := ErrorLines([]int{3, 12}, []float64{0.01})
	if err != nil {
		t.Fatal(err)
	}
	if want := "true error / alpha against correlation between, rho2: rho1 = 0, rho1 = 0.2, rho1 = 0.5, alpha, alpha " +
		"/ 5"; f.Alt != want {
		t.Errorf("figure of %q, want %q", f.Alt, want)
	}
	// At rho1 = rho2 = 0 the test hardly ever errs, at rho1 = 0, rho2 = 1/2 a third too often.
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range errorLines([]int{3}, []float64{0.01}) {
		low, high = min(low, p.Y), max(high, p.Y)
	}
	if low > 0.15 {
		t.Errorf("the smallest error is %v of alpha, want one below 0.15", low)
	}
	if high < 1.25 || high > 1.5 {
		t.Errorf("the largest error is %v of alpha, want 1.25 to 1.5", high)
	}
}

func TestWhereBelow(t *testing.T) {
	cells := []EstimatorCell{{M: 3, Quantity: "Var2_hat", N: 200, Below: true}, {M: 3, Quantity: "Var1_hat", N: 300,
		Below: true}, {M: 5, Quantity: "Var2_hat", N: 400, Below: true}}
	if got := WhereBelow(cells, "Var2_hat"); got != "m = 3, n = 200; m = 5, n = 400" {
		t.Error(got)
	}
	if got := WhereBelow(cells, "Var3_hat"); got != "no m and n" {
		t.Error(got)
	}
}

func TestCompareARRCI(t *testing.T) {
	rows, err := CompareARRCI(data.FS, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 11 {
		t.Fatalf("%d rows", len(rows))
	}
	{
		r := rows[9]
		check.Equal(t, "r.M", r.M, 12)
		check.Equal(t, "r.Published", r.Published, "0.0096")
		check.Near(t, "r.AsPrinted", r.AsPrinted, 0.0096, 1e-4)
		check.Near(t, "r.Corrected", r.Corrected, 0.0051, 1e-4)
	}
}
