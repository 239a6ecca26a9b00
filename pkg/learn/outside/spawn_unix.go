//go:build unix && !linux

package outside

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the process the leader of a new process group.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// spawn starts the process.
func spawn(cmd *exec.Cmd) error { return cmd.Start() }
