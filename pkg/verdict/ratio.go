package verdict

import (
	"fmt"
	"math"
)

// ratioJSON is a ratio of geometric means, of B over A, with its interval; an end may be 0 or infinite.
type ratioJSON struct {
	Low  float64 `json:"low"`
	Mid  float64 `json:"mid"`
	High float64 `json:"high"`
}

// ratio is the ratio that a verdict on logarithms is about; nil for others.
func (v Verdict) ratio() *ratioJSON {
	if !v.Metric.Log {
		return nil
	}
	return &ratioJSON{math.Exp(v.Low), math.Exp(v.Estimate), math.Exp(v.High)}
}

// factor writes a ratio with three digits, or more where it is near 1.
func factor(x float64) string {
	digits := 3
	if near := math.Abs(x - 1); near > 0 && near < 0.1 {
		digits = min(6, 2-int(math.Floor(math.Log10(near))))
	}
	return fmt.Sprintf("%.*g", digits, x)
}

// ratioValues are the geometric means of both models, that of the one that leads first; empty for data sets together.
func (v Verdict) ratioValues() string {
	if v.Datasets > 0 {
		return ""
	}
	a, b := v.values()
	return fmt.Sprintf("%.3g against %.3g", math.Exp(a), math.Exp(b))
}

// times says how many times the geometric mean of the other model that of the one that leads is.
func (v Verdict) times() string {
	ratio := math.Abs(v.Estimate)
	if v.side() == "lower" {
		ratio = -ratio
	}
	return factor(math.Exp(ratio)) + " times as much"
}

// differences names what is ruled out or left.
func (v Verdict) differences() string {
	switch {
	case v.Metric.Log:
		return "factors"
	case v.Quantile != 0:
		return "median differences"
	}
	return "differences"
}
