package style

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// words are other names of what the glossary has one name for.
var words = []phrase{
	{regexp.MustCompile(`(?i)\berr(s|ed)? (often )?(in|more|less|as often)\b|\bfalse(ly)? claim(s|ed)?\b|\bclaim(s|ed)? falsely\b|` +
		`\bcall(s|ed)? (equal \w+ )?different\b|\bknown errors?\b|\btype I\b|\berrors? of the first kind\b`), "false alarm"},
	{regexp.MustCompile(`(?i)\bcells?\b`), "condition"},
}

// otherWords are pages where another name stays.
var otherWords = []struct {
	page   string // a part of its path
	words  *regexp.Regexp
	reason string
}{
	{"glossary.md", regexp.MustCompile(`called different: the type I error|"false claims" and "errs in"|it a cell`),
		"it says which words mean the same"},
	{"^README.md", regexp.MustCompile(`(?i)calls two equal models different|\bcells of `), "it says what a false alarm is; cells of a notebook"},
	{"docs/howto/README.md", regexp.MustCompile(`(?i)\bcells in Go\b`), "cells of notebooks"},
	{"docs/howto/notebook.md", regexp.MustCompile(`(?i)\bcell('?s)?\b|\bforest errs less\b`), "cells of notebooks; errors of a model"},
	{"docs/howto/train.md", regexp.MustCompile(`Empty cells`), "cells of a table"},
	{"docs/howto/reports.md", regexp.MustCompile(`machine errs less`), "errors of a model"},
	{"reliability.md", regexp.MustCompile(`with one cell`), "a cell of a table"},
	{"levels-benchmark.md", regexp.MustCompile(`(?i)\bcells?('s)?\b`), "the name of a column that programs read"},
	{"packages.md", regexp.MustCompile(`(?i)\bcells?\b|looks-t errs at|errors of the first kind`), "it shows the comments of packages"},
	{"commands.md", regexp.MustCompile(`.*`), "it shows what the programs print"},
	{"formats.md", regexp.MustCompile(`.*`), "it describes columns and keys by their names"},
	{"research/errata", regexp.MustCompile(`.*`), "it quotes the sources"},
}

var inline = regexp.MustCompile("`[^`]*`")

// otherNames returns the other names in a line of a page, outside of code.
func otherNames(page, line string) (out []string) {
	line = inline.ReplaceAllString(line, "")
	for _, k := range otherWords {
		if strings.Contains("^"+page, k.page) {
			line = k.words.ReplaceAllString(line, "")
		}
	}
	for _, p := range words {
		if found := p.pattern.FindString(line); found != "" {
			out = append(out, found+" (write: "+p.instead+", as the glossary does)")
		}
	}
	return out
}

// pages returns the texts of the documents by their paths.
func pages(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pattern := range []string{"README.md", "docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			out[strings.TrimPrefix(filepath.ToSlash(path), root+"/")] = string(text)
		}
	}
	if len(out) < 50 {
		t.Errorf("read %d pages, want all", len(out))
	}
	return out
}

func TestOneWordForOneThing(t *testing.T) {
	for page, text := range pages(t) {
		code := false
		for i, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "```") {
				code = !code
			} else if !code {
				for _, found := range otherNames(page, line) {
					t.Errorf("%s:%d: %s", page, i+1, found)
				}
			}
		}
	}
}

func TestOtherNamesAreFound(t *testing.T) {
	for _, line := range []string{"it errs in 5%", "which erred in 9% of cases", "false claims", "two models are called different",
		"the known error of a test", "errors of the first kind", "the worst cell of the study"} {
		if got := otherNames("docs/why/a.md", line); len(got) == 0 {
			t.Errorf("otherNames(%q) is empty, want a word", line)
		}
	}
	for _, line := range []string{"false alarms in 5% of conditions", "`cell,set,a`"} {
		if got := otherNames("docs/why/a.md", line); len(got) > 0 {
			t.Errorf("otherNames(%q) = %q, want none", line, got)
		}
	}
	all := pages(t)
	for _, k := range otherWords {
		used := false
		for page, text := range all {
			used = used || strings.Contains("^"+page, k.page) && k.words.MatchString(text)
		}
		if !used {
			t.Errorf("no page %s has %s any more; delete the exception", k.page, k.words)
		}
	}
}

// otherSymbols are second meanings, or other names, of the symbols in the glossary's list.
func otherSymbols(page, text string) string {
	old := regexp.MustCompile(`\\phi\b|\\hat\\mu|\\mu_k|\b(E|Var)_D\b|\bmid D\b|[({ ]B-1|1/B\b|\$B\$ (times|replicates|columns)|\\gamma\b`)
	for _, found := range old.FindAllString(text, -1) {
		if found != `\gamma` || !strings.Contains(page, "limits") {
			return found
		}
	}
	return ""
}

// Each symbol has one meaning on the pages of formulas: the list is in docs/reference/glossary.md.
func TestSymbolsMeanOneThing(t *testing.T) {
	read := 0
	for page, text := range pages(t) {
		if strings.Contains(page, "glossary") || !strings.Contains(text, "$$") {
			continue
		}
		read++
		if found := otherSymbols(page, text); found != "" {
			t.Errorf("%s: %s is not in the list of symbols of the glossary, or means something else there", page, found)
		}
	}
	if read < 7 {
		t.Errorf("%d pages have formulas, want those of docs/why", read)
	}
	for _, text := range []string{`$\hat\mu_S$`, `$E_D(x)$`, `$(B-1)/n$`, `$(n_1-x)^2\gamma$`} {
		if otherSymbols("docs/why/2-overlaps.md", text) == "" {
			t.Errorf("%s is not found", text)
		}
	}
}
