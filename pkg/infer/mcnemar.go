package infer

import (
	"cmp"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/special"
	"gonum.org/v1/gonum/mathext"
)

// McNemar is McNemar's test with the continuity correction (McNemar 1947; 5x2
// BCV McNemar paper, eq. 2) on the table of one hold-out validation:
// (max(|n01 - n10| - 1, 0))²/(n01 + n10) ~ chi-squared(1). It conditions on the
// training set: it is about the two trained models.
//
// The estimate is (n10 - n01)/n. Greater means that B errs more. One-sided
// p-values refer the signed root of the statistic to the normal distribution. Where the
// models never disagree, all tests of this file have statistic 0 and p-value 1.
// They give no confidence interval; PairedEffect has one.
//
// The paper has (|n01 - n10| - 1)², without max. Below the correction, where
// |n01 - n10| < 1, that statistic rises again to 1/(n01 + n10) at equal counts, as if they
// were evidence of a difference. This package sets such a statistic to 0 and the p-value
// to 1 (1/2 if one-sided), as R's mcnemar.test does on whole counts.
// Options.Literal computes it as published, two-sided only, since a root below the
// correction has no sign. It is at most 1/(n01 + n10) there, so that the decision at
// level 0.05 can differ only where n01 + n10 < 0.27.
//
// Errors: counts that are negative, NaN or infinite, or all 0; Delta other than 0;
// Alpha outside (0, 1); Literal with a one-sided alternative.
func McNemar(c Contingency, opt Options) (Result, error) {
	r, err := newMcNemar("mcnemar", []Contingency{c}, opt)
	if err != nil {
		return Result{}, err
	}
	r.DF = []float64{1}
	r.Statistic = c.corrected(opt.Literal)
	r.decide(c.pValue(opt))
	r.Assumptions = "one hold-out validation, records independent; chi-squared with 1 degree of freedom, continuity " +
		"correction (McNemar 1947)"
	r.warn(c)
	return r, nil
}

// McNemarExact is McNemar's test by the binomial distribution: under the hypothesis n10 is
// binomial with n01 + n10 trials and probability 1/2. The statistic is n10 and has
// no degrees of freedom; the two-sided p-value is twice the smaller tail, at most
// 1. It has no continuity correction, so that Literal changes nothing. Counts must be
// whole; the other errors are those of McNemar.
func McNemarExact(c Contingency, opt Options) (Result, error) {
	return c.binomial("mcnemar-exact", special.HalfBinomialTail, "one hold-out validation, records independent; exact "+
		"binomial distribution with probability 1/2 given n01 + n10", opt)
}

// McNemarMidP is McNemarExact with the mid-p-value, which leaves half of the probability
// of the observed n10 out of each tail: twice the smaller one-sided mid-p-value if two-sided.
// Its error may slightly exceed the level; it is far less conservative than the exact test.
// Fagerland, Lydersen and Laake (2013) recommend it. Its errors are those of McNemarExact.
func McNemarMidP(c Contingency, opt Options) (Result, error) {
	return c.binomial("mcnemar-midp", midTail, "one hold-out validation, records independent; binomial distribution with "+
		"probability 1/2 given n01 + n10, mid-p (Fagerland et al. 2013)", opt)
}

// binomial is a test by the tail of the binomial distribution, P(X >= k) or the like for k + rest fair coins.
func (c Contingency) binomial(name string, tail func(k, rest float64) float64, assumptions string,
	opt Options) (Result, error) {
	r, err := newMcNemar(name, []Contingency{c}, opt)
	if err == nil {
		err = c.whole(name)
	}
	if err != nil {
		return Result{}, err
	}
	r.Statistic, r.Assumptions = c.N10, assumptions
	greater, less := tail(c.N10, c.N01), tail(c.N01, c.N10)
	switch {
	case c.N01+c.N10 == 0:
		r.decide(1)
	case opt.Alternative == Greater:
		r.decide(greater)
	case opt.Alternative == Less:
		r.decide(less)
	default:
		r.decide(math.Min(1, 2*math.Min(greater, less)))
	}
	r.warn(c)
	return r, nil
}

// midTail returns P(X > k) + P(X = k)/2 for k + rest fair coins.
func midTail(k, rest float64) float64 {
	return special.HalfBinomialTail(k, rest) - special.HalfBinomialMass(k, rest)/2
}

// whole returns an error unless the counts of disagreement are whole.
func (c Contingency) whole(name string) error {
	if c.N01 != math.Trunc(c.N01) || c.N10 != math.Trunc(c.N10) {
		return fmt.Errorf("infer: %s: counts n01 = %v and n10 = %v are not whole; give the table of one fold, not a "+
			"mean", name, c.N01, c.N10)
	}
	return nil
}

// KFoldMcNemar adds the statistics of McNemar over the K folds of one K-fold
// cross-validation and refers the sum to chi-squared(K) (5x2 BCV McNemar paper,
// eq. 5). That treats the folds as independent, which they are not for K > 2
// (erratum E19); the paper calls the test naive and advises against it. A fold
// without disagreement adds 0, and so does a fold with equal counts, unless Literal is
// set. The alternative must be two-sided, since a sum of squares has no sign. The estimate pools the folds.
//
// Errors: those of McNemar, and fewer than 2 tables.
func KFoldMcNemar(folds []Contingency, opt Options) (Result, error) {
	const name = "kfold-mcnemar"
	if len(folds) < 2 {
		return Result{}, fmt.Errorf("infer: %s: %d folds; give the tables of all K folds, at least 2", name, len(folds))
	}
	if opt.Alternative != TwoSided {
		return Result{}, fmt.Errorf("infer: %s: the alternative %q does not exist, a sum of squares has no sign; use "+
			"two-sided, or bcv-mcnemar", name, opt.Alternative)
	}
	r, err := newMcNemar(name, folds, opt)
	if err != nil {
		return Result{}, err
	}
	k, disagree := float64(len(folds)), 0.0
	for _, c := range folds {
		r.Statistic += c.corrected(opt.Literal)
		disagree += c.N01 + c.N10
	}
	r.DF = []float64{k}
	if disagree == 0 {
		r.decide(1)
	} else {
		r.decide(mathext.GammaIncRegComp(k/2, r.Statistic/2))
	}
	r.Assumptions = "folds independent of each other, which K-fold cross-validation does not give for K > 2; " +
		"chi-squared with K degrees of freedom (naive)"
	r.warn(folds...)
	return r, nil
}

