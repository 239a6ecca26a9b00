//go:build !linux

package study

import "time"

// threadSeconds runs work and returns the seconds that it took by the clock, where the
// processor time of a thread is not available.
func threadSeconds(work func()) float64 {
	start := time.Now()
	work()
	return time.Since(start).Seconds()
}
