package pipeline

import (
	"errors"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
)

// Downsample is a step for classes of unequal size: it keeps the same number of training records of each class, the
// size of the smallest class, drawn without replacement. All records are predicted. Classes that do not occur in
// the training records do not count.
type Downsample struct {
	Seed uint64 // of the draw, which differs between training sets
}

// String names the step.
func (s Downsample) String() string {
	return name.Of("downsample", name.Setting("seed", s.Seed, 0))
}

// Check refuses data without classes.
func (Downsample) Check(d *dataset.Data) error {
	if d.Class == nil {
		return fmt.Errorf("data set %q has a numeric response, not classes; leave the step out", d.Name)
	}
	return nil
}

// Fit draws the records. It returns an error if only one class occurs.
func (s Downsample) Fit(train *dataset.Data, records []int32) (Fitted, error) {
	classes := make([][]int32, train.K())
	for i, c := range train.Class {
		classes[c] = append(classes[c], int32(i))
	}
	classes = slices.DeleteFunc(classes, func(c []int32) bool { return len(c) == 0 })
	switch len(classes) {
	case 0:
		return Fitted{}, errors.New("no training records; give at least two")
	case 1:
		return Fitted{}, fmt.Errorf("all %d training records are of class %s, so there is nothing to balance; give larger "+
			"training sets or partition by class", train.N(), train.Classes[train.Class[0]])
	}
	least := train.N()
	for _, c := range classes {
		least = min(least, len(c))
	}
	rng := learn.RandFor(s.Seed, records)
	var keep []int32
	for _, c := range classes {
		rng.Shuffle(len(c), func(a, b int) { c[a], c[b] = c[b], c[a] })
		keep = append(keep, c[:least]...)
	}
	slices.Sort(keep)
	return Fitted{Keep: keep}, nil
}
