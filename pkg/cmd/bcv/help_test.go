package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// words splits a command line at blanks outside of quotation marks.
func words(line string) []string {
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

// Every command has a usage line, its flags in groups, and two examples that work.
func TestManuals(t *testing.T) {
	for _, c := range commands() {
		m, ok := manuals[c.name]
		if !ok || len(m.usage) == 0 || len(m.examples) < 2 {
			t.Errorf("%s has no usage line or no two examples", c.name)
			continue
		}
		code, help, stderr := capture(c.name, "--help")
		if code != 0 || stderr != "" || strings.Contains(help, "\nFlags:") {
			t.Errorf("%s --help: status %d, %s; flags outside the groups?\n%s", c.name, code, stderr, help)
		}
		for _, want := range append([]string{"\nUsage:\n  bcv " + c.name, "\nExamples:\n"}, m.examples...) {
			if !strings.Contains(help, want) {
				t.Errorf("%s --help lacks %q", c.name, want)
			}
		}
		for _, line := range strings.Split(help, "\n") {
			if len(line) > helpWidth && strings.HasPrefix(line, "      ") && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%s --help has a line of %d characters", c.name, len(line))
			}
		}
		if code, again, _ := capture("help", c.name); code != 0 || again != help {
			t.Errorf("help %s is not %s --help", c.name, c.name)
		}
	}
}

// No group names a flag that its command does not have.
func TestFlagGroups(t *testing.T) {
	for _, c := range commands() {
		fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
		fs.SetOutput(new(bytes.Buffer))
		_ = c.run(context.Background(), &environment{new(bytes.Buffer), new(bytes.Buffer)}, fs, []string{"--help"})
		if c.name == "import" {
			continue // its flags depend on the format
		}
		for _, g := range manuals[c.name].groups {
			for _, name := range strings.Fields(g.names) {
				if fs.Lookup(name) == nil {
					t.Errorf("%s has no flag --%s of the group %s", c.name, name, g.title)
				}
			}
		}
	}
}

// Examples run from a clean directory in which the shipped samples lie.
func TestExamples(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commands() {
		for _, example := range manuals[c.name].examples {
			if strings.Contains(example, "python3") {
				if _, err := exec.LookPath("python3"); err != nil {
					continue
				}
			}
			t.Chdir(t.TempDir())
			for _, dir := range []string{"data", "docs"} {
				if err := os.Symlink(filepath.Join(root, dir), dir); err != nil {
					t.Skip(err)
				}
			}
			line := words(example)
			if code, stdout, stderr := capture(line[1:]...); code != 0 || stdout == "" && !strings.Contains(example, "--out") {
				t.Errorf("%s: status %d, %s", example, code, stderr)
			}
		}
	}
}

// The shipped results are those of these commands.
func TestSamples(t *testing.T) {
	dir := t.TempDir()
	for _, sample := range []struct{ flag, m, file string }{{"--losses", "5", "losses.csv"}, {"--predictions", "3", "predictions.csv"}} {
		out := filepath.Join(dir, sample.file)
		code, _, stderr := capture("holdout", "--data", "../../../data/samples/plants.csv", "--one-hot", "--m", sample.m, "--learner", "c4.5", "--learner", "nearestmean", sample.flag, out)
		if code != 0 {
			t.Fatal(stderr)
		}
		got, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile("../../../data/samples/" + sample.file)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is another (%v)", sample.file, err)
		}
	}
}

func TestVersion(t *testing.T) {
	for _, word := range []string{"--version", "-version", "version"} {
		if code, stdout, stderr := capture(word); code != 0 || stderr != "" || !strings.HasPrefix(stdout, "bcv ") || !strings.Contains(stdout, "go1.") || strings.Count(stdout, "\n") != 1 {
			t.Errorf("%s: %d, %q, %q", word, code, stdout, stderr)
		}
	}
}
