package evallog

import (
	"bufio"
	"io"
)

// finite returns JSON in which null stands for NaN, Infinity and -Infinity, which Python writes and JSON does not have.
func finite(r io.Reader) io.Reader { return &finiteReader{in: bufio.NewReaderSize(r, 1<<16)} }

type finiteReader struct {
	in      *bufio.Reader
	text    bool   // within a text
	escaped bool   // after a backslash in it
	rest    string // of null
}

// constants are the numbers that are none, by their first character.
var constants = map[byte]string{'N': "NaN", 'I': "Infinity", '-': "-Infinity"}

// Read reads into p.
func (f *finiteReader) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if f.rest != "" {
			k := copy(p[n:], f.rest)
			n, f.rest = n+k, f.rest[k:]
			continue
		}
		if n > 0 && f.in.Buffered() == 0 {
			break // what is there is passed on before more is waited for
		}
		c, err := f.in.ReadByte()
		if err != nil {
			return n, err
		}
		switch {
		case f.text:
			f.text = c != '"' || f.escaped
			f.escaped = c == '\\' && !f.escaped
		case c == '"':
			f.text = true
		case constants[c] != "":
			name := constants[c][1:]
			if next, _ := f.in.Peek(len(name)); string(next) == name {
				_, _ = f.in.Discard(len(name)) // which is there
				f.rest = "null"
				continue
			}
		}
		p[n] = c
		n++
	}
	return n, nil
}
