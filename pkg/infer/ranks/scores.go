package ranks

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Better is the direction of scores. It has no default: a loss that is read as an
// accuracy reverses every conclusion.
type Better int

// The two ways to read scores.
const (
	Higher Better = 1 + iota // precision, recall, F1, accuracy
	Lower                    // losses, error rates
)

// Scores has one row per data set and one column per model.
type Scores [][]float64

// check returns an error unless s is a table of finite numbers with at least rows data
// sets and two models, and better is Lower or Higher.
func (s Scores) check(better Better, rows int) error {
	if better != Higher && better != Lower {
		return fmt.Errorf("ranks: say with Higher or Lower which scores are better")
	}
	if len(s) < rows {
		return fmt.Errorf("ranks: %d data sets; give at least %d", len(s), rows)
	}
	for i, row := range s {
		if len(row) != len(s[0]) || len(row) < 2 {
			return fmt.Errorf("ranks: data set %d has scores of %d models, data set 1 of %d; give every data set "+
				"scores of the same models, at least 2", i+1, len(row), len(s[0]))
		}
		for j, x := range row {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("ranks: the score of model %d on data set %d is %v; leave out data sets on which a "+
					"model has no score", j+1, i+1, x)
			}
		}
	}
	return nil
}

// sizes returns the sizes of the values behind the scores of each data set: the given ones, or where there are none the
// largest score.
func (s Scores) sizes(given []float64) ([]float64, error) {
	if given != nil && len(given) != len(s) {
		return nil, fmt.Errorf("ranks: %d sizes for %d data sets; give one of each, or none", len(given), len(s))
	}
	out := slices.Clone(given)
	for _, row := range s[len(given):] {
		size := 0.0
		for _, x := range row {
			size = max(size, math.Abs(x))
		}
		out = append(out, size)
	}
	return out, checkSizes(out)
}

func checkSizes(sizes []float64) error {
	for i, x := range sizes {
		if !(x >= 0) || math.IsInf(x, 0) {
			return fmt.Errorf("ranks: size %d is %v; give the largest of the values, which is not negative", i+1, x)
		}
	}
	return nil
}

// Ranks returns the ranks of the models on each data set, 1 for the best; equal scores
// share the mean of their ranks. Scores are equal that differ by rounding alone (infer.Rounding), as means of the same
// numbers in another order do. Sizes are those of the values that the scores of each data set are means of, such as the
// largest of them; nil takes the largest score.
func Ranks(s Scores, better Better, sizes []float64) ([][]float64, error) {
	if err := s.check(better, 1); err != nil {
		return nil, err
	}
	sizes, err := s.sizes(sizes)
	if err != nil {
		return nil, err
	}
	out := make([][]float64, len(s))
	for i, row := range s {
		key, same := slices.Clone(row), slices.Repeat([]float64{infer.Rounding(sizes[i]) / 2}, len(row))
		if better == Higher {
			for j := range key {
				key[j] = -key[j]
			}
		}
		out[i], _ = midRanks(key, same)
	}
	return out, nil
}

// meanRanks returns the mean rank of each model.
func meanRanks(ranks [][]float64) []float64 {
	out := make([]float64, len(ranks[0]))
	for _, row := range ranks {
		for j, r := range row {
			out[j] += r // halves: the sums are exact
		}
	}
	for j := range out {
		out[j] /= float64(len(ranks))
	}
	return out
}

// midRanks returns the ranks of x from the smallest, ties sharing their mean, and the sum
// of t³ - t over the groups of t equal numbers. A number is equal to the next one, and with it to all of its group, if
// they lie no further apart than the errors of both; no errors are exact numbers.
func midRanks(x, errors []float64) (ranks []float64, ties float64) {
	if errors == nil {
		errors = make([]float64, len(x))
	}
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	ranks = make([]float64, len(x))
	for from := 0; from < len(x); {
		to := from + 1
		for to < len(x) && x[order[to]]-x[order[to-1]] <= errors[order[to]]+errors[order[to-1]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+1+to) / 2
		}
		t := float64(to - from)
		ties += t*t*t - t
		from = to
	}
	return ranks, ties
}
