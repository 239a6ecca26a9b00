package ranks

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
)

// exactMost is the largest number of differences whose signs are counted exactly.
const exactMost = 100

// WilcoxonResult is the outcome of Wilcoxon's signed-rank test.
type WilcoxonResult struct {
	Positive, Negative float64 // sums of the ranks of positive and negative differences
	N                  int     // differences other than 0
	Zeros              int     // differences of 0, which are left out
	PValue             float64 // two-sided
	Greater, Less      float64 // one-sided, for differences above and below 0
	Exact              bool    // by all 2^N signs, ties or not; else by the normal distribution
}

// Wilcoxon tests whether differences, one per data set, are symmetric about 0 (Wilcoxon
// 1945). Differences of 0 are left out, and equal sizes share the mean of their ranks. Up to
// 100 differences the p-value is exact, ties included: it counts all 2^N signs given the
// ranks. Above, it comes from the normal distribution with the corrections for ties and
// continuity, as in R. The two-sided p-value is twice the smaller one.
// Without differences other than 0 all p-values are 1.
//
// Sizes are those of the values that each difference is of, such as the larger of two means, or of the losses behind
// them: 0.5 - 0.4 is not 0.3 - 0.2 in doubles, so that what rounding of such values makes (infer.Rounding) is 0, and
// differences that lie no further apart are equal. Without sizes, nil, differences are exact. Errors: no difference at
// all, one that is not finite, sizes that do not fit.
func Wilcoxon(differences, sizes []float64) (WilcoxonResult, error) {
	return distributions{}.wilcoxon(differences, sizes)
}

// wilcoxon is Wilcoxon with the distributions that earlier calls needed.
func (l distributions) wilcoxon(differences, sizes []float64) (WilcoxonResult, error) {
	if len(differences) == 0 {
		return WilcoxonResult{}, errors.New("ranks: no differences; give one per data set")
	}
	if sizes == nil {
		sizes = make([]float64, len(differences))
	}
	if len(sizes) != len(differences) {
		return WilcoxonResult{}, fmt.Errorf("ranks: %d sizes of %d differences; give one of each, or none", len(sizes),
			len(differences))
	}
	if err := checkSizes(sizes); err != nil {
		return WilcoxonResult{}, err
	}
	var amounts, errors []float64
	var positive []bool
	for i, d := range differences {
		switch tiny := infer.Rounding(sizes[i]); {
		case math.IsNaN(d) || math.IsInf(d, 0):
			return WilcoxonResult{}, fmt.Errorf("ranks: difference %d is %v; leave out data sets on which a model "+
				"has no score", i+1, d)
		case math.Abs(d) > tiny:
			amounts, errors, positive = append(amounts, math.Abs(d)), append(errors, tiny/2), append(positive, d > 0)
		}
	}
	ranks, ties := midRanks(amounts, errors)
	r := WilcoxonResult{N: len(amounts), Zeros: len(differences) - len(amounts), Exact: len(amounts) <= exactMost}
	for i, x := range ranks {
		if positive[i] {
			r.Positive += x
		} else {
			r.Negative += x
		}
	}
	if r.Exact {
		tails := l.of(ranks)
		r.Greater, r.Less = tails.from(r.Positive), tails.from(r.Negative)
	} else {
		r.Greater, r.Less = normalTail(r.Positive, r.N, ties), normalTail(r.Negative, r.N, ties)
	}
	r.PValue = math.Min(1, 2*math.Min(r.Greater, r.Less))
	return r, nil
}

// distribution holds the shares of all signs for which twice the sum of the positive ranks is at least the index.
type distribution []float64

// distributions keeps distributions by their ranks, in order: without ties one for each number of differences.
type distributions map[string]distribution

// of returns the distribution of the ranks. Twice a rank is a whole number.
func (l distributions) of(ranks []float64) distribution {
	twice := make([]int, len(ranks))
	for i, r := range ranks {
		twice[i] = int(math.Round(2 * r))
	}
	slices.Sort(twice)
	key := fmt.Sprint(twice)
	out, known := l[key]
	if !known {
		out = signDistribution(twice)
		l[key] = out
	}
	return out
}

// signDistribution counts all signs of ranks, which are given times two.
func signDistribution(twice []int) distribution {
	share := []float64{1} // by twice the sum
	for _, t := range twice {
		next := make([]float64, len(share)+t)
		for s, p := range share {
			next[s] += p / 2
			next[s+t] += p / 2
		}
		share = next
	}
	for s := len(share) - 2; s >= 0; s-- {
		share[s] += share[s+1]
	}
	return share
}

// from returns the share of all signs for which the positive ranks sum to at least sum.
func (l distribution) from(sum float64) float64 { return math.Min(1, l[int(math.Round(2*sum))]) }

// normalTail is distribution.from by the normal distribution, with half a rank of continuity.
func normalTail(sum float64, n int, ties float64) float64 {
	m := float64(n)
	sd := math.Sqrt(m*(m+1)*(2*m+1)/24 - ties/48)
	return math.Erfc((sum-m*(m+1)/4-0.5)/sd/math.Sqrt2) / 2
}
