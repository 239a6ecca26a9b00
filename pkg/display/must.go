package display

import (
	"fmt"
	"io"
	"os"
	"regexp"
)

// Must returns v if err is nil. Otherwise it ends the program as Check does.
func Must[T any](v T, err error) T {
	Check(err)
	return v
}

// Check prints err on standard error, in one line, and ends the program with status 1 if err is
// not nil. In a notebook this stops the cell and the cells after it. What an error says in
// brackets about flags of the command bcv is left out, here and by Note.
func Check(err error) {
	if err != nil {
		fmt.Fprintln(failures, withoutFlags(err.Error()))
		exit(1)
	}
}

var flags = regexp.MustCompile(`\s\(bcv[^()]* --[^()]*\)`)

func withoutFlags(text string) string { return flags.ReplaceAllString(text, "") }

// Tests change them.
var (
	failures io.Writer = os.Stderr
	exit               = os.Exit
)
