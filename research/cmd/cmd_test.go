package cmd

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/block-regularized/bcv/internal/command/commandtest"
)

// bcv starts this program for the commands that the scripts run.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bcv": Program.Main})
}

// The sessions in testdata/script say what a user sees for good and bad input.
func TestScripts(t *testing.T) {
	setup := func(e *testscript.Env) error {
		e.Setenv("GORACE", "atexit_sleep_ms=10") // not the second that every command would wait at its end
		return nil
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Setup: setup})
}

func TestManuals(t *testing.T) {
	commandtest.Manuals(t, Program)
	commandtest.FlagGroups(t, Program)
}

func TestExamples(t *testing.T) { commandtest.Examples(t, Program, "../..") }
