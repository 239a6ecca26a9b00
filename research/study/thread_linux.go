package study

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// threadSeconds runs work on one thread and returns the processor seconds that it took.
func threadSeconds(work func()) float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	used := func() float64 {
		var t unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
			return 0
		}
		return float64(t.Nano()) / 1e9
	}
	start := used()
	work()
	return used() - start
}
