package docs

import (
	"os"
	"path/filepath"
	"regexp"
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

// Every page of instructions shows an answer and says what follows from it.
func TestVerdictsAreReadAloud(t *testing.T) {
	pages, err := filepath.Glob(root + "/docs/howto/*.md")
	if err != nil {
		t.Fatal(err)
	}
	aloud := regexp.MustCompile(`(?i)you may conclude|read it aloud`)
	for _, path := range pages {
		switch name := filepath.Base(path); name {
		case "README.md", "which-command.md", "faq.md": // they lead to pages, or answer in words
		default:
			if page := words(t, "docs/howto/"+name); !aloud.MatchString(strings.ReplaceAll(page, "*", "")) {
				t.Errorf("docs/howto/%s does not say what to conclude from an answer", name)
			}
		}
	}
}
