// Package atomicfile replaces files whole or not at all.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// ErrCreate says that no file can be made beside the one to replace: the
// folder does not exist or is not writable.
var ErrCreate = errors.New("cannot write")

// Replace writes a new file beside path and renames it, so that an old file is
// lost only when the new one is complete. The file is readable by all.
func Replace(path string, write func(io.Writer) error) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".bcv-*")
	if err != nil {
		return fmt.Errorf("%w %s: %w", ErrCreate, path, err)
	}
	defer os.Remove(tmp.Name())
	if err := write(tmp); err != nil {
		tmp.Close()
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := tmp.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := os.Chmod(tmp.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
