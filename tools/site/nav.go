package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// configuration returns the configuration of MkDocs, with all pages in their places.
func (s *site) configuration() string {
	var b strings.Builder
	b.WriteString(`site_name: bcv
site_description: compares two learning algorithms by block-regularized cross-validation
repo_url: https://github.com/block-regularized/bcv
docs_dir: source
site_dir: html
use_directory_urls: false
strict: true
plugins: [search]
theme:
  name: null
  custom_dir: theme
  search_index_only: true
extra_css: [site/katex/katex.min.css, site/style.css]
extra_javascript: [site/katex/katex.min.js, site/katex/auto-render.js, site/math.js]
markdown_extensions:
  - tables
  - attr_list
  - md_in_html
  - pymdownx.superfences
  - pymdownx.highlight: {pygments_lang_class: true}
  - pymdownx.arithmatex: {generic: true}
  - toc: {permalink: false}
nav:
  - Home: index.md
`)
	first := s.there(assets+"try.md", "docs/start/first-verdict.md", "docs/howto/which-command.md",
		"notebooks/00_quickstart.md", "notebooks/12_your_own.md")
	rest := func(pages []string) []string {
		return slices.DeleteFunc(pages, func(p string) bool { return slices.Contains(first, p) })
	}
	var books []string
	for _, name := range s.order {
		books = append(books, "notebooks/"+name+".md")
	}
	s.section(&b, "Start", slices.Concat(first, rest(s.below("docs/start/")), []string{"docs/README.md"}))
	s.section(&b, "How to", rest(s.below("docs/howto/")))
	s.section(&b, "Reference", s.below("docs/reference/"))
	s.section(&b, "Why", append(s.below("docs/why/"), assets+"explore.md"))
	s.section(&b, "Notebooks", append([]string{"notebooks/README.md"}, rest(books)...))
	s.section(&b, "Results", s.there("gallery.md", "account.md", "data/published/errata.md", "environment.md",
		"CHANGELOG.md"))
	return b.String()
}

// section writes a part of the navigation.
func (s *site) section(b *strings.Builder, title string, pages []string) {
	fmt.Fprintf(b, "  - %s:\n", title)
	for _, p := range pages {
		name := strings.NewReplacer("`", "", `"`, "'").Replace(heading(s.pages[p]))
		fmt.Fprintf(b, "    - %q: %s\n", name, s.target(p))
	}
}

// below are the pages of a folder itself, its index first.
func (s *site) below(dir string) []string {
	var out []string
	for name := range s.pages {
		if path.Dir(name)+"/" == dir {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		if ai, bi := path.Base(a) == "README.md", path.Base(b) == "README.md"; ai != bi {
			if ai {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	return out
}

// there are those of some pages that the site has.
func (s *site) there(names ...string) []string {
	return slices.DeleteFunc(names, func(n string) bool { _, ok := s.pages[n]; return !ok })
}

// repository is where files that are not pages are shown.
const repository = "https://github.com/block-regularized/bcv/blob/main/"

// assets are the pages that compute, and the styles and scripts of all pages. They are the folder site of the site.
const assets = "tools/site/assets/"

// sheet begins the names of the page to print, as SVG and PDF.
const sheet = "docs/start/cheat-sheet."

// target is the file of a page in the site: folders have an index.
func (s *site) target(name string) string {
	if file, ok := strings.CutPrefix(name, assets); ok {
		return "site/" + file
	}
	if path.Base(name) == "README.md" {
		return path.Join(path.Dir(name), "index.md")
	}
	return name
}

var link = regexp.MustCompile(`(\]\(|src="|href=")([^)\s"#]+)(#[^)\s"]*)?(\)|")`)

// relink leads the links of a page: to other pages and pictures where the site has them,
// to the repository where it has not. Blocks of code are left alone, but for the name of a file beside the language,
// which MkDocs does not read.
func (s *site) relink(name, text string) string {
	var out strings.Builder
	fenced := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
			line = strings.Fields(line)[0] + "\n"
		}
		if !fenced {
			line = link.ReplaceAllStringFunc(line, func(m string) string {
				p := link.FindStringSubmatch(m)
				return p[1] + s.lead(name, p[2]) + p[3] + p[4]
			})
		}
		out.WriteString(line)
	}
	return out.String()
}

// lead returns the address of a link in the site.
func (s *site) lead(page, to string) string {
	if strings.Contains(to, ":") || strings.HasPrefix(to, "/") {
		return to
	}
	file := path.Join(path.Dir(page), to)
	if nb, ok := strings.CutSuffix(file, ".ipynb"); ok {
		file = nb + ".md"
	}
	if _, ok := s.pages[file+"/README.md"]; ok {
		file += "/README.md"
	}
	if _, ok := s.pages[file]; ok {
		return s.between(page, s.target(file))
	}
	if file == "account-data.js" || strings.HasPrefix(file, "docs/why/figures/") || strings.HasPrefix(file, assets) ||
		strings.HasPrefix(file, "notebooks/figures/") || strings.HasPrefix(file, sheet) {
		return s.between(page, s.target(file))
	}
	if _, err := os.Stat(filepath.Join(s.root, file)); err != nil {
		return to // a broken link, which the check of links finds
	}
	return repository + file
}

// between is the relative address of a file from a page.
func (s *site) between(page, file string) string {
	rel, err := filepath.Rel(path.Dir(s.target(page)), file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(rel)
}
