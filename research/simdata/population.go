package simdata

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// Population draws records with replacement from a data set, which the sources
// take for the whole population, as they do with the sets of UCI (Wang 2019
// thesis, §2.3).
type Population struct{ Data *dataset.Data }

// String returns the name of the data set.
func (g Population) String() string { return "population(" + g.Data.Name + ")" }

// New returns an empty data set of n records. It panics if n is below 1.
func (g Population) New(n int) *dataset.Data {
	checkShape(g.String(), n, g.Data.P())
	d := &dataset.Data{Name: g.Data.Name, X: mat.NewDense(n, g.Data.P(), nil), Features: g.Data.Features,
		Classes: g.Data.Classes}
	if g.Data.Class != nil {
		d.Class = make([]int32, n)
	} else {
		d.Response = make([]float64, n)
	}
	return d
}

// Fill draws all records.
func (g Population) Fill(d *dataset.Data, rng *rand.Rand) {
	size := g.Data.N()
	for i := range d.N() {
		from := rng.IntN(size)
		copy(d.X.RawRowView(i), g.Data.X.RawRowView(from))
		if d.Class != nil {
			d.Class[i] = g.Data.Class[from]
		} else {
			d.Response[i] = g.Data.Response[from]
		}
	}
}

// Balanced is a data set as a population whose classes are drawn equally often: of
// K classes, record i of a new data set is drawn, with replacement, from class i
// mod K. NewBalanced makes it.
type Balanced struct {
	Population
	of [][]int // records of each class
}

// NewBalanced returns the balanced population of d, which must have classes, each
// with a record.
func NewBalanced(d *dataset.Data) (Balanced, error) {
	if d.Class == nil {
		return Balanced{}, fmt.Errorf("simdata: %s has a numeric response; only classes can be drawn equally often",
			d.Name)
	}
	b := Balanced{Population: Population{Data: d}, of: make([][]int, d.K())}
	for i, c := range d.Class {
		b.of[c] = append(b.of[c], i)
	}
	for c, records := range b.of {
		if len(records) == 0 {
			return Balanced{}, fmt.Errorf("simdata: class %s of %s has no record to draw", d.Classes[c], d.Name)
		}
	}
	return b, nil
}

// String returns the name of the data set.
func (g Balanced) String() string { return "balanced(" + g.Data.Name + ")" }

// Fill draws all records.
func (g Balanced) Fill(d *dataset.Data, rng *rand.Rand) {
	for i := range d.N() {
		records := g.of[i%len(g.of)]
		from := records[rng.IntN(len(records))]
		copy(d.X.RawRowView(i), g.Data.X.RawRowView(from))
		d.Class[i] = g.Data.Class[from]
	}
}

// Sample draws records without replacement from a data set.
type Sample struct{ Data *dataset.Data }

// String names the data set.
func (s Sample) String() string { return "sample(" + s.Data.Name + ")" }

// New returns an empty data set of n records. It panics if the data set has fewer.
func (s Sample) New(n int) *dataset.Data {
	if n > s.Data.N() {
		panic(fmt.Sprintf("simdata: %d records without replacement from %d", n, s.Data.N()))
	}
	return Population(s).New(n)
}

// Fill draws all records, by Floyd's method (Bentley and Floyd 1987, CACM
// 30:754): every subset is equally likely.
func (s Sample) Fill(d *dataset.Data, rng *rand.Rand) {
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

// InTwo returns the features of d, as numbers, with two classes: yes for the classes that is accepts, and no for the
// others.
func InTwo(d *dataset.Data, no, yes string, is func(class string) bool) *dataset.Data {
	out := &dataset.Data{Name: d.Name, X: d.X, Features: d.Features, Classes: []string{no, yes},
		Class: make([]int32, d.N())}
	for i, c := range d.Class {
		if is(d.Classes[c]) {
			out.Class[i] = 1
		}
	}
	return out
}
