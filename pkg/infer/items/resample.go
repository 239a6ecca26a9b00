package items

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
)

// resampling has the sums of all runs of A and then of B, one behind the other, and the units that add to them.
type resampling struct {
	Parts
	w        metric.Sums
	sums     []float64
	observed float64 // difference of the scores
	rounding float64 // within which differences of scores of this size are equal
	units    [][]entry
}

// entry is what a unit adds to one of the sums.
type entry struct {
	column int
	value  float64
}

func newResampling(p Parts, w metric.Sums) (*resampling, error) {
	u, err := p.check(w.Columns)
	if err != nil {
		return nil, err
	}
	s := &resampling{Parts: p, w: w, sums: make([]float64, (len(p.A)+len(p.B))*w.Columns),
		units: make([][]entry, u.count())}
	for i := range u.n {
		unit := i
		if p.Clusters != nil {
			unit = p.Clusters[i]
		}
		for r, rows := range slices.Concat(p.A, p.B) {
			rows.Each(i, w.Columns, func(c int, v float64) {
				s.sums[r*w.Columns+c] += v
				s.units[unit] = append(s.units[unit], entry{r*w.Columns + c, v})
			})
		}
	}
	if s.observed, err = s.difference(s.sums); err != nil {
		return nil, err
	}
	s.rounding = infer.Rounding(max(math.Abs(s.observed), s.largest()))
	return s, nil
}

// largest is the largest score of a run if all that adds to it were positive.
func (s *resampling) largest() (most float64) {
	sizes := make([]float64, len(s.sums))
	for _, unit := range s.units {
		for _, e := range unit {
			sizes[e.column] += math.Abs(e.value)
		}
	}
	for r := range len(s.A) + len(s.B) {
		if v, err := s.w.Value(sizes[r*s.w.Columns : (r+1)*s.w.Columns]); err == nil {
			most = max(most, math.Abs(v))
		}
	}
	return most
}

// difference returns the score of B minus the score of A, each the mean over runs.
func (s *resampling) difference(sums []float64) (float64, error) {
	d := 0.0
	for r := range len(s.A) + len(s.B) {
		v, err := s.w.Value(sums[r*s.w.Columns : (r+1)*s.w.Columns])
		if err != nil {
			return 0, fmt.Errorf("items: %s is 0/0: %w", s.w.Label, err)
		}
		if r < len(s.A) {
			d -= v / float64(len(s.A))
		} else {
			d += v / float64(len(s.B))
		}
	}
	return d, nil
}

// group is a number of units that add the same.
type group struct {
	entries []entry
	count   int
}

// grouped merges the entries of each unit by columns, leaves out zeros, and counts equal units in order of
// appearance. It also returns the group of each unit.
func grouped(units [][]entry) (groups []group, of []int) {
	at := map[string]int{}
	for _, unit := range units {
		slices.SortStableFunc(unit, func(a, b entry) int { return a.column - b.column })
		var merged []entry
		for _, e := range unit {
			if last := len(merged) - 1; last >= 0 && merged[last].column == e.column {
				merged[last].value += e.value
			} else {
				merged = append(merged, e)
			}
		}
		merged = slices.DeleteFunc(merged, func(e entry) bool { return e.value == 0 })
		var key []byte
		for _, e := range merged {
			key = binary.AppendUvarint(key, uint64(e.column))
			key = binary.AppendUvarint(key, math.Float64bits(e.value))
		}
		k, seen := at[string(key)]
		if !seen {
			k = len(groups)
			at[string(key)] = k
			groups = append(groups, group{entries: merged})
		}
		groups[k].count++
		of = append(of, k)
	}
	return groups, of
}

// add adds the entries of a group times the factor.
func (g group) add(sums []float64, factor float64) {
	for _, e := range g.entries {
		sums[e.column] += factor * e.value
	}
}

// mostExchanges is how many different exchanges Randomization visits one by one.
const mostExchanges = 1 << 16

