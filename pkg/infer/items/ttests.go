package items

import (
	"errors"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
)

// ItemT is item-t, the paired t-test on items: with d_i the mean over runs of the score of B on item i minus the
// score of A,
//
//	(mean d - delta) / (s_d/√n) ~ t(n-1)
//
// It takes items as independent, also where the sample has clusters or strata, and runs as fixed: however many there
// are, only items count. Errors: fewer than 2 items, a model without runs, runs of unequal lengths, scores that are not
// finite, clusters that are not numbered from 0 without gaps, and those of infer.Options.Filled.
func ItemT(s Sample, opt infer.Options) (infer.Result, error) {
	s.Strata = nil
	d, err := s.differences()
	if err != nil {
		return infer.Result{}, err
	}
	d.units = units{n: d.n, df: float64(d.n - 1)}
	return d.test("item-t", "Independent items; mean of runs that stay as they are (paired t-test).",
		d.part(), opt)
}

// part returns the variance of the mean of the d_i.
func (d differences) part() infer.Parts {
	return infer.Parts{{Variance: d.variance(d.ofItems), DF: d.df}}
}

// test compares the mean difference with its variance.
func (d differences) test(name, assumptions string, of infer.Parts, opt infer.Options) (infer.Result, error) {
	n := float64(d.n)
	return infer.Pivot{Name: name, Assumptions: assumptions, Estimate: d.mean, SD: math.Sqrt(of.Variance() * n),
		Factor: 1 / math.Sqrt(n), Parts: of, Scale: d.scale}.Test(opt)
}

var errNoClusters = errors.New("items: cluster-t is for items in clusters, and these have none; take item-t")

// ClusterT is cluster-t, the t-test on items in clusters, such as the questions on one passage. The estimate is
// the mean over items, as in ItemT, with the cluster-robust variance CR2 and its Satterthwaite degrees of freedom
// (Bell and McCaffrey 2002; Pustejovsky and Tipton 2018), in the working model of independent items, which for a
// mean are
//
//	V  = Σ_c (Σ_{i in c} (d_i - mean d))² / (1 - f_c) / n²
//	df = 1 / (Σ f_c² + (Σ w_c)² - Σ w_c²),  w_c = f_c²/(1 - f_c)
//
// with f_c the share of the items that are in cluster c. Clusters of equal size have one less than their number,
// unequal ones fewer: one large cluster among many small ones makes few. Clusters are independent; within them
// anything goes; strata are left out. Errors: those of ItemT, and a sample without clusters or with one.
func ClusterT(s Sample, opt infer.Options) (infer.Result, error) {
	s.Strata = nil
	d, err := s.differences()
	if err != nil {
		return infer.Result{}, err
	}
	if s.Clusters == nil {
		return infer.Result{}, errNoClusters
	}
	return d.test("cluster-t", fmt.Sprintf("%d independent clusters of items; mean of runs that stay as they are; "+
		"variance CR2 with Satterthwaite degrees of freedom (Bell and McCaffrey 2002).", d.count()),
		d.part(), opt)
}

// CrossedT is crossed-t, the t-test on items crossed with runs: what holds for the models run again, such as
// trained with other seeds, on new items. With paired runs and d_is the difference of item i in run s, the mean squares
// of the two-way table give the variance of the mean two parts,
//
//	V_runs = MS_runs / (n S),  V_items = max(0, MS_items - MS_rest) / (n S)
//
// where the runs of A and B are independent, V_runs is the sum over the tables of both models, and V_items the
// variance of the mean of the d_i as in ItemT, less the rest of both tables. Critical values are Cochran's of
// these two parts (infer.Parts), with n - 1 degrees of freedom and for V_runs those of Satterthwaite (of Welch,
// for two models), at most n - 1. The rest is not subtracted from V_runs, so that runs which are alike by chance,
// or all equal in one model, do not take its weight away. Neither the variance nor the critical value is below
// that of ItemT. Where items are in clusters, that is ClusterT with its degrees of freedom, and the rest is
// clustered alike; in strata it is StratifiedT, and the rest that within strata, so that runs may differ by
// stratum. Errors: those of ItemT and StratifiedT, one cluster, and a model with fewer than 2 runs.
func CrossedT(s Sample, opt infer.Options) (infer.Result, error) {
	d, err := s.differences()
	if err != nil {
		return infer.Result{}, err
	}
	if a, b := len(s.A), len(s.B); a < 2 || b < 2 {
		return infer.Result{}, fmt.Errorf("items: crossed-t takes 2 or more runs of each model, and there are %d of A and "+
			"%d of B; give more, or take item-t or cluster-t, about the models as they are", a, b)
	}
	return d.test("crossed-t", "Items, or clusters of items, and runs are independent samples, crossed and additive; "+
		"critical values of Cochran (1964).", s.ledger(d).variance(nil), opt)
}

// meanSquares returns what a two-way table of runs and items says about the variance of its mean: the variance
// between the means of runs, and the part of it that the rest explains.
func (u units) meanSquares(runs [][]float64) (between, rest float64) {
	ofItems, ofRuns := itemMeans(runs), make([]float64, len(runs))
	all, count := mean(ofItems), float64(len(runs))
	e := make([]float64, u.n)
	for s, scores := range runs {
		ofRuns[s] = mean(scores)
		for i := range e {
			e[i] = scores[i] - ofItems[i]
		}
		rest += u.variance(e) / (count - 1) / count
	}
	for _, m := range ofRuns {
		between += (m - all) * (m - all) / (count - 1) / count
	}
	return between, rest
}
