package svm

import (
	"github.com/block-regularized/bcv/internal/dense"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Problems whose kernel matrix does not fit in memory are solved by decomposition (Osuna, Freund and Girosi 1997;
// Joachims 1999): the working set, variables that violate the conditions most, is optimized alone, as a small
// problem whose matrix fits; then the gradient of all variables is updated, which takes one row of the matrix for
// each variable that changed. The rows are computed together, by blocks of columns that stay in the cache of the
// processor, and the latest are kept. Variables that would stay at their bound are set aside as LIBSVM does it
// (Chang and Lin 2011, §4.2); when the others are optimal, their gradient is updated and all are checked.
//
// Each number is computed in a fixed order, whichever rows are kept and whichever worker computes them: the result
// depends neither on the memory nor on the workers.

const (
	// workingSet is the number of variables that are optimized together. Half of them are the variables that
	// entered the last working set.
	workingSet = 512
	// batch is the number of rows that are computed together.
	batch = 64
)

// decomposer solves one large dual problem after the other in the same memory.
type decomposer struct {
	pool   *learn.Pool
	all    *problem
	points *points
	number []int32 // of the point of each variable
	steps  int

	stay   []int32 // active variables, ascending
	panels panels  // their points
	cache  rowCache
	active problem

	baseB, baseF []float64 // b and f of all variables when the first were set aside

	working working
	moved   []int32   // active variables that changed
	by      []float64 // how much
	compute []bool    // whether the row must be computed
	fill    []bool    // and kept
	rows    few       // the points whose rows must be computed
	away    panels    // the points of the variables set aside
	gone    []int32
	scratch [][]float64 // of each worker

	updateBlock, restoreBlock func(worker, b int)
}

// solve minimizes p, whose variables belong to the points in the ranges a and b, in about memory bytes, until no
// condition is violated by more than the tolerance, limit steps are made, or the context of p ends. It returns the
// remaining violation.
func (s *decomposer) solve(p *problem, from *points, a, b span, memory int, tolerance float64, limit int) float64 {
	if s.updateBlock == nil {
		s.updateBlock, s.restoreBlock = s.updateOne, s.restoreOne
	}
	if len(s.scratch) < s.pool.Size() {
		s.scratch = make([][]float64, s.pool.Size())
	}
	s.all, s.points, s.steps = p, from, 0
	s.number = s.number[:0]
	for _, r := range [2]span{a, b} {
		for i := r.from; i < r.to; i++ {
			s.number = append(s.number, int32(i))
		}
	}
	s.activate(memory)
	for {
		top, bottom := s.active.extremes()
		violation := top - bottom
		done := violation < tolerance
		switch {
		case done && len(s.stay) == len(p.b), p.stopped(), !done && s.steps >= limit:
			s.leave()
			return violation
		case done:
			s.restore()
			s.activate(memory)
		default:
			s.shrink(top, bottom)
			s.step(tolerance, violation, limit)
		}
	}
}

// activate makes all variables active.
func (s *decomposer) activate(memory int) {
	p, q := s.all, &s.active
	n := len(p.b)
	s.stay = s.stay[:0]
	for i := range n {
		s.stay = append(s.stay, int32(i))
	}
	s.panels.take(s.points, s.number)
	s.cache.reset(n, memory)
	q.reset(n, p.positive, p.cost)
	q.stop = p.stop
	copy(q.b, p.b)
	copy(q.rise, p.rise)
	copy(q.fall, p.fall)
	s.working.reset(n)
}

// leave copies the values of the active variables to all variables.
func (s *decomposer) leave() {
	p, q := s.all, &s.active
	for k, i := range s.stay {
		p.b[i], p.rise[i], p.fall[i] = q.b[k], q.rise[k], q.fall[k]
	}
}

// shrink sets the variables aside that would stay at their bound if top and bottom, the highest rise and the lowest
// fall, were final; unless they are too few to save time.
func (s *decomposer) shrink(top, bottom float64) {
	q := &s.active
	kept := s.moved[:0]
	for k, rise := range q.rise {
		if rise >= bottom || q.fall[k] <= top {
			kept = append(kept, int32(k))
		}
	}
	s.moved = kept
	if 5*len(kept) > 4*len(q.b) {
		return
	}
	if len(s.stay) == len(s.all.b) {
		s.baseB = append(s.baseB[:0], q.b...)
		s.baseF = s.baseF[:0]
		for k := range q.b {
			s.baseF = append(s.baseF, q.gradient(k))
		}
	}
	s.leave()
	q.positive = 0
	for to, k := range kept {
		s.stay[to] = s.stay[k]
		q.b[to], q.rise[to], q.fall[to] = q.b[k], q.rise[k], q.fall[k]
		if int(s.stay[to]) < s.all.positive {
			q.positive++
		}
	}
	n := len(kept)
	s.stay, q.b, q.rise, q.fall = s.stay[:n], q.b[:n], q.rise[:n], q.fall[:n]
	s.cache.shrink(kept)
	s.panels.take(s.points, s.pointsOf(s.stay))
	s.working.reset(n)
}

// pointsOf returns the numbers of the points of some variables.
func (s *decomposer) pointsOf(variables []int32) []int32 {
	s.gone = s.gone[:0]
	for _, i := range variables {
		s.gone = append(s.gone, s.number[i])
	}
	return s.gone
}

// step optimizes a working set, and updates the gradient of the active variables.
func (s *decomposer) step(tolerance, violation float64, limit int) {
	q, w := &s.active, &s.working
	w.choose(q)
	s.gone = s.gone[:0]
	for _, k := range w.set {
		s.gone = append(s.gone, s.number[s.stay[k]])
	}
	w.take(q, s.points, s.gone)
	steps, _ := w.small.run(&w.kernel, max(tolerance, violation/10), limit-s.steps)
	s.steps += steps
	s.moved, s.by = s.moved[:0], s.by[:0]
	for r, k := range w.set {
		if d := w.small.b[r] - q.b[k]; d != 0 {
			s.moved, s.by = append(s.moved, k), append(s.by, d)
		}
	}
	s.prepareRows()
	s.pool.Each(blocksOf(len(q.b)), s.updateBlock)
	for r, k := range w.set {
		q.b[k], q.rise[k], q.fall[k] = w.small.b[r], w.small.rise[r], w.small.fall[r]
	}
}

// prepareRows finds out which rows of the variables that moved must be computed.
func (s *decomposer) prepareRows() {
	s.compute, s.fill = resize(s.compute, len(s.moved)), resize(s.fill, len(s.moved))
	for r, k := range s.moved {
		s.compute[r] = s.cache.row(k) == nil
	}
	s.cache.keep(s.moved, s.fill)
	missing := s.gone[:0]
	for r, k := range s.moved {
		// A row that was kept may have been replaced by another.
		if s.compute[r] || s.cache.row(k) == nil {
			s.compute[r] = true
			missing = append(missing, k)
		}
	}
	s.gone = missing
	for r, k := range missing {
		missing[r] = s.number[s.stay[k]]
	}
	s.rows.take(s.points, missing)
}

// updateOne updates the gradient of the variables in one block.
func (s *decomposer) updateOne(worker, b int) {
	change, tile := s.memory(worker)
	from, to := s.panels.span(b)
	computed := 0
	for r, d := range s.by {
		var row []float64
		if s.compute[r] {
			if computed%batch == 0 {
				s.panels.kernel(tile, &s.rows, computed, min(computed+batch, len(s.rows.half)), b)
			}
			row = tile[computed%batch*blockSize:][:to-from]
			computed++
			if s.fill[r] {
				copy(s.cache.row(s.moved[r])[from:to], row)
			}
		} else {
			row = s.cache.row(s.moved[r])[from:to]
		}
		dense.Axpy(d, row, change)
	}
	q := &s.active
	for c := from; c < to; c++ {
		q.rise[c] -= change[c-from]
		q.fall[c] -= change[c-from]
	}
}

// restore updates the gradient of the variables that were set aside.
func (s *decomposer) restore() {
	s.leave()
	s.moved, s.by = s.moved[:0], s.by[:0]
	for i, b := range s.all.b {
		if d := b - s.baseB[i]; d != 0 {
			s.moved, s.by = append(s.moved, int32(i)), append(s.by, d)
		}
	}
	s.rows.take(s.points, s.pointsOf(s.moved))
	others, stay := s.moved[:0], s.stay
	for i := range s.all.b {
		if len(stay) > 0 && int(stay[0]) == i {
			stay = stay[1:]
		} else {
			others = append(others, int32(i))
		}
	}
	s.moved = others
	s.away.take(s.points, s.pointsOf(others))
	s.pool.Each(blocksOf(len(others)), s.restoreBlock)
}

// restoreOne does the same for one block.
func (s *decomposer) restoreOne(worker, b int) {
	if s.all.stopped() {
		return
	}
	change, tile := s.memory(worker)
	from, to := s.away.span(b)
	for top := 0; top < len(s.by); top += batch {
		some := s.by[top:min(top+batch, len(s.by))]
		s.away.kernel(tile, &s.rows, top, top+len(some), b)
		for r, d := range some {
			dense.Axpy(d, tile[r*blockSize:][:to-from], change)
		}
	}
	for c, i := range s.moved[from:to] {
		s.all.setGradient(int(i), s.baseF[i]-change[c])
	}
}

// memory returns the memory of a worker: a block of zeros, and a batch of rows of a
// block.
func (s *decomposer) memory(worker int) (change, tile []float64) {
	m := resize(s.scratch[worker], (batch+1)*blockSize)
	s.scratch[worker] = m
	clear(m[:blockSize])
	return m[:blockSize], m[blockSize:]
}
