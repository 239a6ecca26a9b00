package svm

import (
	"context"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/learn/svm/internal/simd"
)

// The dual problem in the variables b_i = y_i alpha_i, with the labels y of +1 and -1 and the kernel matrix K (Fan,
// Chen and Lin 2005, with other letters):
//
//	minimize b'Kb/2 - y'b  so that  sum b_i = 0,  lo_i <= b_i <= hi_i,
//
// where [lo, hi] is [0, cost] for label +1 and [-cost, 0] for -1. With the
// negative gradient f = y - Kb, b is optimal if and only if no f_i of a b_i that
// may rise exceeds an f_j of a b_j that may fall.

// problem is a dual problem and the point reached.
//
// The negative gradient is kept twice, so that the two searches of an iteration
// need no tests: rise holds f_i where b_i may rise and -Inf elsewhere, fall
// holds f_i where b_i may fall and +Inf elsewhere. At least one holds f_i.
type problem struct {
	b          []float64 // b_i = y_i alpha_i
	rise, fall []float64
	positive   int // this number of first records have label +1
	cost       float64
	stop       context.Context // ends runs; nil for none
}

// stopped reports whether the context of the problem has ended.
func (p *problem) stopped() bool { return p.stop != nil && p.stop.Err() != nil }

// matrix is a symmetric kernel matrix.
type matrix interface {
	// row returns a row. It stays valid while one other row is computed.
	row(i int) []float64
	// diagonal returns the diagonal.
	diagonal() []float64
}

// reset makes p a problem of n records, at the point 0.
func (p *problem) reset(n, positive int, cost float64) {
	p.b, p.rise, p.fall = resize(p.b, n), resize(p.rise, n), resize(p.fall, n)
	p.positive, p.cost = positive, cost
	clear(p.b)
	for i := range n {
		p.rise[i], p.fall[i] = 1, math.Inf(1)
		if i >= positive {
			p.rise[i], p.fall[i] = math.Inf(-1), -1
		}
	}
}

// run makes steps until the conditions are violated by less than tolerance, at most limit of them, and none after
// the context has ended. It returns their number and the remaining violation.
func (p *problem) run(k matrix, tolerance float64, limit int) (steps int, violation float64) {
	diag := k.diagonal()
	i, top := simd.Highest(p.rise)
	for ; ; steps++ {
		ki := k.row(i)
		j, bottom := simd.Partner(p.fall, ki, diag, diag[i], top)
		if top-bottom < tolerance || steps == limit || steps%64 == 0 && p.stopped() {
			return steps, top - bottom
		}
		t := (top - p.fall[j]) / math.Max(diag[i]+diag[j]-2*ki[j], simd.MinCurvature)
		i, top = p.step(i, j, t, ki, k.row(j))
	}
}

// step raises b_i and lowers b_j by t, or as much as their bounds allow, and returns the place of the highest rise
// after that, and its value. As in LIBSVM, the variable that reaches its bound first is set to it, and the other
// keeps their sum; a variable that rounding puts on a bound counts as on it.
func (p *problem) step(i, j int, t float64, ki, kj []float64) (int, float64) {
	loI, hi := p.bounds(i)
	lo, hiJ := p.bounds(j)
	fi, fj := p.rise[i], p.fall[j]
	old, sum := p.b[i], p.b[i]+p.b[j]
	bi, bj := p.b[i]+t, p.b[j]-t
	switch {
	case sum > hi+lo && bi > hi:
		bi, bj = hi, sum-hi
	case sum <= hi+lo && bj < lo:
		bi, bj = sum-lo, lo
	}
	p.b[i], p.b[j] = bi, bj
	p.rise[i], p.fall[i] = where(bi < hi, fi, -1), where(bi > loI, fi, 1)
	p.rise[j], p.fall[j] = where(bj < hiJ, fj, -1), where(bj > lo, fj, 1)
	return simd.Update(p.rise, p.fall, ki, kj, bi-old)
}

// where returns f if free, otherwise an infinity of the given sign.
func where(free bool, f float64, sign int) float64 {
	if free {
		return f
	}
	return math.Inf(sign)
}

// bounds returns the bounds of b_i.
func (p *problem) bounds(i int) (lo, hi float64) {
	if i < p.positive {
		return 0, p.cost
	}
	return -p.cost, 0
}

// gradient returns f of variable i.
func (p *problem) gradient(i int) float64 {
	if math.IsInf(p.rise[i], 0) {
		return p.fall[i]
	}
	return p.rise[i]
}

