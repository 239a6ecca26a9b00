package table

import (
	"bytes"
	"io"
	"os"
	"sync"
)

// maxKept is the part of the standard input that is kept in memory; the rest of a longer
// one goes to a temporary file.
const maxKept = 16 << 20

// spool is what came from the standard input, read once and to its end.
type spool struct {
	once sync.Once
	from io.ReaderAt
	at   int64 // where it begins
	size int64
	err  error
}

var standardInput spool

// openStdin returns the standard input from its beginning, however often it is opened.
func openStdin() (io.ReadCloser, error) {
	s := &standardInput
	s.once.Do(func() { s.fill(os.Stdin) })
	if s.err != nil {
		return nil, unreadable(Stdin, s.err)
	}
	return io.NopCloser(io.NewSectionReader(s.from, s.at, s.size)), nil
}

// fill reads in, unless it is a file that can be read at any place.
func (s *spool) fill(in *os.File) {
	if stat, err := in.Stat(); err == nil && stat.Mode().IsRegular() {
		if at, err := in.Seek(0, io.SeekCurrent); err == nil {
			s.from, s.at, s.size = in, at, max(0, stat.Size()-at)
			return
		}
	}
	var head bytes.Buffer
	if s.size, s.err = io.CopyN(&head, in, maxKept); s.err != nil {
		if s.err == io.EOF {
			s.from, s.err = bytes.NewReader(head.Bytes()), nil
		}
		return
	}
	file, err := os.CreateTemp("", "bcv-stdin-")
	if err != nil {
		s.err = err
		return
	}
	os.Remove(file.Name()) // what is open stays readable, and nothing is left behind
	s.from = file
	s.size, s.err = io.Copy(file, io.MultiReader(&head, in))
}
