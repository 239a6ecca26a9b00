package neighbour

import (
	"math"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn"
)

// knn is a KNN that knows its data set.
type knn struct {
	settings KNN
	lists    *lists
	class    []int32
	classes  int
	pair     *pair // nil unless there are two classes and the kernel is triangular
}

func newKNN(settings KNN, l *lists) *knn {
	p := &knn{settings: settings, lists: l, class: l.data.Class, classes: l.data.K()}
	if p.classes == 2 && settings.Kernel == Triangular {
		p.pair = newPair(l, p.class)
	}
	return p
}

// NewFitter returns a fitter.
func (p *knn) NewFitter() learn.Fitter {
	want := p.settings.want()
	f := &knnFitter{knn: p, search: newSearch(p.lists, want), weight: make([]float64, want), votes: make([]float64, p.classes)}
	if p.settings.Scaling == PerFold {
		f.search.weight = make([]float64, p.lists.p)
	}
	return f
}

type knnFitter struct {
	*knn
	search *search
	k      int       // neighbours that vote
	weight []float64 // of their votes
	votes  []float64 // of each class, 0 between two records
}

// Fit marks the training records. An error says that there are none, or that
// one of the scaled features makes distances overflow.
func (f *knnFitter) Fit(train []int32) error {
	if err := f.search.fit(train, f.settings.want()); err != nil {
		return err
	}
	return f.settle(train)
}

// Open takes a partition set of the prepared data.
func (f *knnFitter) Open(set *cv.Set) error { return f.search.open(set, f.settings.want()) }

// FitFold trains on fold f of the open set. Errors are those of Fit.
func (f *knnFitter) FitFold(fold int) error {
	if err := f.search.fitFold(fold, f.settings.want()); err != nil {
		return err
	}
	return f.settle(f.search.shared.set.Fold(fold).Train)
}

// settle sets what depends on the size of the training set and on its scales.
func (f *knnFitter) settle(train []int32) error {
	f.k = f.search.want
	if f.settings.Kernel == Triangular {
		f.k = max(1, f.k-1)
	}
	if f.settings.Scaling == PerFold {
		f.lists.scale(train, f.search.weight)
		return f.lists.finite(f.search.weight)
	}
	return nil
}

// Predict writes the class with the most votes of each row.
func (f *knnFitter) Predict(rows []int32, out []float64) {
	bounds := 2 * least * float64(f.k)
	for k, i := range rows {
		if f.pair != nil {
			m := f.search.mask(int(i))
			if margin := f.pair.margin(int(i), m, f.k, bounds); margin != 0 {
				out[k] = float64(int64(math.Float64bits(margin) >> 63))
				continue
			}
		}
		out[k] = f.elect(int(i))
	}
}

// least is kknn's lower bound of a distance and of a weight.
const least = 1e-6

// elect returns the class with the highest sum of votes for record i, of several
// the one with the lowest number.
func (f *knnFitter) elect(i int) float64 {
	f.weigh(i)
	voters := f.search.found[:f.k]
	for j, r := range voters {
		f.votes[f.class[r]] += f.weight[j]
	}
	var most float64
	for _, r := range voters {
		most = max(most, f.votes[f.class[r]])
	}
	best := int32(math.MaxInt32)
	for _, r := range voters {
		c := f.class[r]
		if f.votes[c] != most {
			c = math.MaxInt32
		}
		best = min(best, c)

	}
	for _, r := range voters {
		f.votes[f.class[r]] = 0
	}
	return float64(best)
}

// weigh sets f.weight to the weights of the nearest training records of record
// i, up to a factor.
func (f *knnFitter) weigh(i int) {
	s := f.search
	s.near(i)
	if s.want == f.k {
		for j := range f.k {
			f.weight[j] = 1
		}
		return
	}
	top := max(s.far[f.k], least)
	for j, d := range s.far[:f.k] {
		f.weight[j] = top - min(max(d, least*top), (1-least)*top)
	}
}

// Width returns the number of classes.
func (f *knnFitter) Width() int { return f.classes }

// Score writes the shares of the classes in the votes, row by row.
func (f *knnFitter) Score(rows []int32, out []float64) {
	for k, i := range rows {
		f.weigh(int(i))
		share := out[k*f.classes:][:f.classes]
		clear(share)
		var sum float64
		for j, r := range f.search.found[:f.k] {
			share[f.class[r]] += f.weight[j]
			sum += f.weight[j]
		}
		for c := range share {
			share[c] /= sum
		}
	}
}
