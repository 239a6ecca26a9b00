package outside

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// ownGroup makes the process the leader of a new process group, and has the
// system kill it when this process dies, even by SIGKILL.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// start is a command to start; err receives the result.
type start struct {
	cmd *exec.Cmd
	err chan<- error
}

// starter has its own thread that never ends: for the system, the parent of a process is the thread that started
// it.
var starter = sync.OnceValue(func() chan<- start {
	starts := make(chan start)
	go func() {
		runtime.LockOSThread()
		for s := range starts {
			s.err <- s.cmd.Start()
		}
	}()
	return starts
})

// spawn starts the process.
func spawn(cmd *exec.Cmd) error {
	err := make(chan error)
	starter() <- start{cmd, err}
	return <-err
}
