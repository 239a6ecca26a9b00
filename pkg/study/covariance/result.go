package covariance

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/variance"
	"gonum.org/v1/gonum/stat/distuv"
)

// Result is the outcome of a Study.
type Result struct {
	Study   Study
	batches sim.Batches[covarianceSums]
	designs []design
}

// design is a partition set of half splits, as weights of overlaps.
type design struct {
	method  string
	size    int // J, or m of two-fold CVs
	weights map[float64]float64
}

// Covariances are what a study says of f.
type Covariances struct {
	N, N1    int
	X        []float64         // overlaps, from n1 down
	F        []float64         // covariances
	Spectrum variance.Spectrum // of the smooth part of f, which all but the ends show
	DataSet  float64           // variance over data sets of the mean over all splits
}

// smoothDegree is that of the smooth part of f; higher degrees show in no study
// beyond their error, save at the ends.
const smoothDegree = 4

// At returns f(x): as simulated at the ends, from the smooth part between.
func (c Covariances) At(x float64) float64 {
	switch last := len(c.X) - 1; x {
	case c.X[0]:
		return c.F[0]
	case c.X[last]:
		return c.F[last]
	}
	return c.Spectrum.At(x)
}

// covariances returns f from the sums.
func (s Study) covariances(sums covarianceSums) Covariances {
	c := Covariances{N: s.N, N1: s.n1()}
	ring := circle{n: s.N, n2: s.N - s.n1(), places: s.places()}
	for lag, v := range sums.Lag {
		c.X = append(c.X, ring.overlap(lag))
		c.F = append(c.F, sums.Mean.Variance()+v/sums.Mean.N)
	}
	// The ends hold the finest dependence on the split; their neighbours some of it.
	from, to := 1, len(c.X)-1
	if to > 8 {
		from, to = 2, to-1
	}
	degree := min(smoothDegree, to-from-1)
	spectrum, err := variance.FitSpectrum(s.N, s.n1(), degree, c.X[from:to], c.F[from:to])
	if err != nil {
		panic(err) // the overlaps are different
	}
	c.Spectrum, c.DataSet = spectrum, spectrum.Lambda[0]
	return c
}

func newCovarianceResult(s Study, batches sim.Batches[covarianceSums]) Result {
	r := Result{Study: s, batches: batches}
	if 2*s.n1() == s.N {
		r.designs = halfDesigns(s.N)
	}
	return r
}

// halfDesigns returns the estimators of tables 2.10 and 3.7 with the overlaps
// that they have for n records. Random sets have no weights: theirs is the mean
// over all overlaps.
func halfDesigns(n int) []design {
	var out []design
	for _, j := range []int{2, 6, 10, 14} {
		out = append(out, design{method: "RHS", size: j})
	}
	for _, m := range []int{1, 3, 5, 7, 9} {
		out = append(out, design{method: "mx2CV", size: m})
	}
	add := func(method string, size int, set cv.Set, err error) {
		if err != nil {
			panic(err) // the sizes are good
		}
		out = append(out, design{method, size, overlapWeights(n, set)})
	}
	for _, m := range []int{3, 5, 7, 9} {
		set, err := cv.New(cv.BCV, n, cv.Options{M: m, Seed: 1})
		add("mx2BCV", m, set, err)
	}
	for _, j := range []int{6, 10, 14} {
		set, err := cv.NewHalfBRLT(n, j, 1)
		add("BRHS", j, set, err)
	}
	return out
}

// overlapWeights returns the share of each overlap among the pairs of splits of a
// set of half splits of n records. A split with itself counts as n/2, where f is
// the variance of one estimate, also if its training set has a record more or less:
// f is not smooth there.
func overlapWeights(n int, set cv.Set) map[float64]float64 {
	weights := map[float64]float64{}
	overlaps := set.Unfolded().Overlaps()
	share := 1 / float64(len(overlaps)*len(overlaps))
	for i, row := range overlaps {
		for j, x := range row {
			if i == j {
				weights[float64(n)/2] += share
				continue
			}
			weights[float64(x)] += share
		}
	}
	return weights
}

