package correlation

import (
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/theory"
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
