package outside

import (
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// ownSession has a process leave the process group of its parent.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// A process that a program left behind in its own session ends too.
func TestLeftSession(t *testing.T) {
	t.Parallel()
	child := filepath.Join(t.TempDir(), "child")
	f := mustFitter(t, part("leave-session", "OUTSIDE_TEXT="+child), mixed(4, false))
	if _, err := f.Fit(t.Context(), []int32{0, 1}); err != nil {
		t.Fatal(err)
	}
	gone(t, child)
}
