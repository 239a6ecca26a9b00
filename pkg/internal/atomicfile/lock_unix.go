//go:build unix

package atomicfile

import (
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
