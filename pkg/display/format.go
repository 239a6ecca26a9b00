package display

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

const (
	missing = "–" // a NaN
	// maxPlaces decimals and maxLength digits are written without an exponent.
	maxPlaces = 7
	maxLength = 9
	maxApart  = 4 // powers of ten between the smallest and the largest number of a column with common decimals
)

// formatColumn returns the cells of a column as text.
func formatColumn(values []any, digits int) []string {
	write := numberFormat(values, digits)
	cells := make([]string, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case float64:
			cells[i] = write(v)
		case bool:
			cells[i] = map[bool]string{true: "yes", false: "no"}[v]
		default:
			cells[i] = fmt.Sprint(v)
		}
	}
	return cells
}

// numberFormat returns the format of the float64s among values. They have the same number of
// decimals, so that the largest has the given significant digits and the smallest one below 1 at
// least two; common zeros at the end are left out. Each has its own decimals if they differ by a
// factor of 10,000 or more, and an exponent if they are very small or large.
func numberFormat(values []any, digits int) func(float64) string {
	least, most := math.Inf(1), 0.0
	for _, v := range values {
		if x, ok := v.(float64); ok && x != 0 && !math.IsNaN(x) && !math.IsInf(x, 0) {
			least, most = min(least, math.Abs(x)), max(most, math.Abs(x))
		}
	}
	if most == 0 {
		return func(x float64) string { return special(x, 'f', 0) }
	}
	places := max(digits-1-exponent(most), 0)
	if least < 1 {
		places = max(places, 1-exponent(least))
	}
	switch apart := exponent(most) - exponent(least); {
	case exponent(least) < -maxPlaces || exponent(most) > maxLength || apart < maxApart && places > max(maxPlaces, digits):
		return func(x float64) string { return special(x, 'g', digits) }
	case apart >= maxApart:
		return func(x float64) string { return alone(x, digits) }
	}
	places -= commonZeros(values, places)
	return func(x float64) string { return special(x, 'f', places) }
}

// alone writes x with its own significant digits, and an exponent below 0.0001.
func alone(x float64, digits int) string {
	switch {
	case x == 0 || math.IsNaN(x) || math.IsInf(x, 0):
		return special(x, 'f', 0)
	case math.Abs(x) < 1e-4:
		return special(x, 'g', digits)
	}
	text := special(x, 'f', max(digits-1-exponent(math.Abs(x)), 0))
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// exponent is the power of ten of the first digit of x > 0.
func exponent(x float64) int { return int(math.Floor(math.Log10(x))) }

// commonZeros counts the zeros at the end that all numbers have with the given places.
func commonZeros(values []any, places int) int {
	zeros := places
	for _, v := range values {
		x, ok := v.(float64)
		if !ok || math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		text := strconv.FormatFloat(x, 'f', places, 64)
		zeros = min(zeros, len(text)-len(strings.TrimRight(text, "0")))
	}
	return zeros
}

// special writes x, which may be NaN or infinite.
func special(x float64, format byte, digits int) string {
	switch {
	case math.IsNaN(x):
		return missing
	case math.IsInf(x, 0):
		return map[bool]string{true: "∞", false: "-∞"}[x > 0]
	}
	text := strconv.FormatFloat(x, format, digits, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-") // no minus before a zero
	}
	return text
}
