package covariance

import (
	"math"
	"slices"
)

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
