package neighbour

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Kernel says how much the vote of a neighbour weighs.
type Kernel string

// The kernels.
const (
	// Triangular weighs 1 - d/D, where d is the neighbour's distance and D that
	// of the neighbour after the last that votes.
	Triangular Kernel = "triangular"
	// Rectangular weighs all votes the same.
	Rectangular Kernel = "rectangular"
)

// Scaling says how features are brought to a common scale.
type Scaling string

// The scalings.
const (
	None       Scaling = "none"    // as they are
	PerDataSet Scaling = "dataset" // divided by standard deviations over all records
	PerFold    Scaling = "fold"    // divided by standard deviations over the training records
)

// KNN is the classifier of k nearest neighbours by Euclidean distance, whose
// votes weigh by a kernel, as R's kknn defines it. The class with the highest sum
// of votes is predicted, of several the one with the lowest number. Its fitter is
// a learn.Scorer: the share of each class in the votes, its probability.
//
// The sources use k = 5 and the triangular kernel (Wang 2019 thesis, §3.5.1).
//
// As in kknn, D counts as at least 1e-6, and d/D as at least 1e-6 and at most
// 1-1e-6: copies of the record vote alike, and so do neighbours that are all at
// the distance D. Of equally distant records, those with lower numbers are the
// neighbours. Where a training set has no more than K records, all but the
// farthest vote; a single record votes alone. (kknn leaves this undefined.)
//
// Differences: kknn scales each training set by default, here PerFold; it leaves
// out features that are constant in the training set whatever the scaling, here
// under PerFold alone; and with the rectangular kernel it breaks ties between
// classes by distance.
type KNN struct {
	K       int     // neighbours that vote; 0 means 5
	Kernel  Kernel  // Triangular, or "" for it, or Rectangular
	Scaling Scaling // None, or "" for it, PerDataSet or PerFold; PerFold is slow
}

func (k KNN) withDefaults() KNN {
	if k.K == 0 {
		k.K = 5
	}
	if k.Kernel == "" {
		k.Kernel = Triangular
	}
	if k.Scaling == "" {
		k.Scaling = None
	}
	return k
}

// String returns "knn", with the settings that are not defaults: "knn(k=7,
// kernel=rectangular, scale=fold)".
func (k KNN) String() string {
	k = k.withDefaults()
	return learn.Name("knn", learn.Setting("k", k.K, 5), learn.Setting("kernel", k.Kernel, Triangular), learn.Setting("scale", k.Scaling, None))
}

// check returns an error for a setting out of range.
func (k KNN) check() error {
	switch {
	case k.K < 0:
		return fmt.Errorf("neighbour: K is %d; give the number of neighbours that vote, or 0 for 5", k.K)
	case k.Kernel != Triangular && k.Kernel != Rectangular:
		return fmt.Errorf("neighbour: kernel %q is unknown; use Triangular or Rectangular", k.Kernel)
	case k.Scaling != None && k.Scaling != PerDataSet && k.Scaling != PerFold:
		return fmt.Errorf("neighbour: scaling %q is unknown; use None, PerDataSet or PerFold", k.Scaling)
	}
	return nil
}

// Prepare takes a data set with classes and numeric features, and sorts the
// neighbours of each record.
func (k KNN) Prepare(d *dataset.Data) (learn.Prepared, error) {
	k = k.withDefaults()
	if err := k.check(); err != nil {
		return nil, err
	}
	if err := check(d); err != nil {
		return nil, err
	}
	s, weight, length := newSpace(d), ones(d.P()), listLength(d.N(), k.want())
	switch k.Scaling {
	case PerDataSet:
		s.scale(span(0, d.N()), weight)
	case PerFold:
		length = 0 // the order of neighbours changes from fit to fit
	}
	l, err := newLists(s, weight, length)
	if err != nil {
		return nil, err
	}
	return &knn{settings: k, lists: l, class: d.Class, classes: d.K()}, nil
}

// want returns the number of neighbours to find: the triangular kernel needs
// the distance of one more.
func (k KNN) want() int {
	if k.Kernel == Triangular {
		return k.K + 1
	}
	return k.K
}

type knn struct {
	settings KNN
	lists    *lists
	class    []int32
	classes  int
}

// NewFitter returns a fitter.
func (p *knn) NewFitter() learn.Fitter {
	f := &knnFitter{knn: p, search: newSearch(p.lists, p.settings.want()), votes: make([]float64, p.classes)}
	if p.settings.Scaling == PerFold {
		f.search.weight = make([]float64, p.lists.p)
	}
	return f
}

type knnFitter struct {
	*knn
	search *search
	k      int // neighbours that vote
	votes  []float64
}

// Fit marks the training records. An error says that there are none, or that
// one of the scaled features makes distances overflow.
func (f *knnFitter) Fit(train []int32) error {
	if err := f.search.fit(train, f.settings.want()); err != nil {
		return err
	}
	if f.settings.Scaling == PerFold {
		f.lists.scale(train, f.search.weight)
		if err := f.lists.finite(f.search.weight); err != nil {
			return err
		}
	}
	f.k = f.search.want
	if f.settings.Kernel == Triangular {
		f.k = max(1, f.k-1)
	}
	return nil
}

// least is kknn's lower bound of a distance and of a weight.
const least = 1e-6

// vote sets f.votes to the sums of weights, times D, of record i.
func (f *knnFitter) vote(i int) {
	s := f.search
	s.near(i)
	clear(f.votes)
	if s.want == f.k {
		for _, r := range s.found[:f.k] {
			f.votes[f.class[r]]++
		}
		return
	}
	top := math.Max(s.far[f.k], least)
	lo, hi := least*top, (1-least)*top
	for k, d := range s.far[:f.k] {
		f.votes[f.class[s.found[k]]] += top - min(max(d, lo), hi)
	}
}

// Predict writes the class with the most votes of each row.
func (f *knnFitter) Predict(rows []int32, out []float64) {
	for k, i := range rows {
		f.vote(int(i))
		best := 0
		for c, v := range f.votes {
			if v > f.votes[best] {
				best = c
			}
		}
		out[k] = float64(best)
	}
}

// Width returns the number of classes.
func (f *knnFitter) Width() int { return f.classes }

// Score writes the shares of the classes in the votes, row by row.
func (f *knnFitter) Score(rows []int32, out []float64) {
	for k, i := range rows {
		f.vote(int(i))
		var sum float64
		for _, v := range f.votes {
			sum += v
		}
		for c, v := range f.votes {
			out[k*f.classes+c] = v / sum
		}
	}
}
