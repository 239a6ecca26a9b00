package thesis2

import (
	"testing"
)

// A row whose columns are exchanged is found out; the level of the row does not
// matter, and columns closer than the published digits can show stay undecided.
func TestDecideExchange(t *testing.T) {
	ours := []float64{1.791, 1.842, 1.834} // RHS, m x 2 CV, m x 2 BCV
	tests := []struct {
		name     string
		print    []float64
		holds    string
		decision string
	}{
		{"in order", []float64{1.791, 1.842, 1.834}, "RHS mx2CV mx2BCV", AsPrinted},
		{"thesis, SREG+lm+500+100, m = 3", []float64{1.899, 1.893, 1.844}, "mx2CV mx2BCV RHS", Exchanged},
		{"another level", []float64{3.684, 3.582, 3.668}, "mx2CV RHS mx2BCV", Exchanged},
		{"between", []float64{1.82, 1.82, 1.82}, "RHS mx2CV mx2BCV", Undecided},
	}
	for _, test := range tests {
		e := decideExchange(test.print, ours)
		if e.Decision != test.decision || (test.decision != Undecided && e.Holds != test.holds) {
			t.Errorf("%s: %+v", test.name, e)
		}
	}
}

// A reading wins if the other is three times as far off, and a quarter of a percent.
func TestExchangeLimits(t *testing.T) {
	for _, test := range []struct {
		print, ours []float64
		want        string
	}{
		{[]float64{1, 1.004, 1.008}, []float64{1, 1.004, 1.008}, AsPrinted},
		{[]float64{1, 1.028, 1.04}, []float64{1, 1.02, 1.04}, AsPrinted}, // 0.37% off, the other 1.28%
		{[]float64{1, 1.03, 1.04}, []float64{1, 1.02, 1.04}, Undecided},  // 0.46% and 1.21%
		{[]float64{1.028, 1, 1.04}, []float64{1, 1.02, 1.04}, Exchanged},
	} {
		if e := decideExchange(test.print, test.ours); e.Decision != test.want {
			t.Errorf("%v beside %v: %+v, want %s", test.print, test.ours, e, test.want)
		}
	}
}

// Where the simulation does not decide, the published table 2.9 may.
func TestExchangeByIdentity(t *testing.T) {
	for _, test := range []struct {
		identity, difference float64
		want                 string
	}{
		{-2.9, -2.8, AsPrinted + ByIdentity},
		{-2.9, 2.8, Exchanged + ByIdentity},
		{0.1, -0.1, Undecided},
	} {
		e := ExchangeRow{Decision: Undecided, Identity: test.identity, Difference: test.difference}
		if got := e.byIdentity().Decision; got != test.want {
			t.Errorf("identity %v, row %v: %s, want %s", test.identity, test.difference, got, test.want)
		}
	}
}
