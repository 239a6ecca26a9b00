package covariance

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/research/simdata"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// Functions is the study of f(x) for training sizes of 500 to 900 of 1,000 records
// (thesis, figs. 2.3 and 2.4): for least squares and the lasso on SREG, for the support
// vector machine and nearest neighbours on SCLA; at the quick scale the two on SREG
// with few data sets.
var Functions = study.Study{Name: "covariance-functions",
	Title: "covariance functions of hold-out estimates at other training sizes than n/2", Seconds: 200,
	Plan: func(cfg study.Config) (study.Plan, error) {
		e := functions(cfg)
		return study.PlanOf(func() []study.Table {
			return []study.Table{study.NewTable("covariance_functions", study.Rows(e, Result.Points))}
		}, e...), nil
	}}

// RunFunctions runs the simulations of Functions and returns their results.
func RunFunctions(ctx context.Context, cfg study.Config) ([]Result, error) {
	e := functions(cfg)
	err := study.Simulate(ctx, cfg, study.All(e)...)
	return study.Results(e), err
}

func functions(cfg study.Config) []*study.Experiment[Result] {
	const n = 1000
	var out []*study.Experiment[Result]
	for _, c := range []struct {
		config       string
		distribution simdata.Generator
		learner      string
		sets         int // a shard, at paper scale
		quick        bool
	}{
		{config: "SREG+lm+1000+100", distribution: simdata.SREG{P: 100}, learner: "lm", sets: 25, quick: true},
		{config: "SREG+lso+1000+100", distribution: simdata.SREG{P: 100}, learner: "lso", sets: 10, quick: true},
		{config: "SCLA+knn+1000+20", distribution: simdata.SCLA(20), learner: "knn", sets: 8},
		{config: "SCLA+svm+1000+20", distribution: simdata.SCLA(20), learner: "svm", sets: 5},
	} {
		for _, n1 := range []int{500, 600, 700, 800, 900} {
			s := Study{Config: c.config, Distribution: c.distribution, N: n, N1: n1, Locations: 40,
				Learner: learners[c.learner], Seed: cfg.Seed, Shards: 40, Sets: c.sets}
			if cfg.Scale == study.Quick {
				if !c.quick {
					continue
				}
				s.Shards, s.Sets = 20, 4
			}
			out = append(out, s.Experiment(fmt.Sprintf("f-%s-%d", s.Config, s.N1)))
		}
	}
	return out
}
