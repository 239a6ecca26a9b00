package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/command/commandtest"
	research "github.com/block-regularized/bcv/research/cmd"
)

var updateReference = flag.Bool("update", false, "write docs/reference/commands.md anew")

// docs/reference/commands.md is what the commands say of themselves: go test
// ./pkg/cmd/bcv -run Reference -update writes it.
func TestReferenceOfCommands(t *testing.T) {
	const file = "../../../docs/reference/commands.md"
	want := reference(t)
	if *updateReference {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("docs/reference/commands.md is not what --help prints (%v); run go test ./pkg/cmd/bcv -run "+
			"Reference -update", err)
	}
}

// statuses are the exit statuses of all commands.
var statuses = fmt.Sprintf(`| exit status | %[1]sbcv gate%[1]s | other commands |
| --- | --- | --- |
| 0 | the candidate passes: better, or not worse by the margin | done |
| %d | it is worse | a failure that the user did not cause, such as a full disk |
| %d | flags or input are wrong; one line says what to do | the same |
| %d | undecided | |
| %d | the gate itself failed, as where an output cannot be written: no verdict | |
| %d | | a part of a study ended by a signal: run it again |
| 129, 130, 143 | ended by SIGHUP, SIGINT, SIGTERM | the same |

`, "`", exitWorse, command.ExitUsage, exitUndecided, exitFailed, command.ExitAgain)

func reference(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("# Commands\n\nWhat `bcv COMMAND --help all` prints, generated from it. The examples run in the " +
		"tests. Exit status: 0, 1 for a\n" +
		"failure, 2 for usage and input, 75 for a part that a signal ended; of `bcv gate` also 1 and 3, see there.\n" +
		"Tables that are wider than the terminal, or than the environment variable `COLUMNS` says, go on below; on a\n" +
		"terminal other lines are broken between words. Nothing is printed in colour.\n\n" + statuses)
	elsewhere := func(c command.Command) bool { return c.Manual.Usage == nil }
	bcv := slices.DeleteFunc(slices.Clone(program.Commands), elsewhere)
	last := slices.DeleteFunc(slices.Clone(research.Program.Commands),
		func(c command.Command) bool { return c.Name == "data" })
	all := command.Program{Name: "bcv", Commands: append(bcv, last...)}
	for _, c := range all.Commands {
		b.WriteString("- [bcv " + c.Name + "](#bcv-" + c.Name + "): " + c.Summary + "\n")
	}
	for _, c := range all.Commands {
		code, help, errs := commandtest.Capture(all, c.Name, "--help", "all")
		if code != 0 {
			t.Fatalf("%s --help: status %d: %s", c.Name, code, errs)
		}
		b.WriteString("\n## bcv " + c.Name + "\n\n```text\n" + help + "```\n")
	}
	return b.String()
}
