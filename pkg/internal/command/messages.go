package command

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// longest is the number of runes that a message may have: it may quote a cell of any
// length.
const longest = 1000

// OneLine keeps a text on one line of the terminal: of a readable length, and with
// escapes for what would control the terminal.
func OneLine(s string) string {
	s = visible(strings.Join(strings.Fields(s), " "))
	if r := []rune(s); len(r) > longest {
		const end = longest / 4 // the advice stands at the end
		s = string(r[:longest-end]) + " ... " + string(r[len(r)-end:])
	}
	return s
}

// visible returns s with escapes for characters that do not print; spaces, tabs and
// ends of lines stay.
func visible(s string) string {
	plain := func(r rune) bool { return unicode.IsPrint(r) || r == '\n' || r == '\t' }
	if utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !plain(r) }) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if plain(r) && (r != utf8.RuneError || n > 1) {
			b.WriteString(s[:n])
		} else {
			quoted := strconv.Quote(s[:n])
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		s = s[n:]
	}
	return b.String()
}

// VisibleWriter returns what writes text for people to w: names from files cannot control
// the terminal.
func VisibleWriter(w io.Writer) io.Writer { return visibleWriter{w} }

type visibleWriter struct{ w io.Writer }

// Write writes what is visible of p.
func (v visibleWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(v.w, visible(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Text returns the standard output for reports, with escapes for what would control the
// terminal, and lines of its width; data goes to Stdout as it is.
func (env *Environment) Text() io.Writer { return VisibleWriter(inLines(env.Stdout)) }

// JSON returns the standard output for JSON.
func (env *Environment) JSON() io.Writer { return JSONWriter(env.Stdout) }

// Encode writes a value as JSON, with two blanks for each level.
func (env *Environment) Encode(v any) error {
	enc := json.NewEncoder(env.JSON())
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// JSONWriter returns what writes JSON to w, piece by piece of whole characters, with escapes
// for those that do not print: encoding/json leaves DEL and the controls from U+0080 to
// U+009F as they are.
func JSONWriter(w io.Writer) io.Writer { return jsonWriter{w} }

type jsonWriter struct{ w io.Writer }

// Write writes p, where what does not print stands within strings alone.
func (j jsonWriter) Write(p []byte) (int, error) {
	var b []byte
	for rest := p; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		rest = rest[n:]
		switch {
		case unicode.IsPrint(r) || r == '\n':
			b = utf8.AppendRune(b, r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			b = fmt.Appendf(b, `\u%04x\u%04x`, high, low)
		default:
			b = fmt.Appendf(b, `\u%04x`, r)
		}
		if len(rest) == 0 || len(b) > 1<<16 {
			if _, err := j.w.Write(b); err != nil {
				return 0, err
			}
			b = b[:0]
		}
	}
	return len(p), nil
}

// Note prints a note of a command.
func (env *Environment) Note(command, text string) {
	fmt.Fprintf(inLines(env.Stderr), "bcv %s: note: %s\n", command, OneLine(text))
}
