package metrics

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/research/study/calibration"
)

// sides are the probabilities of one side at which procedures are judged: of an interval of 90%, and of one of 95%.
var sides = [2]float64{0.05, 0.025}

// Names of the procedures, and of the partition sets that they are judged on.
const (
	BCVT      = "bcv-t"
	Paired    = "paired, uniform"  // posterior of package paired, uniform prior
	NestedT   = "nested-t"         //
	Nested    = "nested posterior" // of package paired, with inner replications and its own prior
	Corrected = "corrected-repeated-kfold-t"
)

// procedure is a way to claim a difference from the first m replications of a partition set.
type procedure struct {
	name   string
	method cv.Method
	m      int
	every  int // judged on each data set, or on every second
}

// seldom is how often the nested posterior is judged, since it is expensive; it divides the data sets of a shard.
const seldom = 2

// procedures returns all of them in the order of the table.
func procedures() []procedure {
	var out []procedure
	for _, m := range counted {
		out = append(out, procedure{BCVT, cv.BCV, m, 1}, procedure{Paired, cv.BCV, m, 1}, procedure{NestedT, cv.BCV, m, 1},
			procedure{Nested, cv.BCV, m, seldom}, procedure{Corrected, cv.Mx2, m, 1},
			procedure{Corrected, cv.RepeatedKFold, m, 1})
	}
	return out
}

// claim is what a procedure says of one data set: its estimate, and by how much that must differ from a value for
// a claim with the probability of each of sides. It is negative where a metric has no value on a fold, and 0
// where nothing is known about chance.
type claim struct {
	Estimate float32
	Reach    [2]float32
}

var undefined = claim{Reach: [2]float32{-1, -1}}

// of returns the claim of the procedure.
func (p procedure) of(x differences) (claim, error) {
	folds := x.folds[p.method][:p.m]
	nested := p.name == NestedT || p.name == Nested
	if !finite(folds) || nested && infer.CheckInner(x.inner) != nil {
		return undefined, nil
	}
	d, err := infer.DifferencesOf(folds)
	if err == nil {
		d, err = d.WithMethod(p.method)
	}
	if err == nil && nested {
		d, err = d.WithInner(x.inner)
	}
	if err != nil {
		return claim{}, err
	}
	c := claim{Estimate: float32(d.Mean())}
	c.Reach, err = p.reach(d)
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

// reach returns how far the estimate must lie from a value for a claim with the probability of each of sides.
func (p procedure) reach(d infer.Differences) (out [2]float32, err error) {
	if d.NoSpread() {
		return out, nil
	}
	at := func(side float64) (float64, error) {
		r, err := infer.Run(p.name, d, infer.Options{Alpha: 2 * side})
		if err != nil || r.NoSpread {
			return 0, err
		}
		return (r.CI.High - r.CI.Low) / 2, nil
	}
	if p.name == Paired || p.name == Nested {
		pairs, err := d.Pairs()
		if err != nil {
			return out, err
		}
		if at, err = p.posterior(pairs, d.Inner()); err != nil {
			return out, err
		}
	}
	for k, side := range sides {
		reach, err := at(side)
		if err != nil {
			return out, err
		}
		out[k] = float32(reach)
	}
	return out, nil
}

// posterior returns the reach of a posterior of the difference by the probability of a side.
func (p procedure) posterior(pairs [][2]float64, inner [][2][][2]float64) (func(side float64) (float64, error), error) {
	if p.name == Paired {
		s := calibration.SumsOf(pairs)
		total := s.Within + s.Between
		return func(side float64) (float64, error) {
			share, err := reachOf(p.m, side)
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

// shares are how often the claims about a cell are made.
type shares struct {
	n, undefined         int     // data sets with a claim or none, and those that are left out
	above, below, either float64 // false claims with 5% a side, and with 2.5%
	power                float64
	delta, sd            float64 // of the estimates
}

// effect is the true difference in power, in standard deviations of the estimate.
const effect = 2

// judge counts false claims about the mean estimate, and claims of a difference of two standard deviations. Without two
// data sets there is no share.
func judge(claims []claim) shares {
	var s shares
	var estimates []float64
	for _, c := range claims {
		if c != undefined {
			estimates = append(estimates, float64(c.Estimate))
		}
	}
	s.n, s.undefined = len(estimates), len(claims)-len(estimates)
	if s.n < 2 {
		none := math.NaN()
		s.above, s.below, s.either, s.power, s.delta, s.sd = none, none, none, none, none, none
		return s
	}
	s.delta, s.sd = stat.MeanStdDev(estimates, nil)
	one := 1 / float64(s.n)
	for _, c := range claims {
		if c == undefined {
			continue
		}
		gap := float64(c.Estimate) - s.delta
		add := func(to *float64, over float64, side int, amount float64) {
			if r := float64(c.Reach[side]); r > 0 && over > r {
				*to += amount
			}
		}
		add(&s.above, gap, 0, one)
		add(&s.below, -gap, 0, one)
		add(&s.either, math.Abs(gap), 1, one)
		add(&s.power, effect*s.sd+gap, 1, one/2)
		add(&s.power, effect*s.sd-gap, 1, one/2)
	}
	return s
}
