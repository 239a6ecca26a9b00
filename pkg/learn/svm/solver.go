package svm

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/internal/dense"
)

// Late in a hard problem most variables stay at a bound, far from leaving it. The solver then shrinks the problem
// to the others (Joachims 1999) until they are nearly optimal, checks all variables, and continues with a new
// choice.

// solver solves one dual problem after the other in the same memory.
type solver struct {
	all    problem
	steps  int     // made in the last problem
	active []int32 // variables of the shrunk problem
	small  problem
	kernel square    // of the active variables
	change []float64 // of -f
	set    []int32   // variables set aside (path.go)
}

// solve minimizes the problem of n records, of which the first ones, positive
// in number, have label +1, unless the context of s.all ends. It leaves the solution in s.all and returns the
// intercept: the decision value of a record z is sum b_i K(x_i, z) plus it.
func (s *solver) solve(k matrix, n, positive int, settings SVM) (float64, error) {
	s.all.reset(n, positive, settings.Cost)
	tolerance, limit := settings.Tolerance, settings.Iterations
	if settings.Kernel == Sigmoid {
		violation := s.follow(k, tolerance, limit)
		if s.all.stopped() {
			return 0, s.all.stop.Err()
		}
		if violation >= tolerance {
			return 0, unsolved(limit, violation)
		}
		return s.all.intercept(), nil
	}
	steps, violation := s.all.run(k, tolerance, min(2*n, limit))
	for s.steps = steps; violation >= tolerance; s.steps += steps {
		if s.all.stopped() {
			return 0, s.all.stop.Err()
		}
		left := limit - s.steps
		if left == 0 {
			return 0, unsolved(limit, violation)
		}
		if full, ok := k.(*square); ok && s.shrink() {
			steps, violation = s.runActive(full, tolerance, violation, left)
		} else {
			steps, violation = s.all.run(k, tolerance, min(n, left))
		}
	}
	return s.all.intercept(), nil
}

// unsolved returns the error of a problem that takes too many steps.
func unsolved(limit int, violation float64) error {
	return fmt.Errorf("no convergence in %d iterations (conditions violated by %.3g); scale the features, lower Cost, "+
		"or raise Tolerance or Iterations", limit, violation)
}

// shrink chooses the active variables: all but those at a bound that would stay there if the extreme values of f
// were the final ones. It reports whether they are few enough to save time.
func (s *solver) shrink() bool {
	p := &s.all
	top, bottom := p.extremes()
	s.active = s.active[:0]
	for i, rise := range p.rise {
		if rise >= bottom || p.fall[i] <= top {
			s.active = append(s.active, int32(i))
		}
	}
	return 3*len(s.active) < 2*len(p.b)
}

// runActive makes steps with the active variables, at least one each unless they become optimal, until they violate
// the conditions ten times less than all variables did. It returns the number of steps, and the violation of all
// variables.
func (s *solver) runActive(k *square, tolerance, violation float64, limit int) (steps int, left float64) {
	s.enter(k)
	steps, now := s.small.run(&s.kernel, tolerance, min(len(s.active), limit))
	if now >= tolerance {
		more, _ := s.small.run(&s.kernel, max(tolerance, violation/10), limit-steps)
		steps += more
	}
	s.leave(k)
	top, bottom := s.all.extremes()
	return steps, top - bottom
}

// enter copies the active variables to the small problem.
func (s *solver) enter(k *square) {
	s.kernel.gather(k, s.active)
	p, q := &s.all, &s.small
	q.reset(len(s.active), 0, p.cost)
	for r, i := range s.active {
		q.b[r], q.rise[r], q.fall[r] = p.b[i], p.rise[i], p.fall[i]
		if int(i) < p.positive {
			q.positive++
		}
	}
}

// leave copies the values of the small problem to all variables.
func (s *solver) leave(k *square) {
	p, q := &s.all, &s.small
	s.change = resize(s.change, len(p.b))
	clear(s.change)
	for r, i := range s.active {
		if d := q.b[r] - p.b[i]; d != 0 {
			dense.Axpy(d, k.row(int(i)), s.change)
		}
	}
	for i, d := range s.change {
		p.rise[i] -= d
		p.fall[i] -= d
	}
	for r, i := range s.active {
		p.b[i], p.rise[i], p.fall[i] = q.b[r], q.rise[r], q.fall[r]
	}
}
