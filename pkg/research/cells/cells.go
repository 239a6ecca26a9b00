// Package cells holds what the cells of several research notebooks do alike: read stored results,
// run parts of the account and show published numbers beside computed ones. Like package display
// its functions return no errors; a cell that fails prints its error and stops the notebook.
package cells

import (
	"context"
	"os"
	"regexp"
	"slices"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/reproduce/catalogue"
	"github.com/block-regularized/bcv/pkg/research/reproduce/errata"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// Config returns the configuration of a notebook: the data of this repository, seed 1 and the
// scale of the environment variable BCV_SCALE, quick by default.
func Config() study.Config {
	return study.Config{Data: data.FS, Scale: display.Must(study.ParseScale(os.Getenv("BCV_SCALE"))), Seed: 1}
}

// Stored returns the rows of the table data/results/name.csv that keep accepts, or all rows
// without keep.
func Stored[T any](name string, keep ...func(T) bool) []T {
	rows := display.Must(study.Stored[T](data.FS, name))
	for _, k := range keep {
		rows = study.Where(rows, k)
	}
	return rows
}

// Account runs the experiments behind some items, such as "thesis:table-5.9", and returns their
// rows.
func Account(items ...string) []reproduce.Row {
	return display.Must(catalogue.Account(context.Background(), Config(), items...))
}

// Compare shows the rows of Account(item), one number per row, published beside computed.
func Compare(item string, options ...display.Option) {
	display.Table(reproduce.Compare(Account(item)), options...)
}

// Summary shows how many numbers of the rows match, one line per item.
func Summary(rows []reproduce.Row) {
	display.Table(reproduce.Lines(reproduce.SummarizeItems(rows)),
		display.Columns("source, numbers, verdicts"), display.Heading("source", "table"))
}

// Pivot shows numbers of an item from the stored account, published beside computed: the numbers
// whose keys match the regular expression keys, laid out by the templates line and column as
// reproduce.Layout does.
func Pivot(caption, item, keys, line, column string) {
	match := regexp.MustCompile(keys).MatchString
	rows := study.Where(display.Must(reproduce.Best(data.FS, item)),
		func(r reproduce.BestRow) bool { return match(r.Key) })
	display.Table(reproduce.Cells(rows, reproduce.Layout(line, column)),
		display.Wide("column", "value", "line", "verdicts"),
		display.Caption("%s. %s", caption, reproduce.Tally(rows)),
		display.Heading("line", " "), display.Heading("verdicts", "no match"))
}

// Show computes a finding about an erratum and shows its tables, its figure and its verdict.
func Show(e errata.Erratum) {
	cfg := Config()
	cfg.Scale = study.Quick
	finding := display.Must(e(cfg))
	for _, t := range finding.Tables {
		display.Table(t.Rows, display.Caption("%s", t.Caption), display.Digits(t.Digits))
	}
	if finding.Figure != nil {
		display.Figure(finding.Figure, nil)
	}
	display.Note("%s", finding.Verdict())
}

// Points is figure.Points without an error.
func Points[T any](rows []T, c figure.Columns) []figure.Point {
	return display.Must(figure.Points(rows, c))
}

// Draw shows points as curves.
func Draw(l figure.Labels, points ...[]figure.Point) {
	display.Figure(figure.Curves(slices.Concat(points...), l))
}

// Figure shows columns of rows as curves; x and y label the axes.
func Figure[T any](rows []T, c figure.Columns, x, y string) {
	display.Figure(figure.Of(rows, c, figure.Labels{X: x, Y: y}))
}

// Table shows columns of rows, all columns without names, below a caption and with three
// significant digits.
func Table[T any](caption string, rows []T, columns ...string) {
	options := []display.Option{display.Caption("%s", caption), display.Digits(3)}
	if len(columns) > 0 {
		options = append(options, display.Columns(columns...))
	}
	display.Table(rows, options...)
}
