package sequential

import (
	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/variance"
)

// factor is the boundary in units of the standard deviation at a nominal upper
// tail p: Chat_m t_p(2m-1).
func factor(m int, p float64) float64 {
	return variance.Chat(m) * special.StudentCritical(p, variance.DFhat(m))
}

// Shape is how the nominal level of a calibrated test changes from look to
// look.
type Shape int

// The shapes.
const (
	Equal Shape = iota // the same nominal level at every look: stops early
	Late               // proportional to m²: nearly the power of the test at m = Max alone, stops later
)

// String returns equal or late.
func (s Shape) String() string {
	if s == Late {
		return "late"
	}
	return "equal"
}

// weight is the nominal level at look m for a level of 1 at the last look.
func (s Shape) weight(m, last int) float64 {
	if s == Late {
		r := float64(m) / float64(last)
		return r * r
	}
	return 1
}
