// Package columns sets text in columns by the width that a terminal gives it: characters of Chinese, Japanese and
// Korean take two cells, and marks on the character before none.
package columns

import (
	"io"
	"regexp"
	"slices"
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

// mostName is how many characters of a name stand in a table.
const mostName = 20

// Shorten returns a name for a table: one of more than 20 characters loses its middle.
func Shorten(name string) string {
	if c := []rune(name); len(c) > mostName {
		return string(c[:mostName/2]) + "…" + string(c[len(c)-mostName/2+1:])
	}
	return name
}

// Wrap divides a text into lines of at most this width, at blanks; a longer word has a line of its own. Other white space,
// which names may have, stays, for what writes the text to escape.
func Wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range glued(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' })) {
		if line != "" && Width(line)+1+Width(word) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// glued joins the two sides of a relation, such as "p < 0.001", and what stands in "P(b better)", which no line divides.
func glued(words []string) (out []string) {
	relation, inside := false, false
	for i, word := range words {
		is := slices.Contains([]string{"<", "<=", "=", ">=", ">"}, word) && i > 0
		join := is || relation || inside
		inside = (inside || strings.HasPrefix(word, "P(")) && !strings.HasSuffix(word, ")")
		if join {
			out[len(out)-1] += " " + word
		} else {
			out = append(out, word)
		}
		relation = is
	}
	return out
}

// Paragraph sets a text in lines that a terminal has room for.
func Paragraph(text string) string { return strings.Join(Wrap(text, Terminal), "\n") }

// Fact is a line of a text: what it is about, and what it says.
type Fact struct{ Label, Text string }

// Facts sets facts below one another, with their labels in front, in lines of at most this width.
func Facts(facts []Fact, width int) (lines []string) {
	const margin = 2
	wide := 0
	for _, f := range facts {
		wide = max(wide, Width(f.Label))
	}
	indent := margin + wide + Gap
	for _, f := range facts {
		label := strings.Repeat(" ", margin) + f.Label + strings.Repeat(" ", wide-Width(f.Label)+Gap)
		for _, line := range Wrap(f.Text, width-indent) {
			lines = append(lines, label+line)
			label = strings.Repeat(" ", indent)
		}
	}
	return lines
}

// Block sets a claim above facts and, where there is one, a remark below them, with blank lines between.
func Block(claim string, facts []Fact, remark string) string {
	text := Paragraph(claim) + "\n\n" + strings.Join(Facts(facts, Terminal), "\n")
	if remark != "" {
		text += "\n\n" + Paragraph(remark)
	}
	return text
}

// Terminal is how many characters a line of a text has.
const Terminal = 80

// number is what stands at the right of its column: a number with its sign, unit or bound, an interval, or several.
var number = regexp.MustCompile(`^(up to |from )?(([<>] ?)?[-+−]?([\d.,]+(e[-+]?\d+)?|Inf)%?( to |, )?)+$|^-?$`)

// Write writes rows, of which the first one has headings, with the same number of cells in columns, Gap apart. Numbers
// stand at the right of their column.
func Write(w io.Writer, rows [][]string) error {
	var widths []int
	var right []bool
	for i, row := range rows {
		for j, cell := range row {
			if j == len(widths) {
				widths, right = append(widths, 0), append(right, len(rows) > 1)
			}
			widths[j] = max(widths[j], Width(cell))
			right[j] = right[j] && (i == 0 || number.MatchString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for j, cell := range row {
			blank := strings.Repeat(" ", widths[j]-Width(cell))
			if right[j] {
				line.WriteString(blank + cell)
			} else {
				line.WriteString(cell + blank)
			}
			line.WriteString(strings.Repeat(" ", Gap))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
