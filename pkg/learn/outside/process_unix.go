//go:build unix

package outside

import (
	"errors"
	"os"
	"syscall"
)

// killGroup kills the process group that p leads, or led.
func killGroup(p *os.Process) error {
	err := syscall.Kill(-p.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}
