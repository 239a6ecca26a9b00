package display

import (
	"strings"

	"github.com/block-regularized/bcv/internal/columns"
)

const gap = "  " // between two columns of text

// text returns the table as text with lines of at most maxWidth characters. Texts are broken into
// lines; columns that still do not fit stand in a second block below, after a copy of the first
// column.
func (t *content) text() string {
	var b strings.Builder
	if t.caption != "" {
		b.WriteString(wrapText(t.caption, maxWidth) + "\n\n")
	}
	for i, block := range t.blocks() {
		if i > 0 {
			b.WriteString("\n")
		}
		t.block(&b, block)
	}
	if rest := t.rows - min(t.rows, t.shown); rest > 0 {
		b.WriteString("(" + counted(rest, " more") + ")\n")
	}
	return b.String()
}

// sized is a column with its width.
type sized struct {
	formatted
	width int
}

// blocks divides the columns into parts that fit.
func (t *content) blocks() [][]sized {
	var blocks [][]sized
	var block []sized
	used := 0
	for _, c := range t.columns {
		least := min(t.width(c, longestWord), maxWidth)
		if len(block) > 0 && used+len(gap)+least > maxWidth {
			blocks = append(blocks, t.widen(block))
			block, used = nil, 0
			if first := blocks[0][0]; t.width(first.formatted, longestWord)+len(gap)+least <= maxWidth {
				block = []sized{{first.formatted, t.width(first.formatted, longestWord)}}
				used = block[0].width
			}
		}
		if len(block) > 0 {
			used += len(gap)
		}
		block, used = append(block, sized{c, least}), used+least
	}
	if len(block) == 0 {
		return blocks
	}
	return append(blocks, t.widen(block))
}

// widen gives the remaining room to the columns of a block, the narrowest first.
func (t *content) widen(block []sized) []sized {
	room := maxWidth - len(gap)*(len(block)-1)
	for _, c := range block {
		room -= c.width
	}
	for ; room > 0; room-- {
		least := -1
		for i, c := range block {
			if c.width < t.width(c.formatted, columns.Width) && (least < 0 || c.width < block[least].width) {
				least = i
			}
		}
		if least < 0 {
			break
		}
		block[least].width++
	}
	return block
}

// width is the largest size of the heading and the shown cells of a column.
func (t *content) width(c formatted, size func(string) int) int {
	w := size(c.name)
	for _, cell := range c.cells[:min(t.shown, len(c.cells))] {
		w = max(w, size(cell))
	}
	return w
}

// longestWord is the smallest width that breaks no word of text.
func longestWord(text string) int {
	longest := 0
	for word := range strings.FieldsSeq(text) {
		longest = max(longest, columns.Width(word))
	}
	return longest
}

// block writes the heading and the shown rows of some columns.
func (t *content) block(b *strings.Builder, columns []sized) {
	line := make([]string, len(columns))
	for i, c := range columns {
		line[i] = c.name
	}
	writeLines(b, columns, line)
	for i, c := range columns {
		line[i] = strings.Repeat("-", c.width)
	}
	writeLines(b, columns, line)
	for r := range min(t.shown, t.kept()) {
		for i, c := range columns {
			line[i] = c.cells[r]
		}
		writeLines(b, columns, line)
	}
}

// writeLines writes one row, on several lines if a cell needs them.
func writeLines(b *strings.Builder, of []sized, cells []string) {
	parts, height := make([][]string, len(cells)), 1
	for i, c := range cells {
		parts[i] = strings.Split(wrapText(c, of[i].width), "\n")
		height = max(height, len(parts[i]))
	}
	for k := range height {
		var line strings.Builder
		for i, c := range of {
			if i > 0 {
				line.WriteString(gap)
			}
			part := ""
			if k < len(parts[i]) {
				part = parts[i][k]
			}
			space := strings.Repeat(" ", max(c.width-columns.Width(part), 0))
			if c.number {
				line.WriteString(space + part)
			} else {
				line.WriteString(part + space)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// wrapText breaks lines longer than width at spaces, and longer words at the width.
func wrapText(text string, width int) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		for {
			fits := len(columns.Cut(line, width))
			if fits == len(line) {
				break
			}
			cut := strings.LastIndexByte(line[:fits+1], ' ')
			if cut <= 0 {
				cut = fits
			}
			lines = append(lines, strings.TrimRight(line[:cut], " "))
			line = strings.TrimLeft(line[cut:], " ")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
