package neighbour

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// space holds the features for distances from one record to all others.
type space struct {
	data         *dataset.Data
	n, p, stride int
	column       []float64 // p columns of stride numbers, 0 after the n-th
	width        []float64 // the range of each feature
}

// lanes is the number of records that distances are computed for at a time.
const lanes = 16

// strideOf returns the distance from column to column for n records. Whole pages
// would put all columns in the same few places of the cache.
func strideOf(n int) int {
	stride := (n + lanes - 1) / lanes * lanes
	if stride%512 == 0 {
		stride += lanes
	}
	return stride
}

// newSpace copies the features of d, column by column.
func newSpace(d *dataset.Data) *space {
	n, p := d.X.Dims()
	s := &space{data: d, n: n, p: p, stride: strideOf(n), width: make([]float64, p)}
	s.column = make([]float64, p*s.stride)
	for i := range n {
		for j, v := range d.X.RawRowView(i) {
			s.column[j*s.stride+i] = v
		}
	}
	for j := range p {
		x := s.feature(j)
		s.width[j] = slices.Max(x) - slices.Min(x)
	}
	return s
}

// feature returns feature j of all records.
func (s *space) feature(j int) []float64 { return s.column[j*s.stride:][:s.n] }

// finite returns an error unless all squared distances with these weights are
// finite.
func (s *space) finite(weight []float64) error {
	var longest float64
	for j, w := range weight {
		longest += w * s.width[j] * s.width[j]
		if math.IsInf(longest, 0) || math.IsNaN(longest) {
			return fmt.Errorf("neighbour: feature %s has the weight %v and values %v apart, too far for squared distances; scale or drop it", s.data.Feature(j).Name, w, s.width[j])
		}
	}
	return nil
}

// scale sets weight to 1/variance of each feature over the given records, so
// that squared differences count in standard deviations. A constant feature gets
// the weight 0.
func (s *space) scale(records []int32, weight []float64) {
	for j := range weight {
		x := s.feature(j)
		origin, count := x[records[0]], float64(len(records))
		var sum, squares float64 // of differences from one record: exactly 0 if constant
		for _, i := range records {
			sum += x[i] - origin
		}
		mean := sum / count
		for _, i := range records {
			d := x[i] - origin - mean
			squares += d * d
		}
		weight[j] = 0
		if squares > 0 {
			weight[j] = (count - 1) / squares
		}
	}
}

// squares sets dst, of stride elements, to the squared distances of all records
// from record i: the sum of weight·(x-z)² over the features. Records that
// differ from i by the same amounts are at exactly the same distance, on every
// machine.
func (s *space) squares(i int, weight, dst []float64) {
	dst = dst[:s.stride]
	if wide {
		squaresAVX2(&s.column[0], s.stride, i, &weight[0], s.p, &dst[0])
		return
	}
	squaresGo(s.column, s.stride, i, weight, dst)
}

// squaresGo is the kernel in plain Go. The conversions keep the compiler from
// fusing operations, which would round differently.
func squaresGo(column []float64, stride, i int, weight, dst []float64) {
	clear(dst)
	for j, w := range weight {
		c := column[j*stride:][:len(dst)]
		v := c[i]
		for t := range dst {
			d := v - c[t]
			dst[t] += float64(float64(w*d) * d)
		}
	}
}

// check returns an error unless d is fit for a nearest-neighbour classifier.
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
