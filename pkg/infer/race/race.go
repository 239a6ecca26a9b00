package race

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Race is the rule of a race of several learning algorithms: after each replication from Start to Max it compares
// the mean losses of those that are left, and drops the ones that are shown to be worse than another.
type Race struct {
	Models int     // algorithms, 2 to 200
	Start  int     // replications at the first look, at least 2; 0 means 3
	Max    int     // replications at the last look, at most 20; 0 means 12
	Alpha  float64 // family-wise error over all looks, 0.01 to 0.2; 0 means 0.05
}

// Drop says which algorithm was dropped, and by comparison with which other.
type Drop struct {
	Model, By  int     // places from 0; By has the smaller loss, and may be dropped at the same look
	Difference float64 // mean loss of Model minus that of By
	Boundary   float64 // that Difference exceeds
}

// Look is the state of a race after a replication.
type Look struct {
	M       int       // replications
	Means   []float64 // mean losses on all folds so far, NaN for algorithms that were dropped before
	Leader  int       // place of the smallest mean
	Left    []int     // places of the algorithms that are left after this look
	Dropped []Drop    // at this look, in the order of places
	End     string    // Winner, Group, or empty while the race goes on
}

// The ends of a race.
const (
	Winner = "winner" // one algorithm is left
	Group  = "group"  // the last look is past, and none of those that are left is shown to be worse than another
)

// Running is a race in progress. Make one with Race.Begin.
type Running struct {
	race   Race
	left   []int       // places
	losses [][]float64 // by algorithm, of all folds
	m      int
}

// Filled returns the race with its defaults, or what is wrong with it.
func (r Race) Filled() (Race, error) {
	r.Start, r.Alpha = cmp.Or(r.Start, 3), cmp.Or(r.Alpha, 0.05)
	r.Max = cmp.Or(r.Max, max(12, r.Start))
	switch {
	case r.Models < 2 || r.Models > mostModels:
		return r, fmt.Errorf("race: %d algorithms; give 2 to %d", r.Models, mostModels)
	case r.Start < 2 || r.Max < r.Start || r.Max > lastLook:
		return r, fmt.Errorf("race: looks from m = %d to %d; start with at least 2, and end no earlier, at most at %d",
			r.Start, r.Max, lastLook)
	case !(r.Alpha >= alphas[0] && r.Alpha <= alphas[len(alphas)-1]):
		return r, fmt.Errorf("race: alpha is %v; give a level from %v to %v", r.Alpha, alphas[0], alphas[len(alphas)-1])
	}
	return r, nil
}

// Begin starts a race that has seen no replication. The error is about the rule.
func (r Race) Begin() (*Running, error) {
	r, err := r.Filled()
	if err != nil {
		return nil, err
	}
	out := &Running{race: r, losses: make([][]float64, r.Models)}
	for i := range r.Models {
		out.left = append(out.left, i)
	}
	return out, nil
}

// Left reports whether an algorithm is left.
func (r *Running) Left(model int) bool { return slices.Contains(r.left, model) }

// Done reports whether one algorithm is left, or the last look is over.
func (r *Running) Done() bool { return len(r.left) == 1 || r.m == r.race.Max }

// Add takes the losses of the next replication on its two folds, by algorithm; those of algorithms that were dropped
// are not read. It returns nil before the first look. An error, about the losses, leaves the race as it was.
func (r *Running) Add(losses [][2]float64) (*Look, error) {
	switch {
	case r.Done():
		return nil, errors.New("race: it is over; begin another one")
	case len(losses) != r.race.Models:
		return nil, fmt.Errorf("race: losses of %d algorithms; give all %d", len(losses), r.race.Models)
	}
	for _, i := range r.left {
		for k, v := range losses[i] {
			if v-v != 0 {
				return nil, fmt.Errorf("race: replication %d, fold %d: loss %v of algorithm %d; give finite losses", r.m+1,
					k+1, v, i+1)
			}
		}
	}
	for _, i := range r.left {
		r.losses[i] = append(r.losses[i], losses[i][:]...)
	}
	if r.m++; r.m < r.race.Start {
		return nil, nil
	}
	return r.look(), nil
}

// look drops what the losses so far show to be worse, again until nothing is dropped: fewer algorithms that are left
// have lower boundaries.
func (r *Running) look() *Look {
	l := &Look{M: r.m, Means: slices.Repeat([]float64{math.NaN()}, r.race.Models)}
	for _, i := range r.left {
		l.Means[i] = floats.Sum(r.losses[i]) / float64(2*r.m)
	}
	pairs := compare(r.losses, r.left)
	for len(r.left) > 1 {
		dropped := pairs.worse(r.left, r.m, r.race.factor(len(r.left), r.m))
		if len(dropped) == 0 {
			break
		}
		for _, d := range dropped {
			r.left = slices.DeleteFunc(r.left, func(i int) bool { return i == d.Model })
		}
		l.Dropped = append(l.Dropped, dropped...)
	}
	slices.SortStableFunc(l.Dropped, func(a, b Drop) int { return a.Model - b.Model })
	l.Left = slices.Clone(r.left)
	l.Leader = slices.MinFunc(r.left, func(a, b int) int { return cmp.Compare(l.Means[a], l.Means[b]) })
	switch {
	case len(r.left) == 1:
		l.End = Winner
	case r.Done():
		l.End = Group
	}
	return l
}

// Saving is what a race is expected to save if the expected losses are as described.
type Saving struct {
	Truth string  // such as "one is better by 5 sd", of the difference of two algorithms on one fold
	Share float64 // of the trainings, 2 Max of each algorithm
}

// truths are expected losses by place, in units of the standard deviation of a difference on one fold.
var truths = []struct {
	name string
	loss func(place float64) float64
}{
	{"all are equal", func(float64) float64 { return 0 }},
	{"one is better by 3 sd", func(i float64) float64 { return 3 * min(i, 1) }},
	{"one is better by 5 sd", func(i float64) float64 { return 5 * min(i, 1) }},
	{"each is 1 sd worse than the one before", func(i float64) float64 { return i }},
}

// typicalRho is the correlation of the losses of an algorithm on two folds, about that of differences of learners.
const typicalRho = 0.2

// Savings simulates races on normal losses of equal variance and the correlations rho1 = rho2 = 0.2: 200 of up to 20
// algorithms, fewer of more, which takes less than a second for up to 50. The error is about the rule.
func (r Race) Savings(seed uint64) ([]Saving, error) {
	r, err := r.Filled()
	if err != nil {
		return nil, err
	}
	races := min(200, max(4, 80_000/(r.Models*r.Models)))
	all := float64(2 * r.Max * r.Models * races)
	var out []Saving
	for _, truth := range truths {
		trainings, rng := 0, rand.New(rand.NewPCG(seed, 0))
		for range races {
			running, err := r.Begin()
			if err != nil {
				return nil, err
			}
			mean, next := make([]float64, r.Models), make([][2]float64, r.Models)
			for i := range mean {
				mean[i] = math.Sqrt2*truth.loss(float64(i)) + math.Sqrt(typicalRho)*rng.NormFloat64()
			}
			for !running.Done() {
				for i, mu := range mean {
					next[i][0] = mu + math.Sqrt(1-typicalRho)*rng.NormFloat64()
					next[i][1] = mu + math.Sqrt(1-typicalRho)*rng.NormFloat64()
				}
				trainings += 2 * len(running.left)
				if _, err := running.Add(next); err != nil {
					return nil, err
				}
			}
		}
		out = append(out, Saving{truth.name, 1 - float64(trainings)/all})
	}
	return out, nil
}