// BCVMcNemar is the 5x2 BCV McNemar test (paper of that name, eqs. 13 to 15) in
// its m x 2 form: McNemar's statistic on the effective contingency table, which is
// t times the mean table with t = 2m/(1 + rho1 + 2(m-1) rho2). The paper's setting
// is rho1 = rho2 = 1/2, in its view the largest values that occur; at m = 5
// it gives t = 20/11 and the statistic
// 20 (|n01 - n10| - 11/20)²/(11 (n01 + n10)) on mean counts.
//
// folds holds the 2m tables of an m x 2 BCV, the two of a replication next to each other,
// m at least 1. The
// two tables of each replication must add up to the same number of records.
// Alternatives, estimate and edge cases are as in McNemar: the statistic is 0 where
// the mean counts differ by less than the correction 1/t, unless Literal is set.
func BCVMcNemar(folds []Contingency, opt Options) (Result, error) {
	return BCVMcNemarRho(folds, 0.5, 0.5, opt)
}

// BCVMcNemarRho is BCVMcNemar for other correlations of two hold-out estimates of
// the disagreement probability: rho1 within a replication, rho2 between
// replications. variance.CheckCorrelations reports impossible pairs.
func BCVMcNemarRho(folds []Contingency, rho1, rho2 float64, opt Options) (Result, error) {
	const name = "bcv-mcnemar"
	if err := checkTwins(name, folds); err != nil {
		return Result{}, err
	}
	r, err := newMcNemar(name, folds, opt)
	if err != nil {
		return Result{}, err
	}
	c, err := EffectiveContingency(folds, rho1, rho2)
	if err != nil {
		return Result{}, err
	}
	r.DF = []float64{1}
	r.Statistic = c.corrected(opt.Literal)
	r.decide(c.pValue(opt))
	r.Assumptions = fmt.Sprintf("m x 2 BCV, correlations rho1 = %v within and rho2 = %v between replications; "+
		"chi-squared with 1 degree of freedom on the effective table (Yang, Wang, Song and Li)", rho1, rho2)
	r.warn(folds...)
	return r, nil
}

// newMcNemar makes the checks that all tests of this file share, and fills in the common
// fields.
func newMcNemar(name string, folds []Contingency, opt Options) (Result, error) {
	if opt.Alpha == 0 {
		opt.Alpha = 0.05
	}
	if err := cmp.Or(CheckLevel(opt.Alpha), opt.Alternative.check()); err != nil {
		return Result{}, err
	}
	switch {
	case opt.Delta != 0:
		return Result{}, fmt.Errorf("infer: %s: delta is %v; McNemar's tests are about equal error rates, use a "+
			"t-test for another difference", name, opt.Delta)
	case opt.Literal && opt.Alternative != TwoSided:
		return Result{}, fmt.Errorf("infer: %s: the literal statistic has no sign below the continuity correction; "+
			"use it two-sided", name)
	}
	var sum Contingency
	for k, c := range folds {
		if err := c.Check(); err != nil {
			return Result{}, fmt.Errorf("%w (%s, table %d of %d)", err, name, k+1, len(folds))
		}
		sum = sum.Plus(c)
	}
	return Result{Test: name, Alternative: opt.Alternative, Alpha: opt.Alpha, Estimate: sum.Difference(),
		CI: noInterval}, nil
}

// noDisagreement ends Assumptions where the models never disagree.
const noDisagreement = ". The models never disagree, so that the estimated variance is 0: the statistic is 0/0, " +
	"taken for 0, and the p-value says nothing about chance."

// warn adds the text noDisagreement where the models never disagree.
func (r *Result) warn(tables ...Contingency) {
	for _, c := range tables {
		if c.N01+c.N10 > 0 {
			return
		}
	}
	r.NoSpread = true
	r.Assumptions += noDisagreement
}

// decide sets the p-value and the decision.
func (r *Result) decide(p float64) {
	r.PValue = p
	r.Reject = p <= r.Alpha
}

// corrected is McNemar's statistic with the continuity correction, 0 without
// disagreement.
func (c Contingency) corrected(literal bool) float64 {
	z := c.root(literal)
	return z * z
}

// root is the signed root of the statistic, positive where B errs more. Below the
// correction it is 0; if literal, its sign has no meaning.
func (c Contingency) root(literal bool) float64 {
	d := c.N10 - c.N01
	excess := math.Abs(d) - 1
	if c.N01+c.N10 == 0 || excess <= 0 && !literal {
		return 0
	}
	return math.Copysign(excess/math.Sqrt(c.N01+c.N10), d)
}

// pValue refers the signed root to the normal distribution.
func (c Contingency) pValue(opt Options) float64 {
	if c.N01+c.N10 == 0 {
		return 1
	}
	return opt.Alternative.PValue(c.root(opt.Literal), math.Inf(1))
}
