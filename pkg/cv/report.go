package cv

import "math"

// Measures sums up how even a partition set is.
type Measures struct {
	Method      string  `dataframe:"method" json:"method"`
	N           int     `dataframe:"n" json:"n"`
	Splits      int     `dataframe:"splits" json:"splits"` // twins not counted
	TrainMin    int     `dataframe:"train_min" json:"train_min"`
	TrainMax    int     `dataframe:"train_max" json:"train_max"`
	OccurMin    int     `dataframe:"occurrences_min" json:"occurrences_min"` // of a record in training sets
	OccurMax    int     `dataframe:"occurrences_max" json:"occurrences_max"`
	OverlapMin  int     `dataframe:"overlap_min" json:"overlap_min"`
	OverlapMax  int     `dataframe:"overlap_max" json:"overlap_max"`
	Ideal       float64 `dataframe:"ideal" json:"ideal"`             // overlap that k is measured from
	K           float64 `dataframe:"k" json:"k"`                     // largest distance of an overlap from the ideal
	Bound       float64 `dataframe:"bound" json:"bound"`             // k that the construction promises (two-fold CV), or that none can beat (other methods)
	Fingerprint string  `dataframe:"fingerprint" json:"fingerprint"` // see Set.Fingerprint
}

// Measure computes the measures of a set. Overlaps and bounds are 0 for a set
// of one split.
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
	m.Ideal = s.ideal()
	m.K = largestDistance(overlaps, m.Ideal)
	m.Bound = s.bound()
	return m
}

// bound returns the k that the construction promises in two-fold CV, n/4 where
// it promises nothing, and the k that no set can beat for other methods.
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
	return LeastDistance(s.N, len(s.Splits[0].Train), m)
}
