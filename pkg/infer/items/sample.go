package items

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Sample holds the scores of two models, A and B, on the same items.
type Sample struct {
	A, B     [][]float64 // by run, by item; the models may have different numbers of runs
	Clusters []int       // cluster of each item, numbered from 0 without gaps; nil where every item is its own
	// Strata are the parts of the test set that stay, such as the tasks of a benchmark: that of each item, numbered from
	// 0 without gaps; nil for none. Clusters lie within them. StratifiedT and CrossedT take them.
	Strata []int
	// PairedRuns says that run s of A belongs to run s of B, such as two models trained with one seed; without
	// it the runs of A and B are independent.
	PairedRuns bool
	// DrawsA and DrawsB say how the scores in A and B, which are then means, vary over draws within items; nil where
	// each item has one draw. Tests take the means as they are; LedgerOf and Components tell draws from items.
	DrawsA, DrawsB *Draws
	// Judge has the scores of a judge, if A and B are those of people on a random sample of what it scored; nil for none.
	// PPIT takes it.
	Judge *Judge
	// Positive says which items are of the class that areas under ROC curves are of; nil for other scores. See DeLong.
	Positive []bool
	// Classes are the names of the class that is not Positive and of the one that is, for messages; 0 and 1 if empty.
	Classes [2]string
}

// largestScore is the bound beyond which squares would overflow.
const largestScore = 1e150

// differences are what the tests start from: of each item the mean over the runs of B minus the mean over the
// runs of A.
type differences struct {
	units
	ofItems []float64
	mean    float64
	scale   float64 // largest absolute score
}

// differences checks the sample and returns its differences.
func (s Sample) differences() (differences, error) {
	if len(s.A) == 0 || len(s.B) == 0 {
		return differences{}, fmt.Errorf("items: %d runs of A and %d of B; give at least 1 of each", len(s.A), len(s.B))
	}
	if s.PairedRuns && len(s.A) != len(s.B) {
		return differences{}, fmt.Errorf("items: %d runs of A and %d of B, and paired runs come in pairs; take runs as "+
			"independent or give the missing ones", len(s.A), len(s.B))
	}
	d := differences{ofItems: make([]float64, len(s.A[0]))}
	for g, runs := range [][][]float64{s.A, s.B} {
		for r, scores := range runs {
			if len(scores) != len(d.ofItems) {
				return differences{}, fmt.Errorf("items: run %d of %s has %d items and run 1 of A has %d; give every run "+
					"the same items", r+1, "AB"[g:g+1], len(scores), len(d.ofItems))
			}
			for i, y := range scores {
				if !(math.Abs(y) <= largestScore) {
					return differences{}, fmt.Errorf("items: the score of item %d in run %d of %s is %v; give finite scores "+
						"of a usual size", i+1, r+1, "AB"[g:g+1], y)
				}
				if size := math.Abs(y); size > d.scale {
					d.scale = size
				}
			}
		}
	}
	var err error
	if d.units, err = newUnits(len(d.ofItems), s.Clusters); err != nil {
		return differences{}, err
	}
	for g, of := range []*Draws{s.DrawsA, s.DrawsB} {
		if of != nil && (len(of.Variances) != d.n || !(of.Each > 1)) {
			return differences{}, fmt.Errorf("items: draws of %s have variances of %d of %d items and %v of each; take those "+
				"of AverageDraws", "AB"[g:g+1], len(of.Variances), d.n, of.Each)
		}
	}
	a, b := itemMeans(s.A), itemMeans(s.B)
	for i := range d.ofItems {
		d.ofItems[i] = infer.Difference(a[i], b[i])
	}
	d.mean = mean(d.ofItems)
	if s.Strata != nil {
		if d.units, err = d.units.stratified(s.Strata); err != nil {
			return differences{}, err
		}
		d.df = d.welch(d.residuals(d.ofItems))
	}
	return d, nil
}

// itemMeans returns the mean of each item over the runs.
func itemMeans(runs [][]float64) []float64 {
	out := make([]float64, len(runs[0]))
	for _, scores := range runs {
		for i, y := range scores {
			out[i] += y
		}
	}
	for i := range out {
		out[i] /= float64(len(runs))
	}
	return out
}

