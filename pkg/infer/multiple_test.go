package infer

import (
	"fmt"
	"math"
	"testing"
)

// R 4.2.2: p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.5), "holm"), and "bonferroni".
func TestAdjusted(t *testing.T) {
	p := []float64{0.01, 0.04, 0.03, 0.005, 0.5}
	for _, c := range []struct {
		name string
		f    func([]float64) ([]float64, error)
		want []float64
	}{
		{"Holm", Holm, []float64{0.04, 0.09, 0.09, 0.025, 0.5}},
		{"Bonferroni", Bonferroni, []float64{0.05, 0.2, 0.15, 0.025, 1}},
	} {
		got := must[[]float64](t)(c.f(p))
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-15 {
				t.Errorf("%s %v, want %v", c.name, got, c.want)
				break
			}
		}
		if got := must[[]float64](t)(c.f(nil)); len(got) != 0 {
			t.Errorf("%s of nothing: %v", c.name, got)
		}
		if got := must[[]float64](t)(c.f([]float64{0.3})); got[0] != 0.3 {
			t.Errorf("%s of one: %v", c.name, got)
		}
		for _, bad := range []float64{math.NaN(), -0.1, 1.1} {
			if _, err := c.f([]float64{0.5, bad}); err == nil {
				t.Errorf("%s takes %v", c.name, bad)
			}
		}
	}
	if fmt.Sprint(p) != "[0.01 0.04 0.03 0.005 0.5]" {
		t.Errorf("p-values changed to %v", p)
	}
}

// The ends 0 and 1 are p-values.
func TestAdjustedEnds(t *testing.T) {
	for name, adjust := range map[string]func([]float64) ([]float64, error){"Bonferroni": Bonferroni, "Holm": Holm} {
		got, err := adjust([]float64{1, 0})
		if err != nil || got[0] != 1 || got[1] != 0 {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
