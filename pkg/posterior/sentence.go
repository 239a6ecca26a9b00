package posterior

import (
	"fmt"
	"math"
)

// Sentence returns the result as a sentence for a paper.
func (c Comparison) Sentence() string {
	better := fmt.Sprintf("%s has the higher %s", c.ModelB, c.Metric)
	if c.Delta != 0 {
		better = fmt.Sprintf("the %s of %s exceeds that of %s by more than %g", c.Metric, c.ModelB, c.ModelA, c.Delta)
	}
	s := fmt.Sprintf("%s%s: %.2f%% [%.2f%%, %.2f%%] for %s and %.2f%% [%.2f%%, %.2f%%] for %s (posterior mode and "+
		"%g%% credible interval, %d x 2 BCV); the posterior probability that %s is %s",
		pick(c.Task != "", c.Task+", "), c.Metric, 100*c.A, 100*c.ALow, 100*c.AHigh, c.ModelA, 100*c.B, 100*c.BLow,
		100*c.BHigh, c.ModelB,
		100*c.Level, c.M, better, probability(c.PH1, c.LogPH1))
	if c.Rope > 0 {
		s += fmt.Sprintf(", and that the two differ by at most %g it is %.3g", c.Rope, c.PRope)
	}
	return s + "."
}

// probability returns p with 4 digits: of its complement for p near 1, and of its
// logarithm where p underflows.
func probability(p, logP float64) string {
	switch {
	case p == 0:
		return fmt.Sprintf("exp(%.6g)", logP)
	case p > 0.9999 && p < 1:
		return fmt.Sprintf("1-%.4g", -math.Expm1(logP))
	}
	return fmt.Sprintf("%.4g", p)
}

func pick(yes bool, s string) string {
	if yes {
		return s
	}
	return ""
}
