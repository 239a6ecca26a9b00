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

// Traits are those of the learner, and the name is part of its identity.
func (n Named) Traits() Traits {
	t := Around(n.Learner, func(l Learner) Learner { return Named{l, n.Name, n.Unweighted} })
	t.Weights = t.Weights || n.Unweighted
	t.Identity = n.Name + " = " + Identity(n.Learner)
	if n.Unweighted {
		t.Identity = n.Name + " = unweighted " + Identity(n.Learner)
	}
	return t
}

// Prepare prepares the learner.
func (n Named) Prepare(ctx context.Context, d *dataset.Data) (Prepared, error) {
	if n.Unweighted {
		equal := *d
		equal.Weights = nil
		d = &equal
	}
	return Prepare(ctx, n.Learner, d)
}
