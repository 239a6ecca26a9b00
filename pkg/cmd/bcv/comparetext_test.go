package main

import (
	"math"
	"testing"
)

// Small numbers of tables are not written as 0, and zeros and infinite ones as they are.
func TestDecimals(t *testing.T) {
	for _, c := range []struct {
		x             float64
		plain, signed string
	}{
		{0, "0.00000", "+0.00000"},
		{0.25, "0.25000", "+0.25000"},
		{-0.001, "-0.00100", "-0.00100"},
		{0.0000012345, "1.23e-06", "+1.23e-06"},
		{-0.00012, "-0.00012", "-0.00012"},
		{math.Inf(1), "+Inf", "+Inf"},
	} {
		if got := decimals(c.x); got != c.plain {
			t.Errorf("%v: got %s, want %s", c.x, got, c.plain)
		}
		if got := signed(c.x); got != c.signed {
			t.Errorf("%v: got %s, want %s with a sign", c.x, got, c.signed)
		}
	}
}
