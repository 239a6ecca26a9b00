package dataset

import (
	"fmt"
	"math/rand/v2"
)

// Sample draws records without replacement from a data set.
type Sample struct{ Data *Data }

// String names the data set.
func (s Sample) String() string { return "sample(" + s.Data.Name + ")" }

// New returns an empty data set of n records. It panics if the data set has fewer.
func (s Sample) New(n int) *Data {
	if n > s.Data.N() {
		panic(fmt.Sprintf("dataset: %d records without replacement from %d", n, s.Data.N()))
	}
	return Population{Data: s.Data}.New(n)
}

// Fill draws all records, by Floyd's method (Bentley and Floyd 1987, CACM
// 30:754): every subset is equally likely.
func (s Sample) Fill(d *Data, rng *rand.Rand) {
	size, n := s.Data.N(), d.N()
	drawn := make(map[int]bool, n)
	for i := range n {
		last := size - n + i
		from := rng.IntN(last + 1)
		if drawn[from] {
			from = last
		}
		drawn[from] = true
		copy(d.X.RawRowView(i), s.Data.X.RawRowView(from))
		if d.Class != nil {
			d.Class[i] = s.Data.Class[from]
		} else {
			d.Response[i] = s.Data.Response[from]
		}
	}
}
