//go:build unix

package sim

import (
	"errors"
	"os"
	"syscall"

	"github.com/block-regularized/bcv/pkg/internal/cleanup"
)

// lock takes the lock file at path until unlock is called or the process ends,
// however it ends; then the file stays, and means nothing. Where a file system
// has no locks it does nothing.
func lock(path string) (unlock func(), err error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if errors.Is(err, syscall.EWOULDBLOCK) {
			f.Close()
			return nil, errLocked
		}
		mine, err1 := f.Stat()
		there, err2 := os.Stat(path)
		if err1 == nil && err2 == nil && os.SameFile(mine, there) {
			release, err := cleanup.Hold(func() (func(), error) { return func() { os.Remove(path) }, nil })
			return func() {
				os.Remove(path)
				f.Close()
				release()
			}, err
		}
		f.Close() // another process removed the file before it was locked here
	}
}
