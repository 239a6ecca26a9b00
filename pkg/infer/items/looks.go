package items

import (
	"errors"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
)

// firstLook is the number of items from which on looks were simulated; a path begins there.
const firstLook = 20

// Look is what the items so far say about a comparison that is to have Planned items: see LooksT.
type Look struct {
	Items    int     `json:"items"` // so far
	Planned  int     `json:"planned"`
	Decided  bool    `json:"decided"`
	Boundary float64 `json:"boundary"` // c: decided where the statistic reaches it
	// Ends is the interval at Planned items if mean and standard deviation stay as they are, without ends where they are
	// unknown, and Needed the number of items at which it would be decided then, about; 0 for none up to Planned.
	Ends   infer.Interval `json:"ends" nulls:"ends"`
	Needed int            `json:"needed"`
	// Path is the statistic after the first items, in the order of the sample, at 100 of its lengths at most, the last of
	// which is Items; nil where the differences have no variance.
	Path []PathPoint `json:"path"`
	// Halves is the p-value of the hypothesis that the first half of the items has the mean difference of the second, as
	// it has in random order (Welch); NaN where a half has fewer than 2 items or clusters.
	Halves float64 `json:"p_halves"`
}

// PathPoint is the statistic after a number of items.
type PathPoint struct {
	Items     int     `json:"items"`
	Statistic float64 `json:"statistic"`
}

// Crossed is the first number of items of the path at which the statistic had reached the boundary; 0 if it had not.
func (l Look) Crossed(of infer.Alternative) int {
	for _, p := range l.Path {
		if sided(p.Statistic, of) >= l.Boundary {
			return p.Items
		}
	}
	return 0
}

// LooksT is looks-t, ItemT, or ClusterT of items in clusters, on the first n of the items that are planned, which holds
// its level over looks after every item. With z the t statistic, mapped to the normal value of the same tail, the path
// z √(n/planned) is nearly a Brownian motion on [0, 1], so that
//
//	decided where |z| √(n/planned) >= c,  P(max over 0 <= t <= 1 of |B(t)| >= c) = alpha
//
// c is 2.2414 at 5%. One side has the maximum of B, 2 (1 - Φ(c)) = alpha (reflection principle). The p-value is the
// probability of a maximum as large as the statistic, and the interval what is not rejected, nearly mean ± c s √planned
// / n, so that all intervals hold the difference together. Nothing but the items so far is needed: no list of looks.
//
// The items have to come in random order, and runs stay as they are: a look is about these very runs. Errors: those of
// ItemT and ClusterT, strata, and more items than planned.
func LooksT(s Sample, planned int, opt infer.Options) (infer.Result, Look, error) {
	opt, err := opt.Filled()
	if err != nil {
		return infer.Result{}, Look{}, err
	}
	if s.Strata != nil {
		return infer.Result{}, Look{}, errors.New("items: looks-t is for one test set, and the items have strata; look at " +
			"one of them")
	}
	d, err := s.differences()
	if err != nil {
		return infer.Result{}, Look{}, err
	}
	if err := checkPlanned(d.n, planned); err != nil {
		return infer.Result{}, Look{}, err
	}
	l := Look{Items: d.n, Planned: planned, Halves: d.halves(),
		Boundary: special.MaximumCritical(opt.Alpha, opt.Alternative.Sides())}
	r, err := d.test("looks-t", fmt.Sprintf("Independent %s in random order, of which %d items are planned, looked at "+
		"after any of them; mean of runs that stay as they are (reflection principle for Brownian motion).", d.of(), planned),
		d.part(), opt)
	if err != nil {
		return r, l, err
	}
	if l.Ends = r.CI; r.NoSpread {
		return r, l, nil
	}
	l.Path = d.path(planned, opt.Delta)
	share, se := float64(d.n)/float64(planned), math.Sqrt(d.part().Variance())
	r.Statistic = special.OnPath((d.mean-opt.Delta)/se, d.df, share)
	r.PValue = special.MaximumTail(sided(r.Statistic, opt.Alternative), opt.Alternative.Sides())
	r.Reject = r.PValue <= opt.Alpha
	l.Decided = r.Reject
	r.CI = opt.Alternative.Interval(d.mean, special.OffPath(l.Boundary, d.df, share)*se)
	l.Ends = opt.Alternative.Interval(d.mean, special.OffPath(l.Boundary, d.df/share, 1)*se*math.Sqrt(share))
	gap := sided(d.mean-opt.Delta, opt.Alternative)
	if n := l.Boundary * se * float64(d.n) / math.Sqrt(share) / gap; gap > 0 && n <= float64(planned) {
		l.Needed = int(math.Ceil(n))
	}
	return r, l, nil
}

// checkPlanned refuses more items than planned.
func checkPlanned(n, planned int) error {
	if n <= planned {
		return nil
	}
	return fmt.Errorf("items: %d items, and %d are planned: looks hold their level up to the planned number alone, which "+
		"has to be chosen before; leave the others out, or give up looks for the fixed test of all of them", n, planned)
}

// of names the units.
func (d differences) of() string {
	if d.clusters == nil {
		return "items"
	}
	return "clusters of items"
}

// sided returns the size of a statistic that speaks for the alternative.
func sided(statistic float64, of infer.Alternative) float64 {
	switch of {
	case infer.Greater:
		return statistic
	case infer.Less:
		return -statistic
	}
	return math.Abs(statistic)
}

// mostPoints is the length of a path.
const mostPoints = 100

// path returns the statistic after the first items.
func (d differences) path(planned int, delta float64) (out []PathPoint) {
	first := min(firstLook, d.n)
	for k := range mostPoints {
		n := first + (d.n-first)*(k+1)/mostPoints
		if len(out) > 0 && out[len(out)-1].Items == n {
			continue
		}
		point := PathPoint{Items: n}
		if p, err := d.between(0, n); err == nil {
			if v := p.part().Variance(); v > 0 {
				point.Statistic = special.OnPath((p.mean-delta)/math.Sqrt(v), p.df, float64(n)/float64(planned))
			}
		}
		out = append(out, point)
	}
	return out
}

// between returns the differences of the items from one place to another.
func (d differences) between(from, to int) (differences, error) {
	x := d.ofItems[from:to]
	var clusters []int
	if d.clusters != nil {
		number := map[int]int{}
		for _, c := range d.clusters[from:to] {
			if _, ok := number[c]; !ok {
				number[c] = len(number)
			}
			clusters = append(clusters, number[c])
		}
	}
	u, err := newUnits(len(x), clusters)
	if err != nil {
		return differences{}, err
	}
	return differences{units: u, ofItems: x, mean: mean(x), scale: d.scale}, nil
}

// halves is Look.Halves.
func (d differences) halves() float64 {
	first, err := d.between(0, d.n/2)
	if err != nil {
		return math.NaN()
	}
	second, err := d.between(d.n/2, d.n)
	if err != nil {
		return math.NaN()
	}
	of := infer.Parts{first.part()[0], second.part()[0]}
	gap := math.Abs(first.mean - second.mean)
	if of.Variance() == 0 {
		if gap == 0 {
			return 1
		}
		return 0
	}
	return 2 * special.StudentTail(gap/math.Sqrt(of.Variance()), of.Satterthwaite())
}
