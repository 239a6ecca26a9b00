package outside

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/block-regularized/bcv/internal/cleanup"
)

const (
	folderPrefix = "bcv-outside-"
	lockName     = ".lock" // in a folder; locked while its process lives
	// young is the age up to which a folder may lack its lock file, which is made after the folder.
	young = time.Hour
)

var clean sync.Once

// newFolder makes a temporary directory, which a signal that ends this process removes too. The first call of a
// process removes the directories of processes that were killed.
func newFolder() (dir string, remove func() error, err error) {
	clean.Do(func() { removeStale(os.TempDir()) })
	var unlock func()
	release, err := cleanup.Hold(func() (func(), error) {
		dir, unlock, err = lockedFolder()
		return func() { removeAll(dir) }, err
	})
	return dir, func() error {
		defer release()
		defer unlock()
		return removeAll(dir)
	}, err
}

// lockedFolder makes a directory with a locked file in it.
func lockedFolder() (dir string, unlock func(), err error) {
	for range 10 {
		if dir, err = os.MkdirTemp("", folderPrefix); err != nil {
			return "", nil, err
		}
		unlock, err = lockFile(filepath.Join(dir, lockName))
		if err == nil {
			return dir, unlock, nil
		}
		_ = removeAll(dir) // another process considered it stale
	}
	return "", nil, err
}

// removeStale removes the folders in a directory whose processes are gone: nobody holds their lock file. Folders of
// other users stay, and so do folders whose state is unknown.
func removeStale(parent string) {
	found, _ := filepath.Glob(filepath.Join(parent, folderPrefix+"*"))
	for _, dir := range found {
		stat, err := os.Lstat(dir)
		if err != nil || !stat.IsDir() || !own(stat) {
			continue
		}
		unlock, err := tryLock(filepath.Join(dir, lockName))
		switch {
		case err == nil:
			_ = removeAll(dir)
			unlock()
		case errors.Is(err, fs.ErrNotExist) && time.Since(stat.ModTime()) > young:
			_ = removeAll(dir) // of a process that was killed before it made the file
		}
	}
}

// removeAll removes a directory to which a process that was just killed may still write.
func removeAll(dir string) (err error) {
	for range 10 {
		if err = os.RemoveAll(dir); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}
