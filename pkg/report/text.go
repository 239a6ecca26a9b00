package report

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/block-regularized/bcv/pkg/verdict"
)

// Markdown writes the sentences, the tables, why each procedure was chosen and what the numbers
// are about.
func (r Report) Markdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, line := range strings.Split(r.Result.Sentence(), "\n") {
		fmt.Fprintf(out, "%s\n\n", escapeMarkdown(line))
	}
	for _, g := range r.grids() {
		fmt.Fprintf(out, "%s.\n\n", escapeMarkdown(g.caption))
		writeMarkdown(out, g)
	}
	for _, p := range r.procedures() {
		for _, line := range p.lines {
			fmt.Fprintf(out, "%s\n\n", escapeMarkdown(line))
		}
	}
	for _, line := range r.Result.Trust() {
		fmt.Fprintf(out, "%s\n\n", escapeMarkdown(line))
	}
	writeNotes(out, r.Result.Remarks())
	return out.Flush()
}

// WriteGate writes what a gate decides in Markdown, short enough for a pull request.
func WriteGate(w io.Writer, g verdict.Gate) error {
	out := bufio.NewWriter(w)
	first := g.Of[0]
	fmt.Fprintf(out, "### %s against %s: %s\n\n", escapeMarkdown(first.ModelB), escapeMarkdown(first.ModelA), g.Outcome)
	for _, line := range strings.Split(g.Sentence(), "\n") {
		fmt.Fprintf(out, "%s\n\n", escapeMarkdown(line))
	}
	table := Report{Result: g.Shown()}.verdicts()
	if p := slices.Index(table.header, "p"); p >= 0 && g.Margin > 0 {
		table.header[p] = "p of no difference"
	}
	writeMarkdown(out, table)
	fmt.Fprintf(out, "%s\n\n", escapeMarkdown(first.AboutError()))
	writeNotes(out, g.Report.Remarks())
	return out.Flush()
}

func writeNotes(w io.Writer, notes []string) {
	for _, n := range notes {
		fmt.Fprintf(w, "Note: %s.\n\n", escapeMarkdown(strings.TrimSuffix(n, ".")))
	}
}

func writeMarkdown(w io.Writer, g grid) {
	row := func(cells []string) {
		for _, c := range cells {
			fmt.Fprintf(w, "| %s ", c)
		}
		fmt.Fprintln(w, "|")
	}
	cells := func(texts []string) []string {
		out := make([]string, len(texts))
		for i, t := range texts {
			out[i] = escapeMarkdown(t)
		}
		return out
	}
	row(cells(g.header))
	rule := make([]string, len(g.header))
	for i := range rule {
		rule[i] = map[bool]string{true: "---:", false: "---"}[g.numbers[i]]
	}
	row(rule)
	for _, r := range g.rows {
		row(cells(r))
	}
	fmt.Fprintln(w)
}

// latexHead is the first line of a file in LaTeX.
const latexHead = `% \usepackage[T1]{fontenc}, \usepackage{booktabs}`

// LaTeX writes the tables for the package booktabs, with the sentences and notes as comments. The
// text is in UTF-8; some of its characters need textcomp, which is part of LaTeX since 2020.
func (r Report) LaTeX(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, latexHead)
	for _, line := range strings.Split(r.Result.Sentence(), "\n") {
		fmt.Fprintf(out, "%% %s\n", plain(line))
	}
	for _, line := range r.Result.Trust() {
		fmt.Fprintf(out, "%% %s\n", plain(line))
	}
	for _, n := range r.Result.Remarks() {
		fmt.Fprintf(out, "%% Note: %s.\n", plain(strings.TrimSuffix(n, ".")))
	}
	writeLaTeX(out, r.verdicts().narrow())
	for _, g := range r.ledgerGrids() {
		writeLaTeX(out, g)
	}
	return out.Flush()
}

// beside are the columns of verdicts that a column of a paper has no room for; the CSV has them.
var beside = regexp.MustCompile(`credible interval$|^P\(`)

// kinds are left out of the names of columns.
var kinds = strings.NewReplacer("simultaneous ", "", "confidence ", "", "credible ", "", " (adjusted)", "")

