package infer

import (
	"math"

	"github.com/block-regularized/bcv/pkg/variance"
)

// ResampledT is resampled-t, the paired t-test on J random hold-outs: mean / (s/√J) ~
// t(J-1), where s is the standard deviation of the J differences. It treats the
// hold-outs as independent, which they are not: it rejects too often (Dietterich
// 1998, section 3.3; usual setting J = 15 or 30, n_train = 2n/3).
func ResampledT(d Differences, opt Options) (Result, error) {
	const name = "resampled-t"
	if d.folds != 1 || d.replications < 2 {
		return Result{}, d.misfit(name, "2 or more random hold-outs")
	}
	j := float64(d.replications)
	return d.plain(name, "Takes J random hold-outs for independent and normal, which shared training records make "+
		"untrue: too liberal (Dietterich 1998).", 1/j).Test(opt)
}

// KFoldT is kfold-t, the paired t-test on the folds of one K-fold CV: mean / (s/√K) ~
// t(K-1). The training sets overlap: it rejects a little too often (Dietterich 1998,
// section 3.4; usual setting K = 10).
func KFoldT(d Differences, opt Options) (Result, error) {
	const name = "kfold-t"
	if d.replications != 1 || d.folds < 2 {
		return Result{}, d.misfit(name, "one K-fold CV")
	}
	k := float64(d.folds)
	return d.plain(name, "Takes the K folds for independent and normal, which shared training records make untrue: "+
		"somewhat liberal (Dietterich 1998).", 1/k).Test(opt)
}

// CorrectedResampledT is corrected-resampled-t, the corrected resampled t-test of Nadeau
// and Bengio (2003): mean / (s √(1/J + n_valid/n_train)) ~ t(J-1) on J random
// hold-outs. It needs the numbers of training and validation records; where they
// vary, n_valid/n_train is the ratio of their sums over all hold-outs: the variance of
// the mean is (1/J + r/(1-r)) times the expectation of s², with r the mean correlation of
// two hold-outs; the authors take n_valid/n for r, and its mean over hold-outs of the same
// n records gives the ratio of the sums.
func CorrectedResampledT(d Differences, opt Options) (Result, error) {
	const name = "corrected-resampled-t"
	if d.folds != 1 || d.replications < 2 {
		return Result{}, d.misfit(name, "2 or more random hold-outs")
	}
	if d.train == nil || d.valid == nil {
		return Result{}, lacks(name, "the numbers of training and validation records; give n_train and n_valid")
	}
	ratio := float64(total(d.valid)) / float64(total(d.train))
	return d.plain(name, "J random hold-outs, normal, two of them correlated by n_valid/(n_train + n_valid) (Nadeau "+
		"and Bengio 2003).",
		1/float64(d.replications)+ratio).Test(opt)
}

// CorrectedRepeatedKFoldT is corrected-repeated-kfold-t, the corrected repeated K-fold CV
// test of Bouckaert and Frank (2004): mean / (s √(1/(rK) + n_valid/n_train)) ~
// t(rK-1), with n_valid/n_train = 1/(K-1). On an m x 2 CV it equals BCVT.
func CorrectedRepeatedKFoldT(d Differences, opt Options) (Result, error) {
	const name = "corrected-repeated-kfold-t"
	if d.folds < 2 {
		return Result{}, d.misfit(name, "one or more K-fold CVs")
	}
	return d.plain(name, "r x K folds, normal, two of them correlated by 1/K (Bouckaert and Frank 2004, after Nadeau "+
		"and Bengio 2003).",
		1/float64(len(d.mu))+1/float64(d.folds-1)).Test(opt)
}

// plain is the pivot of the mean with the sample standard deviation of all
// differences, variance times share.
func (d Differences) plain(name, assumptions string, share float64) Pivot {
	mean, squares := deviations(d.mu)
	df := float64(len(d.mu) - 1)
	return Pivot{Name: name, Assumptions: assumptions, Estimate: mean, SD: math.Sqrt(squares / df),
		Factor: math.Sqrt(share), DF: df, Scale: d.scale}
}

func total(n []int) int {
	sum := 0
	for _, v := range n {
		sum += v
	}
	return sum
}

// FiveByTwoT is 5x2-t, the 5 x 2 CV paired t-test of Dietterich (1998):
// mu_1^(1) / √(Σ S_j²/5) ~ t(5), where S_j² is the sample variance of the two
// differences of replication j (thesis eq. 5.46). Only the first difference is in
// the numerator, and it is the estimate.
func FiveByTwoT(d Differences, opt Options) (Result, error) {
	const name = "5x2-t"
	if d.folds != 2 || d.replications != 5 {
		return Result{}, d.misfit(name, "a 5 x 2 CV")
	}
	return d.first(name).Test(opt)
}

