//go:build !unix

package study

import "time"

var started = time.Now()

// CPUSeconds returns wall time, where processor time is not available.
func CPUSeconds() float64 { return time.Since(started).Seconds() }
