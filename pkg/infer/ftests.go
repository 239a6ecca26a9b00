package infer

import (
	"math"

	"github.com/block-regularized/bcv/internal/special"
)

// CombinedF is combined-5x2-F, the combined 5 x 2 CV F-test of Alpaydin (1999):
// f = ΣΣ mu² / (2 Σ S_j²) ~ F(2m, m), where delta is subtracted from every difference. It
// is two-sided and has no interval; for m other than 5 the result is called
// combined-mx2-F.
func CombinedF(d Differences, opt Options) (Result, error) {
	name := d.byReplications(5, "combined-5x2-F", "combined-mx2-F")
	if d.folds != 2 {
		return Result{}, d.misfit(name, "an m x 2 CV")
	}
	m := float64(d.replications)
	return d.fisher(name, "Normal differences, all independent (Alpaydin 1999).", 2*m, m, opt)
}

// CalibratedF is calibrated-5x2-F, the calibrated balanced 5 x 2 CV F-test of Wang,
// Li and Li (2017): the statistic of CombinedF on a block-regularized 5 x 2 CV with
// the distribution F(7, 5), which allows for the correlation of the differences. It is
// two-sided and has no interval.
func CalibratedF(d Differences, opt Options) (Result, error) {
	const name = "calibrated-5x2-F"
	if !d.blocks() || d.replications != 5 {
		return Result{}, d.misfit(name, "a block-regularized 5 x 2 CV")
	}
	return d.fisher(name, "Block-regularized 5 x 2 CV, normal; degrees of freedom calibrated for correlated "+
		"differences (Wang, Li and Li 2017).", 7, 5, opt)
}

// fisher compares f with F(df1, df2). Without spread within the replications f is 0
// if all differences equal delta, else infinite.
func (d Differences) fisher(name, assumptions string, df1, df2 float64, opt Options) (Result, error) {
	opt, err := opt.Filled()
	if err != nil {
		return Result{}, err
	}
	if opt.Alternative != TwoSided {
		return Result{}, &MisfitError{Test: name, Problem: "is two-sided only, not " + opt.Alternative.String() +
			"; leave the alternative two-sided or use a t-test"}
	}
	r := Result{Test: name, DF: []float64{df1, df2}, Delta: opt.Delta, Alpha: opt.Alpha, Estimate: d.Mean(),
		CI: noInterval, Assumptions: assumptions}
	tiny := rounding * max(d.scale, math.Abs(opt.Delta))
	squares := 0.0
	for _, v := range d.mu {
		if e := v - opt.Delta; math.Abs(e) > tiny {
			squares += e * e
		}
	}
	within := d.within()
	none := math.Sqrt(within/float64(d.replications)) <= tiny
	if none {
		within = 0
	}
	if squares > 0 {
		r.Statistic = squares / (2 * within)
	}
	if none {
		return r.withoutSpread(), nil
	}
	r.PValue = special.FisherTail(r.Statistic, df1, df2)
	r.Reject = r.PValue <= opt.Alpha
	return r, nil
}
