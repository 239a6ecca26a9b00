package race

import (
	"errors"
	"fmt"
	"math"
)

// Race is the rule of a race of several learning algorithms: after each replication from Start to Max it compares
// the mean losses of those that are left, and drops the ones that are shown to be worse than another.
type Race struct {
	Models int     // algorithms, at least 2
	Start  int     // replications at the first look, at least 2; 0 means 3
	Max    int     // replications at the last look; 0 means 12
	Alpha  float64 // family-wise error over all looks, in (0, 1); 0 means 0.05
}

// Drop says which algorithm was dropped, and by comparison with which other.
type Drop struct {
	Model, By  int     // places from 0; By has the smaller loss
	Difference float64 // mean loss of Model minus that of By
	Boundary   float64 // that Difference exceeds
}

// Look is the state of a race after a replication.
type Look struct {
	M       int       // replications
	Means   []float64 // mean losses on all folds so far, NaN for algorithms that were dropped before
	Leader  int       // place of the smallest mean
	Left    []int     // places of the algorithms that are left after this look
	Dropped []Drop    // at this look
}

// Running is a race in progress.
type Running struct {
	race   Race
	left   []bool
	losses [][]float64 // by algorithm, of all folds
	m      int
}

// Begin starts a race that has seen no replication. The error is about the rule.
func (r Race) Begin() (*Running, error) {
	if r.Start == 0 {
		r.Start = 3
	}
	if r.Max == 0 {
		r.Max = max(12, r.Start)
	}
	if r.Alpha == 0 {
		r.Alpha = 0.05
	}
	switch {
	case r.Models < 2:
		return nil, fmt.Errorf("race: %d algorithms; give at least 2", r.Models)
	case r.Start < 2 || r.Max < r.Start || r.Max > 1000:
		return nil, fmt.Errorf("race: looks from m = %d to %d; start with at least 2, and end no earlier, at most at 1000",
			r.Start, r.Max)
	case !(r.Alpha > 0 && r.Alpha < 1):
		return nil, fmt.Errorf("race: alpha is %v; give a level between 0 and 1", r.Alpha)
	}
	out := &Running{race: r, losses: make([][]float64, r.Models)}
	for range r.Models {
		out.left = append(out.left, true)
	}
	return out, nil
}

// Left reports whether an algorithm is left.
func (r *Running) Left(model int) bool { return r.left[model] }

// Done reports whether one algorithm is left, or the last look is over.
func (r *Running) Done() bool {
	n := 0
	for _, left := range r.left {
		if left {
			n++
		}
	}
	return n == 1 || r.m == r.race.Max
}

// Add takes the losses of the next replication on its two folds, by algorithm; those of algorithms that were dropped
// are not read. It returns nil before the first look. The error says which loss is missing.
func (r *Running) Add(losses [][2]float64) (*Look, error) {
	if r.Done() {
		return nil, errors.New("race: it is over; begin another one")
	}
	for i, l := range losses {
		if r.left[i] && !(math.Abs(l[0]+l[1]) < math.Inf(1)) {
			return nil, fmt.Errorf("race: losses %v of algorithm %d; give finite numbers", l, i+1)
		}
		r.losses[i] = append(r.losses[i], l[:]...)
	}
	if r.m++; r.m < r.race.Start {
		return nil, nil
	}
	return nil, errors.New("race: no boundary")
}
