package reproduce

import (
	"math"
)

// Sampling describes how many draws the publication names behind the numbers of a
// table. The standard errors of published numbers come from it and from the
// variances of our simulation, never from the published numbers themselves.
type Sampling struct {
	Draws int // independent ones: data sets, normal vectors or posterior draws
	// Sets is the number of partition sets that each method takes on each data set, of
	// its own; 0 if the table is not about them.
	Sets int
	// Repeats is the number of times that the experiment was done anew; 0 for once.
	Repeats int
}

// Scaled returns the standard error that a statistic has in the published design,
// given ours and the number of our data sets: both are of order one over
// the root of the number of data sets.
func (s Sampling) Scaled(se float64, sets int) float64 {
	return se * math.Sqrt(float64(sets)/float64(s.Draws))
}

// Share returns the standard error of a share of the draws whose expectation is p.
func (s Sampling) Share(p float64) float64 { return math.Sqrt(p * (1 - p) / float64(s.Draws)) }

// Mean returns the standard error of a mean of the draws, sd being the standard deviation of one.
func (s Sampling) Mean(sd float64) float64 { return sd / math.Sqrt(float64(s.Draws)) }

// Repeated returns the standard error of the mean over all repeats of a statistic
// that has the standard error se in one, and the standard error of the estimate of
// this number from the spread of the repeats, if they are normal.
func (s Sampling) Repeated(se float64) (mean, ofError float64) {
	mean = se / math.Sqrt(float64(s.Repeats))
	return mean, mean * RelativeErrorOfSpread(s.Repeats)
}

// RelativeErrorOfSpread is the relative standard error of a standard deviation of n normal numbers.
func RelativeErrorOfSpread(n int) float64 { return 1 / math.Sqrt(2*float64(n-1)) }
