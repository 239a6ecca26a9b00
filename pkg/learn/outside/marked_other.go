//go:build !linux

package outside

// killMarked does nothing: the environment of other processes cannot be read here.
func killMarked(string) {}
