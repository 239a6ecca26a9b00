package decide

import (
	"fmt"
	"math"
)

// Sentence says the decision in words, and what it is about.
func (o *Outcome) Sentence() string {
	if len(o.Looks) == 0 {
		return "There was no look."
	}
	last := o.Looks[len(o.Looks)-1]
	var said string
	switch o.Decision {
	case BetterA:
		said = fmt.Sprintf("%s is better than %s", o.ModelA, o.ModelB)
	case BetterB:
		said = fmt.Sprintf("%s is better than %s", o.ModelB, o.ModelA)
	case TooSmall:
		said = fmt.Sprintf("%s and %s differ by less than the difference of interest", o.ModelA, o.ModelB)
	default:
		said = fmt.Sprintf("It is not decided whether %s or %s is better", o.ModelA, o.ModelB)
	}
	return fmt.Sprintf("%s (m = %d): %s less %s is %.4g, %s (%s); %s. Rule: %s.",
		said, o.M, o.ModelB, o.ModelA, last.Estimate, Interval(last.Low, last.High), o.Words.Interval, o.Quantity, o.Rule)
}

// Interval writes an interval whose ends may be infinite.
func Interval(low, high float64) string {
	left, right := fmt.Sprintf("[%.4g", low), fmt.Sprintf("%.4g]", high)
	if math.IsInf(low, -1) {
		left = "(-inf"
	}
	if math.IsInf(high, 1) {
		right = "inf)"
	}
	return left + ", " + right
}
