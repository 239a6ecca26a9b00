package items

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/infer"
)

// StratifiedT is stratified-t, the t-test on items in strata that stay, such as the tasks of a benchmark: new items are
// drawn from each task anew, as many as it has. The estimate is the mean over all n items, as in ItemT. With n_k items
// in stratum k and the variance V_k of the mean of their differences, that of ItemT or, in clusters, of ClusterT,
//
//	V  = Σ_k (n_k/n)² V_k
//	df = V² / Σ_k ((n_k/n)² V_k)² / df_k
//
// (Satterthwaite 1946; Cochran 1977, Sampling Techniques, section 5.4). Differences between the strata do not enter
// it. The mean over strata in place of items, each as heavy as any other, is that of scores multiplied by n/(K n_k).
//
// A stratum of one item, or of one cluster, shows no variance: it is joined with others of this kind or with the
// smallest other one (collapsed strata, ibid. chapter 5A), which makes the variance too large where these differ, and
// on average never too small. Errors: those of ItemT and ClusterT, a sample without strata or with strata that are not
// numbered from 0 without gaps, clusters in several strata, and a single unit in all.
func StratifiedT(s Sample, opt infer.Options) (infer.Result, error) {
	d, err := s.differences()
	if err != nil {
		return infer.Result{}, err
	}
	if d.strata == nil {
		return infer.Result{}, errors.New("items: stratified-t is for items of several tasks, and these are of one; take " +
			"item-t or cluster-t")
	}
	what := "items"
	if s.Clusters != nil {
		what = "clusters of items (variance CR2)"
	}
	return d.test("stratified-t", fmt.Sprintf("Independent %s within each of %d tasks, which stay; mean of runs that "+
		"stay as they are; Satterthwaite degrees of freedom of the parts of the tasks.", what, d.strata.count),
		d.part(), opt)
}

// strata are the parts of a test set, those of one unit joined with others.
type strata struct {
	of     []int     // stratum of each item
	ofUnit []int     // of each cluster, or item
	items  []float64 // by stratum
	df     []float64 // by stratum: of its variance
	count  int       // before some were joined
}

// stratified returns the units in strata.
func (u units) stratified(of []int) (units, error) {
	if len(of) != u.n {
		return u, fmt.Errorf("items: strata of %d items and scores of %d; give each item its stratum", len(of), u.n)
	}
	s := &strata{of: of, ofUnit: of}
	for i, k := range of {
		if k < 0 || k >= u.n {
			return u, fmt.Errorf("items: item %d is in stratum %d; number the strata from 0 without gaps", i+1, k)
		}
		s.count = max(s.count, k+1)
	}
	if u.clusters != nil {
		s.ofUnit = make([]int, len(u.sizes))
		seen := make([]bool, len(u.sizes))
		for i, c := range u.clusters {
			if seen[c] && s.ofUnit[c] != of[i] {
				return u, fmt.Errorf("items: cluster %d has items of strata %d and %d; clusters lie within strata", c,
					s.ofUnit[c], of[i])
			}
			seen[c], s.ofUnit[c] = true, of[i]
		}
	}
	members := make([]int, s.count)
	for _, k := range s.ofUnit {
		members[k]++
	}
	for k, n := range members {
		if n == 0 {
			return u, fmt.Errorf("items: stratum %d has no item; number the strata from 0 without gaps", k)
		}
	}
	s.collapse(members)
	sizes := make([][]float64, len(s.items)) // of clusters by stratum
	for c, k := range s.ofUnit {
		size := 1.0
		if u.clusters != nil {
			size = u.sizes[c]
		}
		sizes[k] = append(sizes[k], size)
	}
	for k, of := range sizes {
		s.df[k] = clustersDF(of, s.items[k])
	}
	u.strata = s
	return u, nil
}

// collapse joins strata of one unit, and counts the items of all. Members are the units of each stratum.
func (s *strata) collapse(members []int) {
	joined, single, smallest := make([]int, len(members)), 0, -1
	for k, n := range members {
		if n == 1 {
			single++
		} else if smallest < 0 || n < members[smallest] {
			smallest = k
		}
	}
	next := 0
	for k, n := range members {
		if n > 1 {
			joined[k] = next
			next++
		}
	}
	to := next // of single ones
	if single == 1 && smallest >= 0 {
		to = joined[smallest]
	} else if single > 0 {
		next++
	}
	for k, n := range members {
		if n == 1 {
			joined[k] = to
		}
	}
	place := func(of []int) []int {
		out := make([]int, len(of))
		for i, k := range of {
			out[i] = joined[k]
		}
		return out
	}
	s.of, s.ofUnit = place(s.of), place(s.ofUnit)
	s.items, s.df = make([]float64, next), make([]float64, next)
	for _, k := range s.of {
		s.items[k]++
	}
}

// strataResiduals are the residuals from the means of strata; see residuals.
func (u units) strataResiduals(x []float64) []float64 {
	first, sums := make([]float64, len(u.strata.items)), make([]float64, len(u.strata.items))
	seen := make([]bool, len(u.strata.items))
	for i, k := range u.strata.of {
		if !seen[k] {
			seen[k], first[k] = true, x[i]
		}
		sums[k] += x[i] - first[k]
	}
	e := make([]float64, len(x))
	for i, k := range u.strata.of {
		e[i] = x[i] - (first[k] + sums[k]/u.strata.items[k])
	}
	e = u.sums(e)
	for c, k := range u.strata.ofUnit {
		size := 1.0
		if u.clusters != nil {
			size = u.sizes[c]
		}
		e[c] /= float64(u.n) * math.Sqrt(1-size/u.strata.items[k])
	}
	return e
}

// welch returns the degrees of freedom of a variance with these residuals: Satterthwaite's, of the parts of the strata.
func (u units) welch(residuals []float64) float64 {
	parts := make([]float64, len(u.strata.items))
	for c, k := range u.strata.ofUnit {
		parts[k] += residuals[c] * residuals[c]
	}
	return u.strata.welch(parts)
}

// welch returns the degrees of freedom of the sum of the parts of the strata; of their sum of 0 those of all strata.
func (s *strata) welch(variances []float64) float64 {
	parts, all := make(infer.Parts, len(variances)), 0.0
	for k, v := range variances {
		parts[k], all = infer.Part{Variance: v, DF: s.df[k]}, all+s.df[k]
	}
	if parts.Variance() == 0 {
		return all
	}
	return parts.Satterthwaite()
}

// jointDF returns a function of two models that gives the degrees of freedom of the variance of their difference by the
// residuals of all models, a row each; of a model and itself those of its own variance.
func (u units) jointDF(residuals *mat.Dense) func(a, b int) float64 {
	if u.strata == nil {
		return func(_, _ int) float64 { return u.df }
	}
	k, n := residuals.Dims()
	units := make([][]int, len(u.strata.items))
	for c := range n {
		units[u.strata.ofUnit[c]] = append(units[u.strata.ofUnit[c]], c)
	}
	covariances := make([]*mat.SymDense, len(units))
	for s, of := range units {
		part := mat.NewDense(k, len(of), nil)
		for j, c := range of {
			for g := range k {
				part.Set(g, j, residuals.At(g, c))
			}
		}
		covariances[s] = mat.NewSymDense(k, nil)
		covariances[s].SymOuterK(1, part)
	}
	parts := make([]float64, len(units))
	return func(a, b int) float64 {
		for s, of := range covariances {
			if parts[s] = of.At(a, a); a != b {
				parts[s] = max(0, of.At(a, a)+of.At(b, b)-2*of.At(a, b))
			}
		}
		return u.strata.welch(parts)
	}
}
