package command

import (
	"strings"
	"testing"
)

func TestOfParts(t *testing.T) {
	for line, want := range map[string]bool{
		"--dir d --of 3 --index 0": true,
		"--dir d -of=3":            true,
		"--dir d --offset 3":       false,
		"--dir of":                 false,
		"":                         false,
	} {
		if got := OfParts(strings.Fields(line)); got != want {
			t.Errorf("%q: got %v, want %v", line, got, want)
		}
	}
}
