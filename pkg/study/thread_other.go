//go:build !linux

package study

import "time"

// Timed runs work and returns the seconds that it took by the clock, where the
// processor time of a thread is not to be had.
func Timed(work func()) float64 {
	start := time.Now()
	work()
	return time.Since(start).Seconds()
}
