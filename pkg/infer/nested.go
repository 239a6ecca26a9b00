package infer

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/variance"
)

// WithInner adds what NestedT needs: the differences loss_B - loss_A of two-fold cross-validations
// within the halves of the data set. inner[j][h][i] holds both folds of inner replication i in
// half h of half-split j. The first half-splits of a nested partition set are its replications,
// and there may be more. Every half has the same number of inner replications, at least 1.
func (d Differences) WithInner(inner [][2][][2]float64) (Differences, error) {
	if err := CheckInner(inner); err != nil {
		return d, fmt.Errorf("infer: %w", err)
	}
	d.inner = cloneInner(inner)
	return d, nil
}

// CheckInner returns an error for inner differences that Differences.WithInner refuses: no
// half-splits, halves with unequal numbers of inner replications or without any, and numbers that
// are not finite or beyond 1e150.
func CheckInner(inner [][2][][2]float64) error {
	if len(inner) == 0 {
		return errors.New("no inner differences; give both halves of at least 1 half-split")
	}
	r := len(inner[0][0])
	for j, split := range inner {
		for h, half := range split {
			if len(half) != r || r == 0 {
				return fmt.Errorf("%d inner replications in half-split %d, half %d, and %d in half-split 1, half 1; "+
					"give every half the same number, at least 1", len(half), j+1, h+1, r)
			}
			for i, pair := range half {
				if !(math.Abs(pair[0]) <= largestLoss && math.Abs(pair[1]) <= largestLoss) {
					return fmt.Errorf("inner differences %v and %v in half-split %d, half %d, inner replication %d; "+
						"give finite losses of a usual size", pair[0], pair[1], j+1, h+1, i+1)
				}
			}
		}
	}
	return nil
}

// Inner returns a copy of the differences that WithInner added, nil if there are none.
func (d Differences) Inner() [][2][][2]float64 { return cloneInner(d.inner) }

