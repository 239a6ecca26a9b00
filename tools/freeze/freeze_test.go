package main

import (
	"slices"
	"strings"
	"testing"
)

// Every tenth case, and with -short every hundredth, has the answers that are kept. `make freeze` looks at all.
func TestAnswersAreKept(t *testing.T) {
	program, err := build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cases, err := Cases()
	if err != nil {
		t.Fatal(err)
	}
	step := 10
	if testing.Short() {
		step = 100
	}
	var some []Case
	for k := 0; k < len(cases); k += step {
		some = append(some, cases[k])
	}
	lines, err := answers(some, program)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(kept), "\n")
	if len(want) != len(cases) {
		t.Errorf("answers.txt has %d cases, want %d", len(want), len(cases))
	}
	for _, line := range lines {
		if !slices.Contains(want, line) {
			name, _, _ := strings.Cut(line, " ")
			t.Errorf("%s has other answers than answers.txt: go -C tools run ./freeze -show %s prints them; if they change on "+
				"purpose, keep the new ones with -write and say why in the commit", name, name)
		}
	}
}

// A changed answer, a new case and one that is gone are told apart, with the command that differs.
func TestDiffering(t *testing.T) {
	got := differing([]string{"a compare:1 rank:2", "b compare:1 rank:3", "c rank:1"},
		[]string{"a compare:1 rank:2", "b compare:1 rank:2", "d rank:1"})
	if want := []string{"b rank", "c is new", "d is gone"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
