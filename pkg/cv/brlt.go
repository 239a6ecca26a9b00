package cv

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// newBRLT makes the method BRLT of J splits with n1 training records.
func newBRLT(n, n1, j int, seed uint64) (Set, error) {
	if err := checkRLT(n, n1, j); err != nil {
		return Set{}, err
	}
	if j < 2 || j > 64 {
		return Set{}, fmt.Errorf("cv: %d block-regularized splits; use from 2 to 64", j)
	}
	rng := stream(seed, streamBlocks)
	s := Set{Method: BRLT, N: n, Seed: seed}
	if n1*j >= (j-1)*n {
		order := identity(n)
		shuffle(order, rng)
		for i := range j {
			lo, hi := i*(n-n1), (i+1)*(n-n1)
			train := append(append([]int32{}, order[:lo]...), order[hi:]...)
			s.Splits = append(s.Splits, sorted(train, append([]int32{}, order[lo:hi]...)))
		}
		return s, nil
	}
	a := newArrangement(n, n1, j, rng)
	a.improve(rng)
	for split := range j {
		var train, valid []int32
		for i, row := range a.member {
			if row>>split&1 == 1 {
				train = append(train, int32(i))
			} else {
				valid = append(valid, int32(i))
			}
		}
		s.Splits = append(s.Splits, Split{train, valid})
	}
	return s, nil
}

// LeastDistance returns the least possible value of the largest distance of J overlaps
// from IdealOverlap: 0 if the ideal is a whole number, otherwise the distance
// of the farther of its two neighbours, since overlaps on one side alone
// do not have it as their mean. It panics as IdealOverlap does.
func LeastDistance(n, n1, j int) float64 {
	ideal := IdealOverlap(n, n1, j)
	f := ideal - math.Floor(ideal)
	if f < 1e-9 || f > 1-1e-9 {
		return 0
	}
	return math.Max(f, 1-f)
}

// arrangement is a membership table: bit j of member[i] is set if record i
// trains in split j.
type arrangement struct {
	splits  int
	ideal   float64
	member  []uint64
	overlap [][]int
}

// newArrangement deals n1 records to each split in turn, cyclically, and
// mixes the table by exchanges, so that occurrences differ by at most one.
func newArrangement(n, n1, j int, rng *rand.Rand) *arrangement {
	a := &arrangement{splits: j, ideal: IdealOverlap(n, n1, j), member: make([]uint64, n), overlap: make([][]int, j)}
	order := identity(n)
	shuffle(order, rng)
	next := 0
	for split := range j {
		a.overlap[split] = make([]int, j)
		for range n1 {
			a.member[order[next]] |= 1 << split
			next = (next + 1) % n
		}
	}
	for _, row := range a.member {
		a.count(row, 1)
	}
	for range 4 * n * j {
		if x, ok := a.pick(rng); ok {
			a.apply(x)
		}
	}
	return a
}

// count adds the pairs of splits that a record trains in, by times.
func (a *arrangement) count(row uint64, by int) {
	for s := range a.splits {
		for t := range s {
			if row>>s&1 == 1 && row>>t&1 == 1 {
				a.overlap[s][t] += by
				a.overlap[t][s] += by
			}
		}
	}
}

// exchange moves record i from split s to t, and record k from t to s.
type exchange struct{ i, k, s, t int }

// pick draws an exchange; ok reports whether it is possible.
func (a *arrangement) pick(rng *rand.Rand) (x exchange, ok bool) {
	x.s, x.t = rng.IntN(a.splits), rng.IntN(a.splits-1)
	if x.t >= x.s {
		x.t++
	}
	x.i, x.k = rng.IntN(len(a.member)), rng.IntN(len(a.member))
	in := func(record, split int) bool { return a.member[record]>>split&1 == 1 }
	return x, in(x.i, x.s) && !in(x.i, x.t) && in(x.k, x.t) && !in(x.k, x.s)
}

// gain returns the decrease of the sum of squared overlaps by an exchange. The
// overlap of s and t themselves does not change.
func (a *arrangement) gain(x exchange) int {
	change := 0
	for l := range a.splits {
		if l != x.s && l != x.t {
			d := int(a.member[x.k]>>l&1) - int(a.member[x.i]>>l&1)
			change += 2 * d * (a.overlap[x.s][l] - a.overlap[x.t][l] + d)
		}
	}
	return -change
}

func (a *arrangement) apply(x exchange) {
	for l := range a.splits {
		if l != x.s && l != x.t {
			d := int(a.member[x.k]>>l&1) - int(a.member[x.i]>>l&1)
			a.overlap[x.s][l] += d
			a.overlap[l][x.s] += d
			a.overlap[x.t][l] -= d
			a.overlap[l][x.t] -= d
		}
	}
	both := uint64(1)<<x.s | 1<<x.t
	a.member[x.i] ^= both
	a.member[x.k] ^= both
}

// improve makes exchanges that do not increase the sum of squared overlaps until
// all overlaps are next to the ideal, or 3,000,000 draws in a row did not lower it.
// Exchanges that do not change the sum let an excess wander until it meets a
// deficit.
func (a *arrangement) improve(rng *rand.Rand) {
	const patience = 3_000_000
	for idle := 0; idle < patience && largestDistance(a.overlap, a.ideal) >= 1; {
		x, ok := a.pick(rng)
		idle++
		for ; !ok && idle < patience; idle++ {
			x, ok = a.pick(rng)
		}
		if !ok {
			return
		}
		g := a.gain(x)
		if g >= 0 {
			a.apply(x)
		}
		if g > 0 {
			idle = 0
		}
	}
}
