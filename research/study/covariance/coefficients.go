package covariance

import (
	"math"
	"slices"

	"github.com/block-regularized/bcv/research/theory"
)

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

// PointRow is one point of a covariance function.
type PointRow struct {
	Config string  `dataframe:"config"`
	N      int     `dataframe:"n"`
	N1     int     `dataframe:"n1"`
	X      float64 `dataframe:"overlap"`
	F      float64 `dataframe:"f"`
	SE     float64 `dataframe:"f_se"`
	// of f less the variance over data sets, which shifts all points alike
	GivenSE float64 `dataframe:"shape_se"`
	G       float64 `dataframe:"g" table:"blank"` // (f(x) + f(n/2-x))/2, for half splits
	Smooth  float64 `dataframe:"smooth"`          // the fitted spectrum
	// thesis's approximation from single losses at n/4, for half splits
	Local float64 `dataframe:"local" table:"blank"`
}

// Points returns f at the simulated overlaps, from n1 down.
func (r Result) Points() []PointRow {
	all := r.merged()
	c := r.Study.covariances(all)
	_, ses := r.batches.JackknifeAll(mergeSums, func(s sums) []float64 {
		c := r.Study.covariances(s)
		out := slices.Clone(c.F)
		for _, f := range c.F {
			out = append(out, f-c.DataSet)
		}
		return out
	})
	var out []PointRow
	for i, x := range c.X {
		p := PointRow{Config: r.Study.Config, N: c.N, N1: c.N1, X: x, F: c.F[i], SE: ses[i], GivenSE: ses[len(c.X)+i],
			G: math.NaN(), Local: math.NaN(), Smooth: c.Spectrum.At(x)}
		if 2*c.N1 == c.N {
			p.G = (c.F[i] + c.F[len(c.F)-1-i]) / 2
			p.Local = r.single(all).Covariance(c.N, c.N1, x)
		}
		out = append(out, p)
	}
	return out
}
