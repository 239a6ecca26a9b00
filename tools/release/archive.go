package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"io/fs"
	"slices"
	"time"
)

// file is one of an archive.
type file struct {
	name    string // with slashes, below the root of the archive
	text    []byte
	program bool // that is run
}

func (f file) mode() fs.FileMode {
	if f.program {
		return 0o755
	}
	return 0o644
}

// ordered returns the files by name, in whatever order they came.
func ordered(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return cmp.Compare(a.name, b.name) })
}

// tarball packs files below root. The same files and time give the same bytes: nothing of
// the machine or its user is in them.
func tarball(root string, when time.Time, files []file) ([]byte, error) {
	var out bytes.Buffer
	packer, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(packer)
	for _, f := range ordered(files) {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: root + "/" + f.name, Size: int64(len(f.text)), Mode: int64(f.mode()),
			ModTime: when, Format: tar.FormatPAX}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.text); err != nil {
			return nil, err
		}
	}
	err = errors.Join(w.Close(), packer.Close())
	return out.Bytes(), err
}

// zipped is tarball for systems that have no tar.
func zipped(root string, when time.Time, files []file) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range ordered(files) {
		h := &zip.FileHeader{Name: root + "/" + f.name, Method: zip.Deflate, Modified: when}
		h.SetMode(f.mode())
		part, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := part.Write(f.text); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}
