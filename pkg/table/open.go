package table

import (
	"errors"
	"io/fs"
	"os"
)

// Open opens the file at path for reading. Its errors are of type *Error: there
// is no such file, it is a directory, or it cannot be read, say for want of
// permission. errors.Is finds the cause, such as fs.ErrNotExist.
func Open(path string) (*os.File, error) {
	stat, err := os.Stat(path) // before opening, which waits if path is a pipe nobody writes to
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &Error{File: path, Problem: "no such file; check the name", Err: err}
	case err != nil:
		return nil, unreadable(path, err)
	case stat.IsDir():
		return nil, &Error{File: path, Problem: "is a directory; name a file"}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return f, nil
}
