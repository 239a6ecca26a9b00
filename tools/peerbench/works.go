//go:build unix

package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/simdata"
)

// letterOmega is the weight of the nearest-neighbour distance for letter
// recognition (Wang 2019 thesis, §5.8.2).
const letterOmega = 17.25

// works returns the works of the benchmark.
func works() ([]work, error) {
	rng := rand.New(rand.NewPCG(2024, 1))
	tall, square := simdata.Draw(simdata.SREG{P: 100}, 1000, rng), simdata.Draw(simdata.SREG{P: 500}, 500, rng)
	distribution := simdata.SCLA(20)
	scla, gauss := simdata.Draw(distribution, 1000, rng),
		simdata.Draw(simdata.Gaussians{P: 2, Shifted: 2, Shift: 0.5}, 600, rng)
	letter, err := letters(300, rng)
	if err != nil {
		return nil, err
	}
	weights := simdata.LetterWeights(letterOmega)
	pre := svm.SVM{Scale: learn.PerDataSet}
	out := []work{
		{name: "SREG OLS n=1000 p=100", kind: "ols", target: 15, learner: linear.OLS{}, data: tall, close: 1e-9},
		{name: "SREG ridge n=500 p=500", kind: "ridge", target: 2, learner: linear.Ridge{}, data: square, close: 1e-9},
		{name: "SREG lasso n=500 p=500", kind: "lasso", target: 3, learner: linear.Lasso{}, data: square, close: 0.02},
		{name: "SCLA SVM RBF n=1000 p=20", kind: "svm", target: 5, learner: pre, data: scla, peerData: standardized(scla),
			close: 0.003},
		{name: "SCLA kNN k=5 triangular n=1000 p=20", kind: "knn", target: 100, learner: neighbour.KNN{}, data: scla,
			close: 1e-9},
		{name: "logistic n=600 p=2", kind: "logistic", target: 10, learner: linear.Logistic{Penalty: 1}, data: gauss,
			close: 1e-9},
		{name: "tree, letter n=300", kind: "tree", target: 3, learner: tree.CART{Criterion: tree.Gini, Shuffle: true},
			data: letter},
		{name: "weighted 1-NN, letter n=300", kind: "1nn", target: 300, learner: neighbour.WeightedNN{Weights: weights},
			data: letter, peerData: weighted(letter, weights), close: 0.03},
		{name: "forest of 100, letter n=300", kind: "forest", target: 8, learner: tree.Forest{Trees: 100}, data: letter},
		{name: "experiment, SCLA kNN, 2,400 evaluations", kind: "knn", learner: neighbour.KNN{}, data: distribution.New(1000),
			draw: distribution.Fill},
		{name: "experiment, SCLA SVM, 2,400 evaluations", kind: "svm", learner: pre, data: distribution.New(1000),
			draw: distribution.Fill},
	}
	for k := range out {
		if err := out[k].complete(); err != nil {
			return nil, err
		}
	}
	tuned, err := tunedWorks()
	if err != nil {
		return nil, err
	}
	metrics, err := metricWorks(rng)
	return slices.Concat(out, append(tuned, race()), metrics), err
}

// complete adds the fixed splits, and the data of scikit-learn where they are ours.
func (w *work) complete() error {
	if w.peerData == nil {
		w.peerData = w.data
	}
	set, err := cv.New(cv.BCV, w.data.N(), cv.Options{M: 3, Seed: 99})
	w.splits = set.Unfolded().Splits
	return err
}

// standardized returns d with features of mean 0 and standard deviation 1: the
// scaling of learn.PerDataSet, which scikit-learn leaves to the caller.
func standardized(d *dataset.Data) *dataset.Data {
	out := &dataset.Data{X: mat.DenseCopyOf(d.X), Class: d.Class, Classes: d.Classes}
	for j := range d.P() {
		mean, sd := stat.MeanStdDev(mat.Col(nil, j, d.X), nil)
		out.X.Apply(func(i, k int, v float64) float64 {
			if k != j {
				return v
			}
			return (d.X.At(i, j) - mean) / sd
		}, out.X)
	}
	return out
}

// weighted returns d with columns times the roots of weights, so that plain
// distances are the weighted ones.
func weighted(d *dataset.Data, weights []float64) *dataset.Data {
	out := &dataset.Data{X: mat.DenseCopyOf(d.X), Class: d.Class, Classes: d.Classes}
	out.X.Apply(func(_, j int, v float64) float64 { return v * math.Sqrt(weights[j]) }, out.X)
	return out
}

// letters draws records of the UCI letter data from a local copy, or else from a
// distribution like it: 26 classes, 16 features from 0 to 15.
func letters(n int, rng *rand.Rand) (*dataset.Data, error) {
	all, err := public.Open("letter")
	if err == nil {
		return simdata.Draw(simdata.Population{Data: all}, n, rng), nil
	}
	if !errors.Is(err, public.ErrNotFound) {
		return nil, err
	}
	fmt.Fprintln(os.Stderr, "peerbench: no local copy of the letter data (bcv data get letter); records like them "+
		"are drawn")
	d := &dataset.Data{X: mat.NewDense(n, 16, nil), Class: make([]int32, n)}
	means := mat.NewDense(26, 16, nil)
	means.Apply(func(_, _ int, _ float64) float64 { return 4 + 8*rng.Float64() }, means)
	for c := range 26 {
		d.Classes = append(d.Classes, string(rune('A'+c)))
	}
	for i := range n {
		c := rng.IntN(26)
		d.Class[i] = int32(c)
		for j, mean := range means.RawRowView(c) {
			d.X.Set(i, j, math.Round(min(15, max(0, mean+1.7*rng.NormFloat64()))))
		}
	}
	return d, nil
}
