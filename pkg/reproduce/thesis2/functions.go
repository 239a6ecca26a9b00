package thesis2

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/study/covariance"
)

// CovarianceFunctions simulates f(x) on 1,000 records for training sizes of 500 to
// 900 (thesis, figs. 2.3 and 2.4): for least squares and the lasso on SREG, for
// the support vector machine and nearest neighbours on SCLA. At the quick scale
// it runs the two on SREG with few data sets.
func CovarianceFunctions(ctx context.Context, cfg study.Config) ([]covariance.Result, error) {
	return runStudies(ctx, cfg, covarianceFunctions(cfg), func(s covariance.Study) string { return fmt.Sprintf("f-%s-%d", s.Config, s.N1) })
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
