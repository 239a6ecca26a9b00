//go:build !unix

package outside

import (
	"os"
	"os/exec"
)

// ownGroup does nothing: there are no process groups here.
func ownGroup(*exec.Cmd) {}

// killGroup kills only p.
func killGroup(p *os.Process) error { return p.Kill() }

// spawn starts the process.
func spawn(cmd *exec.Cmd) error { return cmd.Start() }
