package table

import "testing"

// A p-value and a probability have three decimals, more where these do not show on which side of the level they lie, and
// a bound near 0 or 1.
func TestChances(t *testing.T) {
	for _, c := range []struct {
		p, level            float64
		pValue, probability string
	}{
		{0.0314159, 0.05, "= 0.031", "= 0.031"},
		{0.0496, 0.05, "= 0.0496", "= 0.0496"},
		{0.0500001, 0.05, "= 0.0500001", "= 0.0500001"},
		{0.05, 0.05, "= 0.050", "= 0.050"},
		{0.0499892, 1 - 0.95, "= 0.04999", "= 0.04999"},
		{0.0099975, 1 - 0.99, "= 0.009997", "= 0.009997"},
		{0.1000194, 1 - 0.9, "= 0.10002", "= 0.10002"},
		{0.0009, 0.05, "< 0.001", "< 0.001"},
		{0, 0.05, "< 0.001", "< 0.001"},
		{0.0004, 0.0005, "= 0.0004", "= 0.0004"},
		{0.00001, 0.0005, "< 0.0001", "< 0.0001"},
		{0.9997, 0.975, "= 1.000", "> 0.999"},
		{1, 0.975, "= 1.000", "> 0.999"},
		{0.97504, 0.975, "= 0.97504", "= 0.97504"},
		{0.9996, 0.9995, "= 0.9996", "= 0.9996"},
		{0.5, 0.975, "= 0.500", "= 0.500"},
	} {
		if got := PValue(c.p, c.level); got != c.pValue {
			t.Errorf("p-value %v at %v: got %s, want %s", c.p, c.level, got, c.pValue)
		}
		if got := Probability(c.p, c.level); got != c.probability {
			t.Errorf("probability %v at %v: got %s, want %s", c.p, c.level, got, c.probability)
		}
	}
}
