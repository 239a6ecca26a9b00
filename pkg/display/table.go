package display

import (
	"cmp"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/janpfeifer/gonb/gonbui"
)

const (
	defaultRows   = 20   // rows before the fold
	defaultDigits = 4    // significant digits
	maxRows       = 1000 // rows in the notebook, before the fold and in it
	maxWidth      = 100  // characters per line of the text version
)

// Option changes how Table shows its rows.
type Option func(*settings)

type settings struct {
	caption  string
	columns  []string
	headings map[string]string
	wide     *wide
	words    string
	rows     int
	digits   int
}

// Caption writes a line above the table, formatted as fmt.Sprintf does.
func Caption(format string, args ...any) Option {
	return func(s *settings) { s.caption = fmt.Sprintf(format, args...) }
}

// Columns shows only the named columns, in the given order. Each argument is a list of names
// separated by commas; "largest as worst case" shows the column largest with the Heading "worst case".
func Columns(lists ...string) Option {
	return func(s *settings) {
		s.columns = nil
		for column := range strings.SplitSeq(strings.Join(lists, ","), ",") {
			name, text, _ := strings.Cut(strings.TrimSpace(column), " as ")
			s.columns, s.headings[name] = append(s.columns, name), cmp.Or(text, s.headings[name])
		}
	}
}

// Heading replaces the heading of a column. Without it the heading is the name of the column with
// spaces instead of underscores and with abbreviations as papers write them: the heading of
// fpa_sd is "FPA s.d.".
func Heading(column, text string) Option {
	return func(s *settings) { s.headings[column] = text }
}

// Words shows the texts of a column as headings are made from names of columns, those between slashes
// each by itself: none/fpa_sd is "none, FPA s.d.".
func Words(column string) Option { return func(s *settings) { s.words = column } }

// Rows shows n rows before the fold instead of 20; n is at least 1.
func Rows(n int) Option { return func(s *settings) { s.rows = n } }

// Digits shows n significant digits of the largest number of each column instead of 4; n is 1 to
// 17, or 0 for 4.
func Digits(n int) Option { return func(s *settings) { s.digits = n } }

// Table shows rows below the running cell. The rows are a slice of structs, or of pointers to
// structs, with tags `dataframe:"name"`, or a gota data frame. Without the option Columns a row type with a method
// Shown() []string, such as compare.Row, says which columns are shown, of those that are not empty.
//
// In a notebook a click on a heading sorts the table, and rows beyond the first 20 are folded.
// Folding needs no script; without scripts the rows keep their order. The numbers of a column
// have the same number of decimals if they are of similar size. NaN, a missing value, is a dash.
// Outside a notebook the text version, at most 100 characters wide, goes to standard output.
//
// Table ends the program as Check does if rows has another type, if a column does not exist, if an
// option is out of range, or if the notebook does not accept the table.
func Table(rows any, options ...Option) {
	t := Must(newTable(rows, options))
	if !gonbui.IsNotebook {
		fmt.Fprint(os.Stdout, t.text())
		return
	}
	Check(sendText("", t.html(), t.text()))
}

// Note writes a line of text below the running cell, formatted as fmt.Printf does. The standard
// output of a cell can appear before or after its tables; notes keep their place. Note ends the
// program as Check does if the notebook does not accept the text.
func Note(format string, args ...any) {
	text := withoutFlags(fmt.Sprintf(format, args...))
	if !gonbui.IsNotebook {
		fmt.Fprintln(os.Stdout, text)
		return
	}
	Check(sendText("", "<p>"+escape(text)+"</p>", wrapText(text, maxWidth)))
}

// usual returns the columns of rows whose type names those to show by a method Shown() []string; nil for others.
func usual(rows any) []string {
	t := reflect.TypeOf(rows)
	if t == nil || t.Kind() != reflect.Slice {
		return nil
	}
	s, ok := reflect.Zero(t.Elem()).Interface().(interface{ Shown() []string })
	if ok && t.Elem().Kind() == reflect.Struct {
		return s.Shown()
	}
	return nil
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
	columns, err := columnsOf(rows)
	if err == nil && s.wide != nil {
		columns, err = s.wide.lay(columns)
	}
	switch named := usual(rows); {
	case err != nil:
	case len(s.columns) > 0:
		columns, err = choose(columns, s.columns)
	case named != nil && s.wide == nil:
		if columns, err = choose(columns, named); err == nil {
			columns = slices.DeleteFunc(columns, column.empty)
		}
	}
	if err != nil {
		return nil, err
	}
	t := &content{caption: s.caption, shown: s.rows}
	for _, c := range columns {
		t.rows = len(c.values)
		kept := c.values[:min(len(c.values), maxRows)]
		name := cmp.Or(s.headings[c.name], heading(c.name))
		cells := formatColumn(kept, s.digits)
		if c.name == s.words {
			inWords(cells)
		}
		t.columns = append(t.columns, formatted{name: name, number: c.number(), cells: cells})
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