// Randomization is randomization, the approximate randomization test of a score of the whole (Noreen 1989): under
// the hypothesis A and B may be exchanged in each item, or cluster, in all runs at once. The p-value is the share of
// exchanges with a difference at least as large as the observed one, up to rounding: of all exchanges where no more
// than 65,536 differ, equal items being interchangeable; else (1 + their number)/(1 + draws) in that many draws.
// There is no interval, and opt.Delta is 0. Errors: those of Linearized, different numbers of runs, a Delta, fewer
// than 1 draw, and an exchange for which the score is not defined.
func Randomization(p Parts, w metric.Sums, opt infer.Options, draws int, seed uint64) (infer.Result, error) {
	opt, err := opt.Filled()
	if err != nil {
		return infer.Result{}, err
	}
	switch {
	case opt.Delta != 0:
		return infer.Result{}, errors.New("items: randomization tests a difference of 0 only; take linearized-t for another")
	case len(p.A) != len(p.B):
		return infer.Result{}, fmt.Errorf("items: randomization exchanges runs, and there are %d of A and %d of B; give as "+
			"many of both, or take linearized-t", len(p.A), len(p.B))
	case draws < 1:
		return infer.Result{}, fmt.Errorf("items: %d draws; give at least 1, such as 9999", draws)
	}
	s, err := newResampling(p, w)
	if err != nil {
		return infer.Result{}, err
	}
	r := infer.Result{Test: "randomization", Statistic: s.observed, Estimate: s.observed, Alternative: opt.Alternative,
		Alpha: opt.Alpha, CI: infer.Interval{Low: math.NaN(), High: math.NaN()}}
	groups, different, unit, which := s.exchanges(), 1.0, "items", "all exchanges"
	for _, g := range groups {
		different *= float64(g.count + 1)
	}
	if p.Clusters != nil {
		unit = "clusters"
	}
	if different <= mostExchanges {
		r.PValue, err = s.visit(groups, 1, opt.Alternative)
	} else {
		which = fmt.Sprintf("%d random exchanges", draws)
		r.PValue, err = s.draw(groups, draws, seed, opt.Alternative)
	}
	r.Assumptions = fmt.Sprintf("%s; A and B exchangeable in each of independent %s; %s.", w.Label, unit, which)
	r.PValue = min(r.PValue, 1)
	r.Reject = r.PValue <= opt.Alpha
	return r, err
}

// extreme reports whether the sums give a difference at least as large as the observed one.
func (s *resampling) extreme(a infer.Alternative) (bool, error) {
	d, err := s.difference(s.sums)
	if err != nil {
		return false, fmt.Errorf("%w, after an exchange of A and B; take linearized-t", err)
	}
	switch tie := s.rounding; a {
	case infer.Greater:
		return d >= s.observed-tie, nil
	case infer.Less:
		return d <= s.observed+tie, nil
	default:
		return math.Abs(d) >= math.Abs(s.observed)-tie, nil
	}
}

// exchanges returns what an exchange of A and B in one unit adds to the sums.
func (s *resampling) exchanges() []group {
	units, other := make([][]entry, len(s.units)), len(s.A)*s.w.Columns
	for u, unit := range s.units {
		for _, e := range unit {
			units[u] = append(units[u], entry{e.column, -e.value}, entry{(e.column + other) % (2 * other), e.value})
		}
	}
	groups, _ := grouped(units)
	return slices.DeleteFunc(groups, func(g group) bool { return len(g.entries) == 0 })
}

// visit returns the probability of extreme sums over all numbers of exchanges in the groups.
func (s *resampling) visit(groups []group, weight float64, a infer.Alternative) (float64, error) {
	if len(groups) == 0 {
		is, err := s.extreme(a)
		if !is {
			weight = 0
		}
		return weight, err
	}
	g, p, before := groups[0], 0.0, slices.Clone(s.sums)
	for k := range g.count + 1 {
		copy(s.sums, before)
		g.add(s.sums, float64(k))
		some, err := s.visit(groups[1:], weight*distuv.Binomial{N: float64(g.count), P: 0.5}.Prob(float64(k)), a)
		if err != nil {
			return 0, err
		}
		p += some
	}
	copy(s.sums, before)
	return p, nil
}

// draw returns the share of extreme sums among random exchanges, counting the observed one.
func (s *resampling) draw(groups []group, draws int, seed uint64, a infer.Alternative) (float64, error) {
	src, count, before := rand.NewPCG(seed, 30), 1, slices.Clone(s.sums)
	for range draws {
		copy(s.sums, before)
		for _, g := range groups {
			g.add(s.sums, binomial(src, g.count, 0.5))
		}
		is, err := s.extreme(a)
		if err != nil {
			return 0, err
		}
		if is {
			count++
		}
	}
	return float64(count) / float64(draws+1), nil
}

// binomial draws the number of successes in n trials.
func binomial(src rand.Source, n int, p float64) float64 {
	switch {
	case n == 0 || p <= 0:
		return 0
	case p >= 1:
		return float64(n)
	case n == 1 && p == 0.5: // as most exchanges of clusters are
		return float64(src.Uint64() >> 63)
	}
	return distuv.Binomial{N: float64(n), P: p, Src: src}.Rand()
}
