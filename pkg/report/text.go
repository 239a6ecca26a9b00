package report

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
	"unicode"

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
	for _, line := range strings.Split(g.Text(), "\n") {
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

// LaTeX writes the tables for the package booktabs, with the sentences and notes as comments. The
// text is in UTF-8; some of its characters need textcomp, which is part of LaTeX since 2020.
func (r Report) LaTeX(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, `% \usepackage[T1]{fontenc}, \usepackage{booktabs}`)
	for _, line := range strings.Split(r.Result.Sentence(), "\n") {
		fmt.Fprintf(out, "%% %s\n", plain(line))
	}
	for _, line := range r.Result.Trust() {
		fmt.Fprintf(out, "%% %s\n", plain(line))
	}
	for _, n := range r.Result.Remarks() {
		fmt.Fprintf(out, "%% Note: %s.\n", plain(strings.TrimSuffix(n, ".")))
	}
	for _, g := range r.grids() {
		writeLaTeX(out, g)
	}
	return out.Flush()
}

func writeLaTeX(w io.Writer, g grid) {
	columns := ""
	for _, n := range g.numbers {
		columns += map[bool]string{true: "r", false: "l"}[n]
	}
	fmt.Fprintf(w, "\n\\begin{table}\n\\centering\n\\caption{%s.}\n\\begin{tabular}{%s}\n\\toprule\n",
		escapeLaTeX(g.caption), columns)
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
	fmt.Fprint(w, "\\bottomrule\n\\end{tabular}\n\\end{table}\n")
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
