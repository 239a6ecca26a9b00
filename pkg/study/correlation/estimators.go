package correlation

import (
	"context"
	"time"

	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/variance"
)

// EstimatorReplications are the numbers of replications in tables 5.6 and 5.7.
var EstimatorReplications = []int{3, 5, 7}

// EstimatorQuantities names the rows of the tables: the true variance, then the
// means of its estimators.
var EstimatorQuantities = []string{"Var", "Var1_hat", "Var2_hat", "Var3_hat"}

// EstimatorRow is a cell of table 5.6 or 5.7.
type EstimatorRow struct {
	Config     string  `dataframe:"config"` // data+learner+n+p
	Learner    string  `dataframe:"learner"`
	N          int     `dataframe:"n"`
	M          int     `dataframe:"m"`
	Quantity   string  `dataframe:"quantity"` // Var, or the mean of Var1_hat, Var2_hat or Var3_hat
	Value      float64 `dataframe:"value"`
	SE         float64 `dataframe:"se"`
	Sets       int     `dataframe:"data_sets"`
	Seed       int     `dataframe:"seed"`
	CPUSeconds float64 `dataframe:"cpu_seconds"` // of all cells with this n
	Date       string  `dataframe:"date"`        // of the run
}

// Estimators simulates the variance of the m x 2 BCV estimate of one learner on
// one law, and the means of its three estimators, for the m of the tables.
//
// Each is a combination of sigma², rho1 and rho2 (thesis eq. 5.3 and the equation
// after 5.8), whatever the law of the data. So all come from one Study
// with seven replications, which uses every fold for every m; at m = 7 the means
// of the estimators are their plain means over the data sets.
func Estimators(ctx context.Context, s Study, opt sim.Options) ([]EstimatorRow, error) {
	before := study.CPUSeconds()
	r, err := s.Run(ctx, opt)
	if err != nil {
		return nil, err
	}
	value, se := r.batches.JackknifeAll(mergeCorrelations, func(sums correlationSums) []float64 {
		same, within, between := sums.Covariances(0, 0, s.M)
		var out []float64
		for _, m := range EstimatorReplications {
			out = append(out, EstimatorCells(m, same, within/same, between/same)...)
		}
		return out
	})
	cost, date := study.CPUSeconds()-before, time.Now().UTC().Format(time.DateOnly)
	var out []EstimatorRow
	for i, m := range EstimatorReplications {
		for k, q := range EstimatorQuantities {
			at := i*len(EstimatorQuantities) + k
			out = append(out, EstimatorRow{s.Name, s.Learners[0].String(), s.N, m, q, value[at], se[at], s.Sets * s.Shards, int(s.Seed), cost, date})
		}
	}
	return out, nil
}

// EstimatorCells returns the variance and the means of the estimators.
func EstimatorCells(m int, sigma2, rho1, rho2 float64) []float64 {
	l := variance.TStatistic{M: m, Rho1: rho1, Rho2: rho2}
	_, _, mean := l.Eigenvalues()
	out := []float64{sigma2 * mean / float64(2*m)}
	for _, e := range variance.Estimators {
		out = append(out, sigma2*e.Expectation(l))
	}
	return out
}
