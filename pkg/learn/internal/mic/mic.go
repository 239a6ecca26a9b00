// Package mic computes the maximal information coefficient of Reshef et al. (Science 334,
// 2011), a measure from 0 to 1 of any dependence between two variables.
//
// # Definition
//
// A grid of x columns and y rows over the n points (X, Y) has the mutual information I of
// column and row of a point, by the shares of points in its cells. With I*(x, y) the
// largest I of all grids of at most that many columns and rows, and B = max(n^Alpha, 4),
//
//	MIC = max over x, y >= 2 with x y <= B of  I*(x, y) / log min(x, y)
//
// As n grows it tends to 1 for functions without noise and to 0 for independent variables.
// In small samples it is far above 0 for these too: it ranks features and tests none.
//
// # Approximation
//
// Not all grids are tried, only those of ApproxMaxMI (supplement of the paper, section 3): one axis is cut into
// parts of about equally many points, the other as is best for it, by dynamic programming; then the other way
// round. The best cuts lie between clumps, runs of points in one part of the first axis; where there are more than
// C x of them, they are first joined to that many superclumps of about equal size. Points of the same value are
// never cut apart. The value is a lower bound of the definition's.
package mic

import (
	"errors"
	"fmt"
	"math"
)

// Options are the constants of the approximation; 0 means the default.
type Options struct {
	Alpha float64 // exponent of the bound on cells, above 0 and at most 1; 0.6 by default
	C     float64 // superclumps per column; 15 by default
}

// Defaults of Reshef et al. (2011).
const (
	defaultAlpha = 0.6
	defaultC     = 15
)

// Of returns the coefficient of two variables, given as the values of both at the same points: 0 if one of them is
// constant. Errors are for unlike numbers of points, fewer than two, values that are not finite, and options out of
// range.
func Of(x, y []float64, o Options) (float64, error) {
	if o.Alpha == 0 {
		o.Alpha = defaultAlpha
	}
	if o.C == 0 {
		o.C = defaultC
	}
	switch {
	case !(o.Alpha > 0 && o.Alpha <= 1):
		return 0, fmt.Errorf("mic: alpha is %v; give a number above 0, up to 1", o.Alpha)
	case !(o.C > 0) || math.IsInf(o.C, 0):
		return 0, fmt.Errorf("mic: c is %v; give a positive number", o.C)
	case len(x) != len(y):
		return 0, fmt.Errorf("mic: %d values of one variable and %d of the other; give both for each point", len(x), len(y))
	case len(x) < 2:
		return 0, errors.New("mic: fewer than two points; give more")
	}
	for i := range x {
		if x[i]-x[i] != 0 || y[i]-y[i] != 0 {
			return 0, fmt.Errorf("mic: point %d is (%v, %v); give finite numbers", i, x[i], y[i])
		}
	}
	if constant(x) || constant(y) {
		return 0, nil
	}
	bound := max(math.Pow(float64(len(x)), o.Alpha), 4)
	a, b := information(x, y, bound, o.C), information(y, x, bound, o.C)
	best := 0.0
	for rows := range a {
		for columns := range a[rows] {
			i := max(a[rows][columns], b[columns][rows])
			best = max(best, i/math.Log(float64(min(rows, columns)+2)))
		}
	}
	return min(best, 1), nil // at most 1 up to rounding
}

func constant(x []float64) bool {
	for _, v := range x {
		if v != x[0] {
			return false
		}
	}
	return true
}
