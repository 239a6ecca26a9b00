package partition

import "github.com/block-regularized/bcv/pkg/cv"

// CompareLimits is CompareConditions on one condition for several limits.
func CompareLimits(data string, c cv.Condition, m, tries int, limits []float64, seed uint64) ([]ConditionRow, error) {
	var out []ConditionRow
	for _, limit := range limits {
		row, err := CompareConditions(data, []cv.Condition{c}, m, tries, limit, seed)
		if err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, nil
}

// DistanceRow is X²/J of one condition in one split of a set.
type DistanceRow struct {
	Set   string  `dataframe:"set"`
	Split int     `dataframe:"split"`
	Ratio float64 `dataframe:"chi2_over_j"`
}

// Distances returns X²/J of a condition in every split of the sets.
func Distances(c cv.Condition, sets ...Named) ([]DistanceRow, error) {
	var out []DistanceRow
	for _, s := range sets {
		distances, err := s.Set.Distances([]cv.Condition{c})
		if err != nil {
			return nil, err
		}
		for _, d := range distances {
			out = append(out, DistanceRow{s.Name, d.Split, d.Ratio})
		}
	}
	return out, nil
}

// MadeLengths makes a length for each sentence of MadeSentences, the longer the more
// entities there are.
func MadeLengths(sentences cv.Condition) (cv.Condition, error) {
	length := make([]float64, len(sentences.Of))
	for i, types := range sentences.Of {
		length[i] = float64(5 + 7*len(types) + i%11)
	}
	return cv.ResponseCondition("sentence length", length)
}

// WorstRow is the largest X²/J of a condition over the splits of a set.
type WorstRow struct {
	Condition string  `dataframe:"condition"`
	Ratio     float64 `dataframe:"largest X²/J"`
}

// Worst returns the largest X²/J of each condition.
func Worst(s cv.Set, conditions []cv.Condition) ([]WorstRow, error) {
	out := make([]WorstRow, len(conditions))
	for i, c := range conditions {
		ratio, err := worstRatio(s, []cv.Condition{c})
		if err != nil {
			return nil, err
		}
		out[i] = WorstRow{c.Name, ratio}
	}
	return out, nil
}
