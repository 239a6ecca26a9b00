package command

import (
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/block-regularized/bcv/internal/columns"
)

// Width returns how many characters a line of the standard output has: by the environment variable COLUMNS, or else
// by the terminal; 0 where neither says it, so that lines have any length.
func Width() int { return widthOf(os.Stdout) }

func widthOf(f *os.File) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	n, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return n
}

// Columns writes a header and rows in columns. The columns that do not fit into Width follow below in tables of their
// own, whose rows are numbered.
func Columns(w io.Writer, rows [][]string) error {
	var b strings.Builder
	for i, part := range fold(rows, Width()) {
		if i > 0 {
			b.WriteByte('\n')
		}
		_ = columns.Write(&b, part) // b takes everything
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const gap = columns.Gap

// fold divides a table into tables with numbered rows of at most this width, if no column is wider; 0 is any width.
func fold(rows [][]string, width int) (parts [][][]string) {
	total, widths := -gap, make([]int, len(rows[0]))
	for j := range widths {
		for _, row := range rows {
			widths[j] = max(widths[j], gap+columns.Width(row[j]))
		}
		total += widths[j]
	}
	if width == 0 || total <= width {
		return [][][]string{rows}
	}
	used := 0
	for j, wide := range widths {
		if j == 0 || used+wide > width {
			used = len(strconv.Itoa(len(rows) - 1))
			part := [][]string{{""}}
			for i := 1; i < len(rows); i++ {
				part = append(part, []string{strconv.Itoa(i)})
			}
			parts = append(parts, part)
		}
		used += wide
		for i, row := range rows {
			part := parts[len(parts)-1]
			part[i] = append(part[i], row[j])
		}
	}
	return parts
}
