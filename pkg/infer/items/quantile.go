package items

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
)

// Quantile is the test of a quantile of the paired differences d_i of ItemT, such as the median with q = 1/2: the
// smallest difference that at least q of all items are not above is opt.Delta. The estimate lies between the order
// statistics around it, as R's type 7.
//
// Of independent items it is exact for any distribution, ties included: with Y ~ Binomial(n, q) the p-values of the
// sides are P(Y <= number of d_i <= delta) and P(Y >= number of d_i < delta), and the interval ends at order statistics
// (Conover 1999, section 3.2). Its level is then at most alpha, and less with few items: at 5% the median of 5 items has
// no end.
//
// Of clusters it is that of the share of items at delta or below, with the variance CR2 of that share at the estimate and
// its degrees of freedom, see ClusterT (Woodruff 1952). Errors: those of ItemT, a q that is not between 0 and 1, and
// strata.
func Quantile(s Sample, q float64, opt infer.Options) (infer.Result, error) {
	opt, err := opt.Filled()
	switch {
	case err != nil:
		return infer.Result{}, err
	case !(q > 0 && q < 1):
		return infer.Result{}, fmt.Errorf("items: quantile %v; give a number between 0 and 1, such as 0.5", q)
	case s.Strata != nil:
		return infer.Result{}, errors.New("items: a quantile is of one test set, and the items have strata; take one of them")
	}
	d, err := s.differences()
	if err != nil {
		return infer.Result{}, err
	}
	x := d.quantile(q)
	r := infer.Result{Test: "quantile", Alternative: opt.Alternative, Delta: opt.Delta, Alpha: opt.Alpha, HasCI: true,
		Estimate: x.estimate(), Statistic: float64(x.upTo(opt.Delta)), Assumptions: "Independent items of any distribution; " +
			"mean of runs that stay as they are (binomial, Conover 1999)."}
	if d.clusters != nil {
		r.DF = []float64{d.df}
		r.Assumptions = fmt.Sprintf("%d independent clusters of items; mean of runs that stay as they are; variance CR2 of the "+
			"share of items below the quantile (Woodruff 1952).", d.count())
		if x.se == 0 {
			r.NoSpread, r.PValue, r.Assumptions = true, 1, r.Assumptions+infer.NoSpreadText
			r.CI = infer.Interval{Low: math.Inf(-1), High: math.Inf(1)}
			return r, nil
		}
	}
	above, below := x.tails(x.upTo(opt.Delta), x.under(opt.Delta))
	switch opt.Alternative {
	case infer.Greater:
		r.PValue = above
	case infer.Less:
		r.PValue = below
	default:
		r.PValue = min(1, 2*min(above, below))
	}
	r.CI = x.interval(opt)
	r.Reject = r.PValue <= opt.Alpha
	return r, nil
}

// quantile is a quantile of sorted differences.
type quantile struct {
	sorted []float64
	q      float64
	df, se float64 // of the share of items up to it, of clusters; 0 for independent items
}

func (d differences) quantile(q float64) quantile {
	x := quantile{sorted: slices.Sorted(slices.Values(d.ofItems)), q: q}
	if d.clusters != nil {
		at, below := x.estimate(), make([]float64, d.n)
		for i, v := range d.ofItems {
			if v <= at {
				below[i] = 1
			}
		}
		x.df, x.se = d.df, math.Sqrt(d.variance(below))
	}
	return x
}

// estimate is that of R's type 7.
func (x quantile) estimate() float64 {
	at := x.q * float64(len(x.sorted)-1)
	k := min(int(at), len(x.sorted)-2)
	share := at - float64(k)
	return (1-share)*x.sorted[k] + share*x.sorted[k+1]
}

// upTo and under are the numbers of differences that are at most, and less than, v.
func (x quantile) upTo(v float64) int {
	k, _ := slices.BinarySearch(x.sorted, math.Nextafter(v, math.Inf(1)))
	return k
}

func (x quantile) under(v float64) int {
	k, _ := slices.BinarySearch(x.sorted, v)
	return k
}

// tails are the p-values of a quantile above, and below, a value, by the numbers of differences up to it, and under it.
func (x quantile) tails(upTo, under int) (above, below float64) {
	n := len(x.sorted)
	if x.df > 0 {
		return special.StudentTail((x.q-float64(upTo)/float64(n))/x.se, x.df),
			special.StudentTail((float64(under)/float64(n)-x.q)/x.se, x.df)
	}
	above, below = 1, 1
	if upTo < n {
		beta := special.NewBeta(float64(upTo+1), float64(n-upTo))
		_, upper := beta.LogTails(beta.Point(x.q, 1-x.q))
		above = math.Exp(upper)
	}
	if under > 0 {
		beta := special.NewBeta(float64(under), float64(n-under+1))
		lower, _ := beta.LogTails(beta.Point(x.q, 1-x.q))
		below = math.Exp(lower)
	}
	return above, below
}

// interval holds the values that the test does not reject: it ends at order statistics, or nowhere.
func (x quantile) interval(opt infer.Options) infer.Interval {
	out, tail, n := infer.Interval{Low: math.Inf(-1), High: math.Inf(1)}, opt.Alpha/opt.Alternative.Sides(), len(x.sorted)
	if opt.Alternative != infer.Less {
		least := sort.Search(n, func(k int) bool { above, _ := x.tails(k, k); return above > tail })
		if least > 0 { // as many are at or below the quantile
			out.Low = x.sorted[least-1]
		}
	}
	if opt.Alternative != infer.Greater {
		more := sort.Search(n, func(k int) bool { _, below := x.tails(k+1, k+1); return below <= tail })
		if more < n { // no larger number is below the quantile
			out.High = x.sorted[more]
		}
	}
	return out
}
