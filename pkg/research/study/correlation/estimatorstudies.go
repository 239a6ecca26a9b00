package correlation

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/research/simdata"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/covariance"
)

// EstimatorTables is the study of the variance of m x 2 BCV beside the means of its
// three estimators: ridge regression on SREG and the support vector machine on SCLA,
// 100 to 500 records, 5,000 data sets each.
var EstimatorTables = study.Study{Name: "variance-estimators",
	Title: "variance of m x 2 BCV and means of its three estimators", Seconds: 60,
	Plan: func(cfg study.Config) (study.Plan, error) {
		var p study.Plan
		var experiments [][]*study.Experiment[Result]
		files := []string{"table_5_6", "table_5_7"}
		for _, setting := range []string{"SREG+rid", "SCLA+svm"} {
			e, err := EstimatorExperiments(cfg, setting)
			if err != nil {
				return p, err
			}
			experiments = append(experiments, e)
			p.Simulations = append(p.Simulations, study.All(e)...)
		}
		p.Tables = func() ([]study.Table, error) {
			var out []study.Table
			for k, e := range experiments {
				out = append(out, study.NewTable(files[k], EstimatorRows(e)))
			}
			return out, nil
		}
		return p, nil
	}}

// EstimatorExperiments returns the experiments of SREG+rid, with 20 features and then
// with 30, or of SCLA+svm, with 20 features, each for 100 to 500 records.
func EstimatorExperiments(cfg study.Config, setting string) ([]*study.Experiment[Result], error) {
	type source struct {
		distribution simdata.Generator
		features     int
	}
	sources, learner := []source{{simdata.SREG{P: 20}, 20}, {simdata.SREG{P: 30}, 30}}, learn.Learner(covariance.Ridge)
	if setting == "SCLA+svm" {
		sources, learner = []source{{simdata.SCLA(20), 20}}, covariance.SVM
	}
	var out []*study.Experiment[Result]
	for _, from := range sources {
		for n := 100; n <= 500; n += 100 {
			s := Study{Name: fmt.Sprintf("%s+%d+%d", setting, n, from.features), Distribution: from.distribution, N: n,
				M:        7,
				Learners: []learn.Learner{learner}, Sets: 10, Shards: 20, Seed: cfg.Seed}
			if cfg.Scale == study.Paper {
				s.Sets, s.Shards = 50, 100
			}
			e, err := s.Experiment("estimators-" + s.Name)
			if err != nil {
				return nil, err
			}
			out = append(out, e)
		}
	}
	return out, nil
}

// EstimatorRows returns the Estimators of experiments that have run.
func EstimatorRows(experiments []*study.Experiment[Result]) []EstimatorRow {
	var out []EstimatorRow
	for _, r := range study.Results(experiments) {
		out = append(out, r.Estimators()...)
	}
	return out
}
