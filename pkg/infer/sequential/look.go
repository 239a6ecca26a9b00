package sequential

import "github.com/block-regularized/bcv/pkg/infer"

// Decision is what a look decides.
type Decision int

// The decisions. With a Delta that is not 0, "better" is about differences from Delta.
const (
	Continue  Decision = iota // go on to the next replication
	BetterA                   // A is better: it has the smaller loss, or the larger metric
	BetterB                   // B is better
	TooSmall                  // the difference is below the one of interest
	Undecided                 // none of these at the last replication
)

var decisions = [...]string{"go on", "A is better", "B is better", "too small", "undecided"}

// String returns go on, A is better, B is better, too small or undecided.
func (d Decision) String() string { return decisions[d] }

// MarshalText returns String, for JSON.
func (d Decision) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// Rejects reports whether the decision is that A or that B is better.
func (d Decision) Rejects() bool { return d == BetterA || d == BetterB }

// Look is what a sequential test sees and decides after M replications.
type Look struct {
	M        int            `dataframe:"m"`
	Estimate float64        `dataframe:"estimate"` // of B - A: the mean of the 2M differences, or the posterior median
	CI       infer.Interval `dataframe:"ci_"`      // of B - A; see TTest and Bayes
	Evidence float64        `dataframe:"evidence"` // p-value of this look alone, or P(B - A > Delta)
	Decision Decision       `dataframe:"decision"`
	// NoSpread warns that all differences are equal, so that nothing is known about
	// chance: a t-test then goes on.
	NoSpread bool `dataframe:"-"`

	// The following are of a TTest alone.

	SD        float64        `dataframe:"sd"`        // root of the mean squared deviation (thesis eq. 5.12)
	Statistic float64        `dataframe:"statistic"` // (Estimate - Delta) / (Chat_M SD); infinite if only SD is 0
	Level     float64        `dataframe:"level"`     // nominal level of this look
	Boundary  infer.Interval `dataframe:"boundary_"` // estimates inside let the test go on
}
