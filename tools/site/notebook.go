package main

import (
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/block-regularized/bcv/tools/notebook"
)

// picture is a figure of a notebook, with what drew it.
type picture struct {
	notebook, section, file, alt, code string
	width                              int
}

// page is a notebook as Markdown; its figures become files.
func (s *site) page(name string, nb *notebook.Notebook) (string, []picture, error) {
	var b strings.Builder
	var figures []picture
	section := ""
	for _, c := range nb.Cells {
		if c.Type == "markdown" {
			text := string(c.Source)
			for line := range strings.Lines(text) {
				if strings.HasPrefix(line, "#") {
					section = strings.TrimSpace(strings.TrimLeft(line, "#"))
				}
			}
			b.WriteString(text + "\n\n")
			continue
		}
		code := "```go\n" + strings.TrimRight(string(c.Source), "\n") + "\n```\n\n"
		fmt.Fprintf(&b, "<details class=\"code\" markdown=\"1\"><summary>Code</summary>\n\n%s</details>\n\n", code)
		for _, o := range c.Outputs {
			text, figure, err := s.output(name, len(figures), o)
			if err != nil {
				return "", nil, err
			}
			if figure != nil {
				figure.section, figure.code = section, code
				figures = append(figures, *figure)
			}
			b.WriteString(text)
		}
	}
	return b.String(), figures, nil
}

// output is one output as HTML: a figure becomes a file.
func (s *site) output(name string, k int, o notebook.Output) (string, *picture, error) {
	if raw, ok := o.Data[notebook.MIMEPNG]; ok {
		var text notebook.Text
		if err := json.Unmarshal(raw, &text); err != nil {
			return "", nil, err
		}
		png, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(string(text), "\n", ""))
		if err != nil {
			return "", nil, err
		}
		p := &picture{notebook: name, file: fmt.Sprintf("notebooks/figures/%s-%d.png", path.Base(name), k+1), alt: alt(o),
			width: width(o)}
		file := filepath.Join(s.out, p.file)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return "", nil, err
		}
		up := strings.Repeat("../", strings.Count(name, "/"))
		img := p.html(up + "figures/" + path.Base(p.file))
		if narrow := s.narrow[fmt.Sprintf("%s %d", name, k+1)]; narrow != "" {
			img = fmt.Sprintf("<picture><source media=\"(max-width: 700px)\" srcset=\"%s\">%s</picture>",
				s.between("notebooks/"+name+".md", s.target("docs/why/figures/"+narrow)), img)
		}
		return img + "\n\n", p, os.WriteFile(file, png, 0o644)
	}
	if raw, ok := o.Data["text/html"]; ok {
		var text notebook.Text
		if err := json.Unmarshal(raw, &text); err != nil {
			return "", nil, err
		}
		return strings.ReplaceAll(strings.TrimSpace(string(text)), "\n\n", "\n") + "\n\n", nil, nil
	}
	return "<pre>" + html.EscapeString(string(o.Text)) + "</pre>\n\n", nil, nil
}

func (p picture) html(src string) string {
	size := ""
	if p.width > 0 {
		size = fmt.Sprintf(" width=\"%d\"", p.width)
	}
	return fmt.Sprintf("<img src=\"%s\" alt=\"%s\"%s>", src, html.EscapeString(p.alt), size)
}

// alt is the text of a figure's alternative output, in one line.
func alt(o notebook.Output) string {
	var text notebook.Text
	_ = json.Unmarshal(o.Data["text/plain"], &text) // a figure without one has an empty text
	return strings.Join(strings.Fields(string(text)), " ")
}

// width is the width of a figure in pixels, 0 if the notebook has none.
func width(o notebook.Output) int {
	var w struct{ Width float64 }
	if raw, ok := o.Metadata[notebook.MIMEPNG]; ok {
		_ = json.Unmarshal(raw, &w) // other metadata have no width
	}
	return int(w.Width)
}

// narrowDrawings returns the drawings for telephones, by notebook and figure, of the list of the documents' figures.
func narrowDrawings(root string) (map[string]string, error) {
	file, err := os.Open(filepath.Join(root, "docs/why/figures/list.csv"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, r := range rows[1:] {
		out[r[1]+" "+r[2]] = r[3]
	}
	return out, nil
}

// gallery shows all figures, each with the cell that draws it.
func (s *site) gallery() string {
	var b strings.Builder
	b.WriteString("# Gallery\n\nAll figures of the notebooks, each with the cell that draws it.\n")
	last := ""
	for _, p := range s.figures {
		if p.notebook != last {
			last = p.notebook
			fmt.Fprintf(&b, "\n## [%s](notebooks/%s.ipynb)\n\n", s.titles[p.notebook], p.notebook)
		}
		fmt.Fprintf(&b, "<p><b>%s</b></p>\n\n%s\n\n<details class=\"code\" "+
			"markdown=\"1\"><summary>Code</summary>\n\n%s</details>\n\n", html.EscapeString(p.section), p.html(p.file), p.code)
	}
	return b.String()
}