// narrow returns the grid for a column of a paper: without what stands beside the decision, texts that are the same in
// all rows in the caption, and the p-value alone that decides.
func (g grid) narrow() grid {
	out := grid{caption: g.caption, rows: make([][]string, len(g.rows))}
	adjusted := slices.Contains(g.header, "p (adjusted)")
	for k, name := range g.header {
		alike := !g.numbers[k] && name != "A" && name != "B" && name != "better" &&
			!slices.ContainsFunc(g.rows, func(row []string) bool { return row[k] != g.rows[0][k] })
		switch {
		case beside.MatchString(name) || adjusted && name == "p":
			continue
		case alike:
			out.caption += "; " + name + ": " + g.rows[0][k]
			continue
		}
		if strings.Contains(name, "simultaneous ") {
			out.caption += "; intervals are simultaneous"
		}
		name = kinds.Replace(name)
		out.header, out.numbers = append(out.header, name), append(out.numbers, g.numbers[k])
		for i, row := range g.rows {
			text := row[k]
			if a := slices.Index(g.header, "A"); name == "better" && a >= 0 {
				text = map[string]string{row[a]: "A", row[a+1]: "B"}[text]
			}
			out.rows[i] = append(out.rows[i], text)
		}
	}
	return out
}

// longName is how many characters of a text stand on one line in LaTeX.
const longName = 12

// writeLaTeX writes a table that fits the width of a page, also of a paper with two columns: small, and long names on
// several lines.
func writeLaTeX(w io.Writer, g grid) {
	columns := ""
	for k, n := range g.numbers {
		long := slices.ContainsFunc(g.rows, func(row []string) bool { return utf8.RuneCountInString(row[k]) > longName })
		columns += map[bool]string{true: "r", false: map[bool]string{true: "p{0.16\\columnwidth}", false: "l"}[long]}[n]
	}
	fmt.Fprintf(w, "\n\\begin{table*}\n\\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}\n\\caption{%s.}\n"+
		"\\begin{tabular}{@{}%s@{}}\n\\toprule\n", escapeLaTeX(g.caption), columns)
	row := func(texts []string) {
		out := make([]string, len(texts))
		for i, t := range texts {
			out[i] = escapeLaTeX(t)
		}
		fmt.Fprintf(w, "%s \\\\\n", strings.Join(out, " & "))
	}
	row(g.header)
	fmt.Fprintln(w, "\\midrule")
	for _, r := range g.rows {
		row(r)
	}
	fmt.Fprint(w, "\\bottomrule\n\\end{tabular}\n\\end{table*}\n")
}

// plain returns text as one line of printable characters, without control characters and characters
// that change the direction of writing.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return unicode.ReplacementChar
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}

// escapeCSV returns a line that no spreadsheet takes for a formula.
func escapeCSV(s string) string {
	if s = plain(s); s != "" && strings.ContainsRune("=+-@", rune(s[0])) {
		return "'" + s
	}
	return s
}

func escapeHTML(s string) string { return html.EscapeString(plain(s)) }

var markdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`,
	">", `\>`, "|", `\|`, "~", `\~`, "#", `\#`, "&", `\&`, "$", `\$`, "@", `\@`, "!", `\!`, "://", `\://`, "www.", `www\.`)

// escapeMarkdown escapes a text for Markdown, also at the beginning of a line and in a table.
func escapeMarkdown(s string) string {
	s = markdown.Replace(plain(s))
	digits := strings.TrimLeft(s, "0123456789") + " "
	switch {
	case strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") || strings.HasPrefix(s, "="):
		return `\` + s // a list or a heading
	case len(digits) <= len(s) && (strings.HasPrefix(digits, ". ") || strings.HasPrefix(digits, ") ")):
		at := len(s) + 1 - len(digits)
		return s[:at] + `\` + s[at:] // a numbered list
	}
	return s
}

// latex escapes brackets and the star too: after a line end they would be its argument.
var latex = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`,
	"%", `\%`, "_", `\_`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `\textless{}`, ">", `\textgreater{}`,
	"|", `\textbar{}`, `"`, `\textquotedbl{}`, "`", "\\textasciigrave{}", "'", `\textquotesingle{}`,
	"[", "{[}", "]", "{]}", "*", "{*}", "--", "-{}-", "−", "$-$", "±", `$\pm$`, "∞", `$\infty$`, "χ", `$\chi$`,
	"²", `$^2$`, "…", `\ldots{}`)

// escapeLaTeX escapes a text for LaTeX, outside of formulas.
func escapeLaTeX(s string) string { return latex.Replace(plain(s)) }
