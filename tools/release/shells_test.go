//go:build docs

package main

import (
	"strings"
	"testing"
)

// The completions are well formed for zsh and fish, and complete commands and flags in fish.
func TestDocsShells(t *testing.T) {
	run, _ := shells(t)
	run("zsh -n _bcv")
	run("fish --no-execute bcv.fish")
	for words, want := range map[string]string{"bcv compa": "compare", "bcv split --grou": "--groups",
		"bcv gate a.csv --marg": "--margin"} {
		if got := run(`fish -c 'source bcv.fish; complete -C "` + words + `"'`); !strings.HasPrefix(got, want+" ") {
			t.Errorf("%s: got %q, want %q and what it does", words, got, want)
		}
	}
}
