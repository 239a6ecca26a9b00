package table

import (
	"fmt"
	"runtime"
	"strings"
)

// mark says what a byte of a command line is.
type mark byte

const (
	bare   mark = iota
	quoted      // within quotation marks, or behind a backslash
	syntax      // a quotation mark or a backslash that is none of the text
)

// backslash reports whether a backslash takes its meaning from the character behind it. On Windows it separates
// folders.
var backslash = runtime.GOOS != "windows"

// marks classifies the bytes of a command line as a POSIX shell does: everything between ' is text, and everything
// between " but a backslash before ", \, $ or `; elsewhere a backslash before a character makes it text.
func marks(line string) ([]mark, error) {
	out, quote := make([]mark, len(line)), byte(0)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote == 0 && (c == '\'' || c == '"'):
			out[i], quote = syntax, c
		case quote != 0 && c == quote:
			out[i], quote = syntax, 0
		case backslash && c == '\\' && quote != '\'' && i+1 < len(line) &&
			(quote == 0 || strings.IndexByte("\"\\$`", line[i+1]) >= 0):
			out[i], out[i+1] = syntax, quoted
			i++
		case quote != 0:
			out[i] = quoted
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("%.80q has a quotation mark %c that is not closed; close it, or write it between the "+
			"other ones, as \"it's\"", line, quote)
	}
	return out, nil
}

// Words divides a command line into words at blanks, as a POSIX shell does with quotation marks and, but on Windows,
// backslashes: '/my files/learn.py' is one word. Nothing else is special, such as $ and *.
func Words(line string) ([]string, error) {
	kinds, err := marks(line)
	if err != nil {
		return nil, err
	}
	var out []string
	var word []byte
	within := false
	for i := 0; i <= len(line); i++ {
		switch {
		case i == len(line) || kinds[i] == bare && strings.IndexByte(" \t\r\n\v\f", line[i]) >= 0:
			if within {
				out = append(out, string(word))
			}
			word, within = word[:0], false
		default:
			if within = true; kinds[i] != syntax {
				word = append(word, line[i])
			}
		}
	}
	return out, nil
}

// Bare returns which bytes of a command line a shell would look at: those outside of quotation marks and not behind a
// backslash. All are where a quotation mark is not closed.
func Bare(line string) []bool {
	kinds, err := marks(line)
	out := make([]bool, len(line))
	for i := range out {
		out[i] = err != nil || kinds[i] == bare
	}
	return out
}
