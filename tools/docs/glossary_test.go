package docs

import (
	"os"
	"strings"
	"testing"
)

// Each term of the glossary has a few words and leads to a page.
func TestGlossary(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/reference/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	terms := 0
	for _, entry := range strings.Split(string(text), "\n### ")[1:] {
		entry, _, _ = strings.Cut(entry, "\n## ")
		term, meaning, _ := strings.Cut(entry, "\n")
		terms++
		if n := len(strings.Fields(meaning)); n < 8 || n > 70 {
			t.Errorf("%s: %d words, want 8 to 70", term, n)
		}
		if !linked.MatchString(meaning) {
			t.Errorf("%s leads to no page", term)
		}
	}
	if terms < 25 {
		t.Errorf("%d terms, want 25", terms)
	}
}
