//go:build unix

package outside

import (
	"errors"
	"os"
	"syscall"
)

// own reports whether a file belongs to this user.
func own(stat os.FileInfo) bool {
	s, ok := stat.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}

// lockFile makes a file and locks it until unlock is called or the process ends. On a file system without locks it
// is not locked, and nobody can lock it.
func lockFile(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		f.Close()
		return nil, err
	}
	if _, err := os.Stat(path); err != nil { // removed before it was locked
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}

// tryLock locks an existing file, unless another process holds it.
func tryLock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}
