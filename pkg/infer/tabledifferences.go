package infer

import (
	"fmt"
	"math"
)

// TableDifferences is RecordDifferences for losses of 0 and 1, from the contingency tables
// of the folds, indexed [replication][fold]. Its memory does not grow with the records.
func TableDifferences(tables [][]Contingency) (Differences, error) {
	var valid []int
	var around []float64
	scale := 0.0
	meanA, meanB := make([][]float64, len(tables)), make([][]float64, len(tables))
	for j, folds := range tables {
		for k, t := range folds {
			if err := t.Check(); err != nil {
				return Differences{}, fmt.Errorf("infer: replication %d, fold %d: %w", j+1, k+1, err)
			}
			if t.Total() > math.MaxInt { // where an int has 32 bits
				return Differences{}, fmt.Errorf("infer: replication %d, fold %d: %v records; this machine counts to "+
					"%d", j+1, k+1, t.Total(), math.MaxInt)
			}
			count := []float64{t.N00, t.N01, t.N10, t.N11}
			a, _ := repeated([]float64{1, 1, 0, 0}, count)
			b, _ := repeated([]float64{1, 0, 1, 0}, count)
			_, s := repeated([]float64{0, -1, 1, 0}, count)
			meanA[j], meanB[j] = append(meanA[j], a), append(meanB[j], b)
			if t.N11 < t.Total() {
				scale = 1
			}
			valid, around = append(valid, int(t.Total())), append(around, s)
		}
	}
	d, err := NewDifferences(meanA, meanB)
	d.valid, d.around, d.scale = valid, around, max(d.scale, scale)
	return d, err
}

// repeated returns the mean and the squared deviations of values that occur count times
// each.
func repeated(value, count []float64) (mean, squares float64) {
	first := 0
	for count[first] == 0 {
		first++
	}
	sum, n := 0.0, 0.0
	for i, v := range value {
		sum += count[i] * (v - value[first])
		n += count[i]
	}
	mean = sum / n
	for i, v := range value {
		e := v - value[first] - mean
		squares += count[i] * (e * e)
	}
	return value[first] + mean, squares
}
