package table

import "fmt"

// Probability writes "= " and a probability for people, near 1 by what is missing: rounding makes none certain. What is
// missing is known to the rounding of doubles, where it is "> 1 - 1e-15".
func Probability(p float64) string {
	const least = 1e-15
	switch s := fmt.Sprintf("%.4g", p); {
	case s != "1":
		return "= " + s
	case 1-p < least:
		return fmt.Sprintf("> 1 - %g", least)
	}
	return fmt.Sprintf("= 1 - %.2g", 1-p)
}

// PValue writes "= " and a p-value, or "< 1e-300": below it may be 0 because it is less than a double can hold.
func PValue(p float64) string {
	const least = 1e-300
	if p < least {
		return fmt.Sprintf("< %g", least)
	}
	return fmt.Sprintf("= %.4g", p)
}
