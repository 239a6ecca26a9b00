package compare

import (
	"github.com/block-regularized/bcv/pkg/infer"
)

// StoredError returns the error rate of a procedure from the stored studies.
func StoredError(procedure string, alternative infer.Alternative) ErrorRate {
	return measuredRate(procedure, Options{Alternative: alternative})
}

// Measured lists the procedures with a stored error.
func Measured() []string {
	var out []string
	for _, m := range measurements {
		out = append(out, m.procedure)
	}
	return out
}

// PairedError is the error of the paired posterior with the uniform prior at 5%.
func PairedError(m int, alternative infer.Alternative) ErrorRate {
	return pairedRate(m, Options{Alternative: alternative, Alpha: 0.05})
}

// OnEqual returns what is known of equal learners.
func OnEqual() []equalLearners { return onEqual }

// CrossCoverage returns the coverage of the algorithm by intervals about fitted models.
func CrossCoverage() Coverage { return crossCoverage }

// OnNested returns what is known of results with inner ones.
func OnNested() []nestedCells { return onNested }

// OnItems returns what is known of scores of items.
func OnItems() []itemCells { return onItems }

// What Report.Trust says of coverage and power.
const (
	PairedCoverage = pairedCoverage
	NestedCoverage = nestedCoverage
	InnerBuys      = innerBuys
)
