package thesis2

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/study/covariance"
)

// CovarianceFunctions simulates f(x) on 1,000 records for training sizes of 500 to
// 900 (thesis, figs. 2.3 and 2.4): for least squares and the lasso on SREG, for
// the support vector machine and nearest neighbours on SCLA. At the quick scale
// it runs the two on SREG with few data sets.
func CovarianceFunctions(ctx context.Context, cfg study.Config) ([]covariance.Result, error) {
	studies := covarianceFunctions(cfg)
	total, before := 0, 0
	for _, s := range studies {
		total += s.Shards
	}
	var out []covariance.Result
	for _, s := range studies {
		opt := sim.Options{Progress: func(done, _ int) { cfg.Report(before+done, total) }}
		if cfg.Checkpoints != "" {
			opt.Checkpoint = filepath.Join(cfg.Checkpoints, fmt.Sprintf("f-%s-%d.ckpt", s.Config, s.N1))
		}
		r, err := s.Run(ctx, opt)
		if err != nil {
			return nil, err
		}
		before += s.Shards
		out = append(out, r)
	}
	return out, nil
}

func covarianceFunctions(cfg study.Config) []covariance.Study {
	const n, p = 1000, 20 // as in section 3.5.1 for SCLA
	var out []covariance.Study
	for _, c := range []struct {
		config  string
		law     dataset.Generator
		learner learn.Learner
		sets    int // a shard, at paper scale
		quick   bool
	}{
		{"SREG+lm+1000+100", dataset.SREG{P: 100}, linear.OLS{}, 25, true},
		{"SREG+lso+1000+100", dataset.SREG{P: 100}, studyLasso, 10, true},
		{"SCLA+knn+1000+20", dataset.SCLA(p), studyKNN, 8, false},
		{"SCLA+svm+1000+20", dataset.SCLA(p), StudySVM, 5, false},
	} {
		for _, n1 := range []int{500, 600, 700, 800, 900} {
			s := covariance.Study{Config: c.config, Law: c.law, N: n, N1: n1, Places: 40, Learner: c.learner, Seed: cfg.Seed, Shards: 40, Sets: c.sets}
			if cfg.Scale == study.Quick {
				if !c.quick {
					continue
				}
				s.Shards, s.Sets = 20, 4
			}
			out = append(out, s)
		}
	}
	return out
}
