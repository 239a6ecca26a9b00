//go:build unix

package main

import (
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// The metrics of classes and of numbers, in the order of evaluate in peers.py.
var classMetrics, numberMetrics = []string{"accuracy", "balanced_accuracy", "matthews_corrcoef", "cohen_kappa",
	"precision_macro", "recall_macro", "f1_macro", "jaccard_macro", "roc_auc", "average_precision", "log_loss",
	"brier_score"}, []string{"mse", "mae", "r2"}

// predictions are of two classes and of numbers.
type predictions struct {
	n       int       // records per fold
	columns []float64 // of each fold n classes, n probabilities of class 1, n true numbers and n predicted ones
	// pass returns the value of each metric on each fold, metric by metric.
	pass func() ([]float64, error)
}

// metricWorks returns the works on metrics: ROC AUC of one fold, and all metrics of 10 x 2 folds.
func metricWorks(rng *rand.Rand) ([]work, error) {
	one, err := drawFold(1_000_000, rng)
	all, problem := drawFolds(10, 20_000, rng)
	return []work{
		{name: "metrics, ROC AUC n=1000000", kind: "auc", target: 3, predictions: one, close: 1e-12},
		{name: "metrics, 15 of 10 x 2 folds of 10000", kind: "metrics", target: 3, predictions: all, close: 1e-12},
	}, errors.Join(err, problem)
}

// drawFold draws n predictions.
func drawFold(n int, rng *rand.Rand) (*predictions, error) {
	of := &metric.Predictions{Classes: []string{"0", "1"}}
	x := &predictions{n: n, columns: make([]float64, 4*n)}
	for i := range n {
		p := rng.Float64()
		x.columns[i], x.columns[n+i] = float64(count(rng.Float64() < p)), p
		of.Probabilities = append(of.Probabilities, 1-p, p)
	}
	of.Truth = x.columns[:n]
	defs, err := metric.Parse("roc_auc")
	x.pass = func() ([]float64, error) {
		v, err := defs[0].Value(of)
		return []float64{v}, err
	}
	return x, err
}

// drawFolds draws predictions of n records by m x 2 CV.
func drawFolds(m, n int, rng *rand.Rand) (*predictions, error) {
	set, err := cv.New(cv.Mx2, n, cv.Options{M: m, Seed: 1})
	if err != nil {
		return nil, err
	}
	names, class, share, y := []string{"0", "1"}, make([]int, n), make([]float64, n), make([]float64, n)
	for i := range n {
		share[i], y[i] = rng.Float64(), rng.NormFloat64()
		class[i] = count(rng.Float64() < share[i])
	}
	x, classes, numbers := &predictions{n: n / 2}, results.New(set), results.New(set)
	classes.Positive = "1"
	for _, f := range set.Folds() {
		var truth, labels []string
		var both []float64
		columns := make([]float64, 4*x.n)
		for k, i := range f.Valid {
			p := min(max(share[i]+0.2*rng.NormFloat64(), 0), 1)
			truth, labels, both = append(truth, names[class[i]]), append(labels, names[count(p > 0.5)]), append(both, 1-p, p)
			columns[k], columns[x.n+k] = float64(class[i]), p
			columns[2*x.n+k], columns[3*x.n+k] = y[i], y[i]+rng.NormFloat64()
		}
		err = errors.Join(err, classes.AddItems(f, "a", truth, labels), classes.AddProbabilities(f, "a", names, both),
			numbers.AddNumbers(f, "a", columns[2*x.n:3*x.n], columns[3*x.n:]))
		x.columns = append(x.columns, columns...)
	}
	x.pass = func() (out []float64, err error) {
		of, err := classes.Computed(classMetrics...)
		more, problem := numbers.Computed(numberMetrics...)
		for _, grid := range append(of.Values, more.Values...) {
			out = append(out, grid.Cells...)
		}
		return out, errors.Join(err, problem)
	}
	return x, err
}

// measure counts passes, median of three.
func (x *predictions) measure(seconds float64) (r result, err error) {
	var rates []float64
	for range 3 {
		start, passes := cpuSeconds(), 0
		for cpuSeconds()-start < seconds {
			if r.Splits, err = x.pass(); err != nil {
				return r, err
			}
			passes++
		}
		rates = append(rates, float64(passes)/(cpuSeconds()-start))
	}
	slices.Sort(rates)
	r.Rate = rates[1]
	return r, nil
}