// setGradient sets f of variable i.
func (p *problem) setGradient(i int, f float64) {
	lo, hi := p.bounds(i)
	p.rise[i], p.fall[i] = where(p.b[i] < hi, f, -1), where(p.b[i] > lo, f, 1)
}

// label returns the label of record i, +1 or -1.
func (p *problem) label(i int) float64 {
	if i < p.positive {
		return 1
	}
	return -1
}

// intercept returns the mean of f over the free variables; without any, the middle of the interval that satisfies
// the conditions.
func (p *problem) intercept() float64 {
	sum, free := 0.0, 0
	for i, f := range p.rise {
		if f == p.fall[i] {
			sum += f
			free++
		}
	}
	if free > 0 {
		return sum / float64(free)
	}
	top, bottom := p.extremes()
	return (top + bottom) / 2
}

// extremes returns the highest rise and the lowest fall. The conditions are
// violated by their difference.
func (p *problem) extremes() (top, bottom float64) {
	_, top = simd.Highest(p.rise)
	return top, slices.Min(p.fall)
}

// working is a working set of the active variables.
type working struct {
	set, fresh []int32 // all, ascending, and those that were added last
	in         []bool
	best       []candidate

	small  problem
	panels panels
	rows   few
	kernel square
	tile   []float64
}

// candidate is a variable with its violation of the conditions.
type candidate struct {
	score float64
	at    int32
}

// reset empties the working set, for n variables.
func (w *working) reset(n int) {
	w.in = resize(w.in, n)
	clear(w.in)
	w.set, w.fresh = w.set[:0], w.fresh[:0]
}

// choose replaces the variables that were not added last by others that violate the conditions most.
func (w *working) choose(q *problem) {
	top, bottom := q.extremes()
	for _, k := range w.set {
		w.in[k] = false
	}
	w.set = append(w.set[:0], w.fresh...)
	for _, k := range w.set {
		w.in[k] = true
	}
	w.fresh = w.fresh[:0]
	room := workingSet / 2
	if len(w.set) == 0 {
		room = workingSet
	}
	w.pick(q.rise, 1, bottom, room/2)
	w.pick(q.fall, -1, -top, room-len(w.fresh))
	w.set = append(w.set, w.fresh...)
	slices.Sort(w.set)
}

// pick returns the variables, at most n, of largest sign·value above least.
func (w *working) pick(value []float64, sign, least float64, most int) {
	h := w.best[:0]
	for k, v := range value {
		v *= sign
		if !(v > least) || w.in[k] {
			continue
		}
		if len(h) < most {
			h = append(h, candidate{v, int32(k)})
			for c := len(h) - 1; c > 0 && h[c].score < h[(c-1)/2].score; c = (c - 1) / 2 {
				h[c], h[(c-1)/2] = h[(c-1)/2], h[c]
			}
		} else if most > 0 {
			h[0] = candidate{v, int32(k)}
			sink(h)
		}
		if len(h) == most && most > 0 {
			least = h[0].score
		}
	}
	for _, c := range h {
		w.in[c.at] = true
		w.fresh = append(w.fresh, c.at)
	}
	w.best = h
}

// sink moves the first candidate down to its position in a heap.
func sink(h []candidate) {
	for c := 0; ; {
		low := c
		for _, d := range [2]int{2*c + 1, 2*c + 2} {
			if d < len(h) && h[d].score < h[low].score {
				low = d
			}
		}
		if low == c {
			return
		}
		h[c], h[low] = h[low], h[c]
		c = low
	}
}

// take sets up the problem of the working set, whose points have the given numbers.
func (w *working) take(q *problem, from *points, number []int32) {
	w.rows.take(from, number)
	w.panels.take(from, number)
	m := len(w.set)
	k := &w.kernel
	k.reset(m)
	w.tile = resize(w.tile, m*blockSize)
	for b := range blocksOf(m) {
		c, to := w.panels.span(b)
		w.panels.kernel(w.tile, &w.rows, 0, m, b)
		for r := range m {
			copy(k.row(r)[c:to], w.tile[r*blockSize:])
		}
	}
	s := &w.small
	s.stop = q.stop
	s.reset(m, 0, q.cost)
	for r, i := range w.set {
		k.diag[r] = 1
		if from.form.Kernel == Linear {
			k.diag[r] = 2 * w.rows.half[r]
		}
		k.row(r)[r] = k.diag[r]
		s.b[r], s.rise[r], s.fall[r] = q.b[i], q.rise[i], q.fall[i]
		if int(i) < q.positive {
			s.positive++
		}
	}
}
