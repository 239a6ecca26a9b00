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

// The site of this repository has its parts, and all figures stand in the gallery.
func TestBuild(t *testing.T) {
	out := t.TempDir()
	if err := build("../..", out); err != nil {
		t.Fatal(err)
	}
	for file, wants := range map[string][]string{
		"mkdocs.yml": {"- Home: index.md", "docs/why/index.md", "notebooks/00_quickstart.md",
			"account.md"},
		"theme/main.html":                   {`rel="icon"`, `href="{{ config.repo_url }}"`},
		"source/site/try.md":                {`data-sample="losses" disabled`, `sandbox="allow-same-origin"`, `id="go" disabled`},
		"source/gallery.md":                 {"notebooks/figures/00_quickstart-1.png", "cells.Draw("},
		"source/account.md":                 {`data-verdict="exact-match"`, `id="search"`},
		"source/account-data.js":            {`["exact-match","acl2019","table-1","Partition set of 3 x 2 BCV","1/S","B1;B2","B1;B2","exact match",""]`},
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
	first := regexp.MustCompile(`(?s)- Start:.*?site/try.md.*?first-verdict.md.*?which-command.md.*?- How to:.*?` +
		`- Reference:.*?- Why:.*?- Notebooks:.*?- About the research:.*?gallery.md.*?account.md`)
	if text, err := os.ReadFile(filepath.Join(out, "mkdocs.yml")); err != nil || !first.Match(text) {
		t.Errorf("the pages do not begin with what a stranger needs (%v):\n%s", err, text)
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
