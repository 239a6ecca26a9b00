// Package display holds what cells of GoNB notebooks need beside figures.
package display

import (
	"fmt"
	"io"
	"os"
)

// Must returns v, or ends the program if err is not nil: a cell that fails shows the error,
// in one line, and stops the notebook.
func Must[T any](v T, err error) T {
	Check(err)
	return v
}

// Check ends the program with status 1 if err is not nil, and prints it on standard error.
func Check(err error) {
	if err != nil {
		fmt.Fprintln(failures, err)
		exit(1)
	}
}

// Tests change them.
var (
	failures io.Writer = os.Stderr
	exit               = os.Exit
)
