package rejection

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/research/simdata"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// errorOn trains on all records of d and returns the error rate on a population.
func errorOn(population *dataset.Data, l learn.Learner, d *dataset.Data) (float64, error) {
	if nn, ok := l.(neighbour.WeightedNN); ok {
		return nearestError(nn.Weights, d, population), nil
	}
	// One data set of both, of which the first records train.
	n, all := d.N(), d.N()+population.N()
	both := &dataset.Data{Name: d.Name, X: mat.NewDense(all, d.P(), nil), Features: d.Features, Classes: d.Classes,
		Class: slices.Concat(d.Class, population.Class)}
	both.X.Stack(d.X, population.X)
	rows := make([]int32, all)
	for i := range rows {
		rows[i] = int32(i)
	}
	prepared, err := l.Prepare(context.Background(), both)
	if err != nil {
		return 0, err
	}
	f := prepared.NewFitter(nil)
	defer learn.Close(f)
	if _, err := f.Fit(context.Background(), rows[:n]); err != nil {
		return 0, err
	}
	predicted := make([]float64, population.N())
	f.Predict(rows[n:], predicted)
	errors := 0
	for i, v := range predicted {
		if int32(v) != population.Class[i] {
			errors++
		}
	}
	return float64(errors) / float64(population.N()), nil
}

// simplePoints is how many quantiles of each class replace the distribution of Simple.
const simplePoints = 1000

// populationOf returns the records that replace a distribution: all there are, or the
// quantiles of the two normal classes of Simple.
func populationOf(distribution simdata.Generator) (*dataset.Data, error) {
	switch g := distribution.(type) {
	case simdata.EXP6:
		return g.Grid(), nil
	case simdata.Population:
		return g.Data, nil
	case simdata.Gaussians:
		if g.P == 1 {
			d := g.New(2 * simplePoints)
			for i := range d.Class {
				d.Class[i] = int32(i % 2)
				d.X.Set(i, 0, g.Shift*float64(i%2)+distuv.UnitNormal.Quantile((float64(i/2)+0.5)/simplePoints))
			}
			return d, nil
		}
	}
	return nil, fmt.Errorf("rejection: no population is known for %s", distribution)
}

// nearestError is the error rate of the nearest training record, of several the
// first, on the population. It is what neighbour.WeightedNN predicts, which sorts
// the neighbours of every record and so is for data sets that many folds share.
func nearestError(weights []float64, d, population *dataset.Data) float64 {
	x := d.X.RawMatrix().Data
	errors := 0
	for i := range population.N() {
		if d.Class[nearest(weights, x, population.X.RawRowView(i))] != population.Class[i] {
			errors++
		}
	}
	return float64(errors) / float64(population.N())
}

// nearest returns the number of the row of x nearest to z, of several the first.
func nearest(weights, x, z []float64) int {
	best, at := math.Inf(1), 0
	if len(z) == 2 {
		for k := 0; 2*k < len(x); k++ {
			u, v := x[2*k]-z[0], x[2*k+1]-z[1]
			if distance := weights[0]*u*u + weights[1]*v*v; distance < best {
				best, at = distance, k
			}
		}
		return at
	}
	for k := 0; k*len(z) < len(x); k++ {
		distance := 0.0
		for j, v := range x[k*len(z) : (k+1)*len(z)] {
			distance += weights[j] * (v - z[j]) * (v - z[j])
			if j&3 == 3 && distance >= best {
				break
			}
		}
		if distance < best {
			best, at = distance, k
		}
	}
	return at
}
