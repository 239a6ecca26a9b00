package display

import (
	"cmp"
	"fmt"
	"os"

	"github.com/janpfeifer/gonb/gonbui"
)

const (
	defaultRows   = 12   // rows shown before the fold
	defaultDigits = 4    // significant digits
	maxRows       = 1000 // rows that a notebook keeps, shown or folded
	maxWidth      = 100  // columns of the text twin
)

// Option changes how Table shows its rows.
type Option func(*settings)

type settings struct {
	caption  string
	columns  []string
	headings map[string]string
	rows     int
	digits   int
}

// Caption writes a line above the table.
func Caption(format string, args ...any) Option {
	return func(s *settings) { s.caption = fmt.Sprintf(format, args...) }
}

// Columns shows these columns only, in this order.
func Columns(names ...string) Option { return func(s *settings) { s.columns = names } }

// Heading writes text above a column, in place of its name. Without it the names of
// columns of files have spaces in the place of underscores, and abbreviations as papers
// write them: fpa_sd is headed "FPA s.d.".
func Heading(column, text string) Option {
	return func(s *settings) { s.headings[column] = text }
}

// Rows shows n rows, in place of 12, before the fold; n is at least 1.
func Rows(n int) Option { return func(s *settings) { s.rows = n } }

// Digits shows n significant digits, in place of 4, of the largest numbers of a
// column; n is 1 to 17, or 0 for 4.
func Digits(n int) Option { return func(s *settings) { s.digits = n } }

// Table shows rows below the running cell. Rows is a slice of structs, or of
// pointers to them, with tags `dataframe:"name"`, or a gota data frame.
//
// In a notebook the table sorts by a click on a heading; beyond 12 rows the rest
// is folded. The fold needs no script; where none runs, the rows keep their order.
// Numbers of a column have the same decimals where they are of similar size. NaN,
// a missing value, is a dash. Outside a notebook the text twin, at most 100
// columns wide, goes to standard output.
//
// Table panics if rows is something else, if a column does not exist, if the
// options are out of range, or if the notebook does not take the table.
func Table(rows any, options ...Option) {
	t := Must(newTable(rows, options))
	if !gonbui.IsNotebook {
		fmt.Fprint(os.Stdout, t.text())
		return
	}
	Check(sendText("", t.html(), t.text()))
}

// Note writes a line of text below the running cell, as fmt.Printf would with a
// line end. What a cell prints to standard output can appear before or after its
// tables; notes keep their place. It panics if the notebook does not take it.
func Note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !gonbui.IsNotebook {
		fmt.Fprintln(os.Stdout, text)
		return
	}
	Check(sendText("", "<p>"+escape(text)+"</p>", wrapText(text, maxWidth)))
}

// newTable reads rows and formats their cells.
func newTable(rows any, options []Option) (*content, error) {
	s := settings{rows: defaultRows, headings: map[string]string{}}
	for _, o := range options {
		o(&s)
	}
	s.digits = cmp.Or(s.digits, defaultDigits)
	switch {
	case s.rows < 1:
		return nil, fmt.Errorf("display: %d rows before the fold; give at least 1", s.rows)
	case s.digits < 1 || s.digits > 17:
		return nil, fmt.Errorf("display: %d digits; give 1 to 17", s.digits)
	}
	columns, err := columnsOf(rows, s.columns)
	if err != nil {
		return nil, err
	}
	t := &content{caption: s.caption, shown: s.rows}
	for _, c := range columns {
		t.rows = len(c.values)
		kept := c.values[:min(len(c.values), maxRows)]
		name := cmp.Or(s.headings[c.name], heading(c.name))
		t.columns = append(t.columns, formatted{name: name, number: c.number(), cells: formatColumn(kept, s.digits)})
	}
	return t, nil
}

// content is a table whose cells are formatted.
type content struct {
	caption string
	shown   int // rows before the fold
	rows    int // in all; the columns hold the first maxRows of them
	columns []formatted
}

type formatted struct {
	name   string
	number bool // stands at the right
	cells  []string
}

// kept is the number of rows that the columns hold.
func (t *content) kept() int { return min(t.rows, maxRows) }

// counted returns "1 row" or "3 rows" with the given words between.
func counted(n int, word string) string {
	if n == 1 {
		return "1" + word + " row"
	}
	return fmt.Sprintf("%d%s rows", n, word)
}
