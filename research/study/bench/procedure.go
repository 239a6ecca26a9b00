package bench

import (
	"math"
	"sync"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/study/calibration"
)

// Sides are the probabilities of one side at which procedures are judged: of an interval of 90%, and of one of 95%.
var Sides = [2]float64{0.05, 0.025}

// Names of posteriors of package paired.
const (
	Paired          = "paired, uniform"  // with the uniform prior
	NestedPosterior = "nested posterior" // with inner replications and its own prior
)

// NestedT is the test of package infer that takes inner replications.
const NestedT = "nested-t"

// Procedure is a way to claim a difference from the first M replications of a partition set: a posterior, or a test by
// its name in package infer.
type Procedure struct {
	Name   string
	Method cv.Method
	M      int
}

// Nested reports whether the procedure takes inner replications.
func (p Procedure) Nested() bool { return p.Name == NestedT || p.Name == NestedPosterior }

// Claim is what a procedure says of one data set: its estimate, and by how much that must differ from a value for
// a claim with the probability of each of Sides. It is negative where a metric has no value on a fold, and 0
// where nothing is known about chance.
type Claim struct {
	Estimate float32
	Reach    [2]float32
}

// Undefined is the claim where a metric has no value on a fold.
var Undefined = Claim{Reach: [2]float32{-1, -1}}

// Of returns the claim of the procedure.
func (p Procedure) Of(x Differences) (Claim, error) {
	folds := x.Folds[p.Method][:p.M]
	if !finite(folds) || p.Nested() && infer.CheckInner(x.Inner) != nil {
		return Undefined, nil
	}
	d, err := infer.DifferencesOf(folds)
	if err == nil {
		d, err = d.WithMethod(p.Method)
	}
	if err == nil && p.Nested() {
		d, err = d.WithInner(x.Inner)
	}
	if err == nil && p.Method == cv.RLT {
		d, err = withSizes(d, x.Sizes[cv.RLT])
	}
	if err != nil {
		return Claim{}, err
	}
	c := Claim{Estimate: float32(d.Mean())}
	if !d.NoSpread() {
		err = p.take(d, &c)
	}
	return c, err
}

func finite(folds [][]float64) bool {
	for _, replication := range folds {
		for _, x := range replication {
			if math.IsNaN(x) {
				return false
			}
		}
	}
	return true
}

// withSizes adds the numbers of records that train and validate on each hold-out.
func withSizes(d infer.Differences, sizes [2]int) (infer.Differences, error) {
	var rows [2][][]int
	for range d.Replications() {
		rows[0], rows[1] = append(rows[0], sizes[:1]), append(rows[1], sizes[1:])
	}
	d, err := d.WithTraining(rows[0])
	if err == nil {
		d, err = d.WithValidation(rows[1])
	}
	return d, err
}

// take fills in how far the estimate must lie from a value for a claim with the probability of each of Sides, and the
// estimate if that of the test is not the mean.
func (p Procedure) take(d infer.Differences, c *Claim) error {
	at := func(side float64) (float64, error) {
		r, err := infer.Run(p.Name, d, infer.Options{Alpha: 2 * side})
		c.Estimate = float32(r.Estimate)
		if err != nil || r.NoSpread {
			return 0, err
		}
		return (r.CI.High - r.CI.Low) / 2, nil
	}
	if p.Name == Paired || p.Name == NestedPosterior {
		pairs, err := d.Pairs()
		if err != nil {
			return err
		}
		if at, err = p.posterior(pairs, d.Inner()); err != nil {
			return err
		}
	}
	for k, side := range Sides {
		reach, err := at(side)
		if err != nil {
			return err
		}
		c.Reach[k] = float32(reach)
	}
	return nil
}

// posterior returns the reach of a posterior of the difference by the probability of a side.
func (p Procedure) posterior(pairs [][2]float64, inner [][2][][2]float64) (func(side float64) (float64, error), error) {
	if p.Name == Paired {
		s := calibration.SumsOf(pairs)
		total := s.Within + s.Between
		return func(side float64) (float64, error) {
			share, err := reachOf(p.M, side)
			if err != nil {
				return 0, err
			}
			return share(s.Within/total) * math.Sqrt(total), nil
		}, nil
	}
	if between, _ := infer.InnerVariances(inner); between == 0 { // there is no such posterior
		return func(float64) (float64, error) { return 0, nil }, nil
	}
	q, err := paired.NewNested(pairs, inner, nil)
	return func(side float64) (float64, error) { return q.Quantile(1-side) - q.Mean(), nil }, err
}

// reaches holds what reachOf has found.
var reaches sync.Map

// reachOf is paired.Reach with the uniform prior, found once.
func reachOf(m int, side float64) (func(share float64) float64, error) {
	key := [2]float64{float64(m), side}
	if f, ok := reaches.Load(key); ok {
		return f.(func(float64) float64), nil
	}
	f, err := paired.Reach(m, paired.Uniform{}, side)
	if err == nil {
		reaches.Store(key, f)
	}
	return f, err
}
