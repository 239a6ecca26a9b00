package reproduce

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/study/covariance"
)

// Sampling says how many draws the publication names behind the numbers of a
// table. The standard errors of published numbers come from it and from the
// variances of our simulation, never from the published numbers themselves.
type Sampling struct {
	Draws int // independent ones: data sets, normal vectors or posterior draws
	// sets is the number of partition sets that each method takes on each data set, of
	// its own; 0 if the table is not about them.
	sets int
	// repeats is the number of times that the experiment was done anew; 0 for once.
	repeats int
}

// samplings are the designs as published, by source and item.
var samplings = map[string]Sampling{
	"acl2019:table-3":   {Draws: 1_000_000},                       // §3; so are tables 4 and 5, the text and the poster
	"thesis:table-2.8":  {Draws: 10_000},                          // §2.2.1
	"thesis:table-2.9":  {Draws: 10_000, sets: 1000},              // §2.3, tables 2.9 to 2.11
	"thesis:table-2.12": {Draws: 10_000, sets: 1000, repeats: 20}, // §2.4.3
	"thesis:table-3.7":  {Draws: 10_000, sets: 1000},              // §3.5.4, tables 3.7 and 3.8; §3.6 for tables 3.9 and 3.10
	"thesis:table-5.6":  {Draws: 10_000},                          // §5.7: the settings of §3.5.1
	"thesis:table-5.8":  {Draws: 1000},                            // §5.6
	"thesis:table-5.9":  {Draws: 1000},                            // §5.8.1, tables 5.9 and 5.10
	"mcnemar:table-5":   {Draws: 1000},                            // §5.2, and the true error rates there
}

// SamplingOf returns the published design of an item, or of the one that stands for
// it in samplings.
func SamplingOf(item string) Sampling {
	s, ok := samplings[item]
	if !ok {
		panic(fmt.Sprintf("reproduce: no published design for %s", item))
	}
	return s
}

// Scaled returns the standard error that a statistic has in the published design,
// given that of ours and the number of our data sets: both are of order one over
// the root of the number of data sets.
func (s Sampling) Scaled(se float64, sets int) float64 {
	return se * math.Sqrt(float64(sets)/float64(s.Draws))
}

// Rate returns the standard error of a reduction rate in percent in the published
// design, 100 (1 - b/a), given that of ours and the number of our data sets. To
// what the data sets do, the same for both methods, comes what the partition sets
// do, which each method has for itself: the mean over them has the share 1/sets of
// the variance given the data set, and that variance the relative error
// sqrt(2/sets) on one data set. given says that the rate is of the variances given
// the data set.
func (s Sampling) Rate(se float64, a, b covariance.VarianceRow, given bool) float64 {
	n := float64(s.Draws) * float64(s.sets)
	own := 100 * b.Given / a.Given * math.Sqrt(4/n)
	if !given {
		shared := a.Total - a.Given
		own = 100 / a.Total * math.Sqrt((4*shared*(a.Given+b.Given)+2*(a.Given*a.Given+b.Given*b.Given))/n)
	}
	return math.Hypot(s.Scaled(se, a.Sets), own)
}

// Share returns the standard error of a share of the draws whose expectation is p.
func (s Sampling) Share(p float64) float64 { return math.Sqrt(p * (1 - p) / float64(s.Draws)) }

// Mean returns the standard error of a mean of the draws, sd being that of one.
func (s Sampling) Mean(sd float64) float64 { return sd / math.Sqrt(float64(s.Draws)) }

// Repeated returns the standard error of the mean over all repeats of a statistic
// that has the standard error se in one, and the standard error of the estimate of
// this number from the spread of the repeats, if they are normal.
func (s Sampling) Repeated(se float64) (mean, ofError float64) {
	mean = se / math.Sqrt(float64(s.repeats))
	return mean, mean * RelativeErrorOfSpread(s.repeats)
}

// RelativeErrorOfSpread is that of a standard deviation of n normal numbers.
func RelativeErrorOfSpread(n int) float64 { return 1 / math.Sqrt(2*float64(n-1)) }
