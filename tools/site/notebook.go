package main

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	pngs "image/png"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/block-regularized/bcv/tools/notebook"
)

// picture is a figure of a notebook.
type picture struct {
	notebook, section, file, alt string
	seen                         string // the first sentence of what is to see in it
	width, height                int    // in pixels of the page
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
			if seen, ok := strings.CutPrefix(text, "**What to see.** "); ok && len(figures) > 0 {
				figures[len(figures)-1].seen = sentence(seen)
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
				figure.section = section
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
		if shape, err := pngs.DecodeConfig(bytes.NewReader(png)); err == nil && shape.Width > 0 {
			p.width = cmp.Or(p.width, shape.Width)
			p.height = p.width * shape.Height / shape.Width
		}
		file := filepath.Join(s.out, p.file)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return "", nil, err
		}
		up := strings.Repeat("../", strings.Count(name, "/"))
		img := p.html(up+"figures/"+path.Base(p.file), p.id())
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

// id is the name of the figure's place in its notebook.
func (p picture) id() string {
	return "figure-" + strings.TrimSuffix(p.file[strings.LastIndex(p.file, "-")+1:], ".png")
}

// html is the figure, loaded when it comes near the window, at a place that keeps its size until then.
func (p picture) html(src, id string) string {
	name := ""
	if id != "" {
		name = fmt.Sprintf(" id=\"%s\"", id)
	}
	return fmt.Sprintf("<img%s src=\"%s\" alt=\"%s\" width=\"%d\" height=\"%d\" loading=\"lazy\">", name, src,
		html.EscapeString(p.alt), p.width, p.height)
}

// sentence is the first sentence of a text.
func sentence(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	if end := regexp.MustCompile(`[.:] [A-Z]`).FindStringIndex(text); end != nil {
		return text[:end[0]] + "."
	}
	return text
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

// gallery shows all figures as thumbnails, each with its section and the first sentence of what is to see in it, and
// leads to their places in the notebooks.
func (s *site) gallery() string {
	var b strings.Builder
	b.WriteString("---\nwide: true\n---\n# Gallery\n\nAll figures of the notebooks. Each leads to its notebook, with the code that draws it.\n")
	last := ""
	for _, p := range s.figures {
		if p.notebook != last {
			if last != "" {
				b.WriteString("</div>\n")
			}
			last = p.notebook
			fmt.Fprintf(&b, "\n## [%.2s %s](notebooks/%s.ipynb)\n\n<div class=\"gallery\" markdown=\"1\">\n", path.Base(p.notebook), s.titles[p.notebook], p.notebook)
		}
		title := p.section
		if !strings.HasSuffix(title, "?") {
			title += "."
		}
		fmt.Fprintf(&b, "<figure markdown=\"1\">\n[%s](notebooks/%s.ipynb#%s)\n<figcaption markdown=\"span\">**%s** %s</figcaption>\n"+
			"</figure>\n", p.html(p.file, ""), p.notebook, p.id(), title, p.seen)
	}
	if last != "" {
		b.WriteString("</div>\n")
	}
	return b.String()
}
