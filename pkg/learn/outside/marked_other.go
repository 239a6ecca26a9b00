//go:build !linux

package outside

// killMarked does nothing: no process can see the environment of others here.
func killMarked(string) {}
