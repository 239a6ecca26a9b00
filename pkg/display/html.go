package display

import (
	_ "embed" // for the script and the style
	"fmt"
	"html"
	"strings"
)

// tableScript sorts tables on a click and joins the folded rows to the others.
//
//go:embed table.js
var tableScript string

//go:embed table.css
var tableStyle string

// escape returns text for HTML; a line end becomes a break.
func escape(text string) string {
	return strings.ReplaceAll(html.EscapeString(text), "\n", "<br>")
}

// html returns the table as HTML. The folded rows are a second table below a details element,
// which opens without a script; the script joins both.
func (t *content) html() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<div class=\"bcv-table\">\n<style>%s</style>\n", compact(tableStyle))
	if t.caption != "" {
		fmt.Fprintf(&b, "<p><b>%s</b></p>\n", escape(t.caption))
	}
	first := min(t.shown, t.kept())
	t.part(&b, 0, first)
	if rest := t.kept() - first; rest > 0 {
		fmt.Fprintf(&b, "<details><summary>%s</summary>\n", counted(rest, " more"))
		t.part(&b, first, t.kept())
		b.WriteString("</details>\n")
	}
	if lost := t.rows - t.kept(); lost > 0 {
		fmt.Fprintf(&b, "<p>%s, not kept in the notebook</p>\n", counted(lost, " more"))
	}
	if t.rows >= sortedFrom {
		fmt.Fprintf(&b, "<script>%s</script>\n", compact(tableScript))
	}
	b.WriteString("</div>")
	return b.String()
}

// sortedFrom is the smallest number of rows of a table that can be sorted.
const sortedFrom = 4

// compact joins the lines of a script or style without their indentation: a notebook has a copy
// for each table.
func compact(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimSpace(line))
	}
	return b.String()
}

// part writes the rows with from <= i < to as a table.
func (t *content) part(b *strings.Builder, from, to int) {
	b.WriteString("<table>\n<thead><tr>")
	for _, c := range t.columns {
		fmt.Fprintf(b, "<th%s>%s</th>", c.align(), escape(c.name))
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for i := from; i < to; i++ {
		b.WriteString("<tr>")
		for _, c := range t.columns {
			fmt.Fprintf(b, "<td%s>%s</td>", c.align(), escape(c.cells[i]))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table>\n")
}

// align returns the attribute for the alignment. GitHub removes styles and keeps the attribute.
func (c formatted) align() string {
	if c.number {
		return ` align="right"`
	}
	return ` align="left"`
}
