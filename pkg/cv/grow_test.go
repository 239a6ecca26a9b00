package cv

import (
	"strings"
	"testing"
)

// A set grows only with what made it: splits of another order of the records
// would not overlap evenly with the new ones.
func TestGrowthRefusesOtherSets(t *testing.T) {
	const n = 1200
	conditions := madeText(t, n, 1)
	s, err := newRegularizedBCV(n, 3, 2, conditions, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	plain := mustBCV(t, n, 3, 2)
	other := plain
	other.Seed = 9
	for name, grow := range map[string]func() (Set, error){
		"regularized as plain": func() (Set, error) { return Grow(s, 7) },
		"plain as regularized": func() (Set, error) { return GrowRegularized(plain, 7, conditions, 0.5) },
		"other conditions":     func() (Set, error) { return GrowRegularized(s, 7, conditions[:1], 0.5) },
		"another seed":         func() (Set, error) { return Grow(other, 7) },
	} {
		if _, err := grow(); err == nil || !strings.Contains(err.Error(), "that made it") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if g, err := GrowRegularized(s, 7, conditions, 0.5); err != nil || g.Regularization() > 0 {
		t.Errorf("the right conditions: k = %v, %v", g.Regularization(), err)
	}
}
