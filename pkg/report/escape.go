package report

import (
	"html"
	"strings"
	"unicode"
)

// plain makes one line of printable characters of a text: no control character and none
// that turns the direction of writing gets into any format.
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

// escapeCSV makes one line of a text that no spreadsheet takes for a formula.
func escapeCSV(s string) string {
	if s = plain(s); s != "" && strings.ContainsRune("=+-@", rune(s[0])) {
		return "'" + s
	}
	return s
}

func escapeHTML(s string) string { return html.EscapeString(plain(s)) }

var markdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "|", `\|`,
	"~", `\~`, "#", `\#`, "&", `\&`, "$", `\$`, "@", `\@`, "!", `\!`, "://", `\://`, "www.", `www\.`)

// escapeMarkdown escapes a text for Markdown, also at the beginning of a line and in a
// cell of a table.
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

// The brackets and the star may follow a line end, whose argument they would be.
var latex = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`, `"`, `\textquotedbl{}`,
	"`", "\\textasciigrave{}", "'", `\textquotesingle{}`, "[", "{[}", "]", "{]}", "*", "{*}", "--", "-{}-", "−", "$-$", "±", `$\pm$`, "∞", `$\infty$`, "χ", `$\chi$`, "²", `$^2$`, "…", `\ldots{}`)

// escapeLaTeX escapes a text for LaTeX, outside of formulas.
func escapeLaTeX(s string) string { return latex.Replace(plain(s)) }
