//go:build !unix

package experiment

import "time"

var started = time.Now()

// cpuSeconds returns wall time, where processor time is not to be had.
func cpuSeconds() float64 { return time.Since(started).Seconds() }
