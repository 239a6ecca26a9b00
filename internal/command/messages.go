package command

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
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

// Programs that build and test read commands in what is printed: GitHub's runner takes a line that begins with ::, and
// it and others take ##[, ##vso[ and the like anywhere in a line. Names from files are none.
var (
	atLineStart = regexp.MustCompile(`(?m)^([ \t]*)::`)
	inALine     = regexp.MustCompile(`##([A-Za-z]*\[)`)
)

// visible returns s with escapes for characters that do not print, and for what would be a command anywhere in a line;
// spaces, tabs and ends of lines stay.
func visible(s string) string { return inALine.ReplaceAllString(printable(s), `#\#$1`) }

func printable(s string) string {
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
// the terminal, or give commands to what runs the program.
func VisibleWriter(w io.Writer) io.Writer { return &visibleWriter{w: w} }

type visibleWriter struct {
	w      io.Writer
	inLine bool // something stands on the line
}

// Write writes what is visible of p, which is not a part of a word.
func (v *visibleWriter) Write(p []byte) (int, error) {
	s, begin := visible(string(p)), 0
	if v.inLine {
		if begin = strings.IndexByte(s, '\n'); begin < 0 {
			begin = len(s)
		}
	}
	s = s[:begin] + atLineStart.ReplaceAllString(s[begin:], `$1\::`)
	if last := strings.LastIndexByte(s, '\n'); last >= 0 || !v.inLine {
		v.inLine = strings.Trim(s[last+1:], " \t") != ""
	}
	if _, err := io.WriteString(v.w, s); err != nil {
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
		case r == '#' && len(rest) > 0 && rest[0] == '#': // may be a command, see visible
			b = append(b, `\u0023`...)
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
	fmt.Fprintf(inLines(env.Stderr), "bcv %s: note: %s\n", command, OneLine(Flags(text)))
}
