package svm

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/dense"
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
	set    []int32   // variables set aside (follow)
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

// With a sigmoid kernel the dual problem need not be convex: it may have several points that satisfy the
// conditions, and the steps decide which one is reached. So the steps are LIBSVM's: the same choice of pairs (the
// last of equal ones), the same curvature where it is not positive, the same single precision of the kernel matrix
// (its cache), and the same variables set aside at the same times (Solver::Solve and do_shrinking of LIBSVM 3.25).
// Only the order of variables differs, which LIBSVM changes when it sets some aside; it can only decide between
// equal pairs.

// follow makes LIBSVM's steps, at most limit of them, and returns the remaining violation.
func (s *solver) follow(k matrix, tolerance float64, limit int) float64 {
	p := &s.all
	period := min(len(p.b), 1000)
	next, near := period, false
	s.set, s.steps = s.set[:0], 0
	for {
		steps, violation := p.run(k, tolerance, min(next, limit-s.steps))
		s.steps += steps
		next -= steps
		switch {
		case p.stopped():
			return violation
		case violation >= tolerance && s.steps == limit:
			return violation
		case next == 0:
			next = period
			top, bottom := p.extremes()
			if !near && top-bottom <= 10*tolerance {
				near = true
				s.restore(k)
			}
			s.setAside(top, bottom)
		case len(s.set) == 0:
			return violation
		default:
			s.restore(k)
			next = 1
		}
	}
}

// setAside removes from the searches the variables that would stay at their bound if top and bottom, the highest
// rise and the lowest fall, were final.
func (s *solver) setAside(top, bottom float64) {
	p := &s.all
	s.set = s.set[:0]
	for i, rise := range p.rise {
		if rise < bottom && p.fall[i] > top {
			p.rise[i], p.fall[i] = math.Inf(-1), math.Inf(1)
			s.set = append(s.set, int32(i))
		}
	}
}

// restore brings back the variables that were set aside. Each is at a bound.
func (s *solver) restore(k matrix) {
	p := &s.all
	for _, i := range s.set {
		f := p.label(int(i)) - dense.Dot(k.row(int(i)), p.b)
		if lo, _ := p.bounds(int(i)); p.b[i] == lo {
			p.rise[i] = f
		} else {
			p.fall[i] = f
		}
	}
	s.set = s.set[:0]
}
