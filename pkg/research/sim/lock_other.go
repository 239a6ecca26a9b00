//go:build !unix

package sim

// lock does nothing: this system has no locks that end with the process.
func lock(string) (unlock func(), err error) { return func() {}, nil }