// PairedMx2T is mx2-t, which is FiveByTwoT for any number m of replications:
// mu_1^(1) / √(Σ S_j²/m) ~ t(m) (thesis eq. 5.47, interval 5.48).
func PairedMx2T(d Differences, opt Options) (Result, error) {
	const name = "mx2-t"
	if d.folds != 2 {
		return Result{}, d.misfit(name, "an m x 2 CV")
	}
	return d.first(name).Test(opt)
}

func (d Differences) first(name string) Pivot {
	m := float64(d.replications)
	return Pivot{Name: name, Assumptions: "Normal differences, replications independent, and the first difference " +
		"independent of the variances; the estimate is the first difference alone. Liberal if rho1 > 0 (Dietterich " +
		"1998; thesis section 5.5.1).",
		Estimate: d.mu[0], SD: math.Sqrt(d.within() / m), Factor: 1, DF: m, Scale: d.scale}
}

// within returns Σ S_j², the sum of half the squared differences of the two folds.
func (d Differences) within() float64 {
	sum := 0.0
	for j := range d.replications {
		e := d.At(j, 0) - d.At(j, 1)
		sum += e * e / 2
	}
	return sum
}

// CombinedT is combined-5x2-t, the combined 5 x 2 CV t-test of Yildiz (2013):
// mean / √(Σ S_j²/m / (2m)) ~ t(m) (thesis eq. 5.50 for m = 5, 5.51 for any m, where
// the result is called combined-mx2-t). Its error of the first kind tends to 1 with m.
func CombinedT(d Differences, opt Options) (Result, error) {
	name := d.byReplications(5, "combined-5x2-t", "combined-mx2-t")
	if d.folds != 2 {
		return Result{}, d.misfit(name, "an m x 2 CV")
	}
	m := float64(d.replications)
	return Pivot{Name: name, Assumptions: "Normal differences, all independent, which shared records make untrue: " +
		"liberal (Yildiz 2013; thesis section 5.5.2).",
		Estimate: d.Mean(), SD: math.Sqrt(d.within() / m), Factor: math.Sqrt(1 / (2 * m)), DF: m,
		Scale: d.scale}.Test(opt)
}

// BlockedT is blocked-3x2-t, the blocked 3 x 2 CV t-test of Wang et al. (2014):
// mean / √Var2 ~ t(2m-1) (thesis eq. 5.55 for m = 3, 5.56 for any m, where the
// result is called blocked-mx2-t). m is at least 2.
func BlockedT(d Differences, opt Options) (Result, error) {
	name := d.byReplications(3, "blocked-3x2-t", "blocked-mx2-t")
	if !d.blocks() || d.replications < 2 {
		return Result{}, d.misfit(name, "a block-regularized m x 2 CV with m >= 2")
	}
	return d.all(name, "Block-regularized m x 2 CV, normal, with variance estimator Var2 (Wang et al. 2014; thesis "+
		"section 5.5.3).", 1).Test(opt)
}

// BCVT is bcv-t, the test of the thesis at a fixed m (eq. 5.35):
// mean / (C √Var2) ~ t(2m-1) with C = √((2m+1)/(2m-1)), which is C_m at rho1 = rho2 =
// 1/2. m is at least 2. To look again after each replication, use package sequential.
func BCVT(d Differences, opt Options) (Result, error) {
	const name = "bcv-t"
	if !d.blocks() || d.replications < 2 {
		return Result{}, d.misfit(name, "a block-regularized m x 2 CV with m >= 2")
	}
	return d.all(name, "Block-regularized m x 2 CV with m set in advance, normal; correlations between folds of at "+
		"most 1/2, and conservative where they are smaller (thesis eq. 5.35).",
		variance.Chat(d.replications)).Test(opt)
}

// all is the pivot of the mean with √Var2.
func (d Differences) all(name, assumptions string, factor float64) Pivot {
	mean, squares := deviations(d.mu)
	n := float64(len(d.mu))
	return Pivot{Name: name, Assumptions: assumptions, Estimate: mean, SD: math.Sqrt(squares / n), Factor: factor,
		DF: n - 1, Scale: d.scale}
}

// byReplications picks the name of a test for m replications or for any number.
func (d Differences) byReplications(m int, special, general string) string {
	if d.replications == m {
		return special
	}
	return general
}
