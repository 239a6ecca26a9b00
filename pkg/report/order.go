package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/rank"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// orderGrids returns the tables of a ranking: the models, and of several data sets the tests of their pairs.
func orderGrids(t rank.Table) []grid {
	cells := t.Cells()
	g := grid{caption: "Models from the best", header: cells[0], rows: cells[1:]}
	for i := range g.header {
		g.numbers = append(g.numbers, i > 0 && i < len(g.header)-1)
	}
	if t.Datasets == nil {
		return []grid{g}
	}
	return []grid{g, gridOf("Pairs of models over the data sets: p-values of Wilcoxon's signed-rank test, adjusted by "+
		"Holm, and of Nemenyi's test", t.Datasets.Pairs, []column[ranks.Pair]{
		{"A", false, func(p ranks.Pair) string { return t.Rows[p.A].Model }},
		{"B", false, func(p ranks.Pair) string { return t.Rows[p.B].Model }},
		{"Wilcoxon p", true, func(p ranks.Pair) string { return probability(p.Wilcoxon.PValue) }},
		{"Holm", true, func(p ranks.Pair) string { return probability(p.Holm) }},
		{"Nemenyi p", true, func(p ranks.Pair) string { return probability(p.Nemenyi) }},
	})}
}

// OrderMarkdown writes rankings: the sentence, the table, how to read it, and the notes.
func OrderMarkdown(w io.Writer, tables []rank.Table) error {
	out := bufio.NewWriter(w)
	for _, t := range tables {
		fmt.Fprintf(out, "%s\n\n", escapeMarkdown(t.Sentence()))
		for _, g := range orderGrids(t) {
			writeMarkdown(out, g)
		}
		for _, line := range t.Reading() {
			fmt.Fprintf(out, "%s\n\n", escapeMarkdown(line))
		}
		writeNotes(out, append(sheet.Lines(t.Sheets), t.Notes...))
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
		for _, g := range orderGrids(t) {
			p.table(g)
		}
		err := p.picture(picture{title: "Models from the best", caption: "Models that a bar joins by dots are not shown " +
			"to differ.", draw: func(bool) (*figure.Figure, error) { return figure.Order(t) }})
		if err != nil {
			return err
		}
		for _, line := range t.Reading() {
			p.element("p", line)
		}
		p.notes(append(sheet.Lines(t.Sheets), t.Notes...))
	}
	return p.foot()
}
