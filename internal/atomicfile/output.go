package atomicfile

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/block-regularized/bcv/internal/cleanup"
	"github.com/block-regularized/bcv/internal/table"
)

// output is an open file of a batch.
type output struct {
	flag, path string // as given
	file       *os.File
	written    bool
	closed     bool

	place   string      // the file to replace; empty if the output is written in place
	info    fs.FileInfo // of the file at path; nil for a new one
	release func()      // ends the hold on the file beside place; nil once it is gone
	unlock  func()      // ends the lock of that file, which shows that this process writes it
}

// create opens an output beside the file that it replaces, or in place.
func (b *Batch) create(path string) (*output, error) {
	if path == "-" {
		return nil, errors.New("it is not the name of a file; /dev/stdout is the standard output")
	}
	o := &output{path: path}
	var err error
	if o.info, err = os.Stat(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if o.info == nil {
		if o.place, err = end(path); err != nil {
			return nil, err
		}
		if err := b.distinct(o); err != nil {
			return nil, err
		}
		return o, o.beside()
	}
	if o.info.IsDir() {
		return nil, errors.New("it is a directory; name a file")
	}
	if out, err := os.Stdout.Stat(); err == nil && os.SameFile(o.info, out) {
		o.file = os.Stdout
		return o, nil
	}
	if !o.info.Mode().IsRegular() {
		o.file, err = os.OpenFile(path, os.O_WRONLY, 0)
		return o, err
	}
	if o.place, err = filepath.EvalSymlinks(path); err != nil {
		return nil, err
	}
	if err := b.distinct(o); err != nil {
		return nil, err
	}
	// A file that its owner made read-only is not replaced, though a rename could.
	writable, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	return o, errors.Join(writable.Close(), o.beside())
}

// maxLinks is how many symbolic links are followed.
const maxLinks = 40

// end returns the path of a new file: path, or the end of its symbolic links.
func end(path string) (string, error) {
	for range maxLinks {
		to, err := os.Readlink(path)
		if err != nil {
			dir, err := filepath.EvalSymlinks(filepath.Dir(path))
			if errors.Is(err, fs.ErrNotExist) {
				return "", fmt.Errorf("there is no directory %s; make it first", filepath.Dir(path))
			}
			return filepath.Join(dir, filepath.Base(path)), err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", errors.New("too many symbolic links")
}

// distinct returns an error if the output is an input or another output as well.
func (b *Batch) distinct(o *output) error {
	if o.info != nil {
		for _, in := range b.inputs {
			if info, err := in.stat(); err == nil && os.SameFile(info, o.info) {
				return fmt.Errorf("it is the input %stoo; name another file", spaced(in.flag))
			}
		}
	}
	mine, _ := filepath.Abs(o.place)
	for _, in := range b.inputs { // an input that will be written, such as a checkpoint
		if theirs, err := filepath.Abs(in.path); err == nil && in.path != "-" && o.place != "" && mine == theirs {
			return fmt.Errorf("it is the input %stoo; name another file", spaced(in.flag))
		}
	}
	for _, other := range b.outputs {
		theirs, _ := filepath.Abs(other.place)
		same := other.place != "" && mine == theirs
		if same || o.info != nil && other.info != nil && os.SameFile(o.info, other.info) {
			return fmt.Errorf("it is the output %stoo; name two files", spaced(other.flag))
		}
	}
	return nil
}

// stat describes an input; "-" is the standard input.
func (in input) stat() (fs.FileInfo, error) {
	if in.path == "-" {
		return os.Stdin.Stat()
	}
	return os.Stat(in.path)
}

func spaced(flag string) string {
	if flag == "" {
		return ""
	}
	return flag + " "
}

// beside opens a file in the folder of the file to replace.
func (o *output) beside() (err error) {
	o.release, err = cleanup.Hold(func() (func(), error) {
		begin := filepath.Join(filepath.Dir(o.place), ".bcv-"+host())
		sweep(begin)
		for {
			var err error
			// The umask sets the mode, which os.CreateTemp does not allow.
			name := fmt.Sprintf("%s%016x", begin, rand.Uint64())
			if o.file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666); err != nil {
				return nil, err
			}
			unlock, taken := lockFile(name)
			if _, err := os.Stat(name); !taken && err == nil {
				o.unlock = unlock
				return func() { os.Remove(name) }, nil
			}
			o.file.Close() // another process took it for one that is left
		}
	})
	return err
}

// host is text for the names of files of this machine: file systems that several share may not share locks.
func host() string {
	h := fnv.New32a()
	name, _ := os.Hostname()
	_, _ = io.WriteString(h, name) // a hash takes all
	return fmt.Sprintf("%08x-", h.Sum32())
}

// sweep removes the files that processes of this machine left when they were killed: nobody has their locks.
func sweep(begin string) {
	left, _ := filepath.Glob(table.EscapeGlob(begin) + "*")
	for _, name := range left {
		if unlock, taken := lockFile(name); unlock != nil && !taken {
			os.Remove(name)
			unlock()
		}
	}
}

// close ends writing, once. The standard output stays open.
func (o *output) close() error {
	if o.closed || o.file == os.Stdout {
		return nil
	}
	o.closed = true
	return o.file.Close()
}

// put renames an output that was written to its place.
func (o *output) put() error {
	if o.release == nil || !o.written {
		return nil
	}
	if o.info != nil {
		if err := os.Chmod(o.file.Name(), o.info.Mode().Perm()); err != nil {
			return err
		}
	}
	return cleanup.Whole(func() error { return os.Rename(o.file.Name(), o.place) })
}

// remove removes the file beside the place; after put there is none.
func (o *output) remove() {
	if o.release != nil {
		os.Remove(o.file.Name())
		o.release()
		o.release = nil
		if o.unlock != nil {
			o.unlock()
		}
	}
}
