package covariance

import "github.com/block-regularized/bcv/pkg/research/theory"

// StudyRow is the effort and the main quantities of one study.
type StudyRow struct {
	Config       string  `dataframe:"config"`
	Date         string  `dataframe:"date"` // of the end of the run
	Distribution string  `dataframe:"law"`
	N            int     `dataframe:"n"`
	Learner      string  `dataframe:"learner"`
	Sets         int     `dataframe:"data_sets"`
	Seed         int     `dataframe:"seed"`
	CPUSeconds   float64 `dataframe:"cpu_seconds"`
	Quantity     string  `dataframe:"quantity"`
	Value        float64 `dataframe:"value"`
	SE           float64 `dataframe:"se"`
}

// quantities are the names of Coefficients in the order of tables.
var quantities = []string{"rho1", "rho2", "sigma2", "omega+gamma-2tau", "sigma2-omega-n*gamma+n*tau", "gamma",
	"lambda0", "lambda1", "lambda2", "lambda3", "lambda4"}

// StudyRows returns the coefficients of f with the setting and the cost.
func (r Result) StudyRows() []StudyRow {
	s := r.Study
	coefficients := r.Coefficients()
	var out []StudyRow
	for _, q := range quantities {
		c := coefficients[q]
		out = append(out, StudyRow{Config: s.Config, Date: r.Effort.Date, Distribution: s.Distribution.String(),
			N: s.N, Learner: s.Learner.String(), Sets: s.Sets * s.Shards,
			Seed: r.Effort.Seed, CPUSeconds: r.Effort.CPUSeconds, Quantity: q, Value: c.Value, SE: c.SE})
	}
	return out
}

// single returns the covariances of single losses at n/4.
func (r Result) single(s sums) theory.SingleLosses {
	return s.Single.estimates(s.Mean.Variance(), float64(r.Study.N)/4)
}

// Coefficient is a number with its standard error.
type Coefficient struct {
	Value, SE float64
}

// Coefficients returns, for half splits, the quantities of thesis table 3.6 under
// its names, sigma2, rho1, and the spectrum as lambda0 to lambda4.
func (r Result) Coefficients() map[string]Coefficient {
	values, ses := r.batches.JackknifeAll(mergeSums, func(s sums) []float64 {
		c := r.Study.covariances(s)
		rho1, rho2 := theory.Correlations(c.At, c.N)
		square, linear, constant := r.single(s).Quadratic(c.N)
		return append([]float64{rho1, rho2, c.F[0], square, linear, constant}, c.Spectrum.Lambda...)
	})
	out := map[string]Coefficient{}
	for i, name := range quantities {
		out[name] = Coefficient{values[i], ses[i]}
	}
	return out
}
