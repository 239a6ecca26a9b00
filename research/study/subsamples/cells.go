package subsamples

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/bench"
	"github.com/block-regularized/bcv/research/study/calibration"
)

// setting is a data set with two learners: with each metric a cell of the study.
type setting struct {
	name     string // of the data set
	records  int    // of it
	from     simdata.Generator
	n        int
	learners [2]bench.Learner
	equal    bool // by construction
	metrics  []string
}

// id names the logs of a setting.
func (s setting) id() string {
	return fmt.Sprintf("subsamples, %v, %d, %v, %v", s.from, s.n, s.learners[0], s.learners[1])
}

// sizes of the sub-samples.
var sizes = []int{100, 500}

// settings returns the cells on data sets. AUC is judged where folds of a tenth have both classes.
func settings(of []*dataset.Data) []setting {
	lda, cart, logistic := calibration.LDA{}, tree.CART{}, linear.Logistic{Penalty: 1}
	near := func(k int) learn.Learner { return neighbour.KNN{K: k, Kernel: neighbour.Rectangular} }
	var out []setting
	for _, d := range of {
		all, half := d.P(), d.P()/2
		for _, n := range sizes {
			ranks := []string{errorRate}
			if n >= 500 {
				ranks = append(ranks, "roc_auc")
			}
			for _, l := range []struct {
				learner learn.Learner
				metrics []string
			}{{lda, ranks}, {near(9), []string{errorRate}}, {cart, []string{errorRate}}} {
				out = append(out, setting{d.Name, d.N(), dealt{simdata.Sample{Data: d}}, n,
					[2]bench.Learner{bench.On(l.learner, 1, half), bench.On(l.learner, half+1, all)}, true, l.metrics})
			}
			for _, l := range []struct {
				a, b    learn.Learner
				metrics []string
			}{{near(1), near(9), []string{errorRate}}, {lda, cart, []string{errorRate, "f1_macro"}}, {lda, logistic, ranks}} {
				out = append(out, setting{d.Name, d.N(), simdata.Sample{Data: d}, n,
					[2]bench.Learner{bench.On(l.a, 1, all), bench.On(l.b, 1, all)}, false, l.metrics})
			}
		}
	}
	return out
}

const errorRate = "error"

// The numbers of data sets, and of those in a shard.
func (s setting) sets(scale study.Scale) (sets, perShard int) {
	switch {
	case scale != study.Paper:
		return 4, 2
	case s.n >= 500:
		return 500, 10
	}
	return 1000, 20
}

// Numbers of replications, half-splits and inner replications, hold-outs and folds.
const (
	replications = 5
	halves       = 10
	inner        = 2
	holdOuts     = 100
	parts        = 10
)

// partitions are the partition sets of a sub-sample of n records.
func partitions(n int) []bench.Set {
	return []bench.Set{
		{Method: cv.BCV, Options: cv.Options{M: replications}, Halves: halves, Inner: inner},
		{Method: cv.Mx2, Options: cv.Options{M: replications}},
		{Method: cv.RLT, Options: cv.Options{M: holdOuts, Train: n - n/parts}},
		{Method: cv.RepeatedKFold, Options: cv.Options{M: parts, K: parts}},
	}
}

// procedure is what is judged.
type procedure struct {
	bench.Procedure
	trainings int  // of each learner
	most      bool // of training records: 9n/10; else n/2
}

// procedures in the order of the table.
var procedures = []procedure{
	{bench.Procedure{Name: "bcv-t", Method: cv.BCV, M: replications}, 2 * replications, false},
	{bench.Procedure{Name: bench.NestedT, Method: cv.BCV, M: replications}, 2*replications + 4*halves*inner, false},
	{bench.Procedure{Name: bench.Paired, Method: cv.BCV, M: replications}, 2 * replications, false},
	{bench.Procedure{Name: "5x2-t", Method: cv.Mx2, M: replications}, 2 * replications, false},
	{bench.Procedure{Name: "kfold-t", Method: cv.RepeatedKFold, M: 1}, parts, true},
	{bench.Procedure{Name: "corrected-resampled-t", Method: cv.RLT, M: holdOuts}, holdOuts, true},
	{bench.Procedure{Name: "corrected-repeated-kfold-t", Method: cv.RepeatedKFold, M: parts}, parts * parts, true},
}

// train returns how many records train where the procedure asks its question.
func (p procedure) train(n int) int {
	if p.most {
		return n - n/parts
	}
	return n / 2
}

// folds names the partition set of a procedure.
func (p procedure) folds() string {
	switch p.Method {
	case cv.BCV:
		if p.Nested() {
			return fmt.Sprintf("%d x 2 BCV, inner folds", p.M)
		}
		return fmt.Sprintf("%d x 2 BCV", p.M)
	case cv.Mx2:
		return fmt.Sprintf("random %d x 2 CV", p.M)
	case cv.RLT:
		return fmt.Sprintf("%d hold-outs", p.M)
	}
	return fmt.Sprintf("%d x %d-fold CV", p.M, parts)
}
