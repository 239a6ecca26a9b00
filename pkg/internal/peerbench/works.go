package main

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/pkg/learn/tree"
)

// letterOmega is the weight of the nearest-neighbour distance for letter
// recognition (Wang 2019 thesis, §5.8.2).
const letterOmega = 17.25

// works returns the works of the benchmark.
func works() ([]work, error) {
	rng := rand.New(rand.NewPCG(2024, 1))
	tall, square := sreg(rng, 1000, 100), sreg(rng, 500, 500)
	scla, gauss := sclaSet(rng, 1000, 20), gaussians(rng, 600)
	letter, err := letterSet(rng, 300)
	if err != nil {
		return nil, err
	}
	weights := neighbour.LetterWeights(letterOmega)
	pre := svm.SVM{Scale: svm.PerDataSet}
	out := []work{
		{name: "SREG OLS n=1000 p=100", kind: "ols", target: 15, learner: linear.OLS{}, data: tall, close: 1e-9},
		{name: "SREG ridge n=500 p=500", kind: "ridge", target: 2, learner: linear.Ridge{}, data: square, close: 1e-9},
		{name: "SREG lasso n=500 p=500", kind: "lasso", target: 3, learner: linear.Lasso{}, data: square, close: 0.02},
		{name: "SCLA SVM RBF n=1000 p=20", kind: "svm", target: 5, learner: pre, data: scla, peerData: standardized(scla), close: 0.003},
		{name: "SCLA kNN k=5 triangular n=1000 p=20", kind: "knn", target: 100, learner: neighbour.KNN{}, data: scla, close: 1e-9},
		{name: "logistic n=600 p=2", kind: "logistic", target: 10, learner: linear.Logistic{Penalty: 1}, data: gauss, close: 1e-9},
		{name: "tree, letter n=300", kind: "tree", target: 3, learner: tree.CART{Criterion: tree.Gini, Shuffle: true}, data: letter},
		{name: "weighted 1-NN, letter n=300", kind: "1nn", target: 300, learner: neighbour.WeightedNN{Weights: weights}, data: letter, peerData: weighted(letter, weights), close: 0.03},
		{name: "forest of 100, letter n=300", kind: "forest", target: 8, learner: tree.Forest{Trees: 100}, data: letter},
		{name: "experiment, SCLA kNN, 2,400 evaluations", kind: "knn", learner: neighbour.KNN{}, data: sclaSet(rng, 1000, 20), draw: drawSCLA},
		{name: "experiment, SCLA SVM, 2,400 evaluations", kind: "svm", learner: pre, data: sclaSet(rng, 1000, 20), draw: drawSCLA},
	}
	for k := range out {
		w := &out[k]
		if w.peerData == nil {
			w.peerData = w.data
		}
		set, err := cv.NewBCV(w.data.N(), 3, 99)
		if err != nil {
			return nil, err
		}
		w.splits = set.Unfolded().Splits
	}
	return out, nil
}

// standardized returns d with features of mean 0 and standard deviation 1: the
// scaling of svm.PerDataSet, which scikit-learn leaves to the caller.
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
