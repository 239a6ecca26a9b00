package learn

import (
	"context"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// Named is a learner under another name in results.
type Named struct {
	Learner
	Name       string
	Unweighted bool // train on records of equal weight, whatever weights the data have
}

// String returns the name.
func (n Named) String() string { return n.Name }

// Identity names the learner behind the name, see Identity.
func (n Named) Identity() string {
	if n.Unweighted {
		return n.Name + " = unweighted " + Identity(n.Learner)
	}
	return n.Name + " = " + Identity(n.Learner)
}

// Prepare prepares the learner.
func (n Named) Prepare(d *dataset.Data) (Prepared, error) {
	return n.PrepareContext(context.Background(), d)
}

// PrepareContext is Prepare of the learner, which ends soon after ctx does if the learner is a ContextPreparer.
func (n Named) PrepareContext(ctx context.Context, d *dataset.Data) (Prepared, error) {
	if n.Unweighted {
		equal := *d
		equal.Weights = nil
		d = &equal
	}
	return Prepare(ctx, n.Learner, d)
}

// ForRun is ForRun of the learner, see Seeded.
func (n Named) ForRun(run int) (Learner, bool) {
	other, ok := ForRun(n.Learner, run)
	return Named{Learner: other, Name: n.Name, Unweighted: n.Unweighted}, ok
}

// Unwrap returns the learner behind the name, see HasProbabilities.
func (n Named) Unwrap() Learner { return n.Learner }

// AcceptsMissing reports whether the learner accepts data with missing features.
func (n Named) AcceptsMissing() bool { return AcceptsMissing(n.Learner) }

// AcceptsWeights reports whether the learner counts records by their weights, or Unweighted leaves them out.
func (n Named) AcceptsWeights() bool { return n.Unweighted || AcceptsWeights(n.Learner) }
