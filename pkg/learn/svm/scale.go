package svm

import (
	"math"
	"slices"
)

// scaler maps features to (x - center) * factor.
//
// All features are centred, even if they are left unscaled: a shift changes neither an RBF kernel nor the
// classifier of a linear kernel, and small numbers lose fewer digits. It does change a sigmoid kernel, whose centre
// is the origin.
type scaler struct {
	center, factor []float64
	origin         []float64 // the centre, or 0 if features are left unscaled
	// constant feature, from 1, because of which others of unequal spread are not scaled; 0 for none
	constant int
}

// fit computes centres and, if divide, standard deviations from the given rows of x, p numbers each. Indicators of
// levels are not scaled, and if any other feature is constant, none is: e1071's rules. indicator is nil if there
// are none.
func (s *scaler) fit(x []float64, p int, rows []int32, divide bool, indicator []bool) {
	s.center, s.factor, s.origin = resize(s.center, p), resize(s.factor, p), resize(s.origin, p)
	clear(s.origin)
	c, f := s.center, s.factor
	clear(c)
	clear(f)
	s.constant = 0
	first := x[int(rows[0])*p:][:p]
	for _, i := range rows {
		for j, v := range x[int(i)*p:][:p] {
			c[j] += v - first[j]
		}
	}
	for j := range c {
		c[j] = first[j] + c[j]/float64(len(rows))
	}
	if !divide {
		s.leave()
		return
	}
	for _, i := range rows {
		for j, v := range x[int(i)*p:][:p] {
			f[j] += (v - c[j]) * (v - c[j])
		}
	}
	constant, unequal := 0, false
	for j, v := range f {
		switch {
		case indicator != nil && indicator[j]:
			f[j] = 1
		case v == 0 && constant == 0:
			constant = j + 1
		case v > 0:
			f[j], s.origin[j] = math.Sqrt(float64(len(rows)-1)/v), c[j]
			unequal = unequal || math.Abs(f[j]-1) > 1e-6 // an earlier step has not scaled it
		}
	}
	if constant > 0 {
		s.leave()
		if unequal {
			s.constant = constant
		}
	}
}

// leave makes s leave the features unscaled.
func (s *scaler) leave() {
	clear(s.origin)
	for j := range s.factor {
		s.factor[j] = 1
	}
}

// apply writes the given rows of x, scaled and then multiplied by a constant,
// to dst, row by row.
func (s *scaler) apply(dst, x []float64, rows []int32, times float64) {
	p := len(s.center)
	c, f := s.center, s.factor[:len(s.center)]
	for r, i := range rows {
		out, row := dst[r*p:][:p], x[int(i)*p:][:p]
		out, row = out[:len(c)], row[:len(c)]
		for j := range c {
			out[j] = (row[j] - c[j]) * f[j] * times
		}
	}
}

// variance returns the variance (with n) of all scaled values of the given
// rows together. Features left unscaled enter uncentred.
func (s *scaler) variance(x []float64, rows []int32) float64 {
	p := len(s.center)
	sum, squares := 0.0, 0.0
	for _, i := range rows {
		for j, v := range x[int(i)*p:][:p] {
			sum += (v - s.origin[j]) * s.factor[j]
		}
	}
	mean := sum / float64(len(rows)*p)
	for _, i := range rows {
		for j, v := range x[int(i)*p:][:p] {
			v = (v-s.origin[j])*s.factor[j] - mean
			squares += v * v
		}
	}
	return squares / float64(len(rows)*p)
}

// resize returns x with length n, in the same memory if it is large enough.
func resize[T any](x []T, n int) []T { return slices.Grow(x[:0], n)[:n] }
