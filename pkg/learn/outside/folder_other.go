//go:build !unix

package outside

import (
	"errors"
	"os"
)

// own is never true: without locks it is unknown whether a folder is in use.
func own(os.FileInfo) bool { return false }

func lockFile(string) (unlock func(), err error) { return func() {}, nil }

func tryLock(string) (unlock func(), err error) { return nil, errors.ErrUnsupported }
