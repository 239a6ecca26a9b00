package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// repository is where files that are not pages are shown.
const repository = "https://github.com/block-regularized/bcv/blob/main/"

// target is the file of a page in the site: folders have an index.
func (s *site) target(name string) string {
	if path.Base(name) == "README.md" {
		return path.Join(path.Dir(name), "index.md")
	}
	return name
}

var link = regexp.MustCompile(`(\]\(|src="|href=")([^)\s"#]+)(#[^)\s"]*)?(\)|")`)

// relink leads the links of a page: to other pages and pictures where the site has them,
// to the repository where it has not. Blocks of code are left alone.
func (s *site) relink(name, text string) string {
	var out strings.Builder
	fenced := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
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
	if file == "account-data.js" || strings.HasPrefix(file, "docs/figures/") || strings.HasPrefix(file, "docs/site/") ||
		strings.HasPrefix(file, "notebooks/figures/") {
		return s.between(page, file)
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
