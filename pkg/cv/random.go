package cv

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// The streams of random numbers of a seed.
const (
	streamBlocks = 0 // the order of the records in a BCV
	streamSplits = 1 // stream streamSplits+j belongs to replication j
)

func stream(seed uint64, id int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(id)))
}

// newMx2 makes the method Mx2.
func newMx2(n, m int, seed uint64) (Set, error) {
	if err := checkSize(n, m, maxRecords); err != nil {
		return Set{}, err
	}
	set := Set{Method: Mx2, N: n, Seed: seed, Splits: make([]Split, m)}
	for j := range m {
		set.Splits[j] = randomSplit(n, n/2, stream(seed, streamSplits+j+1))
	}
	return set, nil
}

// newRepeatedKFold makes the method RepeatedKFold of r replications; groups[i] names the group of record i, if
// there are groups.
func newRepeatedKFold(n, k, r int, seed uint64, conditions []Condition, groups []string) (Set, error) {
	switch {
	case n < 2 || n > maxRecords:
		return Set{}, fmt.Errorf("cv: %d records; K-fold CV needs from 2 to %d", n, maxRecords)
	case k < 2 || k > n:
		return Set{}, fmt.Errorf("cv: %d folds of %d records; use from 2 to %d (5 and 10 are usual)", k, n, n)
	case r < 1:
		return Set{}, fmt.Errorf("cv: %d replications; use at least 1", r)
	}
	if err := checkMemory(n, r, k); err != nil {
		return Set{}, err
	}
	for _, c := range conditions {
		if err := c.check(n); err != nil {
			return Set{}, err
		}
	}
	var members [][]int32 // of the groups
	var w weights
	if groups != nil {
		members = groupMembers(groups)
		if len(members) < k {
			return Set{}, fmt.Errorf("cv: %d folds of %d groups; each fold validates at least one whole group, use fewer folds",
				k, len(members))
		}
		w = groupWeights(members, conditions)
	}
	s := Set{Method: RepeatedKFold, N: n, K: k, Seed: seed}
	for i := range r {
		rng := stream(seed, streamSplits+i+1)
		if groups != nil {
			s.Splits = append(s.Splits, groupedFolds(members, w, k, rng)...)
			continue
		}
		order := identity(n)
		shuffle(order, rng)
		if len(conditions) > 0 {
			s.Splits = append(s.Splits, dealt(order, k, conditions)...)
			continue
		}
		for f := range k {
			lo, hi := f*n/k, (f+1)*n/k
			train := append(slices.Clone(order[:lo]), order[hi:]...)
			s.Splits = append(s.Splits, sorted(train, slices.Clone(order[lo:hi])))
		}
	}
	return s, nil
}

// dealt returns the splits of K folds to which the records, ordered by joint stratum, are
// dealt in turn: their sizes, and their numbers of records of a stratum, differ by at
// most one.
func dealt(order []int32, k int, conditions []Condition) []Split {
	sortByStratum(order, conditions)
	return blockSplits(order, k, func(t int) int { return t % k })
}

// blockSplits returns the splits of K folds, of which each validates one block; record order[t] is in block(t).
func blockSplits(order []int32, k int, block func(t int) int) []Split {
	out := make([]Split, k)
	for t, i := range order {
		for f := range out {
			if f == block(t) {
				out[f].Valid = append(out[f].Valid, i)
			} else {
				out[f].Train = append(out[f].Train, i)
			}
		}
	}
	for f, p := range out {
		out[f] = sorted(p.Train, p.Valid)
	}
	return out
}

// newRLT makes the method RLT of J splits with n1 training records.
func newRLT(n, n1, j int, seed uint64) (Set, error) {
	if err := checkRLT(n, n1, j); err != nil {
		return Set{}, err
	}
	s := Set{Method: RLT, N: n, Seed: seed}
	for i := range j {
		s.Splits = append(s.Splits, randomSplit(n, n1, stream(seed, streamSplits+i+1)))
	}
	return s, nil
}

func checkRLT(n, n1, j int) error {
	switch {
	case n < 2 || n > maxRecords:
		return fmt.Errorf("cv: %d records; a split needs from 2 to %d", n, maxRecords)
	case n1 < 1 || n1 > n-1:
		return fmt.Errorf("cv: %d training records of %d; n1 goes from 1 to %d", n1, n, n-1)
	case j < 1:
		return fmt.Errorf("cv: %d splits; use at least 1", j)
	}
	return checkMemory(n, j, 1)
}

func randomSplit(n, n1 int, rng *rand.Rand) Split {
	order := identity(n)
	shuffle(order, rng)
	return sorted(order[:n1:n1], order[n1:])
}

// sorted puts both lists of a split in ascending order.
func sorted(train, valid []int32) Split {
	slices.Sort(train)
	slices.Sort(valid)
	return Split{train, valid}
}

func identity(n int) []int32 {
	s := make([]int32, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

// shuffle permutes records at random.
func shuffle(records []int32, rng *rand.Rand) {
	rng.Shuffle(len(records), func(i, k int) { records[i], records[k] = records[k], records[i] })
}
