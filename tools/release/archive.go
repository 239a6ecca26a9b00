package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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

// legal are the names of files and directories that must go where a module goes.
var legal = regexp.MustCompile(`(?i)^(.*licen[cs]es?|copying|notice|patents|authors)([-.].*)?$`)

// licences returns the licence files of Go and of all modules that are linked into the
// programs by the environment, below licences/. A module without one is an error.
func licences(ctx context.Context, source string, env []string) ([]file, error) {
	goroot, err := output(ctx, source, env, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	args := []string{"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}"}
	list, err := output(ctx, source, env, "go", append(args, programs...)...)
	if err != nil {
		return nil, err
	}
	out, err := legalFiles("go", strings.TrimSpace(goroot))
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{"": true}
	for line := range strings.Lines(list) {
		module, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		if seen[module] {
			continue
		}
		seen[module] = true
		files, err := legalFiles(module, dir)
		if err != nil {
			return nil, err
		}
		out = append(out, files...)
	}
	return out, nil
}

// legalFiles returns the legal files of one module: files with such names at its top, and all files of
// directories with such names there.
func legalFiles(module, dir string) ([]file, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []file
	found := false
	for _, e := range entries {
		if !legal.MatchString(e.Name()) {
			continue
		}
		found = found || strings.Contains(strings.ToLower(e.Name()), "licen") || strings.EqualFold(e.Name(), "copying")
		err := filepath.WalkDir(filepath.Join(dir, e.Name()), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			inner, err := filepath.Rel(dir, path)
			out = append(out, file{name: "licences/" + module + "/" + filepath.ToSlash(inner), text: text})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if !found {
		return nil, fmt.Errorf("%s has no licence file in %s", module, dir)
	}
	return out, nil
}
