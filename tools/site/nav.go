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
	s.menu(&b)
	return b.String()
}

// menu writes the pages in three groups: to use, to understand, and what stands behind it. No page stands twice.
func (s *site) menu(b *strings.Builder) {
	seen := map[string]bool{}
	section := func(depth int, title string, pages ...string) {
		fmt.Fprintf(b, "%s- %q:\n", strings.Repeat("  ", depth), title)
		for _, p := range pages {
			if _, ok := s.pages[p]; ok && !seen[p] {
				seen[p] = true
				fmt.Fprintf(b, "%s- %q: %s\n", strings.Repeat("  ", depth+1), s.name(p), s.target(p))
			}
		}
	}
	var books, thesis []string
	for _, name := range s.order {
		if page := "notebooks/" + name + ".md"; strings.Contains(name, "/") {
			thesis = append(thesis, page)
		} else {
			books = append(books, page)
		}
	}
	section(1, "Use")
	section(2, "Start", assets+"try.md", "docs/start/first-verdict.md", "notebooks/00_quickstart.md",
		"docs/howto/which-command.md", "notebooks/12_your_own.md")
	guides := s.groups("docs/howto/README.md")
	section(2, "How to", append([]string{"docs/howto/README.md"}, guides[0].pages...)...)
	for _, g := range guides[1:] {
		section(3, g.title, g.pages...)
	}
	section(2, "Reference", s.listed("docs/reference/README.md")...)
	section(1, "Understand")
	section(2, "Why", append(s.listed("docs/why/README.md"), assets+"explore.md")...)
	section(2, "Notebooks", slices.Concat([]string{"notebooks/README.md"}, books, []string{"gallery.md"})...)
	section(1, "About the research")
	section(2, "Sources and promises", append(s.listed("docs/research/README.md"), "environment.md", "CHANGELOG.md")...)
	section(2, "Notebooks of the thesis", thesis...)
}

// name is the name of a page in the menu: its first heading, of a notebook with the number by which others cite it. The
// first has the question of the whole project for its heading, which says nothing in a menu.
func (s *site) name(page string) string {
	name := strings.NewReplacer("`", "", `"`, "'").Replace(heading(s.pages[page]))
	switch n := bookNumber.FindStringSubmatch(page); {
	case n == nil:
		return name
	case n[1] == "00":
		return "00 Quickstart"
	default:
		return n[1] + " " + name
	}
}

var bookNumber = regexp.MustCompile(`^notebooks/(?:thesis/)?(\d\d)_`)

// group is a part of a page that lists others.
type group struct {
	title string
	pages []string
}

// groups returns the pages that a page links to, in the parts of it; the first part has no title.
func (s *site) groups(page string) []group {
	out := []group{{}}
	for line := range strings.Lines(s.pages[page]) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			out = append(out, group{title: strings.TrimSpace(title)})
		}
		for _, m := range link.FindAllStringSubmatch(line, -1) {
			if p := path.Join(path.Dir(page), m[2]); path.Dir(p) == path.Dir(page) && s.pages[p] != "" {
				out[len(out)-1].pages = append(out[len(out)-1].pages, p)
			}
		}
	}
	return out
}

// listed returns a page that lists others of its folder, and these in its order.
func (s *site) listed(page string) []string {
	out := []string{page}
	for _, g := range s.groups(page) {
		out = append(out, g.pages...)
	}
	return out
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

var (
	twoWidths = regexp.MustCompile(`(?s)<picture>\s*<source [^>]*srcset="([^"]+\.svg)">\s*<img src="([^"]+\.svg)" alt="([^"]*)">\s*</picture>`)
	drawnLink = regexp.MustCompile(`<a href="([^"#]+)\.md(#[^"]*)?">`)
)

// inline puts the drawings of a page that lead to other pages into the page itself, where their links can be followed:
// the one for narrow windows and the one for wide ones, of which the style sheet shows one.
func (s *site) inline(page, text string) (string, error) {
	var failed error
	out := twoWidths.ReplaceAllStringFunc(text, func(picture string) string {
		m := twoWidths.FindStringSubmatch(picture)
		var drawings strings.Builder
		for i, class := range []string{"on-narrow", "on-wide"} {
			file := path.Join(path.Dir(page), m[i+1])
			svg, err := os.ReadFile(filepath.Join(s.root, file))
			if err != nil {
				failed = err
			}
			if !drawnLink.Match(svg) {
				return picture
			}
			led := drawnLink.ReplaceAllStringFunc(string(svg), func(a string) string {
				to := drawnLink.FindStringSubmatch(a)
				target := s.between(page, s.target(path.Join(path.Dir(file), to[1])+".md"))
				return `<a href="` + strings.TrimSuffix(target, ".md") + ".html" + to[2] + `">`
			})
			led = strings.Replace(led, `role="img"`, `role="group" aria-label="`+m[3]+`"`, 1)
			drawings.WriteString(`<div class="drawn ` + class + `">` + led + "</div>\n")
		}
		return drawings.String()
	})
	return out, failed
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
