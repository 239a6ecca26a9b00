package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error is one defect of a table, and where it is. Its text is
// always one line.
type Error struct {
	File    string // name of the file, as the caller gave it
	Row     int    // line of the file, the header is 1; 0 if the defect has no line
	Column  string // column name; empty if the defect has no column
	Problem string // what is wrong and what to do
	Err     error  // cause, if there is one
}

// Error returns one line such as
//
//	counts.csv: row 3, column correct: "abc" is not a whole number; write digits only
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(Named(e.File))
	if e.Row > 0 {
		fmt.Fprintf(&b, ": row %d", e.Row)
	}
	if e.Column != "" {
		sep := ", "
		if e.Row <= 0 {
			sep = ": "
		}
		b.WriteString(sep + "column " + plain(cut(e.Column, maxName)))
	}
	return b.String() + ": " + cut(e.Problem, maxProblem)
}

// Named is the name of a file in a text of one line: that of Stdin is standard input.
func Named(file string) string {
	switch file {
	case "":
		return "table"
	case Stdin:
		return "standard input"
	}
	return plain(file)
}

// The longest problem and column name in a message, in characters, since a file may hold text of
// any length.
const (
	maxProblem = 1000
	maxName    = 80
)

// cut returns s or its first characters.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	if runes := []rune(s); len(runes) > limit {
		return string(runes[:limit]) + "..."
	}
	return s
}

// Unwrap returns the cause, so that errors.Is(err, fs.ErrNotExist) works.
func (e *Error) Unwrap() error { return e.Err }

// plain returns s, or its quoted form if s has characters that would break
// the line or the terminal.
func plain(s string) string {
	bad := func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }
	if strings.IndexFunc(s, bad) >= 0 {
		return quote(s)
	}
	return s
}

// quote returns s between quotation marks, cut after 40 characters.
func quote(s string) string {
	const limit = 40
	if utf8.RuneCountInString(s) > limit {
		return strconv.Quote(string([]rune(s)[:limit])) + "..."
	}
	return strconv.Quote(s)
}

// Quoted lists names between quotation marks, the first ten of them, for messages.
func Quoted(names []string) string {
	var out []string
	for _, name := range names[:min(len(names), 10)] {
		out = append(out, fmt.Sprintf("%.40q", name))
	}
	if more := len(names) - len(out); more > 0 {
		return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(out, ", ")
}

// Prefix puts what a text is about before it; either may be empty.
func Prefix(about, text string) string {
	if about == "" || text == "" {
		return text
	}
	return about + ": " + text
}

// And lists names with commas and, before the last, and.
func And(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Pick chooses words of a message: s if yes is true, otherwise the others.
func Pick(yes bool, s, otherwise string) string {
	if yes {
		return s
	}
	return otherwise
}

// Count writes a number with a comma for thousands, as 1,000.
func Count(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", Count(n/1000), n%1000)
}

// AppendNew appends the texts that are not there.
func AppendNew(to []string, texts ...string) []string {
	for _, text := range texts {
		if !slices.Contains(to, text) {
			to = append(to, text)
		}
	}
	return to
}
