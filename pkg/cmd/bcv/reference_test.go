package main

import (
	"flag"
	"os"
	"strings"
	"testing"
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
		t.Errorf("docs/reference/commands.md is not what --help prints (%v); run go test ./pkg/cmd/bcv -run Reference -update", err)
	}
}

func reference(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("# Commands\n\nWhat `bcv COMMAND --help` prints, generated from it. The examples run in the tests. Exit status: 0, 1 for a\n" +
		"failure, 2 for usage and input, 75 for a part that a signal ended.\n\n")
	for _, c := range commands() {
		b.WriteString("- [bcv " + c.name + "](#bcv-" + c.name + "): " + c.summary + "\n")
	}
	for _, c := range commands() {
		code, help, errs := capture(c.name, "--help")
		if code != 0 {
			t.Fatalf("%s --help: status %d: %s", c.name, code, errs)
		}
		b.WriteString("\n## bcv " + c.name + "\n\n```text\n" + help + "```\n")
	}
	return b.String()
}
