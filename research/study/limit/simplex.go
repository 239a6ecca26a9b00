package limit

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
)

// program is the linear program
//
//	maximize sum_c gain_c x_c  subject to  sum_c cost_ic x_c <= level for all i,  0 <= x_c <= 1,
//
// whose costs are not negative, so that x = 0 is feasible.
type program struct {
	gain  []float64   // of each cell
	cost  [][]float64 // of each constraint and cell
	level float64
}

// Tolerances of the simplex method: of reduced gains, relative to the largest gain, and of pivots.
const optimal, smallestPivot = 1e-9, 1e-11

// errSteps reports that the simplex method did not end.
var errSteps = errors.New("limit: the simplex method did not end; make the grid coarser")

// simplex is the state of the bounded primal simplex method with an explicit inverse of the basis.
// Variables are the cells and, after them, one slack of each constraint.
type simplex struct {
	program
	cells   int
	basis   []int       // the variable of each row
	inverse [][]float64 // of the matrix of the basic columns
	value   []float64   // of the basic variable of each row
	upper   []bool      // whether a cell that is not basic is at 1
	basic   []bool
	prices  []float64 // of the constraints: gains of the basis times inverse
	column  []float64
}

func newSimplex(p program) *simplex {
	rows := len(p.cost)
	s := &simplex{program: p, cells: len(p.gain), upper: make([]bool, len(p.gain)),
		basic: make([]bool, len(p.gain)+rows), prices: make([]float64, rows), column: make([]float64, rows)}
	for i := range rows {
		s.basis = append(s.basis, s.cells+i)
		s.basic[s.cells+i] = true
		s.inverse = append(s.inverse, make([]float64, rows))
		s.inverse[i][i] = 1
		s.value = append(s.value, p.level)
	}
	return s
}

// solve returns the optimal probabilities and the prices of the constraints, which are the dual
// solution.
func (p program) solve() (x, prices []float64, err error) {
	s := newSimplex(p)
	tolerance := 0.0
	for _, g := range p.gain {
		tolerance = max(tolerance, g*optimal)
	}
	for range 20 * (len(p.gain) + len(p.cost)) {
		enter := s.entering(tolerance)
		if enter < 0 {
			return s.solution(), s.prices, nil
		}
		s.step(enter)
	}
	return nil, nil, errSteps
}

// entering returns the variable with the largest gain from a move away from its bound, or -1 at the
// optimum.
func (s *simplex) entering(tolerance float64) int {
	best, most := -1, tolerance
	for c := range s.cells {
		if s.basic[c] {
			continue
		}
		reduced := s.gain[c]
		for i, price := range s.prices {
			if price != 0 {
				reduced -= price * s.cost[i][c]
			}
		}
		if s.upper[c] {
			reduced = -reduced
		}
		if reduced > most {
			best, most = c, reduced
		}
	}
	for i, price := range s.prices {
		if !s.basic[s.cells+i] && -price > most {
			best, most = s.cells+i, -price
		}
	}
	return best
}

// step moves a variable away from its bound until another one meets a bound, and exchanges the two.
func (s *simplex) step(enter int) {
	s.direction(enter)
	sign, limit, leave, toUpper := 1.0, math.Inf(1), -1, false
	if enter < s.cells {
		limit = 1
		if s.upper[enter] {
			sign = -1
		}
	}
	for i, d := range s.column {
		move := -sign * d // of the basic variable per unit
		room, up := math.Inf(1), false
		switch {
		case move < -smallestPivot:
			room = s.value[i] / -move
		case move > smallestPivot && s.basis[i] < s.cells:
			room, up = (1-s.value[i])/move, true
		}
		if room < limit {
			limit, leave, toUpper = max(0, room), i, up
		}
	}
	for i, d := range s.column {
		s.value[i] -= sign * d * limit
	}
	if leave < 0 { // from one bound to the other
		s.upper[enter] = !s.upper[enter]
		return
	}
	s.exchange(enter, leave, sign, limit, toUpper)
}

// direction sets column to the inverse times the column of a variable.
func (s *simplex) direction(variable int) {
	for i, row := range s.inverse {
		if variable >= s.cells {
			s.column[i] = row[variable-s.cells]
			continue
		}
		sum := 0.0
		for k, x := range row {
			sum += x * s.cost[k][variable]
		}
		s.column[i] = sum
	}
}

func (s *simplex) exchange(enter, leave int, sign, moved float64, toUpper bool) {
	old := s.basis[leave]
	s.basic[old], s.basic[enter] = false, true
	if old < s.cells {
		s.upper[old] = toUpper
	}
	start := 0.0
	if sign < 0 {
		start = 1
	}
	s.basis[leave], s.value[leave] = enter, start+sign*moved
	pivot := s.inverse[leave]
	for k := range pivot {
		pivot[k] /= s.column[leave]
	}
	for i, row := range s.inverse {
		if d := s.column[i]; i != leave && d != 0 {
			for k, x := range pivot {
				row[k] -= d * x
			}
		}
	}
	clear(s.prices)
	for i, variable := range s.basis {
		if variable < s.cells {
			for k, x := range s.inverse[i] {
				s.prices[k] += s.gain[variable] * x
			}
		}
	}
}

func (s *simplex) solution() []float64 {
	x := make([]float64, s.cells)
	for c, up := range s.upper {
		if up && !s.basic[c] {
			x[c] = 1
		}
	}
	for i, variable := range s.basis {
		if variable < s.cells {
			x[variable] = s.value[i]
		}
	}
	return x
}

// power is the objective at x.
func (p program) power(x []float64) float64 { return floats.Dot(p.gain, x) }

// errors returns the share of false claims of each constraint at x.
func (p program) errors(x []float64) []float64 {
	out := make([]float64, len(p.cost))
	for i, row := range p.cost {
		out[i] = floats.Dot(row, x)
	}
	return out
}

// bound is an upper bound of the objective for any weights of the constraints, none of them
// negative: level times their sum, plus what the cells gain beyond their cost.
func (p program) bound(weights []float64) float64 {
	sum := 0.0
	for _, w := range weights {
		sum += p.level * max(w, 0)
	}
	for c, gain := range p.gain {
		for i, w := range weights {
			gain -= max(w, 0) * p.cost[i][c]
		}
		sum += max(0, gain)
	}
	return sum
}
