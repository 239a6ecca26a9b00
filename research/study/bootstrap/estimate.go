package bootstrap

import (
	"context"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
)

// sample is a data set with a learner.
type sample struct {
	data       *dataset.Data
	loss       holdout.Loss
	fitter     learn.Fitter // on copies of the data, one after the other
	folds      *holdout.Evaluator
	apparent   float64 // mean loss on the training records
	unrelated  float64 // no-information rate: mean loss if the targets are those of other records
	predicted  []float64
	train, out []int32
}

func newSample(l learn.Learner, d *dataset.Data) (*sample, error) {
	n, p := d.X.Dims()
	all := &dataset.Data{X: mat.NewDense(copies*n, p, nil), Features: d.Features, Classes: d.Classes}
	for c := range copies {
		all.X.Slice(c*n, (c+1)*n, 0, p).(*mat.Dense).Copy(d.X)
		all.Class, all.Response = append(all.Class, d.Class...), append(all.Response, d.Response...)
	}
	once, err := l.Prepare(context.Background(), d)
	if err != nil {
		return nil, err
	}
	prepared, err := l.Prepare(context.Background(), all)
	if err != nil {
		return nil, err
	}
	s := &sample{data: d, loss: holdout.DefaultLoss(d), fitter: prepared.NewFitter(nil), predicted: make([]float64, n),
		folds: holdout.NewEvaluator(l.String(), once, d)}
	for i := range n {
		s.train = append(s.train, int32(i))
	}
	if _, err := s.fitter.Fit(context.Background(), s.train); err != nil {
		return nil, err
	}
	s.fitter.Predict(s.train, s.predicted)
	for i, p := range s.predicted {
		s.apparent += s.loss(d.Target(int32(i)), p) / float64(n)
		for j := range n {
			s.unrelated += s.loss(d.Target(int32(j)), p) / float64(n) / float64(n)
		}
	}
	return s, nil
}

// fit trains on a replicate, and lists the records that it lacks.
func (s *sample) fit(w []uint8) error {
	s.train, s.out = s.train[:0], s.out[:0]
	for c := range copies {
		for i, k := range w {
			if int(k) > c {
				s.train = append(s.train, int32(c*len(w)+i))
			}
			if c == 0 && k == 0 {
				s.out = append(s.out, int32(i))
			}
		}
	}
	_, err := s.fitter.Fit(context.Background(), s.train)
	return err
}

// leaveOneOut returns the leave-one-out bootstrap, the mean over records of their mean loss under the replicates that
// lack them (Efron and Tibshirani 1997, eq. 17). A record that none lacks does not count.
func (s *sample) leaveOneOut(w replicates) (float64, error) {
	sums, counts := make([]float64, s.data.N()), make([]float64, s.data.N())
	for _, m := range w {
		if err := s.fit(m); err != nil {
			return 0, err
		}
		s.fitter.Predict(s.out, s.predicted[:len(s.out)])
		for k, i := range s.out {
			sums[i] += s.loss(s.data.Target(i), s.predicted[k])
			counts[i]++
		}
	}
	total, records := 0.0, 0.0
	for i, c := range counts {
		if c > 0 {
			total += sums[i] / c
			records++
		}
	}
	return total / records, nil
}

// plus returns the estimate .632+ from the leave-one-out bootstrap (Efron and Tibshirani 1997, eq. 32).
func (s *sample) plus(leaveOneOut float64) float64 {
	bounded, overfitting := min(leaveOneOut, s.unrelated), 0.0
	if bounded > s.apparent {
		overfitting = (bounded - s.apparent) / (s.unrelated - s.apparent)
	}
	return 0.368*s.apparent + 0.632*leaveOneOut +
		(bounded-s.apparent)*0.368*0.632*overfitting/(1-0.368*overfitting)
}

// halves returns the mean of the folds of a BCV of b/2 replications.
func (s *sample) halves(b int, seed uint64) (float64, error) {
	set, err := cv.New(cv.BCV, s.data.N(), cv.Options{M: b / 2, Seed: seed})
	losses := make([]float64, b)
	if err == nil {
		err = s.folds.Losses(context.Background(), set, s.loss, losses)
	}
	return stat.Mean(losses, nil), err
}
