package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/rank"
)

// orderGrid returns the table of a ranking.
func orderGrid(t rank.Table) grid {
	g := grid{caption: "Models from the best", header: t.Header()}
	for i := range g.header {
		g.numbers = append(g.numbers, i > 0 && i < len(g.header)-1)
	}
	for _, r := range t.Rows {
		g.rows = append(g.rows, t.Cells(r))
	}
	return g
}

// OrderMarkdown writes rankings: the sentence, the table, how to read it, and the notes.
func OrderMarkdown(w io.Writer, tables []rank.Table) error {
	out := bufio.NewWriter(w)
	for _, t := range tables {
		fmt.Fprintf(out, "%s\n\n", escapeMarkdown(t.Sentence()))
		writeMarkdown(out, orderGrid(t))
		for _, line := range t.Reading() {
			fmt.Fprintf(out, "%s\n\n", escapeMarkdown(line))
		}
		writeNotes(out, t.Notes)
	}
	return out.Flush()
}

// OrderHTML writes rankings as a self-contained page, each with its figure.
func OrderHTML(w io.Writer, tables []rank.Table) error {
	p := page{bufio.NewWriter(w)}
	p.head("Which model is the best?")
	for _, t := range tables {
		p.raw("<div class=\"verdict\">\n")
		p.element("p", t.Sentence())
		p.raw("</div>\n")
		p.table(orderGrid(t))
		err := p.picture(picture{title: "Models from the best", caption: "Models that a bar joins by dots are not shown " +
			"to differ.", draw: func(bool) (*figure.Figure, error) { return figure.Order(t) }})
		if err != nil {
			return err
		}
		for _, line := range append(t.Reading(), t.Notes...) {
			p.element("p", line)
		}
	}
	return p.foot()
}
