//go:build !unix

package atomicfile

// lockFolder does nothing: this system has no locks that end with the process.
func lockFolder(string) (unlock func()) { return func() {} }

// lockFile does nothing.
func lockFile(string) (unlock func(), taken bool) { return nil, false }
