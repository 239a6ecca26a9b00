package infer

import (
	"fmt"
	"math"
)

// What is asked of a difference is checked here, in one text for all that ask it: tests, posteriors, orders of models,
// gates and the commands.

// CheckLevel refuses a level of tests outside of (0, 1).
func CheckLevel(alpha float64) error {
	if !(alpha > 0 && alpha < 1) {
		return fmt.Errorf("infer: alpha is %v; give a level between 0 and 1", alpha)
	}
	return nil
}

// checkDelta refuses a difference under the hypothesis that is not finite, or beyond 1e150.
func checkDelta(delta float64) error {
	if !(math.Abs(delta) <= largestLoss) {
		return fmt.Errorf("infer: delta is %v; give a finite difference of a usual size", delta)
	}
	return nil
}

// check refuses an unknown alternative.
func (a Alternative) check() error {
	if a < TwoSided || a > Less {
		return fmt.Errorf("infer: unknown alternative %d; use TwoSided, Greater or Less", int(a))
	}
	return nil
}

// Adjust returns p-values that are adjusted by holm or bonferroni, and the name of whom that is called after.
func Adjust(by string, p []float64) (adjusted []float64, name string, err error) {
	switch by {
	case "holm":
		adjusted, err = Holm(p)
		return adjusted, "Holm", err
	case "bonferroni":
		adjusted, err = Bonferroni(p)
		return adjusted, "Bonferroni", err
	}
	return nil, "", fmt.Errorf("infer: adjust is %q; use holm or bonferroni, or leave it out", by)
}
