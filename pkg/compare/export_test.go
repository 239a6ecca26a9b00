package compare

import (
	"cmp"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
)

// StoredError returns the error rate of a procedure from the stored studies.
func StoredError(procedure string, alternative infer.Alternative) ErrorRate {
	return measuredRate(procedure, Options{Alternative: alternative})
}

// ErrorRateOf returns the known error rate of a test of fold differences like d, at the level
// and for the alternative of opt.
func ErrorRateOf(test string, d infer.Differences, opt infer.Options) ErrorRate {
	return errorRate(test, d, Options{Alternative: opt.Alternative, Alpha: cmp.Or(opt.Alpha, 0.05)})
}

// Measured returns what a study found.
func Measured(study string) []measured {
	return slices.DeleteFunc(slices.Clone(everyMeasured()), func(m measured) bool { return m.Study != study })
}

// PairedError is the error of the paired posterior with the uniform prior at 5%.
func PairedError(m int, alternative infer.Alternative) ErrorRate {
	return pairedRate(m, Options{Alternative: alternative, Alpha: 0.05})
}

// CrossCoverage returns the coverage of the algorithm by intervals about fitted models.
func CrossCoverage() Coverage { return crossCoverage }

// What Report.Trust says of coverage and power.
const (
	PairedCoverage = pairedCoverage
	InnerBuys      = innerBuys
)
