package metric

import (
	"math"
	"testing"
)

// Of n draws every choice of k is looked at: the share of choices in which any is right, or all are.
func TestPassIsOverAllChoices(t *testing.T) {
	for draws := 1; draws <= 6; draws++ {
		for right := 0; right <= draws; right++ {
			for k := 1; k <= draws; k++ {
				any, all, choices := 0.0, 0.0, 0.0
				for chosen := range 1 << draws {
					size, hits := 0, 0
					for j := range draws {
						if chosen>>j&1 == 1 {
							if size++; j < right {
								hits++
							}
						}
					}
					if size != k {
						continue
					}
					choices++
					if hits > 0 {
						any++
					}
					if hits == k {
						all++
					}
				}
				if got, want := (Pass{K: k}).Of(right, draws), any/choices; math.Abs(got-want) > 1e-14 {
					t.Errorf("pass@%d of %d right of %d: %v, want %v", k, right, draws, got, want)
				}
				if got, want := (Pass{k, true}).Of(right, draws), all/choices; math.Abs(got-want) > 1e-14 {
					t.Errorf("pass^%d of %d right of %d: %v, want %v", k, right, draws, got, want)
				}
			}
		}
	}
}

func TestPassNames(t *testing.T) {
	for name, want := range map[string]string{"pass@2": "pass@2", "Pass_at_10": "pass@10", "pass-at-1": "pass@1",
		"pass_at_k(3)": "pass@3", "pass@k(k=3)": "pass@3", "pass^4": "pass^4", "pass_4": "pass^4", "pass_k(4)": "pass^4",
		"pass^k(k = 4)": "pass^4"} {
		if p, ok, err := PassOf(name); !ok || err != nil || p.String() != want {
			t.Errorf("%s: %v, %t, %v, want %s", name, p, ok, err, want)
		}
	}
	for _, name := range []string{"pass_k", "pass_at_k", "pass@k", "pass^0", "pass@1000001", "pass@99999999999999999999"} {
		if _, ok, err := PassOf(name); !ok || err == nil {
			t.Errorf("%s: %t, %v, want an error", name, ok, err)
		}
	}
	for _, name := range []string{"pass", "pass_rate", "pass2", "compass^2", "f1"} {
		if _, ok, err := PassOf(name); ok || err != nil {
			t.Errorf("%s: %t, %v, want another metric", name, ok, err)
		}
	}
}
