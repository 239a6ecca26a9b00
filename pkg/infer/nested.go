package infer

import (
	"fmt"
	"math"
	"slices"
)

// WithInner adds what NestedT needs: the differences loss_B - loss_A of two-fold cross-validations
// within the halves of the data set. inner[j][h][i] holds both folds of inner replication i in
// half h of half-split j. The first half-splits of a nested partition set are its replications,
// and there may be more. Every half has the same number of inner replications, at least 1.
func (d Differences) WithInner(inner [][2][][2]float64) (Differences, error) {
	if len(inner) == 0 {
		return d, fmt.Errorf("infer: no inner differences; give both halves of at least 1 half-split")
	}
	r := len(inner[0][0])
	d.inner = make([][2][][2]float64, len(inner))
	for j, split := range inner {
		for h, half := range split {
			if len(half) != r || r == 0 {
				return d, fmt.Errorf("infer: %d inner replications in half-split %d, half %d, and %d in half-split 1, "+
					"half 1; give every half the same number, at least 1", len(half), j+1, h+1, r)
			}
			for i, pair := range half {
				if !(math.Abs(pair[0]) <= largestLoss && math.Abs(pair[1]) <= largestLoss) {
					return d, fmt.Errorf("infer: inner differences %v and %v in half-split %d, half %d, inner "+
						"replication %d; give finite losses of a usual size", pair[0], pair[1], j+1, h+1, i+1)
				}
			}
			d.inner[j][h] = slices.Clone(half)
		}
	}
	return d, nil
}

// Inner returns a copy of the differences that WithInner added, nil if there are none.
func (d Differences) Inner() [][2][][2]float64 {
	out := slices.Clone(d.inner)
	for j, split := range out {
		out[j] = [2][][2]float64{slices.Clone(split[0]), slices.Clone(split[1])}
	}
	return out
}

// NestedT is nested-t, a test on a block-regularized m x 2 CV, m at least 2, with r inner
// replications of two-fold CV in both halves of M half-splits, r at least 2; see
// Differences.WithInner. The 2m differences do not determine by how much their mean varies with
// the data, S; two halves of the records are two data sets, and show it:
//
//	Y_jh = mean difference of the inner folds in half h of half-split j
//	H    = Σ_j (Y_j1 - Y_j2)²/2 / M, with the expectation S' + P'/r
//	P̂'   = mean variance between the r inner replications of a half, with the expectation P'
//	P̂    = variance between the m replications of the mean of both folds, with the expectation P
//	V    = max(H - P̂'/r, H/4)/2 + P̂/m
//	(mean - delta) / √V ~ t(M)
//
// where S and S' are the variances, over data sets, of the mean over all partitions of all
// records and of half of them, and P and P' what one replication adds. The variance of the mean
// is S + P/m, and S is taken for S'/2: it is at most that if the variance per record does not grow
// with the training set. The distribution is approximate, for normal differences: the M contrasts
// are uncorrelated in statistics that are linear in the records, since block-regularized halves
// are balanced, and P̂ and P̂' are taken for known.
//
// If the halves do not differ at all, as where all inner models predict one class, the variance is
// taken for unknown, and nothing is claimed (NoSpread).
//
// The test comes from this project, after the balanced half-samples of McCarthy (1969) and the
// halves of Nadeau and Bengio (2003); see ConservativeZ.
func NestedT(d Differences, opt Options) (Result, error) {
	const name = "nested-t"
	if !d.blocks() || d.replications < 2 {
		return Result{}, d.misfit(name, "a block-regularized m x 2 CV with m >= 2")
	}
	if d.inner == nil {
		return Result{}, lacks(name, "differences of inner cross-validations within the halves; bcv split --inner 2 "+
			"plans them")
	}
	r := len(d.inner[0][0])
	if r < 2 {
		return Result{}, lacks(name, "2 or more inner replications, which show what their partitions add to the "+
			"variance, and found 1; bcv split --inner 2 plans them")
	}
	h, added := d.innerSpread()
	m := float64(d.replications)
	_, squares := deviationsOf(d.replications, func(j int) float64 { return (d.At(j, 0) + d.At(j, 1)) / 2 })
	sd, scale := 0.0, d.innerScale()
	if math.Sqrt(h) > rounding*scale {
		sd = math.Sqrt(max(h-added/float64(r), h/4)/2 + squares/(m-1)/m)
	}
	return pivot{name: name, assumptions: "Block-regularized m x 2 CV, normal; variance from inner cross-validations in " +
		"the halves of the data set, per record not smaller there than in the whole (after McCarthy 1969, and Nadeau " +
		"and Bengio 2003).",
		estimate: d.Mean(), sd: sd, factor: 1, df: float64(len(d.inner)), scale: scale}.test(opt)
}

// innerSpread returns H, half the mean squared difference between two halves, and P̂', the mean
// variance between the inner replications of a half, NaN for one; see NestedT.
func (d Differences) innerSpread() (halves, replications float64) {
	n := float64(len(d.inner))
	for _, split := range d.inner {
		var mean [2]float64
		for h, half := range split {
			var squares float64
			mean[h], squares = deviationsOf(len(half), func(i int) float64 { return (half[i][0] + half[i][1]) / 2 })
			replications += squares / float64(len(half)-1) / (2 * n)
		}
		halves += (mean[0] - mean[1]) * (mean[0] - mean[1]) / 2 / n
	}
	return halves, replications
}

// innerScale returns the largest absolute loss or inner difference.
func (d Differences) innerScale() float64 {
	scale := d.scale
	for _, split := range d.inner {
		for _, half := range split {
			for _, pair := range half {
				scale = max(scale, math.Abs(pair[0]), math.Abs(pair[1]))
			}
		}
	}
	return scale
}
