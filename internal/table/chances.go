package table

import (
	"fmt"
	"math"
	"strconv"
)

// Places is how many decimals show two digits of a number, or three if the first one is 1: 3 for 0.027 and 0.115. It is 0
// for 0 and for numbers that are infinite or not known.
func Places(x float64) int {
	if x = math.Abs(x); !(x > 0 && x < math.Inf(1)) {
		return 0
	}
	magnitude := math.Floor(math.Log10(x))
	places := 1 - int(magnitude)
	if x < 2*math.Pow(10, magnitude) {
		places++
	}
	return max(0, places)
}

// PValue writes "= " and a p-value for people, or "< 0.001": with three decimals, or as many more as show on which side
// of the level it lies. JSON has all digits.
func PValue(p, level float64) string {
	least, digits := 0.001, 3
	for digits < 12 && (level > 0 && least > level || level < 1 && least > 1-level) {
		least, digits = least/10, digits+1
	}
	if p < least {
		return fmt.Sprintf("< %g", least)
	}
	least = 1e-12 // 1 - 0.95 is not 0.05
	for ; ; digits++ {
		text := strconv.FormatFloat(p, 'f', digits, 64)
		shown, _ := strconv.ParseFloat(text, 64) // it was written just now
		if digits == 12 || math.Abs(p-level) < least || math.Abs(shown-level) > least && (shown < level) == (p < level) {
			return "= " + text
		}
	}
}

// Probability writes "= " and a probability as PValue does, near 1 as "> 0.999": rounding makes none certain.
func Probability(p, level float64) string {
	if rest := PValue(1-p, 1-level); rest[0] == '<' {
		least, _ := strconv.ParseFloat(rest[2:], 64) // it was written just now
		return "> " + strconv.FormatFloat(1-least, 'f', -1, 64)
	}
	return PValue(p, level)
}
