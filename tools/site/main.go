// Command site writes the sources of the static site: the documents, the notebooks, a
// gallery of their figures and the account, as Markdown for MkDocs. scripts/build-site.sh
// calls it and then MkDocs.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/block-regularized/bcv/tools/notebook"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: site REPOSITORY OUT")
		os.Exit(2)
	}
	if err := build(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// build writes the site of a repository below out: mkdocs.yml and source/.
func build(root, out string) error {
	s := &site{root: root, out: filepath.Join(out, "source"), pages: map[string]string{}}
	if err := s.documents(); err != nil {
		return err
	}
	if err := s.notebooks(); err != nil {
		return err
	}
	if err := s.account(); err != nil {
		return err
	}
	if err := os.MkdirAll(s.out, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(s.out, "account-data.js"), []byte(s.data), 0o644); err != nil {
		return err
	}
	for _, dir := range []string{"docs/why/figures", assets} {
		if err := os.CopyFS(filepath.Join(s.out, s.target(dir)), os.DirFS(filepath.Join(root, dir))); err != nil {
			return err
		}
	}
	if err := s.sheet(); err != nil {
		return err
	}
	if err := s.write(); err != nil { // over the copies of pages
		return err
	}
	if err := s.samples(); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(s.out, "site/theme"), filepath.Join(out, "theme")); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "mkdocs.yml"), []byte(s.configuration()), 0o644)
}

// site is what is written: pages by their path from the root of the repository, in
// which index.md is README.md.
type site struct {
	root, out string
	pages     map[string]string
	order     []string // of notebooks
	titles    map[string]string
	figures   []picture
	narrow    map[string]string // drawings for telephones, see narrowDrawings
	data      string            // the rows of the account, as a script
}

// documents takes the README and all Markdown below docs, and the Markdown of notebooks and
// published numbers which they link to.
func (s *site) documents() error {
	files := []string{"README.md", "environment.md", "notebooks/README.md", assets + "try.md",
		assets + "explore.md"}
	err := filepath.WalkDir(filepath.Join(s.root, "docs"), func(path string, e os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".md") {
			name, _ := filepath.Rel(s.root, path)
			files = append(files, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(s.root, "CHANGELOG.md")); err == nil {
		files = append(files, "CHANGELOG.md")
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(s.root, f))
		if err != nil {
			return err
		}
		s.pages[f] = string(text)
	}
	s.pages[errataPage] += "\n<script src=\"../../tools/site/assets/errata.js\"></script>\n"
	return nil
}

// errataPage is the list of errata, which a script filters.
const errataPage = "docs/research/errata.md"

// sheet copies the page to print.
func (s *site) sheet() error {
	for _, ending := range []string{"svg", "pdf"} {
		text, err := os.ReadFile(filepath.Join(s.root, sheet+ending))
		if err != nil {
			return err
		}
		to := filepath.Join(s.out, sheet+ending)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// notebooks turns the notebooks into pages, and collects their figures.
func (s *site) notebooks() error {
	paths, err := notebook.Paths(s.root)
	if err != nil {
		return err
	}
	if s.narrow, err = narrowDrawings(s.root); err != nil {
		return err
	}
	s.titles = map[string]string{}
	for _, path := range paths {
		nb, err := notebook.Read(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(filepath.Join(s.root, "notebooks"), strings.TrimSuffix(path, ".ipynb"))
		if err != nil {
			return err
		}
		page, figures, err := s.page(name, nb)
		if err != nil {
			return fmt.Errorf("%s: %w", nb.Name, err)
		}
		s.pages["notebooks/"+name+".md"], s.order = page, append(s.order, name)
		s.titles[name], s.figures = heading(page), append(s.figures, figures...)
	}
	s.pages["gallery.md"] = s.gallery()
	return nil
}

// write writes all pages, with their links led to pages of the site or to the repository.
func (s *site) write() error {
	for name, text := range s.pages {
		text, err := s.inline(name, text)
		if err != nil {
			return err
		}
		path := filepath.Join(s.out, s.target(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(s.relink(name, text)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// samples writes the samples of the page that compares, as a script.
func (s *site) samples() error {
	files := map[string]string{"losses": "data/samples/losses.csv", "predictions": "data/samples/predictions.csv",
		"counts": "data/counts/acl2019.csv"}
	texts := map[string]string{}
	for name, file := range files {
		text, err := os.ReadFile(filepath.Join(s.root, file))
		if err != nil {
			return err
		}
		texts[name] = string(text)
	}
	script, err := json.Marshal(texts)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.out, "site/samples.js"), []byte("const bcvSamples = "+string(script)+";\n"),
		0o644)
}

// heading is the first heading of a page, without its sign.
func heading(page string) string {
	for line := range strings.Lines(page) {
		if title, ok := strings.CutPrefix(line, "# "); ok {
			return strings.TrimSpace(title)
		}
	}
	return ""
}
