package study

// processSeconds runs work and returns the processor seconds that the process took
// meanwhile.
func processSeconds(work func()) float64 {
	start := CPUSeconds()
	work()
	return CPUSeconds() - start
}
