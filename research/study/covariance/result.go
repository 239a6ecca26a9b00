package covariance

import (
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
)

// Result is the outcome of a Study.
type Result struct {
	Study   Study
	Effort  study.Effort
	batches sim.Batches[sums]
	designs []design
}

// Covariances are what a study shows about f.
type Covariances struct {
	N, N1    int
	X        []float64       // overlaps, from n1 down
	F        []float64       // covariances
	Spectrum theory.Spectrum // of the smooth part of f, which all but the ends show
	DataSet  float64         // variance over data sets of the mean over all splits
}

// smoothDegree is the degree of the smooth part of f; higher degrees show in no study
// beyond their error, except at the ends.
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
func (s Study) covariances(all sums) Covariances {
	c := Covariances{N: s.N, N1: s.n1()}
	ring := circle{n: s.N, n2: s.N - s.n1(), locations: s.locations()}
	for lag, v := range all.Lag {
		c.X = append(c.X, ring.overlap(lag))
		c.F = append(c.F, all.Mean.Variance()+v/all.Mean.N)
	}
	// The ends hold the finest dependence on the split; their neighbours some of it.
	from, to := 1, len(c.X)-1
	if to > 8 {
		from, to = 2, to-1
	}
	degree := min(smoothDegree, to-from-1)
	spectrum, err := theory.FitSpectrum(s.N, s.n1(), degree, c.X[from:to], c.F[from:to])
	if err != nil {
		panic(err) // the overlaps are different
	}
	c.Spectrum, c.DataSet = spectrum, spectrum.Lambda[0]
	return c
}

func newResult(s Study, batches sim.Batches[sums], effort study.Effort) Result {
	r := Result{Study: s, Effort: effort, batches: batches}
	if 2*s.n1() == s.N {
		r.designs = halfDesigns(s.N, s.M)
	}
	return r
}

// estimates returns the variances of all estimators, in a fixed order.
func (r Result) estimates(all sums) []VarianceRow {
	var out []VarianceRow
	add := func(method string, size int, dataSet, given float64) {
		out = append(out, VarianceRow{Config: r.Study.Config, Learner: r.Study.Learner.String(), Method: method,
			Size: size, Mean: all.Mean.Mean,
			Total: dataSet + given, Given: given, Sets: r.Study.Sets * r.Study.Shards, Repeats: 1})
	}
	c := r.Study.covariances(all)
	for _, d := range r.designs {
		add(d.method, d.size, c.DataSet, d.given(c))
	}
	for i, k := range r.Study.FoldCounts {
		f := all.Folds[i]
		random := f.Spread / all.Mean.N / float64(k)
		folds := f.Gap/all.Mean.N - random // the two estimates of a data set are independent given it
		dataSet := f.Mean.Variance() - folds
		add("RLT", k, dataSet, random)
		add("KFCV", k, dataSet, folds)
	}
	return out
}

// Rows returns one row an estimator. Standard errors are jackknifed over shards.
func (r Result) Rows() []VarianceRow {
	values, ses := r.batches.JackknifeAll(mergeSums, func(s sums) []float64 {
		out := []float64{s.Mean.Mean}
		for _, e := range r.estimates(s) {
			out = append(out, e.Total, e.Given)
		}
		return out
	})
	rows := r.estimates(r.merged())
	for i := range rows {
		rows[i].Mean, rows[i].Total, rows[i].Given = values[0], values[2*i+1], values[2*i+2]
		rows[i].TotalSE, rows[i].GivenSE = ses[2*i+1], ses[2*i+2]
	}
	return rows
}

func (r Result) merged() sums {
	var all sums
	for _, s := range r.batches.Parts {
		all.merge(s)
	}
	return all
}

// Reduction returns the reduction rate in percent of one estimator against
// another, 100 (1 - Var_b/Var_a), and its standard error: of the total variances
// (thesis eq. 2.16), or of those given the data set, which tables 3.8 and 3.10
// have (erratum E20). Both must have the same training size, so that they
// differ within data sets alone.
func (r Result) Reduction(a, b string, sizeA, sizeB int, given bool) (rate, se float64) {
	return r.batches.Jackknife(mergeSums, func(s sums) float64 {
		all := r.estimates(s)
		ea, eb := Find(all, a, sizeA), Find(all, b, sizeB)
		if given {
			return 100 * (1 - eb.Given/ea.Given)
		}
		return 100 * (ea.Given - eb.Given) / ea.Total
	})
}
