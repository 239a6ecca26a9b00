package table

import (
	"io"
	"io/fs"
	"os"
	"sync"
)

// maxKept is how many bytes of a pipe are kept in memory; the rest goes to a temporary file.
const maxKept = 16 << 20

// spool keeps what was read from a file that can be read only once, such as a pipe, so that it can
// be read again. It reads no further than it is asked to.
type spool struct {
	info fs.FileInfo

	mu   sync.Mutex
	src  *os.File // it stays open, so that no other file can have its identity
	err  error    // the error that ended src
	head []byte   // the first maxKept bytes
	rest *os.File // the bytes after those; nil if there are none
	size int64    // bytes kept
}

// ReadAt reads what is kept, or else more of the source; it may read less than p holds.
func (s *spool) ReadAt(p []byte, at int64) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case at < int64(len(s.head)):
		return copy(p, s.head[at:]), nil
	case at < s.size:
		return s.rest.ReadAt(p[:min(int64(len(p)), s.size-at)], at-maxKept)
	case s.err != nil:
		return 0, s.err
	}
	var n int
	n, s.err = s.src.Read(p)
	if err := s.keep(p[:n]); err != nil {
		n, s.err = 0, err
	}
	return n, nil
}

// keep appends what was read last.
func (s *spool) keep(p []byte) (err error) {
	n := min(len(p), maxKept-len(s.head))
	s.head = append(s.head, p[:n]...)
	s.size += int64(n)
	if n == len(p) {
		return nil
	}
	if s.rest == nil {
		if s.rest, err = os.CreateTemp("", "bcv-pipe-"); err != nil {
			return err
		}
		os.Remove(s.rest.Name()) // the open file stays readable, and nothing is left behind
	}
	if _, err = s.rest.Write(p[n:]); err == nil {
		s.size += int64(len(p) - n)
	}
	return err
}

// spooled reads a spool from its beginning.
type spooled struct {
	*spool
	at int64
}

func (r *spooled) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for {
		n, err := r.ReadAt(p, r.at)
		r.at += int64(n)
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// spools are the pipes that were opened, and the standard input.
var spools struct {
	sync.Mutex
	all []*spool
}

// openSpool returns a file that is not regular from its beginning, however often it is
// opened. open opens it for the first time, and may wait until somebody writes to it.
func openSpool(info fs.FileInfo, open func() (*os.File, error)) (io.ReadCloser, error) {
	s := spoolOf(info)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.src == nil {
		var err error
		if s.src, err = open(); err != nil {
			return nil, err
		}
	}
	return io.NopCloser(&spooled{spool: s}), nil
}

func spoolOf(info fs.FileInfo) *spool {
	spools.Lock()
	defer spools.Unlock()
	for _, s := range spools.all {
		if s.info == info || os.SameFile(s.info, info) { // Windows does not say it of the standard input
			return s
		}
	}
	s := &spool{info: info}
	spools.all = append(spools.all, s)
	return s
}

// stdinInfo is always the same value.
var stdinInfo = sync.OnceValues(func() (fs.FileInfo, error) { return os.Stdin.Stat() })

// openStdin returns the standard input from where it stands at the first call.
func openStdin() (io.ReadCloser, error) {
	info, err := os.Stdin.Stat()
	if err != nil {
		return nil, unreadable(Stdin, err)
	}
	if info.Mode().IsRegular() {
		if at, err := os.Stdin.Seek(0, io.SeekCurrent); err == nil {
			return io.NopCloser(io.NewSectionReader(os.Stdin, at, max(0, info.Size()-at))), nil
		}
	}
	if info, err = stdinInfo(); err != nil {
		return nil, unreadable(Stdin, err)
	}
	return openSpool(info, func() (*os.File, error) { return os.Stdin, nil })
}
