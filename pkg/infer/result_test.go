package infer

import (
	"math"
	"testing"
)

func TestIntervalString(t *testing.T) {
	for want, i := range map[string]Interval{
		"[0.01235, 0.2]": {0.0123456, 0.2},
		"(-inf, 0.2]":    {math.Inf(-1), 0.2},
		"[0.2, inf)":     {0.2, math.Inf(1)},
	} {
		if got := i.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
