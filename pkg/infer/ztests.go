package infer

import (
	"fmt"
	"math"
)

// ProportionZ is proportion-z, the test for the difference of two proportions of
// Dietterich (1998, section 3.2) on one hold-out: the error rates e_A and e_B on
// n_valid records give (e_B - e_A) / √(2 e (1-e)/n_valid) ~ N(0, 1), e their mean. It
// treats the two error rates as independent, though they come from the same records.
// It needs both losses, which must be 0-1 losses, and the number of validation
// records. With a delta other than 0, and for the interval, the variance is
// (e_A(1-e_A) + e_B(1-e_B))/n_valid, for two different rates.
func ProportionZ(d Differences, opt Options) (Result, error) {
	const name = "proportion-z"
	if d.folds != 1 || d.replications != 1 {
		return Result{}, d.misfit(name, "one hold-out")
	}
	if d.a == nil || d.valid == nil {
		return Result{}, lacks(name, "the losses of both models and the number of validation records; give n_valid")
	}
	n := float64(d.valid[0])
	for _, e := range [...]float64{d.a[0], d.b[0]} {
		if wrong := e * n; e < 0 || e > 1 || math.Abs(wrong-math.Round(wrong)) > 1e-6*n {
			return Result{}, lacks(name, fmt.Sprintf("0-1 losses; %v on %v records is not a number of errors", e, n))
		}
	}
	p := Pivot{Name: name, Estimate: d.mu[0], SD: unequalRates(d.a[0], d.b[0]), Factor: 1 / math.Sqrt(n),
		DF: math.Inf(1), Scale: d.scale,
		Assumptions: "One hold-out; takes the errors of A and B for independent; the training set does not vary " +
			"(Dietterich 1998). The interval has the variance of unequal rates."}
	r, err := p.Test(opt)
	if err != nil || opt.Delta != 0 {
		return r, err
	}
	e := (d.a[0] + d.b[0]) / 2
	p.SD = math.Sqrt(2 * e * (1 - e))
	pooled, err := p.Test(opt)
	pooled.CI = r.CI
	if r.NoSpread && !pooled.NoSpread {
		pooled.NoSpread = true
		pooled.Assumptions += " The estimated variance of unequal rates is 0: the interval says nothing about chance."
	}
	return pooled, err
}

func unequalRates(a, b float64) float64 { return math.Sqrt(a*(1-a) + b*(1-b)) }

// ConservativeZ is conservative-z of Nadeau and Bengio (2003): mean / √v ~ N(0, 1) on
// J random hold-outs, where v = Σ (h_i1 - h_i2)² / (2M) comes from M random divisions
// of the data set into halves. h_i1 and h_i2 are estimates of the same kind made
// within each half, with as many validation records and hold-outs but fewer training
// records; see Differences.WithHalves. J = 15 and M = 10 are usual.
func ConservativeZ(d Differences, opt Options) (Result, error) {
	const name = "conservative-z"
	if d.folds != 1 {
		return Result{}, d.misfit(name, "random hold-outs")
	}
	if d.halves == nil {
		return Result{}, lacks(name, "differences on pairs of halves of the data set, which the folds do not "+
			"contain; give halves")
	}
	squares, scale := 0.0, d.scale
	for _, h := range d.halves {
		squares += (h[0] - h[1]) * (h[0] - h[1])
		scale = max(scale, math.Abs(h[0]), math.Abs(h[1]))
	}
	return Pivot{Name: name, Assumptions: "Random hold-outs; variance from halves of the data set, larger than that " +
		"of the mean, so conservative (Nadeau and Bengio 2003).",
		Estimate: d.Mean(), SD: math.Sqrt(squares / float64(2*len(d.halves))), Factor: 1, DF: math.Inf(1),
		Scale: scale}.Test(opt)
}

// KFoldCIZ is kfold-ci-z, the test of the K-fold CV interval of Bayle et al. (2020):
// (R - delta) √n / s ~ N(0, 1), where R is the mean over all n validation records of
// one K-fold CV.
//
// With RecordDifferences s² is the "out" (all-pairs) estimator: the mean squared
// deviation of the record differences from R. With fold means alone neither of the
// estimators of the paper can be computed; then s² is the mean square between folds,
// Σ n_k (R_k - R)²/(K-1), which estimates the same variance from only K numbers, so
// that the normal distribution is too narrow for small K. That form needs the numbers of
// validation records.
func KFoldCIZ(d Differences, opt Options) (Result, error) {
	const name = "kfold-ci-z"
	if d.replications != 1 || d.folds < 2 {
		return Result{}, d.misfit(name, "one K-fold CV")
	}
	if d.valid == nil {
		return Result{}, lacks(name, "the numbers of validation records; give n_valid")
	}
	mean, squares := d.weighted()
	if d.around == nil {
		return d.wald(name, "K-fold CV, loss differences of records nearly independent given the training sets; "+
			"variance from the fold means only, not the out estimator of Bayle et al. (2020), which needs losses of "+
			"records: liberal for small K.",
			mean, squares/float64(d.folds-1)).Test(opt)
	}
	for _, s := range d.around {
		squares += s
	}
	return d.wald(name, "K-fold CV, loss differences of records nearly independent given the training sets; variance "+
		"estimator out (Bayle et al. 2020).",
		mean, squares/float64(total(d.valid))).Test(opt)
}

// KFoldCIZIn is KFoldCIZ with the "in" (within-fold) estimator of the variance: the
// mean over folds of the sample variance of the record differences in the fold. It
// needs RecordDifferences with 2 or more records per fold.
func KFoldCIZIn(d Differences, opt Options) (Result, error) {
	const name = "kfold-ci-z-in"
	if d.replications != 1 || d.folds < 2 {
		return Result{}, d.misfit(name, "one K-fold CV")
	}
	if d.around == nil {
		return Result{}, lacks(name, "the losses of all records, which fold means do not contain; see "+
			"RecordDifferences")
	}
	variance := 0.0
	for k, s := range d.around {
		if d.valid[k] < 2 {
			return Result{}, lacks(name, fmt.Sprintf("2 or more validation records per fold; fold %d has 1", k+1))
		}
		variance += s / float64(d.valid[k]-1) / float64(d.folds)
	}
	mean, _ := d.weighted()
	return d.wald(name, "K-fold CV, loss differences of records nearly independent given the training sets; variance "+
		"estimator in (Bayle et al. 2020).",
		mean, variance).Test(opt)
}

func (d Differences) wald(name, assumptions string, mean, variance float64) Pivot {
	return Pivot{Name: name, Assumptions: assumptions, Estimate: mean, SD: math.Sqrt(variance),
		Factor: 1 / math.Sqrt(float64(total(d.valid))), DF: math.Inf(1), Scale: d.scale}
}

// weighted returns the mean over all validation records, and the squared deviations
// of the fold means from it, both weighted by records.
func (d Differences) weighted() (mean, squares float64) {
	n := float64(total(d.valid))
	for k, v := range d.mu {
		mean += float64(d.valid[k]) * (v - d.mu[0]) / n
	}
	for k, v := range d.mu {
		e := v - d.mu[0] - mean
		squares += float64(d.valid[k]) * e * e
	}
	return d.mu[0] + mean, squares
}
