package subsamples

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// populations returns the data sets, of two classes and an even number of features with mean 0 and standard deviation 1
// over all records. At the quick scale it is a generated one, which needs no local copy.
func populations(scale study.Scale) ([]*dataset.Data, error) {
	if scale != study.Paper {
		d := simdata.Draw(simdata.Gaussians{P: 6, Shifted: 6, Shift: 0.5}, 4000, rand.New(rand.NewPCG(1, 1)))
		d.Name = "generated"
		return []*dataset.Data{standardized(d)}, nil
	}
	var out []*dataset.Data
	for _, s := range []struct {
		name, no, yes string
		is            func(class string) bool
		features      func(d *dataset.Data) *dataset.Data
	}{
		{"letter", "A-M", "N-Z", func(class string) bool { return class > "M" }, nil},
		{"mnist", "0-4", "5-9", func(class string) bool { return class > "4" }, blocksOfPixels},
		{"connect4", "rest", "win", func(class string) bool { return class == "win" }, blocksOfFields},
		{"adult", "<=50K", ">50K", func(class string) bool { return class == ">50K" }, levelsAsShares},
	} {
		d, err := public.Open(s.name)
		if err != nil {
			return nil, err
		}
		d = simdata.InTwo(d, s.no, s.yes, s.is)
		if s.features != nil {
			d = s.features(d)
		}
		if d = standardized(d); d.P()%2 != 0 {
			return nil, fmt.Errorf("subsamples: %s has %d features, which are not two groups of one size", s.name, d.P())
		}
		out = append(out, d)
	}
	return out, nil
}

// sums returns d with features that are sums of its own: own says which one adds to which, and with what factor.
func sums(d *dataset.Data, features int, own func(j int, v float64) (to int, add float64)) *dataset.Data {
	out := &dataset.Data{Name: d.Name, X: mat.NewDense(d.N(), features, nil), Class: d.Class, Classes: d.Classes}
	for i := range d.N() {
		row := out.X.RawRowView(i)
		for j, v := range d.X.RawRowView(i) {
			to, add := own(j, v)
			row[to] += add
		}
	}
	return out
}

// blocksOfPixels takes the grey values of 4 x 4 blocks of 7 x 7 pixels.
func blocksOfPixels(d *dataset.Data) *dataset.Data {
	return sums(d, 16, func(j int, v float64) (int, float64) { return j/28/7*4 + j%28/7, v })
}

// blocksOfFields takes by how many pieces the first player is ahead in the lower and in the upper three fields of each
// of 7 columns.
func blocksOfFields(d *dataset.Data) *dataset.Data {
	return sums(d, 14, func(j int, v float64) (int, float64) {
		return j / 3, map[string]float64{"x": 1, "o": -1}[d.Features[j].Levels[int(v)]]
	})
}

// levelsAsShares takes the share of all records that have the level of a record in place of the level.
func levelsAsShares(d *dataset.Data) *dataset.Data {
	shares := make([][]float64, d.P())
	for j := range shares {
		shares[j] = make([]float64, len(d.Features[j].Levels))
		for i := 0; d.Features[j].Nominal() && i < d.N(); i++ {
			shares[j][int(d.X.At(i, j))] += 1 / float64(d.N())
		}
	}
	return sums(d, d.P(), func(j int, v float64) (int, float64) {
		if d.Features[j].Nominal() {
			v = shares[j][int(v)]
		}
		return j, v
	})
}

// standardized returns d with features of mean 0 and standard deviation 1.
func standardized(d *dataset.Data) *dataset.Data {
	out := *d
	out.X, out.Features = mat.DenseCopyOf(d.X), nil
	for j := range d.P() {
		column := mat.Col(nil, j, d.X)
		mean, sd := stat.PopMeanStdDev(column, nil)
		for i := range column {
			column[i] = (column[i] - mean) / math.Max(sd, math.SmallestNonzeroFloat64)
		}
		out.X.SetCol(j, column)
	}
	return &out
}

// dealt draws sub-samples whose features are two groups, drawn anew for each, that each record deals to two learners by
// a coin: the first half of its features is one group or the other.
type dealt struct{ simdata.Sample }

// String names the data set.
func (s dealt) String() string { return s.Sample.String() + ", dealt features" }

// Fill draws all records.
func (s dealt) Fill(d *dataset.Data, rng *rand.Rand) {
	s.Sample.Fill(d, rng)
	order, row := rng.Perm(d.P()), make([]float64, d.P())
	half := d.P() / 2
	for i := range d.N() {
		x := d.X.RawRowView(i)
		copy(row, x)
		for k, j := range order {
			x[k] = row[j]
		}
		if rng.IntN(2) == 1 {
			copy(row, x[:half])
			copy(x, x[half:])
			copy(x[half:], row[:half])
		}
	}
}
