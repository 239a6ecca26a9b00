package correlation

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/covariance"
	"github.com/block-regularized/bcv/research/theory"
)

// EstimatorReplications are the numbers of replications in tables 5.6 and 5.7.
var EstimatorReplications = []int{3, 5, 7}

// EstimatorQuantities names the rows of the tables: the true variance, then the
// means of its estimators.
var EstimatorQuantities = []string{"Var", "Var1_hat", "Var2_hat", "Var3_hat"}

// EstimatorRow is a cell of table 5.6 or 5.7.
type EstimatorRow struct {
	Config       string  `dataframe:"config"` // data+learner+n+p
	Learner      string  `dataframe:"learner"`
	N            int     `dataframe:"n"`
	M            int     `dataframe:"m"`
	Quantity     string  `dataframe:"quantity"` // Var, or the mean of Var1_hat, Var2_hat or Var3_hat
	Value        float64 `dataframe:"value"`
	SE           float64 `dataframe:"se"`
	Sets         int     `dataframe:"data_sets"`
	study.Effort         // of all cells with this n
}

// Estimators returns the variance of the m x 2 BCV estimate of the first learner, and
// the means of its three estimators, for the m of the tables.
//
// Each is a combination of sigma², rho1 and rho2 (thesis eq. 5.3 and the equation
// after 5.8), whatever the distribution of the data. So all come from one Study with
// seven replications, which uses every fold for every m; at m = 7 the means of the
// estimators are their plain means over the data sets.
func (r Result) Estimators() []EstimatorRow {
	s := r.Study
	value, se := r.batches.JackknifeAll(mergeSums, func(all sums) []float64 {
		same, within, between := all.Covariances(0, 0, s.M)
		var out []float64
		for _, m := range EstimatorReplications {
			out = append(out, estimatorCells(m, same, within/same, between/same)...)
		}
		return out
	})
	var out []EstimatorRow
	for i, m := range EstimatorReplications {
		for k, q := range EstimatorQuantities {
			at := i*len(EstimatorQuantities) + k
			out = append(out, EstimatorRow{Config: s.Name, Learner: s.Learners[0].String(), N: s.N, M: m, Quantity: q,
				Value: value[at], SE: se[at], Sets: s.Sets * s.Shards, Effort: r.Effort})
		}
	}
	return out
}

// estimatorCells returns the variance and the means of the estimators.
func estimatorCells(m int, sigma2, rho1, rho2 float64) []float64 {
	l := theory.TStatistic{M: m, Rho1: rho1, Rho2: rho2}
	_, _, mean := l.Eigenvalues()
	out := []float64{sigma2 * mean / float64(2*m)}
	for _, e := range theory.Estimators {
		out = append(out, sigma2*e.Expectation(l))
	}
	return out
}

// EstimatorTables is the study of the variance of m x 2 BCV beside the means of its
// three estimators: ridge regression on SREG, 5,000 data sets each, and the support vector machine
// on SCLA, 10,000 as the thesis has; 100 to 500 records.
var EstimatorTables = study.Study{Name: "variance-estimators",
	Title: "variance of m x 2 BCV and means of its three estimators", Seconds: 260,
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

// EstimatorExperiments returns the experiments of SREG+rid, with 20 features and then with
// 30 and the predictions by which table 5.6 can be explained (see unscaled), or of SCLA+svm with
// 20 features, its classes drawn at random and then balanced, each for 100 to 500 records.
func EstimatorExperiments(cfg study.Config, setting string) ([]*study.Experiment[Result], error) {
	type source struct {
		name         string
		distribution simdata.Generator
		features     int
		learner      learn.Learner
		sets         int // data sets per shard at paper scale
	}
	sources := []source{{setting, simdata.SREG{P: 20}, 20, covariance.Ridge, 50},
		{setting, simdata.SREG{P: 30}, 30, unscaled{covariance.Ridge}, 50}}
	if setting == "SCLA+svm" {
		balanced := simdata.SCLA(20)
		balanced.Balanced = true
		sources = []source{{setting, simdata.SCLA(20), 20, covariance.SVM, 100}, {"balanced-" + setting, balanced, 20,
			covariance.SVM, 100}}
	}
	var out []*study.Experiment[Result]
	for _, from := range sources {
		for n := 100; n <= 500; n += 100 {
			s := Study{Name: fmt.Sprintf("%s+%d+%d", from.name, n, from.features), Distribution: from.distribution, N: n,
				M:        7,
				Learners: []learn.Learner{from.learner}, Sets: 10, Shards: 20, Seed: cfg.Seed}
			if cfg.Scale == study.Paper {
				s.Sets, s.Shards = from.sets, 100
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
