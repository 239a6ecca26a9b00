package neighbour

import (
	"math"
	"math/bits"

	"github.com/block-regularized/bcv/internal/dense"
)

const (
	group   = 128 // records whose neighbours are searched together
	strip   = 16  // of them, whose products with a panel stay in the first caches
	segment = 64  // products that are compared with a bound at a time
)

// seeker finds the nearest packed records of a group of records. It belongs to one
// goroutine.
//
// Products show which records may be among the nearest; their distances are then computed from the definition
// (square), which alone decides. So the result does not depend on the rounding of products.
type seeker struct {
	query   []float64 // group x (p+1): centred, weighted, and 1
	length  [group]float64
	product []float64 // strip x cols
	near    [group]ranking
}

// seek sets the first elements of w.near to the nearest packed records of the rows,
// want for each, at most group rows and as many neighbours as there are records.
func (w *seeker) seek(k *pack, rows []int32, want int) {
	width := k.p + 1
	w.query, w.product = resize(w.query, group*width), resize(w.product, strip*k.cols)
	for r, i := range rows {
		w.near[r].limit(want)
		q := w.query[r*width:][:width]
		var square float64
		for j, v := range k.row(int(i)) {
			q[j] = k.root[j] * (v - k.center[j])
			square += q[j] * q[j]
		}
		q[k.p], w.length[r] = 1, math.Sqrt(square)
	}
	for b := range k.longest {
		for top := 0; top < len(rows); top += strip {
			some := rows[top:min(top+strip, len(rows))]
			dense.MulPanel(w.product, k.cols, w.query[top*width:], width, len(some), k.panel(b), k.cols, k.cols, width)
			for r, i := range some {
				w.scan(k, b, top+r, int(i), w.product[r*k.cols:][:k.cols])
			}
		}
	}
}

// scan offers the records of panel b to the ranking of row r, record i, if their
// products say that they may be near enough.
func (w *seeker) scan(k *pack, b, r, i int, product []float64) {
	var some [16]int32
	few, of := 0, k.of(b)
	bound := w.bound(k, b, r)
	for from := 0; from < len(of); from += segment {
		m := above((*[segment]float64)(product[from:]), bound)
		if left := len(of) - from; left < segment {
			m &= 1<<left - 1
		}
		for ; m != 0; m &= m - 1 {
			some[few] = of[from+bits.TrailingZeros64(m)]
			if few++; few == len(some) {
				w.offer(k, r, i, some[:])
				few, bound = 0, w.bound(k, b, r)
			}
		}
	}
	w.offer(k, r, i, some[:few])
}

// bound returns the least product of row r with a record of panel b that can enter
// its ranking.
//
// With u = 2^-53 and R the sum of both lengths, rounding changes the features by 3uR, the distance |z|² - 2(z·y -
// |y|²/2) by (2p+7)uR² more, and the distance by definition by (p+3)uR². The bound leaves room for twice the sum.
func (w *seeker) bound(k *pack, b, r int) float64 {
	near := &w.near[r]
	if !near.full() {
		return math.Inf(-1)
	}
	reach := w.length[r] + k.longest[b]
	slack := float64(8*(k.p+8))*0x1p-53*reach*reach + 1e-300
	return (w.length[r]*w.length[r] - near.square[near.size-1] - slack) / 2
}

// offer ranks records by their distance from record i, in ascending order of number.
func (w *seeker) offer(k *pack, r, i int, some []int32) {
	x, near := k.row(i), &w.near[r]
	for ; len(some) >= 4; some = some[4:] {
		a, b, c, d := some[0], some[1], some[2], some[3]
		s0, s1, s2, s3 := squares(x, k.row(int(a)), k.row(int(b)), k.row(int(c)), k.row(int(d)), k.weight)
		near.offer(s0, uint32(a))
		near.offer(s1, uint32(b))
		near.offer(s2, uint32(c))
		near.offer(s3, uint32(d))
	}
	for _, o := range some {
		near.offer(square(x, k.row(int(o)), k.weight), uint32(o))
	}
}

// above returns a bit for each of the numbers, 1 where it is not less than bound,
// the lowest for the first.
func above(s *[segment]float64, bound float64) uint64 {
	if wide {
		return aboveAVX2(s, bound)
	}
	return aboveGo(s, bound)
}

func aboveGo(s *[segment]float64, bound float64) uint64 {
	var m uint64
	for t, v := range s {
		if !(v < bound) {
			m |= 1 << t
		}
	}
	return m
}