// mean sums deviations from the first number, so that equal numbers have their mean exactly.
func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v - x[0]
	}
	return x[0] + sum/float64(len(x))
}

// units are what was sampled: items, or clusters of items.
type units struct {
	n        int
	clusters []int     // of each item, nil where every item is its own
	sizes    []float64 // of the clusters, nil like them
	df       float64   // of variance
	strata   *strata   // nil for none
}

// newUnits checks the clusters of n items, nil where every item is its own.
func newUnits(n int, clusters []int) (units, error) {
	u := units{n: n, clusters: clusters, df: float64(n - 1)}
	if n < 2 {
		return u, fmt.Errorf("items: the number of items is %d; a variance takes at least 2", n)
	}
	if clusters == nil {
		return u, nil
	}
	if len(clusters) != n {
		return u, fmt.Errorf("items: clusters of %d items and scores of %d; give each item its cluster", len(clusters), n)
	}
	for i, c := range clusters {
		if c < 0 || c >= n {
			return u, fmt.Errorf("items: item %d is in cluster %d; number the clusters from 0 without gaps", i+1, c)
		}
		for c >= len(u.sizes) {
			u.sizes = append(u.sizes, 0)
		}
		u.sizes[c]++
	}
	if len(u.sizes) == 1 {
		return u, fmt.Errorf("items: all %d items are in one cluster; a variance takes at least 2 clusters", n)
	}
	if c := slices.Index(u.sizes, 0); c >= 0 {
		return u, fmt.Errorf("items: cluster %d has no item; number the clusters from 0 without gaps", c)
	}
	u.df = clustersDF(u.sizes, float64(n))
	return u, nil
}

// clustersDF are the degrees of freedom of the variance CR2 of the mean over n items in clusters; see ClusterT.
func clustersDF(sizes []float64, n float64) float64 {
	squares, w, ww := 0.0, 0.0, 0.0
	for _, size := range sizes {
		f := size / n
		squares += f * f
		w += f * f / (1 - f)
		ww += f * f * f * f / ((1 - f) * (1 - f))
	}
	return 1 / (squares + w*w - ww)
}

// count is the number of clusters, or of items where there are none.
func (u units) count() int {
	if u.clusters == nil {
		return u.n
	}
	return len(u.sizes)
}

// sums returns the sums of x over each cluster; x itself where there are none.
func (u units) sums(x []float64) []float64 {
	if u.clusters == nil {
		return x
	}
	out := make([]float64, len(u.sizes))
	for i, v := range x {
		out[u.clusters[i]] += v
	}
	return out
}

// variance returns the variance CR2 of the mean of x; see ClusterT.
func (u units) variance(x []float64) float64 {
	v := 0.0
	for _, r := range u.residuals(x) {
		v += r * r
	}
	return v
}

// residuals returns numbers, one per unit, whose squares have the sum variance(x), and their products with those of
// another model the covariance.
func (u units) residuals(x []float64) []float64 {
	if u.strata != nil {
		return u.strataResiduals(x)
	}
	m, n := mean(x), float64(u.n)
	e := make([]float64, len(x))
	for i := range x {
		e[i] = x[i] - m
	}
	if u.clusters == nil {
		weight := n * math.Sqrt(1-1/n)
		for i := range e {
			e[i] /= weight
		}
		return e
	}
	e = u.sums(e)
	for c, size := range u.sizes {
		e[c] /= n * math.Sqrt(1-size/n)
	}
	return e
}

// within returns the variance that the mean of x would have if clusters had no effect: the mean square within
// clusters over n. It is 0 without clusters, and NaN where each has one item.
func (u units) within(x []float64) float64 {
	if u.clusters == nil {
		return 0
	}
	means := u.sums(x)
	for c, size := range u.sizes {
		means[c] /= size
	}
	v := 0.0
	for i, c := range u.clusters {
		v += (x[i] - means[c]) * (x[i] - means[c])
	}
	return v / float64(u.n-u.count()) / float64(u.n)
}
