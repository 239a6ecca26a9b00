package cv

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// newRolling makes the method Rolling.
func newRolling(times []float64, k, gap int, seed uint64) (Set, error) {
	if k < 1 || gap < 0 {
		return Set{}, fmt.Errorf("cv: %d folds with a gap of %d records; use at least 1 fold (5 and 10 are usual) and a gap "+
			"of 0 or more", k, gap)
	}
	order, ends, err := timeBlocks(times, k+1)
	if err != nil {
		return Set{}, err
	}
	if err := checkMemory(len(times), 1, k); err != nil {
		return Set{}, err
	}
	s := Set{Method: Rolling, N: len(times), K: k, Seed: seed}
	for f, begin := range ends[:k] {
		last := begin - gap // of the training records; all records of one time are left out together
		for gap > 0 && last > 0 && times[order[last-1]] == times[order[last]] {
			last--
		}
		if last < 1 {
			together := ""
			if last < begin-gap {
				together = ", with all records of the times in it,"
			}
			return Set{}, fmt.Errorf("cv: %d records come before the validation records of fold %d, and a gap of %d%s leaves "+
				"none to train on; use a smaller gap, or fewer folds", begin, f+1, gap, together)
		}
		s.Splits = append(s.Splits, sorted(slices.Clone(order[:last]), slices.Clone(order[begin:ends[f+1]])))
	}
	return s, nil
}

// timeBlocks returns the records in the order of time and where each of a number of blocks ends in it. Records of one
// time are in one block.
func timeBlocks(times []float64, blocks int) (order []int32, ends []int, err error) {
	n := len(times)
	if blocks < 1 || n > maxRecords {
		return nil, nil, fmt.Errorf("cv: %d blocks of %d records; use at least 1, of at most %d records", blocks, n,
			maxRecords)
	}
	order = identity(n)
	for i, t := range times {
		if math.IsNaN(t) || math.IsInf(t, 0) {
			return nil, nil, fmt.Errorf("cv: the time of record %d is %v; leave the record out or fill it in", i, t)
		}
	}
	slices.SortStableFunc(order, func(i, k int32) int { return cmp.Compare(times[i], times[k]) })
	var changes []int // where another time begins
	for t := 1; t < n; t++ {
		if times[order[t]] != times[order[t-1]] {
			changes = append(changes, t)
		}
	}
	changes = append(changes, n)
	if len(changes) < blocks {
		return nil, nil, fmt.Errorf("cv: %d blocks of records in time, and %d different times, which no block divides; ask "+
			"for fewer folds or replications, or give finer times", blocks, len(changes))
	}
	at := -1
	for b := 1; b < blocks; b++ {
		even := b * n / blocks
		at++
		for last := len(changes) - 1 - (blocks - b); at < last && distance(changes[at+1], even) <
			distance(changes[at], even); {
			at++
		}
		ends = append(ends, changes[at])
	}
	return order, append(ends, n), nil
}

func distance(a, b int) int { return max(a-b, b-a) }

// TimeBlocks divides records into blocks of consecutive times, whose sizes are as even as Rolling makes them, and
// returns the name of the block of each record, from "1". As the groups of Grouped, they make halves of whole
// blocks: neighbours in time mostly train or validate together, but halves also train on later records than they
// validate. Times are numbers of which only the order matters; at least as many as blocks differ.
func TimeBlocks(times []float64, blocks int) ([]string, error) {
	order, ends, err := timeBlocks(times, blocks)
	if err != nil {
		return nil, err
	}
	out, from := make([]string, len(times)), 0
	for b, end := range ends {
		for _, i := range order[from:end] {
			out[i] = strconv.Itoa(b + 1)
		}
		from = end
	}
	return out, nil
}
