package svm

import (
	"fmt"
	"math"
)

// The dual problem in the variables b_i = y_i alpha_i, with the labels y of +1
// and -1 and the kernel matrix K (Fan, Chen and Lin 2005, in other letters):
//
//	minimize b'Kb/2 - y'b  so that  sum b_i = 0,  lo_i <= b_i <= hi_i,
//
// where [lo, hi] is [0, cost] for label +1 and [-cost, 0] for -1. With the
// negative gradient f = y - Kb, b is optimal if and only if no f_i of a b_i that
// may rise exceeds an f_j of a b_j that may fall.

// minCurvature stands for the curvature along a step where the kernel matrix
// is singular, as in LIBSVM.
const minCurvature = 1e-12

// solver minimizes one dual problem after the other in the same memory.
//
// The negative gradient is kept twice, so that the two searches of an iteration
// need no tests: rise holds f_i where b_i may rise and -Inf elsewhere, fall
// holds f_i where b_i may fall and +Inf elsewhere. At least one holds f_i.
type solver struct {
	b          []float64 // b_i = y_i alpha_i
	rise, fall []float64
	iterations int // of the last problem
}

// matrix is a symmetric kernel matrix.
type matrix interface {
	// row returns a row. It stays valid while one other row is asked for.
	row(i int) []float64
	// diagonal returns the diagonal.
	diagonal() []float64
}

// solve minimizes the problem of n records, of which the first ones, positive
// in number, have label +1. It leaves the solution in s.b and returns the
// intercept: the decision value of a record z is sum b_i K(x_i, z) plus it.
func (s *solver) solve(k matrix, n, positive int, cost, tolerance float64, limit int) (float64, error) {
	s.start(n, positive)
	diag := k.diagonal()
	i, top := highest(s.rise)
	for s.iterations = 0; ; s.iterations++ {
		ki := k.row(i)
		j, bottom := partner(s.fall, ki, diag, diag[i], top)
		if top-bottom < tolerance {
			return s.intercept(top, bottom), nil
		}
		if s.iterations == limit {
			return 0, fmt.Errorf("no convergence in %d iterations (conditions violated by %.3g); scale the features, lower Cost, or raise Tolerance or Iterations", limit, top-bottom)
		}
		kj := k.row(j)
		t := (s.rise[i] - s.fall[j]) / math.Max(diag[i]+diag[j]-2*ki[j], minCurvature)
		i, top = s.step(i, j, t, ki, kj, positive, cost)
	}
}

// start sets b to 0.
func (s *solver) start(n, positive int) {
	s.b, s.rise, s.fall = resize(s.b, n), resize(s.rise, n), resize(s.fall, n)
	clear(s.b)
	for i := range n {
		s.rise[i], s.fall[i] = 1, math.Inf(1)
		if i >= positive {
			s.rise[i], s.fall[i] = math.Inf(-1), -1
		}
	}
}

// step raises b_i and lowers b_j by t, or as much as their bounds allow, and
// returns the place of the highest rise after that, and its value.
func (s *solver) step(i, j int, t float64, ki, kj []float64, positive int, cost float64) (int, float64) {
	hi, lo := cost, 0.0
	if i >= positive {
		hi = 0
	}
	if j >= positive {
		lo = -cost
	}
	fi, fj := s.rise[i], s.fall[j]
	roomI, roomJ := hi-s.b[i], s.b[j]-lo
	t = min(t, roomI, roomJ)
	s.b[i] += t
	s.b[j] -= t
	// What moved off a bound is free to move back; what reached a bound is
	// set on it exactly.
	s.fall[i], s.rise[j] = fi, fj
	if t == roomI {
		s.b[i] = hi
		s.rise[i] = math.Inf(-1)
	}
	if t == roomJ {
		s.b[j] = lo
		s.fall[j] = math.Inf(1)
	}
	return update(s.rise, s.fall, ki, kj, t)
}

// intercept returns the mean of f over the free variables; without any, the
// middle of the interval that the conditions leave.
func (s *solver) intercept(top, bottom float64) float64 {
	sum, free := 0.0, 0
	for i, f := range s.rise {
		if f == s.fall[i] {
			sum += f
			free++
		}
	}
	if free > 0 {
		return sum / float64(free)
	}
	return (top + bottom) / 2
}
