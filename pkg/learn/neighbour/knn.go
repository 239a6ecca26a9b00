package neighbour

import (
	"cmp"
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
)

// Kernel defines the weight of a neighbour's vote.
type Kernel string

// The kernels.
const (
	// Triangular is the weight 1 - d/D, where d is the neighbour's distance and D the distance of the first
	// neighbour that does not vote.
	Triangular Kernel = "triangular"
	// Rectangular gives all votes the same weight.
	Rectangular Kernel = "rectangular"
)

// KNN is the classifier of k nearest neighbours by Euclidean distance, with votes weighted by a kernel, as in R's
// kknn. The class with the highest sum of votes is predicted; the lowest number wins ties. Its fitter is a
// learn.Prober, whose probabilities are the shares of the classes in the votes.
//
// The sources use k = 5 and the triangular kernel (Wang 2019 thesis, §3.5.1).
//
// As in kknn, D counts as at least 1e-6, and d/D as at least 1e-6 and at most 1-1e-6: copies of the record have
// equal votes, and so have neighbours that are all at the distance D. Of equally distant records, those with lower
// numbers are the neighbours. If a training set has at most K records, all but the farthest vote; a single record
// votes alone. (kknn leaves this undefined.)
//
// Differences: kknn scales each training set by default, here learn.PerFold; it ignores features that are constant
// in the training set under any scaling, here under learn.PerFold alone; and with the rectangular kernel it breaks
// ties between classes by distance.
type KNN struct {
	K      int    // neighbours that vote; 0 means 5
	Kernel Kernel // Triangular or Rectangular; "" means Triangular
	// Scale selects the records whose standard deviations divide the features: learn.Unscaled for none,
	// learn.PerDataSet or learn.PerFold; "" means learn.Unscaled.
	Scale learn.Scaling
}

func (k KNN) withDefaults() KNN {
	k.K = cmp.Or(k.K, 5)
	if k.Kernel == "" {
		k.Kernel = Triangular
	}
	k.Scale = cmp.Or(k.Scale, learn.Unscaled)
	return k
}

// String returns "knn", with the settings that are not defaults: "knn(k=7,
// kernel=rectangular, scale=fold)".
func (k KNN) String() string {
	k = k.withDefaults()
	return name.Of("knn", name.Setting("k", k.K, 5), name.Setting("kernel", k.Kernel, Triangular),
		name.Setting("scale", k.Scale, learn.Unscaled))
}

// check returns an error if a setting is out of range.
func (k KNN) check() error {
	switch {
	case k.K < 0:
		return fmt.Errorf("neighbour: K is %d; give the number of neighbours that vote, 1 or more", k.K)
	case k.Kernel != Triangular && k.Kernel != Rectangular:
		return fmt.Errorf("neighbour: kernel %q is unknown; use triangular or rectangular", k.Kernel)
	case k.Scale != learn.Unscaled && k.Scale != learn.PerDataSet && k.Scale != learn.PerFold:
		return fmt.Errorf("neighbour: scale %q is unknown; use none, dataset or fold", k.Scale)
	}
	return nil
}

// Prepare takes a data set with classes and numeric features.
func (k KNN) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	k = k.withDefaults()
	if err := k.check(); err != nil {
		return nil, err
	}
	if err := check(d); err != nil {
		return nil, err
	}
	s, weight := newSpace(d), ones(d.P())
	if k.Scale == learn.PerDataSet {
		s.scale(span(0, d.N()), weight)
	}
	if err := s.finite(weight); err != nil {
		return nil, err
	}
	l := &neighbours{space: s, weight: weight, length: listLength(d.N(), k.want())}
	if k.Scale == learn.PerFold {
		l.weight, l.length = nil, 0 // the order of neighbours differs between fits
	}
	if d.K() == 2 && k.Kernel == Triangular {
		l.class = d.Class
	}
	return &knn{settings: k, neighbours: l, class: d.Class, classes: d.K()}, nil
}

// voters returns how many of the neighbours found vote: the farthest does not with the triangular kernel.
func (k KNN) voters(found int) int {
	if k.Kernel == Triangular {
		return max(1, found-1)
	}
	return found
}

// Traits says that a family differs in K.
func (k KNN) Traits() learn.Traits {
	k = k.withDefaults()
	value := float64(k.K)
	k.K = 0
	return learn.Traits{Numeric: true, Common: k, Value: value}
}

// want returns the number of neighbours to find: the triangular kernel needs
// the distance of one more.
func (k KNN) want() int {
	if k.Kernel == Triangular {
		return k.K + 1
	}
	return k.K
}
