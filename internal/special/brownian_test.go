package special_test

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/internal/special"
)

// The tails are those of the series in scipy, and of one side twice that of the normal distribution.
func TestMaximumTail(t *testing.T) {
	for c, want := range map[float64]float64{0.5: 0.9908430097102391, 0.99: 0.6383937273235888, 1: 0.6292225702004761,
		2.2414: 0.05000035300949639, 3: 0.005399592126520372, 0: 1} {
		if got := special.MaximumTail(c, 2); math.Abs(got-want) > 1e-12 {
			t.Errorf("two sides at %v: got %v, want %v", c, got, want)
		}
	}
	if got := special.MaximumTail(1.959963984540054, 1); math.Abs(got-0.05) > 1e-12 {
		t.Errorf("one side: got %v, want 0.05", got)
	}
	for p, want := range map[float64]float64{0.05: 2.2414027273321415, 0.05 / 3: 2.6382572734766487} {
		if got := special.MaximumCritical(p, 2); math.Abs(got-want) > 1e-9 {
			t.Errorf("critical value at %v: got %v, want %v", p, got, want)
		}
	}
}

// A motion without drift reaches c as often as its maximum, and with one as in scipy.
func TestReached(t *testing.T) {
	for _, c := range []struct{ c, drift, want float64 }{{1.5, 0, special.MaximumTail(1.5, 1)},
		{1.959963984540054, 3, 0.8959623421914589}, {2, -400, 0}} {
		if got := special.Reached(c.c, c.drift, 1); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v at drift %v: got %v, want %v", c.c, c.drift, got, c.want)
		}
	}
}

// OffPath is the inverse of OnPath, as far as there is one.
func TestOnPath(t *testing.T) {
	for _, share := range []float64{0.01, 0.3, 1} {
		for _, df := range []float64{3, 40, math.Inf(1)} {
			if got := special.OnPath(special.OffPath(2.24, df, share), df, share); math.Abs(got-2.24) > 1e-9 {
				t.Errorf("share %v, df %v: %v, want 2.24", share, df, got)
			}
		}
	}
	if got := special.OffPath(2.24, 40, 1e-4); !math.IsInf(got, 1) {
		t.Errorf("tiny share: %v", got)
	}
	if got := special.OnPath(-1e200, 40, 1e-4); !(got > -0.4 && got < 0) {
		t.Errorf("a huge t value at a tiny share: %v", got)
	}
}
