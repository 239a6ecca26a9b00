package voting

import (
	"context"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/voting"
)

// ballots collects the predictions of one learner on one data set, replication
// by replication: on the first n records, which are cross-validated, and on the
// fresh ones after them.
type ballots struct {
	data   *dataset.Data
	fit    learn.Fitter
	n      int
	gold   []bool  // of the first n records
	after  []int32 // the fresh records
	votes  *voting.Votes
	fresh  [2]*voting.Votes // of the models of folds 1 and of folds 2
	sum    posterior.Counts // of all folds
	single posterior.Counts // of all models on the fresh records
	out    []float64
	voted  []bool
}

func newBallots(d *dataset.Data, n int, fit learn.Fitter) (*ballots, error) {
	truth := make([]bool, d.N())
	for j := range truth {
		truth[j] = d.Class[j] == 1
	}
	b := &ballots{data: d, fit: fit, n: n, gold: truth[:n], out: make([]float64, d.N()), voted: make([]bool, d.N())}
	for j := n; j < d.N(); j++ {
		b.after = append(b.after, int32(j))
	}
	var err error
	if b.votes, err = voting.NewVotes(b.gold); err != nil {
		return nil, err
	}
	for k := range b.fresh {
		if b.fresh[k], err = voting.NewVotes(truth[n:]); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// predict returns the predictions of rows by the last fit.
func (b *ballots) predict(rows []int32) []float64 {
	out := b.out[:len(rows)]
	b.fit.Predict(rows, out)
	return out
}

// whole trains on the first n records and returns the confusion on the fresh ones.
func (b *ballots) whole() (posterior.Counts, error) {
	train := make([]int32, b.n)
	for j := range train {
		train[j] = int32(j)
	}
	if _, err := b.fit.Fit(context.Background(), train); err != nil {
		return posterior.Counts{}, err
	}
	return study.Confusion(b.predict(b.after), b.data, b.after, 1), nil
}

// replication trains on both folds of replication j (from 0) of a set.
func (b *ballots) replication(set cv.Set, j int) error {
	for k := range b.fresh {
		fold := set.Fold(2*j + k)
		if _, err := b.fit.Fit(context.Background(), fold.Train); err != nil {
			return err
		}
		predicted := b.predict(fold.Valid)
		b.sum = b.sum.Add(study.Confusion(predicted, b.data, fold.Valid, 1))
		for i, record := range fold.Valid {
			b.voted[record] = predicted[i] == 1
		}
		predicted = b.predict(b.after)
		b.single = b.single.Add(study.Confusion(predicted, b.data, b.after, 1))
		for i := range b.after {
			b.voted[b.n+i] = predicted[i] == 1
		}
		if err := b.fresh[k].Add(b.voted[b.n:]); err != nil {
			return err
		}
	}
	return b.votes.Add(b.voted[:b.n])
}
