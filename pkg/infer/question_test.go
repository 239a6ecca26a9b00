package infer

import (
	"math"
	"strings"
	"testing"
)

// What cannot be asked is refused in one text; the ends of what can be are not.
func TestQuestion(t *testing.T) {
	_, _, unknown := Adjust("hochberg", nil)
	for want, err := range map[string]error{
		"alpha is 0;":          CheckLevel(0),
		"alpha is 1;":          CheckLevel(1),
		"alpha is NaN;":        CheckLevel(math.NaN()),
		"delta is 2e+150;":     checkDelta(2e150),
		"delta is NaN;":        checkDelta(math.NaN()),
		`adjust is "hochberg"`: unknown,
		"alternative 3;":       Alternative(3).check(),
		"alternative -1;":      Alternative(-1).check(),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got the error %v, want one with %q", err, want)
		}
	}
	for _, err := range []error{CheckLevel(1e-9), checkDelta(-1e150), Less.check()} {
		if err != nil {
			t.Error(err)
		}
	}
	for name, want := range map[string]float64{"holm": 0.04, "bonferroni": 0.06} {
		if p, _, err := Adjust(name, []float64{0.01, 0.02, 0.03}); err != nil || math.Abs(p[1]-want) > 1e-15 {
			t.Errorf("%s: got %v (%v), want %v in the middle", name, p, err, want)
		}
	}
}
