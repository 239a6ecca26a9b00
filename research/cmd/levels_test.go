package cmd

import (
	"testing"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/command/commandtest"
)

// Wrong answers and flags are wrong input; a test that fails is a failure.
func TestLevelsStatus(t *testing.T) {
	for _, c := range []struct {
		args []string
		want int
	}{
		{[]string{"--sets", "1", "--test", "echo set,p; echo 1,7"}, command.ExitUsage},
		{[]string{"--sets", "1", "--test", "exit 5"}, command.ExitFailure},
		{[]string{"--sets", "-1"}, command.ExitUsage},
		{[]string{"--sets", "1"}, 0},
	} {
		args := append([]string{"study", "levels", "--folds", "items"}, c.args...)
		if got, _, errs := commandtest.Capture(Program, args...); got != c.want {
			t.Errorf("%q: status %d, want %d: %s", c.args, got, c.want, errs)
		}
	}
}
