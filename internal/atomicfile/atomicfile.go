// Package atomicfile replaces files whole or not at all, one or several together.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// ErrCreate is the cause of errors of outputs that cannot be opened: the folder does not exist or is
// not writable, or the output is a directory, an input or another output.
var ErrCreate = errors.New("cannot write")

// Batch holds outputs that are opened before the work for them begins, and replace their files
// together when all are complete. After the first error of Create or Write, these and Commit do nothing but
// return it. The zero value is empty.
type Batch struct {
	inputs  []input
	outputs []*output
	err     error
}

// input is a file that is read, by its name on the command line.
type input struct{ flag, path string }

// Reads names a file that no output may replace; an empty path is ignored.
func (b *Batch) Reads(flag, path string) {
	if path != "" {
		b.inputs = append(b.inputs, input{flag, path})
	}
}

// Create opens an output, which errors call by its flag; an empty path is ignored. A regular file is
// written beside the file that it replaces, which is at the end of all symbolic links, and keeps its
// mode; the umask sets the mode of a new one. Anything else, such as a pipe or a device, is opened in
// place, and so is a file that is the standard output. Errors wrap ErrCreate.
func (b *Batch) Create(flag, path string) error {
	if b.err != nil || path == "" {
		return b.err
	}
	o, err := b.create(path)
	if err != nil {
		b.err = named(flag, fmt.Errorf("%w %s: %w", ErrCreate, path, plain(err)))
		return b.err
	}
	o.flag = flag
	b.outputs = append(b.outputs, o)
	return nil
}

// Write writes the output that was created at path; an empty path is ignored.
func (b *Batch) Write(path string, write func(io.Writer) error) error {
	if b.err != nil || path == "" {
		return b.err
	}
	for _, o := range b.outputs {
		if o.path != path || o.written {
			continue
		}
		o.written = true
		if err := write(o.file); err != nil {
			b.err = named(o.flag, fmt.Errorf("writing %s: %w", path, err))
		}
		return b.err
	}
	panic("atomicfile: " + path + " was not created")
}

// Commit closes all outputs and replaces their files. All are complete before the first file is
// replaced, and no other batch replaces files in their folders meanwhile. Files whose outputs were not
// written are left as they were.
func (b *Batch) Commit() error {
	if b.err != nil {
		return b.err
	}
	for _, o := range b.outputs {
		if err := o.close(); err != nil {
			return named(o.flag, fmt.Errorf("writing %s: %w", o.path, err))
		}
	}
	defer b.lock()()
	for _, o := range b.outputs {
		if err := o.put(); err != nil {
			return named(o.flag, fmt.Errorf("writing %s: %w", o.path, err))
		}
	}
	b.Discard()
	return nil
}

// lock keeps batches of other processes from replacing files while this one does.
func (b *Batch) lock() (unlock func()) {
	var folders []string
	for _, o := range b.outputs {
		if o.place != "" {
			folders = append(folders, realPath(filepath.Dir(o.place)))
		}
	}
	if len(folders) < 2 {
		return func() {}
	}
	slices.Sort(folders) // all batches lock in the same order
	folders = slices.Compact(folders)
	unlocks := make([]func(), len(folders))
	for i, folder := range folders {
		unlocks[i] = lockFolder(folder)
	}
	return func() {
		for _, unlock := range unlocks {
			unlock()
		}
	}
}

// realPath returns the absolute name of a folder without links: a batch that locked a folder by two
// names would wait for itself. A folder that cannot be found keeps its name.
func realPath(folder string) string {
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return folder
	}
	if absolute, err := filepath.Abs(real); err == nil {
		return absolute
	}
	return real
}

// Discard closes outputs that were not committed and removes what was written. It
// may follow Commit.
func (b *Batch) Discard() {
	for _, o := range b.outputs {
		_ = o.close()
		o.remove()
	}
	b.outputs = nil
}

// Replace writes a single file as a batch does.
func Replace(path string, write func(io.Writer) error) error {
	var b Batch
	defer b.Discard()
	if err := b.Create("", path); err != nil {
		return err
	}
	if err := b.Write(path, write); err != nil {
		return err
	}
	return b.Commit()
}

// named puts the flag before an error.
func named(flag string, err error) error {
	if flag == "" {
		return err
	}
	return fmt.Errorf("%s: %w", flag, err)
}

// plain leaves out the path of an error, which may belong to a temporary file.
func plain(err error) error {
	if e := (*os.PathError)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}
