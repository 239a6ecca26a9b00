package main

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/command"
)

// narrow is a terminal whose lines have 50 characters.
type narrow struct{ strings.Builder }

func (*narrow) LineWidth() int { return 50 }

// On a terminal lines are broken between words, of texts, errors, notes and help, and the rest stands indented.
func TestLinesOfATerminal(t *testing.T) {
	for _, test := range []struct {
		args, want string
		widest     int
	}{
		{"compare ../../../data/samples/losses.csv --models nearestmean,c4.5", `^  [a-z0-9]`, 51},
		{"compare lost.csv --no-such-flag --at-all", `^bcv compare: no flag --no-such-flag; see bcv\n  compare --help$`, 50},
		{"holdout --learners", `^svm          classes   support vector machine with\n {23}the defaults `, 0},
		{"help", `^  mcnemar    McNemar.s tests of two classifiers\n {13}from `, 51},
		{"", "^Usage: bcv", 51},
		{"frobnicate", "^bcv: unknown command", 51},
		{"ttest --list", `^ +[a-z(]`, 52},
		{"compare --help", `^bcv compare: which of two models is better, from a\n  table`, 0},
	} {
		var out narrow
		program.Run(context.Background(), &command.Environment{Stdout: &out, Stderr: &out}, strings.Fields(test.args))
		if !regexp.MustCompile("(?m)" + test.want).MatchString(out.String()) {
			t.Errorf("%s: got\n%s\nwant %s", test.args, out.String(), test.want)
		}
		for line := range strings.Lines(out.String()) {
			if wide := len([]rune(line)) - 1; test.widest > 0 && wide > test.widest {
				t.Errorf("%s: a line of %d characters: %s", test.args, wide, line)
			}
		}
	}
}
