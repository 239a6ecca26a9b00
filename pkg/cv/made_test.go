package cv

// newBCV makes the method BCV without conditions.
func newBCV(n, m int, seed uint64) (Set, error) {
	return Grow(Set{Method: BCV, N: n, Seed: seed}, m)
}

// newRegularizedBCV makes the method BCV with conditions.
func newRegularizedBCV(n, m int, seed uint64, conditions []Condition, limit float64) (Set, error) {
	return GrowRegularized(Set{Method: BCV, N: n, Seed: seed}, m, conditions, limit)
}

// newKFold makes the method KFold.
func newKFold(n, k int, seed uint64, conditions []Condition) (Set, error) {
	s, err := newRepeatedKFold(n, k, 1, seed, conditions, nil)
	s.Method = KFold
	return s, err
}

// newRHS makes the method RHS of J splits.
func newRHS(n, j int, seed uint64) (Set, error) {
	s, err := newRLT(n, n/2, j, seed)
	s.Method = RHS
	return s, err
}