func cloneInner(inner [][2][][2]float64) [][2][][2]float64 {
	out := slices.Clone(inner)
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
//	V_b  = Chat_m² Var2, the squared denominator of BCVT
//	Ŝ    = (M max(H - P̂'/r, H/4)/2 + 4 min(V_b, H/2)) / (M + 4)
//	(mean - delta) / √(Ŝ + P̂/m) ~ t(M + 4)
//
// or, where the losses are counts of a rare class (WithRarestClass),
//
//	(mean - delta) / √(H/2 + P̂/m) ~ t(M)
//
// where S and S' are the variances, over data sets, of the mean over all partitions of all
// records and of half of them, and P and P' what one replication adds. The variance of the mean
// is S + P/m, and S is taken for S'/2: it is at most that if the variance per record does not grow
// with the training set. V_b and H/2 are mostly too large for S; the smaller of them counts like 4
// degrees of freedom more, which makes the error of the first kind more even and the power larger
// where M is small. The distribution is approximate, for normal differences: the M contrasts are
// uncorrelated in statistics that are linear in the records, since block-regularized halves are
// balanced, and P̂ and P̂' are taken for known. The floor H/4 and the weight 4 were chosen on half of
// the cells of a study.
//
// By F1, recall, precision and the like, and for classes with few records, S'/2 is mostly less than S: a model that is
// trained on a quarter of the records finds hardly any record of a rare class, and its losses vary less. Where learners
// had weak features and less than 200 records of a class, S'/2 was 0.3 to 0.9 of S in simulations, and the variance
// that this form takes 0.65 to 1.2 of that of the mean. It is no bound: where most models find no record of the class
// at all (a strongly penalized logistic regression), the study has errors of up to 18% at the nominal 5%, bcv-t of 1%.
//
// If the halves do not differ at all, as where all inner models predict one class, or if all 2m
// differences are equal, the variance is taken for unknown, and nothing is claimed (NoSpread).
//
// The test comes from this project, after the balanced half-samples of McCarthy (1969) and the
// halves of Nadeau and Bengio (2003); see ConservativeZ.
func NestedT(d Differences, opt Options) (Result, error) {
	const name = "nested-t"
	s, err := d.nested(name)
	if err != nil {
		return Result{}, err
	}
	assumptions := nestedAssumptions
	if d.rare {
		assumptions += " Few records have one of the classes, and the share of the inner partitions is left in."
	}
	return s.pivot(d, name, assumptions).Test(opt)
}

const nestedAssumptions = "Block-regularized m x 2 CV, normal; variance from inner cross-validations in the halves " +
	"of the data set, per record not smaller there than in the whole (after McCarthy 1969, and Nadeau and Bengio 2003)."

// nestedVariance is the variance of the mean in its two parts.
type nestedVariance struct {
	data, partitions float64 // Ŝ and P̂/m; 0 where the differences have no spread
	df               float64 // of Ŝ
}

// pivot returns the test of the mean with this variance.
func (v nestedVariance) pivot(d Differences, name, assumptions string) Pivot {
	return Pivot{Name: name, Assumptions: assumptions, Estimate: d.Mean(), SD: math.Sqrt(v.data + v.partitions),
		Factor: 1, DF: v.df, Scale: d.innerScale()}
}

// nested returns the variance of NestedT.
func (d Differences) nested(name string) (nestedVariance, error) {
	if !d.blocks() || d.replications < 2 {
		return nestedVariance{}, d.misfit(name, "a block-regularized m x 2 CV with m >= 2")
	}
	if d.inner == nil {
		return nestedVariance{}, lacks(name, "differences of inner cross-validations within the halves, "+
			"which are planned with the folds (setting `inner` 2)")
	}
	r := len(d.inner[0][0])
	if r < 2 {
		return nestedVariance{}, lacks(name, "2 or more inner replications, which show what their partitions add to the "+
			"variance, and found 1; they are planned with the folds (setting `inner` 2)")
	}
	h, added := InnerVariances(d.inner)
	m, halves := float64(d.replications), float64(len(d.inner))
	_, replications := deviationsOf(d.replications, func(j int) float64 { return (d.At(j, 0) + d.At(j, 1)) / 2 })
	_, folds := deviations(d.mu)
	v := nestedVariance{df: halves + nestedWeight}
	if d.rare {
		v.df = halves
	}
	if math.Sqrt(h) > rounding*d.innerScale() && !d.NoSpread() {
		bound := math.Pow(variance.Chat(d.replications), 2) * folds / (2 * m)
		v.data = nestedData(halves, h, added/float64(r), bound)
		if d.rare {
			v.data = h / 2
		}
		v.partitions = replications / (m - 1) / m
	}
	return v, nil
}

// InnerRho2 returns what the inner cross-validations say of rho2, the correlation of the differences of two
// replications, on which the error of BCVT depends, with an interval at a level in (0, 1):
//
//	rho2 = S / (S + P + W/2),  S = max(H - P̂'/r, H/4)/2,  W = half the mean squared difference of both folds
//
// with H, P̂', P and M of NestedT. The ends take M H for χ² with M degrees of freedom, and P̂, P̂' and W for known;
// S'/2 is not S where the variance per record grows with the training set. It is not ok without two or more inner
// replications, for other designs than NestedT takes, and where all differences are equal.
func (d Differences) InnerRho2(level float64) (rho2 Estimate, ok bool) {
	if !d.blocks() || d.replications < 2 || d.inner == nil || len(d.inner[0][0]) < 2 || d.NoSpread() {
		return rho2, false
	}
	h, added := InnerVariances(d.inner)
	m, halves := float64(d.replications), float64(len(d.inner))
	_, squares := deviationsOf(d.replications, func(j int) float64 { return (d.At(j, 0) + d.At(j, 1)) / 2 })
	other := squares/(m-1) + d.within()/m/2
	share := func(h float64) float64 {
		s := max(h-added/float64(len(d.inner[0][0])), h/4) / 2
		return s / (s + other)
	}
	chi := distuv.ChiSquared{K: halves}
	tail := (1 - level) / 2
	return Estimate{Low: share(halves * h / chi.Quantile(1-tail)), Mid: share(h),
		High: share(halves * h / chi.Quantile(tail))}, true
}

// WithRarestClass says that the losses are functions of counts of predictions by class, such as F1, recall or MCC, and
// not shares of all records, and how many records the rarest of these classes has among how many; 0 if that is not
// known. NestedT is wider where RareClass says so.
func (d Differences) WithRarestClass(records, among int) (Differences, error) {
	if records < 0 || among < 0 || among > 0 && records > among {
		return d, fmt.Errorf("infer: a class of %d among %d records; give how many records of all it has", records, among)
	}
	d.rare = RareClass(records, among)
	return d, nil
}

// RareClass reports whether a class with this many records is rare: less than 200 records, and less than two fifths of
// all, whose number is 0 if it is not known. The bounds were chosen on cells of a study.
func RareClass(records, among int) bool {
	return records < 200 && (among == 0 || 5*records < 2*among)
}

// nestedWeight is the weight of the bounds in nestedData, in degrees of freedom.
const nestedWeight = 4

// nestedData returns Ŝ of NestedT from H of M half-splits, P̂'/r and V_b.
func nestedData(halves, h, added, bound float64) float64 {
	return (halves*max(h-added, h/4)/2 + nestedWeight*min(bound, h/2)) / (halves + nestedWeight)
}

// InnerVariances returns H, half the mean squared difference between the two halves of a half-split,
// and P̂', the mean variance between the inner replications of a half, NaN for one replication; see
// NestedT. Where P̂'/r is not small beside H, more inner replications measure S better. It panics
// unless CheckInner accepts the differences.
func InnerVariances(inner [][2][][2]float64) (halves, replications float64) {
	if err := CheckInner(inner); err != nil {
		panic("infer: InnerVariances: " + err.Error())
	}
	n := float64(len(inner))
	for _, split := range inner {
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

const nestedRecordsAssumptions = nestedAssumptions + " It is averaged with the variance of the records."

// WithRecords adds what NestedRecordsT needs: for each record the difference loss_B - loss_A, averaged over
// the replications of an m x 2 CV, each of which validates every record once. There are at least 2 records.
func (d Differences) WithRecords(mean []float64) (Differences, error) {
	if d.folds != 2 {
		return d, fmt.Errorf("infer: differences of records averaged over replications, and these are differences of %s; "+
			"give them for an m x 2 CV", d.Design())
	}
	if len(mean) < 2 {
		return d, errors.New("infer: differences of fewer than 2 records; give one for each record")
	}
	for i, x := range mean {
		if !(math.Abs(x) <= largestLoss) {
			return d, fmt.Errorf("infer: the difference of record %d is %v; give finite losses of a usual size", i+1, x)
		}
	}
	_, squares := deviations(mean)
	n := float64(len(mean))
	v := squares / (n - 1) / n
	d.ofRecords = &v
	return d, nil
}

// NestedRecordsT is nested-records-t, NestedT with one more estimate of S where the losses of records are
// known; see Differences.WithRecords:
//
//	V_rec = the variance over the n records of the difference of a record, averaged over the replications, / n
//	Ŝ'    = ((M + 4) Ŝ + 10 V_rec) / (M + 14)
//	(mean - delta) / √(Ŝ' + P̂/m) ~ t(M + 14)
//
// with Ŝ, P̂ and M of NestedT. V_rec takes the models as given: by itself it is too small where they vary with
// their training sets, and the halves see that. It is for metrics that are means over records, such as the
// error rate. The weight 10 was chosen on half of the cells of a study.
func NestedRecordsT(d Differences, opt Options) (Result, error) {
	const name, weight = "nested-records-t", 10
	s, err := d.nested(name)
	if err != nil {
		return Result{}, err
	}
	if d.ofRecords == nil {
		return Result{}, lacks(name, "losses of records; predictions of classes have them")
	}
	if s.data > 0 {
		s.data = (s.df*s.data + weight**d.ofRecords) / (s.df + weight)
	}
	s.df += weight
	return s.pivot(d, name, nestedRecordsAssumptions).Test(opt)
}
