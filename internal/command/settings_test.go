package command

import "testing"

// Settings that libraries name become flags, in parentheses and outside, and nothing else changes.
func TestFlags(t *testing.T) {
	for text, want := range map[string]string{
		"name it (setting `positive` CLASS)":                 "name it (bcv: --positive CLASS)",
		"name it (setting `score` acc or `loss` acc)":        "name it (bcv: --score acc or --loss acc)",
		"leave it out (setting `each-task`), or (b)":         "leave it out (bcv: --each-task), or (b)",
		"with setting `folds` FILE, or setting `model` A=B":  "with --folds FILE, or --model A=B",
		"column `a` has no setting, and (setting x) is text": "column `a` has no setting, and (setting x) is text",
	} {
		if got := Flags(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
