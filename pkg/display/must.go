package display

import (
	"fmt"
	"io"
	"os"
)

// Must returns v if err is nil. Otherwise it ends the program as Check does.
func Must[T any](v T, err error) T {
	Check(err)
	return v
}

// Check prints err on standard error, in one line, and ends the program with status 1 if err is
// not nil. In a notebook this stops the cell and the cells after it.
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
