package dependent

import (
	"math"
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/research/study"
)

const groups, series = "groups", "series"

// cell is a number of groups of 5 records, or of large and small ones, with an intra-class correlation, or a number of
// records of a series, with the correlation of neighbours.
type cell struct {
	records, sizes, learner string
	units                   int
	dependence              float64
}

var learners = map[string]learn.Learner{"least squares": linear.OLS{}, "logistic regression": linear.Logistic{},
	"5 nearest neighbours": neighbour.KNN{}}

func cells() []cell {
	var out []cell
	for _, learner := range []string{"least squares", "logistic regression", "5 nearest neighbours"} {
		for _, sizes := range []string{"equal", "unequal"} {
			for _, units := range []int{20, 50, 100} {
				for _, icc := range []float64{0, 0.1, 0.5} {
					if icc > 0 || sizes == "equal" {
						out = append(out, cell{groups, sizes, learner, units, icc})
					}
				}
			}
		}
		for _, n := range []int{200, 500, 1000} {
			for _, phi := range []float64{0, 0.5, 0.9} {
				if learner != "5 nearest neighbours" || n < 1000 {
					out = append(out, cell{series, "", learner, n, phi})
				}
			}
		}
	}
	return out
}

// groupOf returns the group of each record; every fifth of unequal ones is 8 times as large as the others.
func (c cell) groupOf() []string {
	var out []string
	for g := range c.units {
		size := 5
		if c.sizes == "unequal" {
			size = 2
			if g%5 == 0 {
				size = 16
			}
		}
		for range size {
			out = append(out, strconv.Itoa(g))
		}
	}
	return out
}

// column draws numbers of variance 1 for n records.
func (c cell) column(of []string, n int, rng *rand.Rand) []float64 {
	out := make([]float64, n)
	effect := rng.NormFloat64()
	for i := range out {
		part := c.dependence
		switch {
		case c.records == series:
			part *= part
			if i > 0 {
				effect = out[i-1]
			}
		case i > 0 && of[i] != of[i-1]:
			effect = rng.NormFloat64()
		}
		out[i] = math.Sqrt(part)*effect + math.Sqrt(1-part)*rng.NormFloat64()
	}
	return out
}

// draw draws records with four features and the sum of all with noise of twice their standard deviation as response, of
// which the class is the sign. All columns have the dependence of the cell. Two algorithms with two features each are
// exchangeable.
func (c cell) draw(rng *rand.Rand) *dataset.Data {
	var of []string
	n := c.units
	if c.records == groups {
		of = c.groupOf()
		n = len(of)
	}
	d := &dataset.Data{X: mat.NewDense(n, 4, nil), Response: c.column(of, n, rng)}
	floats.Scale(2, d.Response)
	for j := range 4 {
		x := c.column(of, n, rng)
		d.X.SetCol(j, x)
		floats.Add(d.Response, x)
	}
	if c.learner == "least squares" {
		return d
	}
	d.Class, d.Classes = make([]int32, n), []string{"0", "1"}
	for i, y := range d.Response {
		if y > 0 {
			d.Class[i] = 1
		}
	}
	d.Response = nil
	return d
}

// design is a partition set that rules judge on, with inner replications or none.
type design struct {
	set   cv.Set
	inner *cv.Nested
}

// Designs by kind of records, in the order of cell.designs.
var names = map[string][]string{
	groups: {"halves of whole groups", "halves that divide groups", "10-fold of whole groups"},
	series: {"halves of 8 blocks", "halves of 16 blocks", "halves of single records", "5 rolling", "10 rolling"},
}

// designs returns the partition sets for the records of the cell.
func (c cell) designs(seed uint64) ([]design, error) {
	type set struct {
		method cv.Method
		opt    cv.Options
		inner  bool
	}
	var want []set
	n := c.units
	if c.records == groups {
		of := c.groupOf()
		n = len(of)
		want = []set{{cv.Grouped, cv.Options{M: most, Groups: of}, true}, {cv.BCV, cv.Options{M: most}, false},
			{cv.KFold, cv.Options{K: 10, Groups: of}, false}}
	} else {
		times := make([]float64, n)
		for i := range times {
			times[i] = float64(i)
		}
		few, err := cv.TimeBlocks(times, 8)
		if err != nil {
			return nil, err
		}
		many, err := cv.TimeBlocks(times, 16)
		if err != nil {
			return nil, err
		}
		want = []set{{cv.Grouped, cv.Options{M: 5, Groups: few}, false},
			{cv.Grouped, cv.Options{M: most, Groups: many}, true}, {cv.BCV, cv.Options{M: most}, false},
			{cv.Rolling, cv.Options{K: 5, Times: times}, false}, {cv.Rolling, cv.Options{K: 10, Times: times}, false}}
	}
	var out []design
	for _, w := range want {
		w.opt.Seed = seed
		s, err := cv.New(w.method, n, w.opt)
		if err != nil {
			return nil, err
		}
		d := design{set: s}
		if w.inner {
			nested, err := cv.Nest(s, most, inner, cv.Options{Groups: w.opt.Groups})
			if err != nil {
				return nil, err
			}
			d.inner = &nested
		}
		out = append(out, d)
	}
	return out, nil
}

// train returns the differences of two algorithms, the learner of the cell on the first two features and on the others.
func (c cell) train(d *dataset.Data, on design) (differences, error) {
	out := differences{set: on.set}
	for _, columns := range [][]int{{0, 1}, {2, 3}} {
		own := study.Columns(d, columns)
		prepared, err := learners[c.learner].Prepare(own)
		if err != nil {
			return out, err
		}
		e := holdout.NewEvaluator(c.learner, prepared, own)
		losses := func(set cv.Set, from []float64) ([]float64, error) {
			l := make([]float64, len(set.Folds()))
			err := e.Losses(set, holdout.DefaultLoss(own), l)
			if from != nil {
				floats.Sub(l, from)
			}
			return l, err
		}
		if out.folds, err = losses(on.set, out.folds); err != nil {
			return out, err
		}
		if on.inner == nil {
			continue
		}
		if out.inner, err = losses(on.inner.Inner, out.inner); err != nil {
			return out, err
		}
	}
	return out, nil
}
