package ranks

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/internal/special"
)

// CriticalDifference returns the difference of mean ranks of two of k models on n data
// sets from which Nemenyi's test (1963) calls them different at level alpha: q √(k(k+1)/(6n)), q
// the critical value of the studentized range over √2 (Demšar 2006, section 3.2.2). Of all
// k(k-1)/2 pairs it falsely calls any different with probability alpha at most. Errors:
// fewer than two models, no data set, alpha outside (0, 1).
func CriticalDifference(k, n int, alpha float64) (float64, error) {
	if k < 2 || n < 1 {
		return 0, fmt.Errorf("ranks: %d models on %d data sets; give at least 2 on 1", k, n)
	}
	if !(alpha > 0 && alpha < 1) {
		return 0, fmt.Errorf("ranks: alpha is %v; give a level between 0 and 1", alpha)
	}
	return special.RangeCritical(alpha, k) / math.Sqrt2 * unit(k, n), nil
}

// unit is the standard error of a difference of mean ranks.
func unit(k, n int) float64 { return math.Sqrt(float64(k) * float64(k+1) / (6 * float64(n))) }
