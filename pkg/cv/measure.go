package cv

import (
	"fmt"
	"math"
	"math/bits"
)

// Measures describes how even a partition set is.
type Measures struct {
	Method     string  `dataframe:"method" json:"method"`
	N          int     `dataframe:"n" json:"n"`                 // records
	Splits     int     `dataframe:"splits" json:"splits"`       // without the second folds of two-fold CV
	TrainMin   int     `dataframe:"train_min" json:"train_min"` // size of the smallest training set
	TrainMax   int     `dataframe:"train_max" json:"train_max"`
	OccurMin   int     `dataframe:"occurrences_min" json:"occurrences_min"` // of a record in training sets
	OccurMax   int     `dataframe:"occurrences_max" json:"occurrences_max"`
	OverlapMin int     `dataframe:"overlap_min" json:"overlap_min"` // of two training sets
	OverlapMax int     `dataframe:"overlap_max" json:"overlap_max"`
	Ideal      float64 `dataframe:"ideal" json:"ideal"` // overlap that k is measured from
	K          float64 `dataframe:"k" json:"k"`         // largest distance of an overlap from the ideal
	// Bound is the k that the construction promises in two-fold CV; in other methods the k
	// that no set can beat.
	Bound       float64 `dataframe:"bound" json:"bound"`
	Fingerprint string  `dataframe:"fingerprint" json:"fingerprint"` // see Set.Fingerprint
}

// Measure computes the measures of a set. Overlaps and bounds are 0 for a set
// of one split; Ideal, K and Bound are 0 where overlaps are not meant to be even, see Method.Exchangeable.
func (s Set) Measure() Measures {
	m := Measures{Method: string(s.Method), N: s.N, Splits: len(s.Splits), Fingerprint: s.Fingerprint(),
		TrainMin: s.N, OccurMin: len(s.Splits)}
	for _, p := range s.Splits {
		m.TrainMin, m.TrainMax = min(m.TrainMin, len(p.Train)), max(m.TrainMax, len(p.Train))
	}
	for _, psi := range s.Occurrences() {
		m.OccurMin, m.OccurMax = min(m.OccurMin, psi), max(m.OccurMax, psi)
	}
	if len(s.Splits) < 2 {
		return m
	}
	m.OverlapMin = s.N
	overlaps := s.Overlaps()
	for j, row := range overlaps {
		for _, phi := range row[:j] {
			m.OverlapMin, m.OverlapMax = min(m.OverlapMin, phi), max(m.OverlapMax, phi)
		}
	}
	if !s.Method.Exchangeable() {
		return m
	}
	m.Ideal = s.ideal()
	m.K = largestDistance(overlaps, m.Ideal)
	m.Bound = s.bound()
	return m
}

// bound returns the k that the construction promises in two-fold CV, n/4 if
// it promises nothing, and for other methods the k that no set can beat.
func (s Set) bound() float64 {
	m := len(s.Splits)
	switch s.Method {
	case BCV:
		return math.Min(float64(blocks(m))/4, s.ideal()) // thesis theorem 3.2; no overlap is farther than n/4
	case PlackettBurman:
		if a, err := plackettBurmanArray(m); err == nil {
			return math.Min(float64(a.Runs())/4, s.ideal())
		}
		return s.ideal()
	case Mx2, Grouped:
		return s.ideal()
	}
	if s.unevenFolds() {
		return 0 // the least k of sets whose sizes differ is not known
	}
	return LeastDistance(s.N, len(s.Splits[0].Train), m)
}

// Overlaps returns the matrix Phi of the numbers of records that the training
// sets of two splits share (Wang 2019 thesis, §2.2); the diagonal holds the
// sizes of the training sets. In m x 2 CV it has one row per replication,
// for its first fold.
func (s Set) Overlaps() [][]int {
	members := make([][]uint64, len(s.Splits))
	for j, p := range s.Splits {
		members[j] = bitset(p.Train, s.N)
	}
	phi := make([][]int, len(s.Splits))
	for j := range phi {
		phi[j] = make([]int, len(s.Splits))
		for k := range j + 1 {
			phi[j][k] = common(members[j], members[k])
			phi[k][j] = phi[j][k]
		}
	}
	return phi
}

