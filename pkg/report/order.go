package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/block-regularized/bcv/internal/table"
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

// OrderLaTeX writes the tables of rankings for the package booktabs, with the sentences and notes as comments.
func OrderLaTeX(w io.Writer, tables []rank.Table) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, latexHead)
	for _, t := range tables {
		fmt.Fprintf(out, "%% %s\n", plain(t.Sentence()))
		for _, line := range append(t.Reading(), t.Notes...) {
			fmt.Fprintf(out, "%% %s\n", plain(line))
		}
		for _, g := range orderGrids(t) {
			writeLaTeX(out, g)
		}
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

// orderRow is a model of a ranking as a row of a file.
type orderRow struct {
	Dataset    string  `dataframe:"dataset"` // may be empty, as the task
	Task       string  `dataframe:"task"`
	Metric     string  `dataframe:"metric"`
	Model      string  `dataframe:"model"`
	Estimate   float64 `dataframe:"estimate"`
	Low        float64 `dataframe:"low" table:"blank"`
	High       float64 `dataframe:"high" table:"blank"`
	MeanRank   float64 `dataframe:"mean_rank" table:"blank"`
	Best       float64 `dataframe:"p_best" table:"blank"`
	RankLow    int     `dataframe:"rank_low"`
	RankHigh   int     `dataframe:"rank_high"`
	Groups     string  `dataframe:"groups"`
	Level      float64 `dataframe:"level"`
	About      string  `dataframe:"about"`
	Method     string  `dataframe:"method"`
	KnownError string  `dataframe:"known_error"`
	Sentence   string  `dataframe:"sentence"` // of the ranking
}

// OrderCSV writes the rows of rankings with all digits, each with the sentence of its ranking.
func OrderCSV(w io.Writer, of []rank.Table) error {
	var rows []orderRow
	for _, t := range of {
		for _, r := range t.Rows {
			row := orderRow{t.Key.Dataset, t.Key.Task, t.Metric.Name, r.Model, r.Estimate, r.Low, r.High, r.MeanRank, r.Best,
				r.RankLow, r.RankHigh, r.Letters, 1 - t.Alpha, t.About, t.Method, t.KnownError, t.Sentence()}
			for _, text := range []*string{&row.Dataset, &row.Task, &row.Metric, &row.Model, &row.Sentence} {
				*text = escapeCSV(*text)
			}
			rows = append(rows, row)
		}
	}
	return table.Write(w, rows)
}
