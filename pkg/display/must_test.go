package display

import (
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
)

// A cell that fails prints its error in one line, without a trace and flags of the command, and ends.
func TestMust(t *testing.T) {
	var out strings.Builder
	failures, exit = &out, func(status int) { panic(status) }
	defer func() { failures, exit = io.Writer(os.Stderr), os.Exit }()
	if got := Must(strconv.Atoi("12")); got != 12 {
		t.Errorf("got %d, want 12", got)
	}
	Check(nil)
	defer func() {
		if got := recover(); got != 1 || out.String() != "losses.csv: which column? Name it\n" {
			t.Errorf("status %v, %q; want 1 and the error in one line", got, out.String())
		}
	}()
	Must(0, errors.New("losses.csv: which column? Name it (bcv: --score x or --loss x)"))
}
