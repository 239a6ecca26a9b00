// Package display holds what cells of GoNB notebooks need beside figures.
package display

// Must returns v, or panics if err is not nil: a cell that fails stops the notebook
// and shows the error.
func Must[T any](v T, err error) T {
	Check(err)
	return v
}

// Check panics if err is not nil.
func Check(err error) {
	if err != nil {
		panic(err)
	}
}
