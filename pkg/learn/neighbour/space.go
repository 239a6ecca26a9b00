package neighbour

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// space holds the features for distances between records.
type space struct {
	data  *dataset.Data
	n, p  int
	x     []float64 // n x p, row by row
	width []float64 // the range of each feature
}

// newSpace returns the features of d, copied if its rows are not contiguous.
func newSpace(d *dataset.Data) *space {
	n, p := d.X.Dims()
	raw := d.X.RawMatrix()
	s := &space{data: d, n: n, p: p, x: raw.Data, width: make([]float64, p)}
	if raw.Stride != p {
		s.x = make([]float64, 0, n*p)
		for i := range n {
			s.x = append(s.x, d.X.RawRowView(i)...)
		}
	}
	for j := range p {
		low, high := math.Inf(1), math.Inf(-1)
		for at := j; at < n*p; at += p {
			low, high = min(low, s.x[at]), max(high, s.x[at])
		}
		s.width[j] = high - low
	}
	return s
}

// row returns the features of record i.
func (s *space) row(i int) []float64 { return s.x[i*s.p:][:s.p] }

// finite returns an error unless all squared distances with these weights are
// finite.
func (s *space) finite(weight []float64) error {
	var longest float64
	for j, w := range weight {
		longest += w * s.width[j] * s.width[j]
		if math.IsInf(longest, 0) || math.IsNaN(longest) {
			return fmt.Errorf("neighbour: feature %s has the weight %v and a range of %v, too large for squared distances; "+
				"scale or drop it", s.data.Feature(j).Name, w, s.width[j])
		}
	}
	return nil
}

// scale sets weight to 1/variance of each feature over the given records, so
// that squared differences count in standard deviations. A constant feature gets
// the weight 0.
func (s *space) scale(records []int32, weight []float64) {
	for j := range weight {
		origin, count := s.x[int(records[0])*s.p+j], float64(len(records))
		var sum, squares float64 // of differences from one record: exactly 0 if constant
		for _, i := range records {
			sum += s.x[int(i)*s.p+j] - origin
		}
		mean := sum / count
		for _, i := range records {
			d := s.x[int(i)*s.p+j] - origin - mean
			squares += d * d
		}
		weight[j] = 0
		if squares > 0 {
			weight[j] = (count - 1) / squares
		}
	}
}

// square returns the squared distance of two rows: the sum of weight·(x-z)² over
// the features, in their order. Records that differ from one by the same amounts
// are at exactly the same distance from it, on every machine: the conversions keep
// the compiler from fusing operations, which would round differently.
func square(x, z, weight []float64) float64 {
	z, weight = z[:len(x)], weight[:len(x)]
	var sum float64
	for j, v := range x {
		d := v - z[j]
		sum += float64(float64(weight[j]*d) * d)
	}
	return sum
}

// squares is square for four rows z at a time, whose sums are independent.
func squares(x, z0, z1, z2, z3, weight []float64) (s0, s1, s2, s3 float64) {
	z0, z1, z2, z3, weight = z0[:len(x)], z1[:len(x)], z2[:len(x)], z3[:len(x)], weight[:len(x)]
	for j, v := range x {
		w := weight[j]
		d0, d1, d2, d3 := v-z0[j], v-z1[j], v-z2[j], v-z3[j]
		s0 += float64(float64(w*d0) * d0)
		s1 += float64(float64(w*d1) * d1)
		s2 += float64(float64(w*d2) * d2)
		s3 += float64(float64(w*d3) * d3)
	}
	return s0, s1, s2, s3
}

// check returns an error unless d is suitable for a nearest-neighbour classifier.
func check(d *dataset.Data) error {
	if err := learn.Classification("neighbour", d); err != nil {
		return err
	}
	return learn.Numeric("neighbour", d)
}

// ones returns n ones.
func ones(n int) []float64 {
	out := make([]float64, n)
	for j := range out {
		out[j] = 1
	}
	return out
}

// span returns the numbers from to to-1.
func span(from, to int) []int32 {
	out := make([]int32, to-from)
	for k := range out {
		out[k] = int32(from + k)
	}
	return out
}

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
