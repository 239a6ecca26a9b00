package experiment

import "testing"

// A row whose columns are exchanged is found out; the level of the row does not
// matter, and columns closer than the print can tell stay undecided.
func TestDecideExchange(t *testing.T) {
	ours := []float64{1.791, 1.842, 1.834} // RHS, m x 2 CV, m x 2 BCV
	tests := []struct {
		name     string
		print    []float64
		holds    string
		decision string
	}{
		{"as printed", []float64{1.791, 1.842, 1.834}, "RHS mx2CV mx2BCV", "as printed"},
		{"thesis, SREG+lm+500+100, m = 3", []float64{1.899, 1.893, 1.844}, "mx2CV mx2BCV RHS", "exchanged"},
		{"another level", []float64{3.684, 3.582, 3.668}, "mx2CV RHS mx2BCV", "exchanged"},
		{"too close", []float64{1.834, 1.834, 1.834}, "RHS mx2CV mx2BCV", "undecided"},
	}
	for _, test := range tests {
		e := decideExchange(test.print, ours)
		if e.Decision != test.decision || (test.decision != "undecided" && e.Holds != test.holds) {
			t.Errorf("%s: %+v", test.name, e)
		}
	}
}
