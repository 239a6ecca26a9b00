package covariance

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"testing"
)

func TestPairPoints(t *testing.T) {
	rows := []PointRow{{Config: "a", X: 4, G: 1, Local: 1}, {Config: "a", X: 2, G: 2, Local: 2},
		{Config: "a", X: 0, G: 1, Local: 5}, {Config: "b", X: 1, G: 7, Local: 8}}
	got := PairPoints(rows)
	check.MustEqual(t, "len(got)", len(got), 4)
	check.Equal(t, "got[0].Local", got[0].Local, 3)
	check.Equal(t, "got[1].Local", got[1].Local, 2)
	check.Equal(t, "got[2].Local", got[2].Local, 3)
	check.Equal(t, "got[3]", got[3], (PairPoint{Config: "b", X: 1, G: 7, Local: 8}))
}

func TestInequalities(t *testing.T) {
	orders := []OrderRow{
		{Config: "a", Larger: "RHS", M: 3, Difference: -2, SE: 0.1, Z: -20, P: 0.01}, {Config: "a", Larger: "RHS",
			M: 5, Difference: 9},
		{Config: "a", Larger: "mx2CV", M: 3, Difference: 1}, {Config: "b", Larger: "mx2BCV", M: 3, Difference: 4, P: 1},
	}
	rows := Inequalities(orders, 3)
	check.MustEqual(t, "len(rows)", len(rows), 3)
	check.Equal(t, "rows[1].Number", rows[1].Number, 1)
	check.Equal(t, "rows[2].Number", rows[2].Number, 2)
	check.Equal(t, "rows[0].Name", rows[0].Name, "RHS less m x 2 CV")
	check.Equal(t, "rows[0].Z", rows[0].Z, -20)
	wide := Orderings(rows)
	check.MustEqual(t, "len(wide)", len(wide), 2)
	check.Equal(t, "wide[0].RHS", wide[0].RHS, -2)
	check.Equal(t, "wide[0].RHSP", wide[0].RHSP, 0.01)
	check.Equal(t, "wide[0].Mx2", wide[0].Mx2, 1)
	check.Equal(t, "wide[1].Config", wide[1].Config, "b")
	check.Equal(t, "wide[1].BCV", wide[1].BCV, 4)
	check.Equal(t, "wide[1].BCVP", wide[1].BCVP, 1)
}

func TestParts(t *testing.T) {
	if p := Parts([]VarianceRow{{Method: "RHS", Size: 6, Total: 3, Given: 1}}); p[0].Over != 2 || p[0].Size != 6 {
		t.Errorf("%v", p)
	}
	rows := []StudyRow{{Config: "a", Quantity: "sigma2", Value: 4}, {Config: "a", Quantity: "rho2", Value: 0.25},
		{Config: "b", Quantity: "rho2", Value: 1}}
	if Limit(rows, "a") != 1 || !math.IsNaN(Limit(rows, "b")) {
		t.Error("limits", Limit(rows, "a"), Limit(rows, "b"))
	}
}

func TestInWords(t *testing.T) {
	for config, want := range map[string]string{
		"SREG+lm+1000+100": "least squares, 100 features, 1,000 records",
		"SCLA+knn+500+20":  "nearest neighbours, 20 features, 500 records",
		"n1 = 500":         "n1 = 500",
	} {
		if got := InWords(config); got != want {
			t.Errorf("%s: %q, want %q", config, got, want)
		}
	}
}
