package study

import (
	"runtime"
	"syscall"
)

// threadSeconds runs work on one thread and returns the processor seconds that it took.
func threadSeconds(work func()) float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	used := func() float64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &u); err != nil {
			return 0
		}
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
	}
	start := used()
	work()
	return used() - start
}
