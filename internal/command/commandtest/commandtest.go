// Package commandtest holds the tests that every program of this module passes.
package commandtest

import (
	"context"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/command"
)

// Capture runs one command line and returns its status and outputs. It panics for a command
// without a manual, which another program would run in the place of this process.
func Capture(p command.Program, args ...string) (code int, stdout, stderr string) {
	for _, c := range p.Commands {
		if len(args) > 0 && c.Name == args[0] && c.Manual.Usage == nil {
			panic("commandtest: " + c.Name + " would end the tests")
		}
	}
	var out, errs strings.Builder
	code = p.Run(context.Background(), &command.Environment{Stdout: &out, Stderr: &errs}, args)
	return code, out.String(), errs.String()
}

// Words splits a command line at blanks outside of quotation marks.
func Words(line string) []string {
	out := []string{""}
	quoted := false
	for _, r := range line {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ' ' && !quoted:
			out = append(out, "")
		default:
			out[len(out)-1] += string(r)
		}
	}
	return out
}

// Manuals checks that every command of p but those left out has a usage line, its flags in
// groups, and two examples.
func Manuals(t *testing.T, p command.Program, without ...string) {
	t.Helper()
	for _, c := range p.Commands {
		if slices.Contains(without, c.Name) {
			continue
		}
		if len(c.Manual.Usage) == 0 || len(c.Manual.Examples) < 2 {
			t.Errorf("%s has %d usage lines and %d examples, want 1 and 2 at least",
				c.Name, len(c.Manual.Usage), len(c.Manual.Examples))
			continue
		}
		code, help, stderr := Capture(p, c.Name, "--help", "all")
		if code != 0 || stderr != "" || strings.Contains(help, "\nFlags:") {
			t.Errorf("%s --help: status %d, %s; flags outside the groups?\n%s", c.Name, code, stderr, help)
		}
		for _, want := range append([]string{"\nUsage:\n  bcv " + c.Name, "\nExamples:\n"}, c.Manual.Examples...) {
			if !strings.Contains(help, want) {
				t.Errorf("%s --help lacks %q", c.Name, want)
			}
		}
		for _, line := range strings.Split(help, "\n") {
			if len(line) > command.HelpWidth && strings.HasPrefix(line, "      ") &&
				strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%s --help has a line of %d characters", c.Name, len(line))
			}
		}
		if code, again, _ := Capture(p, "help", c.Name, "all"); code != 0 || again != help {
			t.Errorf("help %s is not %s --help", c.Name, c.Name)
		}
	}
}

// FlagGroups checks that no group of flags names one that its command does not have.
func FlagGroups(t *testing.T, p command.Program) {
	t.Helper()
	for _, c := range p.Commands {
		if len(c.Manual.Groups) == 0 {
			continue
		}
		fs := flag.NewFlagSet(c.Name, flag.ContinueOnError)
		fs.SetOutput(io.Discard)
		_ = c.Run(context.Background(), &command.Environment{Stdout: io.Discard, Stderr: io.Discard}, fs, []string{"--help"})
		if c.Name == "import" {
			continue // its flags depend on the format
		}
		main := command.FlagGroup{"of --help", c.Manual.Main}
		for _, g := range append([]command.FlagGroup{main}, c.Manual.Groups...) {
			for _, name := range strings.Fields(g[1]) {
				if fs.Lookup(name) == nil {
					t.Errorf("%s has no flag --%s of the group %s", c.Name, name, g[0])
				}
			}
		}
	}
}

// Examples runs the examples of every command from a clean directory in which the shipped
// samples are. root is the root of the repository.
func Examples(t *testing.T, p command.Program, root string) {
	t.Helper()
	root, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Commands {
		for _, example := range c.Manual.Examples {
			if strings.Contains(example, "python3") {
				if _, err := exec.LookPath("python3"); err != nil {
					continue
				}
			}
			t.Chdir(t.TempDir())
			for _, dir := range []string{"data", "examples"} {
				if err := os.Symlink(filepath.Join(root, dir), dir); err != nil {
					t.Skip(err)
				}
			}
			line := Words(example)
			if code, stdout, stderr := Capture(p, line[1:]...); code != 0 || stdout == "" &&
				!strings.Contains(example, "--out") {
				t.Errorf("%s: status %d, %s", example, code, stderr)
			}
		}
	}
}
