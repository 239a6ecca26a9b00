package neighbour

import (
	"math"
	"slices"
)

// pack holds records to search among, so that their products with other records are fast: in panels of some records
// each, feature by feature. The features are centred and multiplied by the roots of their weights; minus half the
// squared length follows, so that the product of a panel with (z, 1) is
//
//	z·y - |y|²/2 = (|z|² - |z-y|²) / 2
//
// which is larger the nearer y is to z.
type pack struct {
	*space
	weight  []float64 // of the features
	root    []float64 // of the weights
	center  []float64
	records []int32   // ascending
	cols    int       // records per panel, a multiple of segment
	panels  []float64 // (p+1) x cols numbers each
	longest []float64 // length in each panel
}

// panelSize is the largest number of numbers in a panel that stays in the second-level cache.
const panelSize = 1 << 14

// take fills k with the given records and keeps records.
func (k *pack) take(s *space, weight []float64, records []int32) {
	k.space, k.weight, k.records = s, weight, records
	k.cols = max(segment, min(512, panelSize/(s.p+1))/segment*segment)
	count := (len(records) + k.cols - 1) / k.cols
	k.panels = resize(k.panels, count*(s.p+1)*k.cols)
	k.longest = resize(k.longest, count)
	k.settle()
	for b := range count {
		k.fill(b)
	}
}

// settle computes the means of the records, their centre, and the roots of the weights.
func (k *pack) settle() {
	k.center, k.root = resize(k.center, k.p), resize(k.root, k.p)
	clear(k.center)
	share := 1 / float64(len(k.records))
	for _, i := range k.records {
		for j, v := range k.row(int(i)) {
			k.center[j] += v * share
		}
	}
	for j, w := range k.weight {
		k.root[j] = math.Sqrt(w)
	}
}

// fill writes panel b.
func (k *pack) fill(b int) {
	panel := k.panel(b)
	clear(panel)
	k.longest[b] = 0
	for c, i := range k.of(b) {
		row := k.row(int(i))
		var square float64
		for j, v := range row {
			z := k.root[j] * (v - k.center[j])
			panel[j*k.cols+c] = z
			square += z * z
		}
		panel[k.p*k.cols+c] = -square / 2
		k.longest[b] = max(k.longest[b], math.Sqrt(square))
	}
}

// panel returns the numbers of panel b.
func (k *pack) panel(b int) []float64 {
	size := (k.p + 1) * k.cols
	return k.panels[b*size:][:size]
}

// of returns the records of panel b.
func (k *pack) of(b int) []int32 {
	return k.records[b*k.cols : min((b+1)*k.cols, len(k.records))]
}

// resize returns x with length n, in the same memory if it is large enough.
func resize[T any](x []T, n int) []T { return slices.Grow(x[:0], n)[:n] }
