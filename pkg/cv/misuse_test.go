package cv

import (
	"math"
	"strings"
	"testing"
)

// A set that no memory holds is refused before it is begun.
func TestTooManySplits(t *testing.T) {
	const many = math.MaxInt
	for name, make := range map[string]func() (Set, error){
		"mx2":   func() (Set, error) { return New(Mx2, 20, Options{M: many}) },
		"rlt":   func() (Set, error) { return New(RLT, 20, Options{M: many, Train: 10}) },
		"rhs":   func() (Set, error) { return New(RHS, 20, Options{M: many}) },
		"rkf":   func() (Set, error) { return New(RepeatedKFold, 20, Options{M: many, K: 10}) },
		"kfold": func() (Set, error) { return New(KFold, 10_000_000, Options{K: 10_000_000}) },
		"bcv":   func() (Set, error) { return New(BCV, 2_000_000_000, Options{M: 100}) },
	} {
		if _, err := make(); err == nil || !strings.HasPrefix(err.Error(), "cv: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Overlaps of training sets that do not exist are programmer errors, named as such.
func TestMisusePanics(t *testing.T) {
	for name, f := range map[string]func(){
		"IdealOverlap(0, 0, 3)":   func() { IdealOverlap(0, 0, 3) },
		"IdealOverlap(10, 5, 1)":  func() { IdealOverlap(10, 5, 1) },
		"IdealOverlap(10, 11, 3)": func() { IdealOverlap(10, 11, 3) },
		"LeastDistance(0, 0, 3)":  func() { LeastDistance(0, 0, 3) },
	} {
		func() {
			defer func() {
				if text, ok := recover().(string); !ok || !strings.HasPrefix(text, "cv: overlap") {
					t.Errorf("%s: panic %q", name, text)
				}
			}()
			f()
		}()
	}
	if k, err := BestOfRandom(10, 5, 3, 2.5, 0, 1); err == nil || math.IsInf(k, 0) {
		t.Errorf("best of no sets: %v, %v", k, err)
	}
}
