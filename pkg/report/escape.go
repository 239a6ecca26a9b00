package report

import (
	"html"
	"strings"
	"unicode"
)

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
