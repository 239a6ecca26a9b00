// Package check has the conditions of tests that compare many numbers: one condition per
// line, with what was found and what was expected.
package check

import "math"

// T is a *testing.T, or that of a test of random inputs.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Equal reports an error unless got is want; what names the value.
func Equal[V comparable](t T, what string, got, want V) {
	t.Helper()
	if got != want {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// MustEqual is Equal, but ends the test, where later conditions rest on this one.
func MustEqual[V comparable](t T, what string, got, want V) {
	t.Helper()
	if got != want {
		t.Fatalf("%s = %v, want %v", what, got, want)
	}
}

// Near reports an error unless got is within the tolerance of want.
func Near(t T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %v, want %v (within %v)", what, got, want, tolerance)
	}
}

// That reports an error with a message unless a condition holds.
func That(t T, holds bool, format string, args ...any) {
	t.Helper()
	if !holds {
		t.Errorf(format, args...)
	}
}
