package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Pages link to pages of the site, other files to the repository; code keeps its text.
func TestRelink(t *testing.T) {
	root := t.TempDir()
	for _, f := range []string{"pkg/cv/oa/doc.go", "LICENSE"} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(f)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, f), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := &site{root: root, pages: map[string]string{"README.md": "", "docs/why/README.md": "", "docs/why/1.md": "",
		"notebooks/00.md": ""}}
	for _, c := range []struct{ page, text, want string }{
		{"README.md", "[a](docs/why/README.md) [b](notebooks/00.ipynb)", "[a](docs/why/index.md) [b](notebooks/00.md)"},
		{"docs/why/1.md", "[a](../../notebooks/00.ipynb#x) [b](../../pkg/cv/oa)",
			"[a](../../notebooks/00.md#x) [b](" + repository + "pkg/cv/oa)"},
		{"docs/why/1.md", "![a](figures/x.png) [b](https://x.org/y)", "![a](figures/x.png) [b](https://x.org/y)"},
		{"docs/why/README.md", "[a](../why) [b](../../LICENSE) [c](../gone.md)",
			"[a](index.md) [b](" + repository + "LICENSE) [c](../gone.md)"},
		{"README.md", "```sh\n[a](docs/why/README.md)\n```\n", "```sh\n[a](docs/why/README.md)\n```\n"},
		{"README.md", "```sh first.sh\n[a](docs/why/README.md)\n```", "```sh\n[a](docs/why/README.md)\n```\n"},
	} {
		if got := s.relink(c.page, c.text); got != c.want {
			t.Errorf("%s: %s becomes %s, want %s", c.page, c.text, got, c.want)
		}
	}
}

// A drawing whose lines lead to pages stands in the page for both widths, with its links; others stay pictures.
func TestInline(t *testing.T) {
	root := t.TempDir()
	files := map[string]string{"docs/why/figures/a.svg": `<svg role="img"><a href="../../howto/b.md#c">b</a></svg>`,
		"docs/why/figures/plain.svg": `<svg role="img"></svg>`}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := &site{root: root, pages: map[string]string{"docs/howto/b.md": "", "docs/howto/page.md": ""}}
	of := func(name string) string {
		return `<picture><source media="(max-width: 700px)" srcset="../why/figures/` + name + `.svg"><img src="../why/figures/` + name +
			`.svg" alt="Lines"></picture>`
	}
	const drawing = `<svg role="group" aria-label="Lines"><a href="b.html#c">b</a></svg>`
	want := `<div class="drawn on-narrow">` + drawing + "</div>\n" + `<div class="drawn on-wide">` + drawing + "</div>\n"
	if got, err := s.inline("docs/howto/page.md", of("a")); err != nil || got != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	if got, err := s.inline("docs/howto/page.md", of("plain")); err != nil || got != of("plain") {
		t.Errorf("got %q, %v; want the picture", got, err)
	}
	if _, err := s.inline("docs/howto/page.md", of("gone")); err == nil {
		t.Error("a drawing that is not there is no error")
	}
}

// The site of this repository has its parts, and all figures stand in the gallery.
func TestBuild(t *testing.T) {
	out := t.TempDir()
	if err := build("../..", out); err != nil {
		t.Fatal(err)
	}
	for file, wants := range map[string][]string{
		"mkdocs.yml": {"- Home: index.md", "docs/why/index.md", `"06 Which test should I use?": notebooks/06_`,
			`"06 What does it cost to look more than once? A sequential test": notebooks/thesis/06_`},
		"theme/main.html":                 {`rel="icon"`, `href="{{ config.repo_url }}"`},
		"source/site/try.md":              {`data-sample="losses" disabled`, `sandbox="allow-same-origin allow-popups"`, `id="go" disabled`},
		"source/gallery.md":               {"notebooks/figures/00_quickstart-1.png", `](notebooks/00_quickstart.md#figure-1)`, `loading="lazy"`},
		"source/docs/research/account.md": {"wide: true\n---\n# The account", `data-verdict="exact-match"`, `id="search"`},
		"source/account-data.js": {`const account = [["differs",`,
			`["exact match","acl2019 table-1","Partition set of 3 x 2 BCV","1/S","B1;B2","B1;B2",""]`},
		"source/notebooks/00_quickstart.md": {"figures/00_quickstart-1.png", `<div class="bcv-table">`},
	} {
		text, err := os.ReadFile(filepath.Join(out, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s lacks %q", file, want)
			}
		}
	}
	// Three groups; Start leads a stranger, and how to do something stands in the parts of its index.
	first := regexp.MustCompile(`(?s)- "Use":\s*- "Start":.*?site/try.md.*?first-verdict.md.*?00_quickstart.*?which-command.md.*?` +
		`12_your_own.*?- "How to":.*?faq.md\s*- "Use bcv with your tool":\s*- "scikit-learn".*?- "Answer a question":.*?` +
		`compare.md.*?- "Measure":.*?- "Reference":.*?glossary.md.*?- "Understand":\s*- "Why":.*?- "Notebooks":.*?gallery.md.*?` +
		`- "About the research":.*?account.md.*?errata.md.*?- "Notebooks of the thesis":.*?11_errata`)
	menu, err := os.ReadFile(filepath.Join(out, "mkdocs.yml"))
	if err != nil || !first.Match(menu) {
		t.Errorf("the pages do not begin with what a stranger needs (%v):\n%s", err, menu)
	}
	for name := range pages(t, out) {
		page, _ := filepath.Rel(filepath.Join(out, "source"), name)
		if n := len(regexp.MustCompile(`(?m): `+regexp.QuoteMeta(filepath.ToSlash(page))+`$`).FindAll(menu, -1)); n != 1 {
			t.Errorf("the menu has %s %d times, want once", page, n)
		}
	}
	for name, text := range pages(t, out) {
		if regexp.MustCompile(`(?m)^\|[ |]*\|\n\|[ :|-]+\|$`).MatchString(text) {
			t.Errorf("%s has a table whose header row is empty", name)
		}
	}
	pictures, err := filepath.Glob(filepath.Join(out, "source/notebooks/figures/*.png"))
	gallery, _ := os.ReadFile(filepath.Join(out, "source/gallery.md"))
	if n := strings.Count(string(gallery), "<img "); err != nil || n != len(pictures) || n < 50 {
		t.Errorf("%d pictures, %d in the gallery (%v)", len(pictures), n, err)
	}
}

// pages are the sources of all pages of a site by their names.
func pages(t *testing.T, out string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(filepath.Join(out, "source"), func(path string, e os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		texts[path] = string(text)
		return err
	})
	if err != nil || len(texts) < 40 {
		t.Fatalf("%d pages: %v", len(texts), err)
	}
	return texts
}