// given returns the variance given the data set of an estimator of half splits.
func (d design) given(c Covariances) float64 {
	half := c.F[0] - c.DataSet
	switch d.method {
	case "RHS":
		return half / float64(d.size)
	case "mx2CV":
		return (half + c.F[len(c.F)-1] - c.DataSet) / float64(2*d.size)
	}
	sum := 0.0
	for _, x := range sortedKeys(d.weights) {
		sum += d.weights[x] * (c.At(x) - c.DataSet)
	}
	return sum
}

func sortedKeys(m map[float64]float64) []float64 {
	var keys []float64
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// estimate is the variance of one estimator.
type estimate struct {
	method  string
	size    int
	dataSet float64 // variance over data sets of the mean given the data set
	given   float64 // mean variance given the data set
}

func (e estimate) total() float64 { return e.dataSet + e.given }

// estimates returns the variances of all estimators, in a fixed order.
func (r Result) estimates(sums covarianceSums) []estimate {
	var out []estimate
	c := r.Study.covariances(sums)
	for _, d := range r.designs {
		out = append(out, estimate{d.method, d.size, c.DataSet, d.given(c)})
	}
	for i, k := range r.Study.FoldCounts {
		f := sums.Folds[i]
		random := f.Spread / sums.Mean.N / float64(k)
		folds := f.Gap/sums.Mean.N - random // the two estimates of a data set are independent given it
		dataSet := f.Mean.Variance() - folds
		out = append(out, estimate{"RLT", k, dataSet, random}, estimate{"KFCV", k, dataSet, folds})
	}
	return out
}

// Rows returns one row an estimator. Standard errors are jackknifed over shards.
func (r Result) Rows() []VarianceRow {
	values, ses := r.batches.JackknifeAll(mergeSums, func(s covarianceSums) []float64 {
		out := []float64{s.Mean.Mean}
		for _, e := range r.estimates(s) {
			out = append(out, e.total(), e.given)
		}
		return out
	})
	var out []VarianceRow
	for i, e := range r.estimates(r.sums()) {
		out = append(out, VarianceRow{Config: r.Study.Config, Learner: r.Study.Learner.String(), Method: e.method, Size: e.size, Mean: values[0],
			Total: values[2*i+1], TotalSE: ses[2*i+1], Given: values[2*i+2], GivenSE: ses[2*i+2], Sets: r.Study.Sets * r.Study.Shards, Repeats: 1})
	}
	return out
}

// CPUSeconds is the processor time of the study, those of interrupted runs
// included.
func (r Result) CPUSeconds() float64 { return r.sums().Seconds }

func (r Result) sums() covarianceSums {
	var all covarianceSums
	for _, s := range r.batches.Parts {
		all.merge(s)
	}
	return all
}

// find returns one estimator of several.
func find(all []estimate, method string, size int) estimate {
	for _, e := range all {
		if e.method == method && e.size == size {
			return e
		}
	}
	panic(fmt.Sprintf("covariance: no variance of %s %d", method, size))
}

// Reduction returns the reduction rate in percent of one estimator against
// another, 100 (1 - Var_b/Var_a), and its standard error: of the total variances
// (thesis eq. 2.16), or of those given the data set, which tables 3.8 and 3.10
// print (erratum E20). Both must have the same training size, so that they
// differ within data sets alone.
func (r Result) Reduction(a, b string, sizeA, sizeB int, given bool) (rate, se float64) {
	return r.batches.Jackknife(mergeSums, func(s covarianceSums) float64 {
		all := r.estimates(s)
		ea, eb := find(all, a, sizeA), find(all, b, sizeB)
		if given {
			return 100 * (1 - eb.given/ea.given)
		}
		return 100 * (ea.given - eb.given) / ea.total()
	})
}

// OrderRow tests one inequality of thesis theorem 2.3.
type OrderRow struct {
	Config     string  `dataframe:"config"`
	Larger     string  `dataframe:"larger"` // by the theorem
	Smaller    string  `dataframe:"smaller"`
	M          int     `dataframe:"m"`
	Difference float64 `dataframe:"difference_pct"` // of the larger variance
	SE         float64 `dataframe:"se"`
	Z          float64 `dataframe:"z"`
	P          float64 `dataframe:"p"` // of a difference as small or smaller if the two were equal
}

// Orders tests theorem 2.3, RHS >= m x 2 CV >= m x 2 BCV >= BRHS, for m = 3, 5, 7.
func (r Result) Orders() []OrderRow {
	chain := []string{"RHS", "mx2CV", "mx2BCV", "BRHS"}
	size := func(method string, m int) int {
		if method == "RHS" || method == "BRHS" {
			return 2 * m
		}
		return m
	}
	var out []OrderRow
	for _, m := range []int{3, 5, 7} {
		for i, larger := range chain[:3] {
			smaller := chain[i+1]
			d, se := r.Reduction(larger, smaller, size(larger, m), size(smaller, m), false)
			z := d / se
			out = append(out, OrderRow{r.Study.Config, larger, smaller, m, d, se, z, distuv.UnitNormal.CDF(z)})
		}
	}
	return out
}

// PointRow is one point of a covariance function.
type PointRow struct {
	Config  string  `dataframe:"config"`
	N       int     `dataframe:"n"`
	N1      int     `dataframe:"n1"`
	X       float64 `dataframe:"overlap"`
	F       float64 `dataframe:"f"`
	SE      float64 `dataframe:"f_se"`
	GivenSE float64 `dataframe:"shape_se"`            // of f less the variance over data sets, which shifts all points alike
	G       float64 `dataframe:"g" table:"blank"`     // (f(x) + f(n/2-x))/2, for half splits
	Smooth  float64 `dataframe:"smooth"`              // the fitted spectrum
	Local   float64 `dataframe:"local" table:"blank"` // thesis's approximation from single losses at n/4, for half splits
}

// Points returns f at the simulated overlaps, from n1 down.
func (r Result) Points() []PointRow {
	all := r.sums()
	c := r.Study.covariances(all)
	_, ses := r.batches.JackknifeAll(mergeSums, func(s covarianceSums) []float64 {
		c := r.Study.covariances(s)
		out := slices.Clone(c.F)
		for _, f := range c.F {
			out = append(out, f-c.DataSet)
		}
		return out
	})
	var out []PointRow
	for i, x := range c.X {
		p := PointRow{Config: r.Study.Config, N: c.N, N1: c.N1, X: x, F: c.F[i], SE: ses[i], GivenSE: ses[len(c.X)+i], G: math.NaN(), Local: math.NaN(), Smooth: c.Spectrum.At(x)}
		if 2*c.N1 == c.N {
			p.G = (c.F[i] + c.F[len(c.F)-1-i]) / 2
			p.Local = r.single(all).Covariance(c.N, c.N1, x)
		}
		out = append(out, p)
	}
	return out
}

// single returns the covariances of single losses at n/4.
func (r Result) single(s covarianceSums) variance.SingleLosses {
	return s.Single.estimates(s.Mean.Variance(), float64(r.Study.N)/4)
}

// Coefficient is a number with its standard error.
type Coefficient struct {
	Value, SE float64
}

// Coefficients returns, for half splits, the quantities of thesis table 3.6 under
// its names, sigma2, rho1, and the spectrum as lambda0 to lambda4.
func (r Result) Coefficients() map[string]Coefficient {
	values, ses := r.batches.JackknifeAll(mergeSums, func(s covarianceSums) []float64 {
		c := r.Study.covariances(s)
		rho1, rho2 := variance.Correlations(c.At, c.N)
		square, linear, constant := r.single(s).Quadratic(c.N)
		return append([]float64{rho1, rho2, c.F[0], square, linear, constant}, c.Spectrum.Lambda...)
	})
	out := map[string]Coefficient{}
	for i, name := range quantities {
		out[name] = Coefficient{values[i], ses[i]}
	}
	return out
}
