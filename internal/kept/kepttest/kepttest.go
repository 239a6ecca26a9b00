// Package kepttest runs tests of what is kept.
package kepttest

import (
	"os"
	"path/filepath"
	"testing"
)

// Main is for TestMain of a package two folders below the root. It says where the clone is as the kernel of a notebook
// does, since programs built with -trimpath do not know.
func Main(m *testing.M) {
	root, err := filepath.Abs("../..")
	program, other := os.Executable()
	if err == nil && other == nil {
		err = os.WriteFile(filepath.Join(filepath.Dir(program), "go.work"), []byte("use "+root+"\n"), 0o644)
	}
	if err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
