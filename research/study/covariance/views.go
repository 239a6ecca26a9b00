package covariance

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/research/study"
)

// spelled are the words for the learners in names of configurations.
var spelled = map[string]string{"lm": "least squares", "rid": "ridge regression", "ridge": "ridge regression",
	"lso": "lasso", "lasso": "lasso", "svm": "SVM", "knn": "nearest neighbours"}

// InWords names a configuration, such as SREG+lm+1000+100, by its learner and the sizes of its data: least squares, 100
// features, 1,000 records. Other text is returned as it is.
func InWords(config string) string {
	parts := strings.Split(config, "+")
	if len(parts) < 4 || spelled[parts[1]] == "" {
		return config
	}
	records := parts[2]
	if k := len(records) - 3; k > 0 {
		records = records[:k] + "," + records[k:]
	}
	return fmt.Sprintf("%s, %s features, %s records", spelled[parts[1]], parts[3], records)
}

// PairPoint is g, the covariance of two two-fold estimates, at one overlap, with the
// thesis's approximation.
type PairPoint struct {
	Config string  `dataframe:"config"`
	X      float64 `dataframe:"overlap"`
	G      float64 `dataframe:"g"`
	Local  float64 `dataframe:"local"`
}

// PairPoints returns g(x) = (f(x) + f(n/2-x))/2 for the points of half splits, whose
// overlaps are symmetric about n/4.
func PairPoints(points []PointRow) []PairPoint {
	var out []PairPoint
	for len(points) > 0 {
		n := 1
		for n < len(points) && points[n].Config == points[0].Config {
			n++
		}
		for i, p := range points[:n] {
			out = append(out, PairPoint{Config: p.Config, X: p.X, G: p.G, Local: (p.Local + points[n-1-i].Local) / 2})
		}
		points = points[n:]
	}
	return out
}

// CompareShapes compares the shape of f of some results, its differences from the
// middle point, with stored points of the same configurations. It returns the number
// of points and the largest difference in standard errors of both, at least. It is an
// error if the stored points are not at the overlaps of a result.
func CompareShapes(results []Result, stored []PointRow) (points int, worst float64, err error) {
	for _, r := range results {
		theirs := study.Where(stored, func(p PointRow) bool { return p.Config == r.Study.Config && p.N1 == r.Study.N1 })
		mine := r.Points()
		if len(mine) != len(theirs) {
			return 0, 0, fmt.Errorf("covariance: %d stored points of %s with n1 = %d, not %d", len(theirs),
				r.Study.Config, r.Study.N1, len(mine))
		}
		a, b := mine[len(mine)/2], theirs[len(theirs)/2]
		for i := range mine {
			gap := mine[i].F - a.F - (theirs[i].F - b.F)
			worst = max(worst, math.Abs(gap)/math.Hypot(mine[i].GivenSE+a.GivenSE, theirs[i].GivenSE+b.GivenSE))
			points++
		}
	}
	return points, worst, nil
}

// Inequality is the test of one inequality of thesis theorem 2.3 on one
// configuration.
type Inequality struct {
	Number     int     `dataframe:"number"` // of the configuration
	Config     string  `dataframe:"config"`
	Name       string  `dataframe:"inequality"`
	Difference float64 `dataframe:"difference_pct"` // of the variance that is larger by the theorem
	SE         float64 `dataframe:"se"`
	Z          float64 `dataframe:"z"`
	P          float64 `dataframe:"p"`
}

// inequalities names the differences by their larger variance.
var inequalities = map[string]string{"RHS": "RHS less m x 2 CV", "mx2CV": "m x 2 CV less BCV",
	"mx2BCV": "BCV less BRHS"}

// Inequalities returns the tests with m replications, with the configurations
// numbered as they come.
func Inequalities(orders []OrderRow, m int) []Inequality {
	var out []Inequality
	var names []string
	for _, o := range orders {
		if o.M != m {
			continue
		}
		if !slices.Contains(names, o.Config) {
			names = append(names, o.Config)
		}
		out = append(out, Inequality{
			Number: slices.Index(names, o.Config) + 1, Config: o.Config, Name: inequalities[o.Larger],
			Difference: o.Difference, SE: o.SE, Z: o.Z, P: o.P,
		})
	}
	return out
}

// Ordering has the three inequalities of one configuration beside each other.
type Ordering struct {
	Number int     `dataframe:"number"`
	Config string  `dataframe:"configuration"`
	RHS    float64 `dataframe:"(1) RHS - m x 2 CV, %"`
	RHSSE  float64 `dataframe:"± (1)"`
	RHSP   float64 `dataframe:"p (1)"`
	Mx2    float64 `dataframe:"(2) m x 2 CV - BCV, %"`
	Mx2SE  float64 `dataframe:"± (2)"`
	Mx2P   float64 `dataframe:"p (2)"`
	BCV    float64 `dataframe:"(3) BCV - BRHS, %"`
	BCVSE  float64 `dataframe:"± (3)"`
	BCVP   float64 `dataframe:"p (3)"`
}

