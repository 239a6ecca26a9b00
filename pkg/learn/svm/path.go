package svm

import (
	"math"

	"github.com/block-regularized/bcv/pkg/internal/dense"
)

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
