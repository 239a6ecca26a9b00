package crf

import (
	"context"
	"math"
)

// memory is the number of steps that the approximation of the Hessian remembers, as in CRF++.
const memory = 5

// minimizer is L-BFGS (Nocedal and Wright, Numerical Optimization, algorithm 7.4), and
// OWL-QN (Andrew and Gao 2007) where the objective has an L1 term.
//
// A group of k attributes moves like k equal weights: its first guess of the inverse Hessian is k times that of a
// single weight. Steps agree with L-BFGS on all weights up to rounding.
type minimizer struct {
	p            *problem
	f            float64
	x, next      []float64
	g, nextG     []float64 // gradients of the smooth part
	slopes       []float64 // of the objective if it has an L1 term; otherwise g
	d            []float64
	steps, turns [][]float64
	curve        []float64 // steps · turns
	stored       int       // steps since the approximation began
	gamma        float64
	iterations   int
	evaluations  int
}

func newMinimizer(p *problem) *minimizer {
	n := p.dim()
	m := &minimizer{p: p, curve: make([]float64, memory)}
	for _, v := range []*[]float64{&m.x, &m.next, &m.g, &m.nextG, &m.d} {
		*v = make([]float64, n)
	}
	if p.l1 {
		m.slopes = make([]float64, n)
	}
	return m
}

// run minimizes from x = 0 until the objective changes by less than the tolerance in three successive iterations, the
// rule of CRF++. It returns how it ended, see Report.
func (m *minimizer) run(ctx context.Context, s Settings) (end string, err error) {
	m.f = m.evaluate(m.x, m.g)
	small := 0
	for m.iterations < s.MaxIterations {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		before := m.f
		slope := m.aim()
		if slope >= -1e-15*m.f {
			return "precision", nil
		}
		if !m.search(slope) {
			if m.stored == 0 {
				return "precision", nil
			}
			m.stored = 0 // again, along the gradient
			continue
		}
		m.iterations++
		if small++; before-m.f >= s.Tolerance*before {
			small = 0
		}
		if small == 3 {
			return "tolerance", nil
		}
	}
	return "iterations", nil
}

// evaluate returns the objective at x and the gradient of its smooth part.
func (m *minimizer) evaluate(x, g []float64) float64 {
	m.evaluations++
	f := m.p.evaluate(x, g)
	if m.p.l1 {
		f += m.p.reduce(x, func(from, to int) (sum float64) {
			for _, v := range x[from:to] {
				sum += math.Abs(v)
			}
			return sum
		}) / m.p.cost
	}
	return f
}

// aim sets d to the direction of the next step and returns the slope along it.
func (m *minimizer) aim() (slope float64) {
	down := m.g
	if m.p.l1 {
		m.pseudoGradient()
		down = m.slopes
	}
	m.p.vector(len(m.d), func(from, to int) {
		for i, v := range down[from:to] {
			m.d[from+i] = -v
		}
	})
	m.twoLoops()
	if m.p.l1 {
		m.p.vector(len(m.d), func(from, to int) {
			for i := from; i < to; i++ {
				if m.d[i]*down[i] >= 0 {
					m.d[i] = 0
				}
			}
		})
	}
	slope = m.p.dot(down, m.d)
	if m.stored == 0 { // a step of length 1
		length := math.Sqrt(m.p.dot(m.d, m.d))
		if !(length > 0) {
			return 0
		}
		m.p.vector(len(m.d), func(from, to int) {
			for i := from; i < to; i++ {
				m.d[i] /= length
			}
		})
		slope /= length
	}
	return slope
}

// twoLoops multiplies d by the approximation of the inverse Hessian.
func (m *minimizer) twoLoops() {
	var alpha [memory]float64
	k := min(m.stored, memory)
	for i := range k {
		at := (m.stored - 1 - i) % memory
		alpha[i] = m.p.dot(m.steps[at], m.d) / m.curve[at]
		m.p.add(m.d, -alpha[i], m.turns[at])
	}
	gamma := m.gamma
	if k == 0 {
		gamma = 1
	}
	m.p.weighted(func(at, n int, size float64) {
		for j := at; j < at+n; j++ {
			m.d[j] *= gamma * size
		}
	})
	for i := k - 1; i >= 0; i-- {
		at := (m.stored - 1 - i) % memory
		beta := m.p.dot(m.turns[at], m.d) / m.curve[at]
		m.p.add(m.d, alpha[i]-beta, m.steps[at])
	}
}

// search moves along d to a point that satisfies the weak Wolfe conditions (with an L1 term: sufficient decrease
// within the orthant), and reports whether it found one.
func (m *minimizer) search(slope float64) bool {
	low, high, step := 0.0, math.Inf(1), 1.0
	for range 40 {
		m.move(step)
		f := m.evaluate(m.next, m.nextG)
		decrease := step * slope
		if m.p.l1 {
			decrease = m.p.reduce(m.x, func(from, to int) (sum float64) {
				for i := from; i < to; i++ {
					sum += m.slopes[i] * (m.next[i] - m.x[i])
				}
				return sum
			})
		}
		switch {
		case !(f <= m.f+1e-4*decrease) || !(f < m.f): // also NaN
			high = step
		case !m.p.l1 && m.p.dot(m.nextG, m.d) < 0.9*slope:
			low = step
		default:
			m.accept(f)
			return true
		}
		if step *= 4; high < math.Inf(1) {
			step = (low + high) / 2
		}
	}
	return false
}

// move sets next to x plus a step along d; with an L1 term, within the orthant of x
// or, from a weight of 0, of the direction down.
func (m *minimizer) move(step float64) {
	m.p.vector(len(m.x), func(from, to int) {
		x, d, next := m.x[from:to], m.d[from:to], m.next[from:to]
		for i := range next {
			next[i] = x[i] + step*d[i]
		}
		if !m.p.l1 {
			return
		}
		for i, down := range m.slopes[from:to] {
			side := x[i]
			if side == 0 {
				side = -down
			}
			if next[i]*side <= 0 {
				next[i] = 0
			}
		}
	})
}

// accept moves to next and remembers the step.
func (m *minimizer) accept(f float64) {
	at := m.stored % memory
	if at == len(m.steps) {
		m.steps = append(m.steps, make([]float64, len(m.x)))
		m.turns = append(m.turns, make([]float64, len(m.x)))
	}
	s, y := m.steps[at], m.turns[at]
	sy := m.p.reduce(s, func(from, to int) (sum float64) {
		for i := from; i < to; i++ {
			s[i] = m.next[i] - m.x[i]
			y[i] = m.nextG[i] - m.g[i]
			sum += s[i] * y[i]
		}
		return sum
	})
	if sy > 0 {
		m.curve[at] = sy
		m.gamma = sy / m.p.norm(y)
		m.stored++
	}
	m.x, m.next = m.next, m.x
	m.g, m.nextG = m.nextG, m.g
	m.f = f
}

// pseudoGradient sets slopes to the one-sided derivative of the objective with its L1 term on the side where it
// decreases, 0 where it decreases on neither.
func (m *minimizer) pseudoGradient() {
	weight := 1 / m.p.cost
	m.p.vector(len(m.x), func(from, to int) {
		for i := from; i < to; i++ {
			switch g := m.g[i]; {
			case m.x[i] > 0, m.x[i] == 0 && g+weight < 0:
				m.slopes[i] = g + weight
			case m.x[i] < 0, g-weight > 0:
				m.slopes[i] = g - weight
			default:
				m.slopes[i] = 0
			}
		}
	})
}
