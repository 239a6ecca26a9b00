package table

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
)

// Unpack returns the content of a file, decompressed if it is compressed with gzip, whatever its name.
func Unpack(name string, r io.Reader) (*bufio.Reader, *Error) {
	b := bufio.NewReaderSize(r, 1<<16)
	if magic, _ := b.Peek(2); string(magic) != "\x1f\x8b" {
		return b, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, Damaged(name, err)
	}
	return bufio.NewReaderSize(z, 1<<16), nil
}

// Damaged returns the error of a file that is cut off, or whose compression is broken.
func Damaged(name string, err error) *Error {
	return &Error{File: name, Problem: fmt.Sprintf("cannot be read to its end: %v; is the file whole?", err), Err: err}
}
