//go:build unix

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// lockFolder waits until no other batch replaces files in a folder. Without locks in the file system,
// or if the folder cannot be read, it does nothing.
func lockFolder(path string) (unlock func()) {
	f, err := os.Open(path)
	if err != nil {
		return func() {}
	}
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != syscall.EINTR {
			return func() { f.Close() }
		}
	}
}

// lockFile locks a file until unlock or the end of the process. Another process may have taken the lock; without
// locks in the file system unlock is nil.
func lockFile(path string) (unlock func(), taken bool) {
	f, err := os.Open(path)
	if err != nil {
		return nil, false
	}
	if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, errors.Is(err, syscall.EWOULDBLOCK)
	}
	return func() { f.Close() }, false
}
