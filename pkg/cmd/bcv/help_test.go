package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/command/commandtest"
	research "github.com/block-regularized/bcv/research/cmd"
)

func TestManuals(t *testing.T) {
	commandtest.Manuals(t, program, "study", "reproduce")
	commandtest.FlagGroups(t, program)
}

func TestExamples(t *testing.T) { commandtest.Examples(t, program, "../../..") }

// bcv says the same of the commands of bcv-research as that program, and has them all.
func TestCommandsOfResearch(t *testing.T) {
	for _, c := range research.Program.Commands {
		k := slices.IndexFunc(program.Commands, func(own command.Command) bool { return own.Name == c.Name })
		if k < 0 {
			t.Fatalf("bcv has no command %s", c.Name)
		}
		if own := program.Commands[k].Summary; own != c.Summary {
			t.Errorf("%s: got %q, want %q", c.Name, own, c.Summary)
		}
	}
}

// The shipped results are what these commands write.
func TestSamples(t *testing.T) {
	dir := t.TempDir()
	for _, sample := range []struct{ flag, m, file string }{{"--losses", "5", "losses.csv"},
		{"--predictions", "3", "predictions.csv"}} {
		out := filepath.Join(dir, sample.file)
		code, _, stderr := capture("holdout", "--data", "../../../data/samples/plants.csv",
			"--one-hot", "--m", sample.m, "--learner", "c4.5", "--learner", "nearestmean", sample.flag, out)
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
	for _, word := range []string{"--version", "-version", "version", "-V"} {
		code, stdout, stderr := capture(word)
		if code != 0 || stderr != "" {
			t.Errorf("%s: status %d, %q; want 0 and no message", word, code, stderr)
		}
		if !regexp.MustCompile(`^bcv .*go1\..*\n$`).MatchString(stdout) {
			t.Errorf("%s: got %q, want one line with bcv and the version of Go", word, stdout)
		}
	}
}