func bitset(records []int32, n int) []uint64 {
	b := make([]uint64, (n+63)/64)
	for _, i := range records {
		b[i/64] |= 1 << (i % 64)
	}
	return b
}

// common returns the size of the intersection of two sets.
func common(a, b []uint64) (size int) {
	for w := range a {
		size += bits.OnesCount64(a[w] & b[w])
	}
	return size
}

// Occurrences returns the vector Psi: in how many training sets of the splits
// each record occurs.
func (s Set) Occurrences() []int {
	psi := make([]int, s.N)
	for _, p := range s.Splits {
		for _, i := range p.Train {
			psi[i]++
		}
	}
	return psi
}

// Regularization returns k, the largest distance of an overlap from its ideal,
// and 0 if there are fewer than two splits or no ideal, see Measure. The ideal is n/4 in m x 2 CV (Wang
// 2019 thesis, theorem 3.2) and IdealOverlap elsewhere (eq. 2.11).
func (s Set) Regularization() float64 {
	if len(s.Splits) < 2 || !s.Method.Exchangeable() {
		return 0
	}
	return largestDistance(s.Overlaps(), s.ideal())
}

// ideal returns the overlap that k is measured from, for two splits or more.
func (s Set) ideal() float64 {
	if s.Method.TwoFold() {
		return float64(s.N) / 4
	}
	if s.unevenFolds() { // every record trains q times in all
		j := float64(len(s.Splits))
		q := j - float64(s.M())
		return float64(s.N) * q * (q - 1) / (j * (j - 1))
	}
	return IdealOverlap(s.N, len(s.Splits[0].Train), len(s.Splits))
}

// unevenFolds reports whether the set is a K-fold CV whose groups make sizes differ by more than one.
func (s Set) unevenFolds() bool {
	low, high := s.N, 0
	for _, p := range s.Splits {
		low, high = min(low, len(p.Train)), max(high, len(p.Train))
	}
	return (s.Method == KFold || s.Method == RepeatedKFold) && high-low > 1
}

func largestDistance(overlaps [][]int, ideal float64) float64 {
	k := 0.0
	for j, row := range overlaps {
		for _, phi := range row[:j] {
			k = max(k, math.Abs(float64(phi)-ideal))
		}
	}
	return k
}

// IdealOverlap returns the mean overlap of two of J training sets of n1 of n
// records when every record occurs equally often in them, or once more (Wang
// 2019 thesis, eq. 2.18): the smallest mean there is. It panics unless J is at least 2
// and n1 from 0 to n, n at least 1.
func IdealOverlap(n, n1, j int) float64 {
	if n < 1 || n1 < 0 || n1 > n || j < 2 {
		panic(fmt.Sprintf("cv: overlap of %d training sets of %d of %d records; give 2 or more sets, and records",
			j, n1, n))
	}
	q := j * n1 / n
	s := j*n1 - q*n
	sum := q*(q+1)/2*s + q*(q-1)/2*(n-s)
	return float64(sum) / (float64(j) * float64(j-1) / 2)
}

// BestOfRandom returns the smallest k, the largest distance of an overlap from
// the ideal, among random sets of J splits with n1 of n records: the fallback of
// the thesis (§2.2.5) where no construction is known. The ideal is n/4 to
// compare with m x 2 CV, IdealOverlap otherwise. There is at least one try.
func BestOfRandom(n, n1, j int, ideal float64, tries int, seed uint64) (float64, error) {
	if tries < 1 {
		return 0, fmt.Errorf("cv: the best of %d random sets; try at least 1", tries)
	}
	best := math.Inf(1)
	for try := range tries {
		s, err := newRLT(n, n1, j, seed+uint64(try))
		if err != nil {
			return 0, err
		}
		best = min(best, largestDistance(s.Overlaps(), ideal))
	}
	return best, nil
}