// Orderings returns a row for each configuration of the inequalities.
func Orderings(rows []Inequality) []Ordering {
	var out []Ordering
	for _, r := range rows {
		if r.Number > len(out) {
			out = append(out, Ordering{Number: r.Number, Config: r.Config})
		}
		o := &out[r.Number-1]
		switch r.Name {
		case inequalities["RHS"]:
			o.RHS, o.RHSSE, o.RHSP = r.Difference, r.SE, r.P
		case inequalities["mx2CV"]:
			o.Mx2, o.Mx2SE, o.Mx2P = r.Difference, r.SE, r.P
		case inequalities["mx2BCV"]:
			o.BCV, o.BCVSE, o.BCVP = r.Difference, r.SE, r.P
		}
	}
	return out
}

// Part is the variance of an estimator in its two parts.
type Part struct {
	Method  string  `dataframe:"method"`
	Size    int     `dataframe:"size"`
	Total   float64 `dataframe:"variance"`
	TotalSE float64 `dataframe:"± variance"`
	Given   float64 `dataframe:"given the data set"`
	GivenSE float64 `dataframe:"± given the data set"`
	Over    float64 `dataframe:"over data sets"`
}

// Parts returns the variances in their parts.
func Parts(rows []VarianceRow) []Part {
	out := make([]Part, len(rows))
	for i, r := range rows {
		out[i] = Part{
			Method: r.Method, Size: r.Size, Total: r.Total, TotalSE: r.TotalSE, Given: r.Given, GivenSE: r.GivenSE,
			Over: r.Total - r.Given,
		}
	}
	return out
}

// Limit returns sigma² rho2, the limit of the variance of m x 2 CV for many
// replications, from the stored coefficients of a configuration; NaN if they are not
// there.
func Limit(rows []StudyRow, config string) float64 {
	found := map[string]float64{"sigma2": math.NaN(), "rho2": math.NaN()}
	for _, r := range rows {
		if _, wanted := found[r.Quantity]; wanted && r.Config == config {
			found[r.Quantity] = r.Value
		}
	}
	return found["sigma2"] * found["rho2"]
}

// VarianceRow is the variance of one estimator.
type VarianceRow struct {
	Config  string  `dataframe:"config"`
	Learner string  `dataframe:"learner"`
	Method  string  `dataframe:"method"`
	Size    int     `dataframe:"size"` // J, or m of two-fold CVs
	Mean    float64 `dataframe:"mean"` // of the estimate
	Total   float64 `dataframe:"variance"`
	TotalSE float64 `dataframe:"variance_se"`
	Given   float64 `dataframe:"variance_given_data"` // mean over data sets of the variance over partition sets
	GivenSE float64 `dataframe:"variance_given_data_se"`
	Sets    int     `dataframe:"data_sets"`
	Repeats int     `dataframe:"repeats"`
}

// Find returns the variance of an estimator. It panics if that is not among the rows.
func Find(rows []VarianceRow, method string, size int) VarianceRow {
	for _, r := range rows {
		if r.Method == method && r.Size == size {
			return r
		}
	}
	panic(fmt.Sprintf("covariance: no variance of %s %d", method, size))
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
			out = append(out, OrderRow{Config: r.Study.Config, Larger: larger, Smaller: smaller, M: m, Difference: d,
				SE: se, Z: z, P: distuv.UnitNormal.CDF(z)})
		}
	}
	return out
}

// RateRow is a reduction rate of block regularization, in percent.
type RateRow struct {
	Config  string  `dataframe:"config"`
	M       int     `dataframe:"m"`
	Total   float64 `dataframe:"total_pct"` // of the whole variance of m x 2 CV
	TotalSE float64 `dataframe:"total_se"`
	Given   float64 `dataframe:"given_pct"` // of its variance given the data set
	GivenSE float64 `dataframe:"given_se"`
}

// Rates returns the reduction rates of m x 2 BCV over m x 2 CV.
func (r Result) Rates() []RateRow {
	var out []RateRow
	for _, m := range []int{3, 5, 7, 9} {
		row := RateRow{Config: r.Study.Config, M: m}
		row.Total, row.TotalSE = r.Reduction("mx2CV", "mx2BCV", m, m, false)
		row.Given, row.GivenSE = r.Reduction("mx2CV", "mx2BCV", m, m, true)
		out = append(out, row)
	}
	return out
}
