// Package research holds the commands that bcv hands over to a second program, which is
// larger and which few need: bcv-research.
package research

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/block-regularized/bcv/internal/command"
)

// program is the name of the second program, built from a folder of a clone of source.
const (
	program = "bcv-research"
	folder  = "./research/cmd/bcv-research"
	source  = "https://github.com/block-regularized/bcv"
)

// Command returns the command of bcv-research of that name. It takes any arguments, which
// bcv-research reads.
func Command(name, summary string) command.Command {
	run := func(_ context.Context, _ *command.Environment, _ *flag.FlagSet, args []string) error {
		return Start(name, args)
	}
	return command.Command{Name: name, Summary: summary, Run: run}
}

// Start starts a command of bcv-research with arguments. It returns only if that fails.
func Start(name string, args []string) error {
	path, err := find()
	if err != nil {
		return err
	}
	return start(path, append([]string{name}, args...))
}

// find returns the path of the program: beside bcv itself, or else in PATH.
func find() (string, error) {
	if runtime.GOARCH == "wasm" {
		return "", fmt.Errorf("this is done by %s, and WebAssembly starts no programs; use the programs for this system",
			program)
	}
	name := program
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self) // bcv may be a link to where both are
	}
	if err == nil {
		path := filepath.Join(filepath.Dir(self), name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	path, err := exec.LookPath(name)
	if err != nil && !errors.Is(err, exec.ErrNotFound) {
		return "", err
	}
	if err != nil {
		return "", fmt.Errorf("this is done by %s, which is neither beside bcv nor in PATH; install it with `go install "+
			"%s` in a clone of %s",
			program, folder, source)
	}
	return path, nil
}
