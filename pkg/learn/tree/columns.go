package tree

import (
	"context"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Limits of the data. Products of three numbers of records stay below 2^63, and
// a class and a weight fit into 32 bits.
const (
	maxRecords = 1<<21 - 1
	maxClasses = 1 << 16
)

// columns is a data set as trees see it. Fits share it.
type columns struct {
	n, p, k int
	class   []uint32
	codes   []uint32    // n x p: the rank of the value, or the level
	values  [][]float64 // by numeric feature: its different values, ascending; nil for nominal ones
	levels  []int       // by feature: the number of levels, 0 for numeric ones
	order   [][]uint64  // by numeric feature: the keys of all records, ascending
	place   [][]uint32  // by numeric feature and record: its place in order; forests alone need it
	nominal bool        // whether any feature is nominal
	nlogn   []float64   // i log i, for i from 0 to n
}

// A key is the code of a record in one feature and the number of the record.
// Sorted keys are records in the order of that feature, records with equal
// values in the order of their numbers.
func key(code uint32, record int32) uint64 { return uint64(code)<<32 | uint64(uint32(record)) }

// newColumns checks d, then ranks and sorts its features, unless ctx ends.
func newColumns(ctx context.Context, d *dataset.Data) (*columns, error) {
	if err := learn.Classification("tree", d); err != nil {
		return nil, err
	}
	n, p := d.X.Dims()
	if n > maxRecords {
		return nil, fmt.Errorf("tree: %d records; at most %d can be compared exactly, take a sample", n, maxRecords)
	}
	if d.K() > maxClasses {
		return nil, fmt.Errorf("tree: %d classes; at most %d are possible", d.K(), maxClasses)
	}
	c := &columns{
		n: n, p: p, k: d.K(), class: make([]uint32, n), codes: make([]uint32, n*p),
		values: make([][]float64, p), levels: make([]int, p), order: make([][]uint64, p),
		nlogn: nlogn(n),
	}
	for i, y := range d.Class {
		c.class[i] = uint32(y)
	}
	for j := range p {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if f := d.Feature(j); f.Nominal() {
			c.levels[j], c.nominal = len(f.Levels), true
			for i := range n {
				c.codes[i*p+j] = uint32(d.X.At(i, j))
			}
			continue
		}
		c.rank(d, j)
	}
	return c, nil
}

// rank fills in the codes, values and order of numeric feature j.
func (c *columns) rank(d *dataset.Data, j int) {
	values := make([]float64, c.n)
	for i := range values {
		values[i] = d.X.At(i, j)
	}
	column := slices.Clone(values)
	slices.Sort(values)
	values = slices.Compact(values)
	c.values[j], c.order[j] = values, make([]uint64, c.n)
	for i, v := range column {
		code, _ := slices.BinarySearch(values, v)
		c.codes[i*c.p+j] = uint32(code)
		c.order[j][i] = key(uint32(code), int32(i))
	}
	slices.Sort(c.order[j])
}

// cut returns the greatest code of numeric feature j that lies left of the
// middle between the values with codes low and high. The middle itself is left
// unless open is true.
func (c *columns) cut(j int32, low, high uint32, open bool) uint32 {
	if high == low+1 {
		return low
	}
	v := c.values[j]
	middle := v[low]/2 + v[high]/2
	for low+1 < high {
		mid := low + (high-low)/2
		if v[mid] < middle || (v[mid] == middle && !open) {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}
