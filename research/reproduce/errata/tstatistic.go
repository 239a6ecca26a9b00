package errata

import (
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// E9 shows that T 5.64 needs the sum of the squared eigenvalues below, as T 5.66 and
// table 5.2 have it.
func E9(c study.Config) (Finding, error) {
	s := read(c)
	lambda := centredEigenvalues(3, 0, 0.3)
	sum, squares := floats.Sum(lambda), floats.Dot(lambda, lambda)
	table := s.number("thesis:table-5.2-5.3 3/0.0/0.3/f_m")
	type row struct {
		I      int     `dataframe:"i"`
		Lambda float64 `dataframe:"eigenvalue"`
	}
	var rows []row
	for i, l := range lambda {
		// the first, of the mean, is 0 except for rounding
		rows = append(rows, row{i + 1, max(0, math.Round(l*1e12)/1e12)})
	}
	return Finding{
		ID: "E9", Claim: "the sum of squares stands below",
		Confirmed: near(sum*sum/squares, table, 0.005) && !near(sum, table, 0.005),
		Tables: []Table{{Rows: rows, Digits: 3}, {Rows: []quantity{
			{"f_m by the printed formula", sum * sum / sum}, {"f_m with squares", sum * sum / squares},
			{"f_m in table 5.2", table}}}},
	}, s.err
}

// centredEigenvalues returns the eigenvalues, in rising order, of the covariance
// matrix of the deviations of 2m hold-out losses of variance 1 from their mean.
func centredEigenvalues(m int, rho1, rho2 float64) []float64 {
	size := 2 * m
	sigma := mat.NewSymDense(size, nil)
	centre := mat.NewDense(size, size, nil)
	for i := range size {
		for j := range size {
			switch {
			case i == j:
				sigma.SetSym(i, j, 1)
			case i/2 == j/2:
				sigma.SetSym(i, j, rho1)
			default:
				sigma.SetSym(i, j, rho2)
			}
			centre.Set(i, j, -1/float64(size))
		}
		centre.Set(i, i, 1-1/float64(size))
	}
	var product mat.Dense
	product.Product(centre, sigma, centre)
	var eigen mat.EigenSym
	eigen.Factorize(mat.NewSymDense(size, product.RawMatrix().Data), false)
	return eigen.Values(nil)
}

// E35 shows by a count of points that the share of T table 5.1 where Var1 is
// conservative is 1/3 at m = 2, not 1/4.
func E35(study.Config) (Finding, error) {
	type row struct {
		M       int     `dataframe:"m"`
		Counted float64 `dataframe:"counted"`
		Printed float64 `dataframe:"printed formula"`
		Right   float64 `dataframe:"right"`
	}
	const side = 600
	var rows []row
	all := true
	for _, m := range []int{2, 3, 5, 7} {
		inside := 0
		for i := range side {
			for j := range side {
				l := theory.TStatistic{M: m, Rho1: (float64(i) + 0.5) / (2 * side),
					Rho2: (float64(j) + 0.5) / (2 * side)}
				inside += one(theory.Var1.Expectation(l) > l.Var())
			}
		}
		r := row{
			M: m, Counted: float64(inside) / (side * side),
			Printed: float64(3*m-5) / float64(4*(m-1)), Right: theory.Var1.Feasible(m),
		}
		rows = append(rows, r)
		all = all && near(r.Counted, r.Right, 0.003) && near(r.Counted, r.Printed, 0.003) == (m > 2)
	}
	return Finding{ID: "E35", Claim: "1/3 at m = 2", Confirmed: all, Tables: []Table{{Rows: rows}}}, nil
}

// E3 shows that v_m stands under the root of T 5.23. The judges are the exact
// expectation, by quadrature, and a simulation; with v_m the formula is exact for
// rho1 = rho2, else an approximation.
func E3(study.Config) (Finding, error) {
	type row struct {
		M         int     `dataframe:"m"`
		Rho1      float64 `dataframe:"rho1"`
		Rho2      float64 `dataframe:"rho2"`
		Simulated float64 `dataframe:"simulated"`
		SE        float64 `dataframe:"standard error"`
		Exact     float64 `dataframe:"exact"`
		Printed   float64 `dataframe:"printed (C_m)"`
		Right     float64 `dataframe:"right (v_m)"`
	}
	rng := rand.New(rand.NewPCG(1, 1))
	var rows []row
	all := true
	for _, l := range []theory.TStatistic{{M: 3, Rho1: 0.2, Rho2: 0.2}, {M: 7, Rho1: 0.4, Rho2: 0.4},
		{M: 3, Rho1: 0, Rho2: 0.4}, {M: 5, Rho1: 0.4, Rho2: 0.1}} {
		sd, err := simulatedSD(l, 50_000, rng)
		if err != nil {
			return Finding{}, err
		}
		r := row{
			M: l.M, Rho1: l.Rho1, Rho2: l.Rho2, Simulated: sd.Mean, SE: math.Sqrt(sd.Variance() / sd.N),
			Exact: l.ExactExpectedSD(), Printed: l.PrintedExpectedSD(), Right: l.ExpectedSD(),
		}
		rows = append(rows, r)
		tolerance := 0.003 // of the approximation
		if l.Rho1 == l.Rho2 {
			tolerance = 1e-9
		}
		all = all && near(r.Simulated, r.Exact, 4*r.SE) && near(r.Right, r.Exact, tolerance) &&
			math.Abs(r.Printed-r.Exact) > 0.01
	}
	return Finding{
		ID: "E3", Claim: "v_m stands under the root", Confirmed: all,
		Tables: []Table{{Caption: "Expected standard deviation of the hold-out losses, in sigma", Rows: rows,
			Digits: 5}},
	}, nil
}

// simulatedSD returns the standard deviation of 2m losses of a distribution, over draws.
func simulatedSD(l theory.TStatistic, draws int, rng *rand.Rand) (sd sim.Moments, err error) {
	losses := make([]float64, 2*l.M)
	for range draws {
		if err := simdata.NormalLosses(0, 1, l.Rho1, l.Rho2, losses, rng); err != nil {
			return sd, err
		}
		_, v := stat.PopMeanVariance(losses, nil)
		sd.Add(math.Sqrt(v))
	}
	return sd, nil
}

// E18 shows by simulation that T 5.53 prints the limit of the length of the combined
// interval for finite m, too.
func E18(study.Config) (Finding, error) {
	const rho1, rho2 = 0.2, 0.3
	type row struct {
		M         int     `dataframe:"m"`
		Simulated float64 `dataframe:"simulated"`
		SE        float64 `dataframe:"standard error"`
		Printed   float64 `dataframe:"printed"`
		Right     float64 `dataframe:"right"`
	}
	rng := rand.New(rand.NewPCG(1, 3))
	var rows []row
	all := true
	for _, m := range []int{3, 5, 10, 50} {
		losses, t := make([]float64, 2*m), distuv.StudentsT{Sigma: 1, Nu: float64(m)}.Quantile(0.975)
		var length sim.Moments
		for range 20_000 {
			if err := simdata.NormalLosses(0, 1, rho1, rho2, losses, rng); err != nil {
				return Finding{}, err
			}
			sum := 0.0
			for i := 0; i < 2*m; i += 2 {
				sum += (losses[i] - losses[i+1]) * (losses[i] - losses[i+1]) / 2 // S²
			}
			length.Add(2 * t * math.Sqrt(sum/float64(m)/float64(2*m)))
		}
		k := float64(m)
		a, _ := math.Lgamma((k + 1) / 2)
		b, _ := math.Lgamma(k / 2)
		scale := 2 * math.Sqrt((1-rho1)/(2*k))
		r := row{
			M: m, Simulated: length.Mean, SE: math.Sqrt(length.Variance() / length.N),
			Printed: scale * distuv.UnitNormal.Quantile(0.975), Right: scale * t * math.Sqrt(2/k) * math.Exp(a-b),
		}
		rows = append(rows, r)
		all = all && near(r.Simulated, r.Right, 4*r.SE) && math.Abs(r.Simulated-r.Printed) > 4*r.SE
	}
	return Finding{
		ID: "E18", Claim: "the published length is the limit only", Confirmed: all,
		Tables: []Table{{Caption: "Length of the combined interval, rho1 = 0.2, rho2 = 0.3, in sigma", Rows: rows,
			Digits: 5}},
	}, nil
}

// E42 shows by the intervals of simulated differences that the limit in T table 5.5
// has the normal quantile at alpha/2, not at half a standard deviation.
func E42(study.Config) (Finding, error) {
	const m, rho1, alpha = 400, 0.2, 0.05
	type row struct {
		Sigma     float64 `dataframe:"sigma"`
		Simulated float64 `dataframe:"simulated, m = 400"`
		SE        float64 `dataframe:"standard error"`
		Printed   float64 `dataframe:"printed limit"`
		Right     float64 `dataframe:"right limit"`
	}
	rng := rand.New(rand.NewPCG(1, 7))
	u := func(p float64) float64 { return distuv.UnitNormal.Quantile(1 - p) }
	var rows []row
	all := true
	for _, sigma := range []float64{0.5, 1, 1.5} {
		length, err := pairedLength(m, sigma, rho1, alpha, rng)
		if err != nil {
			return Finding{}, err
		}
		scale := 2 * math.Sqrt(1-rho1) * sigma
		r := row{Sigma: sigma, Simulated: length.Mean, SE: length.MeanSE(), Printed: scale * u(sigma/2),
			Right: scale * u(alpha/2)}
		rows = append(rows, r)
		all = all && near(r.Simulated/r.Right, 1, 0.02) && math.Abs(r.Simulated/r.Printed-1) > 0.5
	}
	return Finding{ID: "E42", Claim: "the quantile is u at alpha/2", Confirmed: all, Tables: []Table{{Rows: rows}}}, nil
}

// pairedLength simulates the length of the 98paired interval, 200 times.
func pairedLength(m int, sigma, rho1, alpha float64, rng *rand.Rand) (length sim.Moments, err error) {
	losses := make([]float64, 2*m)
	for range 200 {
		if err := simdata.NormalLosses(0, sigma, rho1, 0.3, losses, rng); err != nil {
			return length, err
		}
		var pairs [][]float64
		for i := 0; i < 2*m; i += 2 {
			pairs = append(pairs, losses[i:i+2])
		}
		d, err := infer.DifferencesOf(pairs)
		if err != nil {
			return length, err
		}
		r, err := infer.PairedMx2T(d, infer.Options{Alpha: alpha})
		if err != nil {
			return length, err
		}
		length.Add(r.CI.High - r.CI.Low)
	}
	return length, nil
}

// E14 shows that t = 3.041 with 5 degrees of freedom, in T table 7.1, has the
// one-sided p-value 0.0144.
func E14(c study.Config) (Finding, error) {
	type row struct {
		Column   string  `dataframe:"column"`
		T        float64 `dataframe:"t"`
		DF       float64 `dataframe:"df"`
		Printed  float64 `dataframe:"printed p"`
		OneSided float64 `dataframe:"one-sided p"`
		TwoSided float64 `dataframe:"two-sided p"`
	}
	s := read(c)
	var rows []row
	all := true
	for _, column := range []string{"none", "power"} {
		at := func(q string) float64 { return s.number("thesis:table-7.1 %s/%s", column, q) }
		p := distuv.StudentsT{Sigma: 1, Nu: at("dof")}.Survival(at("t_statistic"))
		rows = append(rows, row{Column: column, T: at("t_statistic"), DF: at("dof"), Printed: at("p_value"),
			OneSided: p, TwoSided: 2 * p})
		all = all && near(p, at("p_value"), 0.0005) == (column == "none")
	}
	return Finding{ID: "E14", Claim: "0.009 is wrong, 0.014 is right", Confirmed: all, Tables: []Table{{Rows: rows}}},
		s.err
}
