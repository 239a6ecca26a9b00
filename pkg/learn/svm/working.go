package svm

import "slices"

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
