package covariance

import (
	"math"
	"testing"
)

func TestPairPoints(t *testing.T) {
	rows := []PointRow{{Config: "a", X: 4, G: 1, Local: 1}, {Config: "a", X: 2, G: 2, Local: 2},
		{Config: "a", X: 0, G: 1, Local: 5}, {Config: "b", X: 1, G: 7, Local: 8}}
	got := PairPoints(rows)
	if len(got) != 4 || got[0].Local != 3 || got[1].Local != 2 || got[2].Local != 3 ||
		got[3] != (PairPoint{Config: "b", X: 1, G: 7, Local: 8}) {
		t.Errorf("%v", got)
	}
}

func TestInequalities(t *testing.T) {
	orders := []OrderRow{
		{Config: "a", Larger: "RHS", M: 3, Difference: -2, SE: 0.1, Z: -20, P: 0.01}, {Config: "a", Larger: "RHS",
			M: 5, Difference: 9},
		{Config: "a", Larger: "mx2CV", M: 3, Difference: 1}, {Config: "b", Larger: "mx2BCV", M: 3, Difference: 4, P: 1},
	}
	rows := Inequalities(orders, 3)
	if len(rows) != 3 || rows[1].Number != 1 || rows[2].Number != 2 || rows[0].Name != "RHS less m x 2 CV" ||
		rows[0].Z != -20 {
		t.Fatalf("%v", rows)
	}
	wide := Orderings(rows)
	if len(wide) != 2 || wide[0].RHS != -2 || wide[0].RHSP != 0.01 || wide[0].Mx2 != 1 || wide[1].Config != "b" ||
		wide[1].BCV != 4 || wide[1].BCVP != 1 {
		t.Errorf("%v", wide)
	}
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
