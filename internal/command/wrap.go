package command

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/block-regularized/bcv/internal/columns"
)

// lineWidth returns how many characters a line of a terminal has, or what COLUMNS says instead; 0 of what is no
// terminal. Another writer may say it by a method LineWidth, as those of tests do.
func lineWidth(w io.Writer) int {
	if c, ok := w.(*checkedWriter); ok {
		w = c.w
	}
	if t, ok := w.(interface{ LineWidth() int }); ok {
		return t.LineWidth()
	}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	return widthOf(f)
}

// inLines returns what writes text to w, on a terminal with lines that are broken between words: the rest of a line
// follows below, indented, in a table below the start of the last column that is in the left half.
func inLines(w io.Writer) io.Writer {
	if width := lineWidth(w); width > 0 {
		return &wrapper{w: w, width: width, indent: gap}
	}
	return w
}

type wrapper struct {
	w                          io.Writer
	width, indent, col, blanks int // blanks after col are not written yet
}

// Write writes p, which may be a part of a line, but not of a word.
func (v *wrapper) Write(p []byte) (int, error) {
	var b strings.Builder
	for rest := string(p); rest != ""; {
		n := strings.IndexAny(rest, " \n")
		switch {
		case n < 0:
			n = len(rest)
		case n == 0:
			if v.blanks++; rest[0] == '\n' {
				b.WriteByte('\n')
				v.indent, v.col, v.blanks = gap, 0, 0
			}
			rest = rest[1:]
			continue
		}
		wide := columns.Width(rest[:n])
		if start := v.col + v.blanks; v.blanks >= gap && start <= v.width/2 {
			v.indent = start
		}
		if v.blanks > 0 && v.col > v.indent && v.col+v.blanks+wide > v.width {
			b.WriteByte('\n')
			v.col, v.blanks = 0, v.indent
		}
		b.WriteString(strings.Repeat(" ", v.blanks) + rest[:n])
		v.col, v.blanks = v.col+v.blanks+wide, 0
		rest = rest[n:]
	}
	_, err := io.WriteString(v.w, b.String())
	return len(p), err
}
