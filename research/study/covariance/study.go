package covariance

import (
	"context"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// Study simulates the covariance function f(x) of the hold-out
// estimates of one learner on one distribution (thesis ch. 2, 3), from which the variance
// of every cross-validation estimator with this training size follows.
//
// All methods with n1 = n/2 have the same mean given the data set, the mean
// hold-out loss over all half splits, so that their differences lie within data
// sets, where they can be estimated precisely: one random circle of splits is
// drawn a data set, and all overlaps and all methods come from the same fits.
// K-fold CV and RLT with other training sizes, FoldCounts, are compared within
// data sets too.
type Study struct {
	Config       string // as in the thesis: data+learner+n+p
	Distribution simdata.Generator
	N            int
	N1           int // training records; 0 is N/2
	Locations    int // splits a data set; 0 is 20
	FoldCounts   []int
	M            []int // replications of two-fold CVs in the rows; nil for the thesis's
	Learner      learn.Learner
	Sets         int // data sets per shard
	Shards       int
	Seed         uint64
}

func (s Study) n1() int {
	if s.N1 == 0 {
		return s.N / 2
	}
	return s.N1
}

// Simulated reports whether the data have a known distribution, rather than coming from a
// public data set.
func (s Study) Simulated() bool {
	switch s.Distribution.(type) {
	case simdata.Population, simdata.Balanced:
		return false
	}
	return true
}

func (s Study) locations() int {
	if s.Locations == 0 {
		return 20
	}
	return s.Locations
}

// sums are sums over data sets.
type sums struct {
	Mean sim.Moments // of the mean over the circle
	// products of two estimates by their distance in locations, mean over the circle, minus the squared mean
	Lag    []float64
	Single singleSums
	Folds  []foldSums
}

// foldSums compare K-fold CV with RLT of as many splits.
type foldSums struct {
	Mean   sim.Moments // of the K-fold estimate
	Gap    float64     // squared difference from the RLT estimate of the same data set
	Spread float64     // variance of the RLT splits on a data set
}

func (s *sums) merge(o sums) {
	if len(o.Lag) == 0 {
		return
	}
	if len(s.Lag) == 0 {
		s.Lag, s.Folds = make([]float64, len(o.Lag)), make([]foldSums, len(o.Folds))
	}
	s.Mean.Merge(o.Mean)
	for l, v := range o.Lag {
		s.Lag[l] += v
	}
	study.Add(&s.Single, o.Single)
	for k, f := range o.Folds {
		s.Folds[k].Mean.Merge(f.Mean)
		s.Folds[k].Gap += f.Gap
		s.Folds[k].Spread += f.Spread
	}
}

func mergeSums(into *sums, from sums) { into.merge(from) }

// Run simulates the study; options as in package sim.
func (s Study) Run(ctx context.Context, opt sim.Options) (Result, error) {
	return s.Experiment(s.Config).Run(ctx, opt)
}

// Experiment returns the study under the name of its logs.
func (s Study) Experiment(name string) *study.Experiment[Result] {
	plan := sim.Plan{Name: "covariance " + s.Config, Version: 1, Seed: s.Seed, Shards: s.Shards,
		Config: map[string]any{"law": s.Distribution.String(), "n": s.N, "n1": s.n1(), "places": s.locations(),
			"folds":   s.FoldCounts,
			"learner": s.Learner.String(), "sets": s.Sets}}
	shard := study.Each(s.Sets, func(w *scratch, rng *rand.Rand, all *sums) error {
		one, err := s.dataSet(w, rng)
		if err == nil {
			all.merge(one)
		}
		return err
	})
	return study.New(name, study.Batched(plan, s.newScratch, shard),
		func(batches sim.Batches[sums], effort study.Effort) (Result, error) {
			return newResult(s, batches, effort), nil
		})
}

// scratch is the memory of a worker.
type scratch struct {
	data   *dataset.Data
	circle *circle
	loss   holdout.Loss
	losses [][]float64 // of each validation record, in the order of the circle, for each location
	row    []int32     // where a record lies in the predictions of a split
	mean   []float64   // hold-out estimate of each location
	folds  []float64
}

func (s Study) newScratch() *scratch {
	w := &scratch{data: s.Distribution.New(s.N), circle: newCircle(s.N, s.n1(), s.locations())}
	w.loss, w.row, w.mean = holdout.DefaultLoss(w.data), make([]int32, s.N), make([]float64, s.locations())
	for range s.locations() {
		w.losses = append(w.losses, make([]float64, w.circle.n2))
	}
	return w
}

// dataSet draws one data set and returns its sums.
func (s Study) dataSet(w *scratch, rng *rand.Rand) (one sums, err error) {
	s.Distribution.Fill(w.data, rng)
	prepared, err := s.Learner.Prepare(context.Background(), w.data)
	if err != nil {
		return one, err
	}
	e := holdout.NewEvaluator(s.Learner.String(), prepared, w.data)
	if err := w.run(e, rng); err != nil {
		return one, err
	}
	mean := stat.Mean(w.mean, nil)
	one.Mean.Add(mean)
	for lag := range w.circle.lags() + 1 {
		sum := 0.0
		for i, h := range w.mean {
			sum += h * w.mean[(i+lag)%len(w.mean)]
		}
		one.Lag = append(one.Lag, sum/float64(len(w.mean))-mean*mean)
	}
	if 2*s.n1() == s.N && s.locations()%4 == 0 {
		one.Single = w.singles(mean)
	}
	for _, k := range s.FoldCounts {
		folds, err := w.compareFolds(e, k, rng)
		if err != nil {
			return one, err
		}
		one.Folds = append(one.Folds, folds)
	}
	return one, nil
}

// run fits and validates on a new circle.
func (w *scratch) run(e *holdout.Evaluator, rng *rand.Rand) error {
	w.circle.draw(rng)
	if err := e.Open(context.Background(), w.circle.set); err != nil {
		return err
	}
	for location, split := range w.circle.set.Splits {
		predicted, err := e.Fold(context.Background(), location)
		if err != nil {
			return err
		}
		for k, r := range split.Valid {
			w.row[r] = int32(k)
		}
		for i := range w.losses[location] {
			r := w.circle.at(location, i)
			w.losses[location][i] = w.loss(w.data.Target(r), predicted[w.row[r]])
		}
		w.mean[location] = stat.Mean(w.losses[location], nil)
	}
	return nil
}

// compareFolds evaluates a K-fold CV and an RLT set of K splits.
func (w *scratch) compareFolds(e *holdout.Evaluator, k int, rng *rand.Rand) (f foldSums, err error) {
	n := w.circle.n
	losses := func(set cv.Set, err error) ([]float64, error) {
		if err != nil {
			return nil, err
		}
		w.folds = append(w.folds[:0], make([]float64, k)...)
		return w.folds, e.Losses(context.Background(), set, nil, w.folds)
	}
	h, err := losses(cv.New(cv.KFold, n, cv.Options{K: k, Seed: rng.Uint64()}))
	if err != nil {
		return f, err
	}
	mean := stat.Mean(h, nil)
	f.Mean.Add(mean)
	if h, err = losses(cv.New(cv.RLT, n, cv.Options{Train: n - n/k, M: k, Seed: rng.Uint64()})); err != nil {
		return f, err
	}
	random, spread := stat.MeanVariance(h, nil)
	f.Gap, f.Spread = (mean-random)*(mean-random), spread
	return f, nil
}

// The learners of the studies of variances, each with one setting for all
// configurations. The thesis names k = 5 and the triangular kernel for nearest
// neighbours on simulated data and nothing else; the rest are as in the author's R
// package RegularizedCrossValidation: svm.R (e1071 with the sigmoid kernel),
// lmRidgeModel.R (MASS's lm.ridge, penalty 1 on standardized features), LassoModel.R
// (lars at a fraction of the largest L1 norm) and knn.R (kknn). The package leaves the
// fraction of the lasso open; 1/2 was inferred from the published variances.
var (
	SVM   = svm.SVM{Kernel: svm.Sigmoid}
	KNN   = neighbour.KNN{Scale: learn.PerFold}
	Ridge = linear.Ridge{Lambda: 1, Standardize: true}
	Lasso = linear.Lasso{Fraction: 0.5}
)

// learners are the learners of the configurations by their names there.
var learners = map[string]learn.Learner{"svm": SVM, "knn": KNN, "lm": linear.OLS{}, "rid": Ridge, "lso": Lasso}
