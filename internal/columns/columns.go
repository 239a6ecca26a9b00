// Package columns sets text in columns by the width that a terminal gives it: characters of Chinese, Japanese and
// Korean take two cells, and marks on the character before none.
package columns

import (
	"io"
	"strings"

	"github.com/mattn/go-runewidth"
)

// The width of a character depends on no setting of the system.
var condition = &runewidth.Condition{}

// Gap is the distance of two columns in cells of a terminal.
const Gap = 2

// Width returns how many cells of a terminal a text takes.
func Width(s string) int { return condition.StringWidth(s) }

// Cut returns the beginning of a text that takes at most this many cells; at least one character.
func Cut(s string, width int) string {
	for i, r := range s {
		if width -= condition.RuneWidth(r); width < 0 && i > 0 {
			return s[:i]
		}
	}
	return s
}

// Write writes rows with the same number of cells in columns, Gap apart.
func Write(w io.Writer, rows [][]string) error {
	var widths []int
	for _, row := range rows {
		for j, cell := range row {
			if j == len(widths) {
				widths = append(widths, 0)
			}
			widths[j] = max(widths[j], Width(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for j, cell := range row {
			b.WriteString(cell)
			if j+1 < len(row) {
				b.WriteString(strings.Repeat(" ", widths[j]-Width(cell)+Gap))
			}
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
