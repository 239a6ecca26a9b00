package cv

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// NewKFold returns K-fold CV of n records: K random blocks, whose sizes differ
// by at most one, each the validation set once. K goes from 2 to n.
func NewKFold(n, k int, seed uint64) (Set, error) {
	s, err := NewRepeatedKFold(n, k, 1, seed)
	s.Method = KFold
	return s, err
}

// NewRepeatedKFold returns r independent K-fold CVs. The set of a larger r with
// the same seed begins with that of a smaller one.
func NewRepeatedKFold(n, k, r int, seed uint64) (Set, error) {
	switch {
	case n < 2 || n > maxRecords:
		return Set{}, fmt.Errorf("cv: %d records; K-fold CV needs from 2 to %d", n, maxRecords)
	case k < 2 || k > n:
		return Set{}, fmt.Errorf("cv: %d folds of %d records; use from 2 to %d (5 and 10 are usual)", k, n, n)
	case r < 1:
		return Set{}, fmt.Errorf("cv: %d replications; use at least 1", r)
	}
	s := Set{Method: RepeatedKFold, N: n, K: k, Seed: seed}
	for i := range r {
		order := identity(n)
		shuffle(order, stream(seed, streamSplits+i+1))
		for f := range k {
			lo, hi := f*n/k, (f+1)*n/k
			train := append(slices.Clone(order[:lo]), order[hi:]...)
			s.Splits = append(s.Splits, sorted(train, slices.Clone(order[lo:hi])))
		}
	}
	return s, nil
}

// NewRLT returns J independent random splits with n1 training records
// (repeated learning-testing), n1 from 1 to n-1. The set of a larger J with the
// same seed begins with that of a smaller one.
func NewRLT(n, n1, j int, seed uint64) (Set, error) {
	if err := checkRLT(n, n1, j); err != nil {
		return Set{}, err
	}
	s := Set{Method: RLT, N: n, Seed: seed}
	for i := range j {
		s.Splits = append(s.Splits, randomSplit(n, n1, stream(seed, streamSplits+i+1)))
	}
	return s, nil
}

// NewRHS returns J independent random halvings (repeated half-sampling): RLT
// with n1 = n/2, rounded down.
func NewRHS(n, j int, seed uint64) (Set, error) {
	s, err := NewRLT(n, n/2, j, seed)
	s.Method = RHS
	return s, err
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
	return nil
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
