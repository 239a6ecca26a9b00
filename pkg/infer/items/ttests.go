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
		d.variance(d.ofItems), d.df, opt)
}

// test compares the mean difference with its variance.
func (d differences) test(name, assumptions string, variance, df float64, opt infer.Options) (infer.Result, error) {
	n := float64(d.n)
	return infer.Pivot{Name: name, Assumptions: assumptions, Estimate: d.mean, SD: math.Sqrt(variance * n),
		Factor: 1 / math.Sqrt(n), DF: df, Scale: d.scale}.Test(opt)
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
		d.variance(d.ofItems), d.df, opt)
}

// CrossedT is crossed-t, the t-test on items crossed with runs: what holds for the models run again, such as
// trained with other seeds, on new items. With paired runs and d_is the difference of item i in run s, the
// variance of the mean is, from the mean squares of the two-way table,
//
//	(MS_items + MS_runs - MS_rest) / (n S)
//
// where the runs of A and B are independent, the items give the variance of the mean of the d_i, as in ItemT, and
// each model the part of its own runs,
//
//	V = var(d_i)/n + Σ_g max(0, MS_runs,g - MS_rest,g) / (n S_g)
//
// from the two-way table of its scores. The degrees of freedom are Satterthwaite's, of all mean squares in it. A
// model whose runs differ by no more than the rest explains adds nothing, so that the variance is never below that
// of ItemT. Where items are in clusters, var(d_i)/n is the variance of ClusterT with its degrees of freedom, and the
// rest is clustered alike; in strata it is the variance of StratifiedT, and the rest that within strata, so that runs
// may differ by stratum. Errors: those of ItemT and StratifiedT, one cluster, and a model with fewer than 2 runs.
func CrossedT(s Sample, opt infer.Options) (infer.Result, error) {
	d, err := s.differences()
	if err != nil {
		return infer.Result{}, err
	}
	if a, b := len(s.A), len(s.B); a < 2 || b < 2 {
		return infer.Result{}, fmt.Errorf("items: crossed-t takes 2 or more runs of each model, and there are %d of A and "+
			"%d of B; give more, or take item-t or cluster-t, about the models as they are", a, b)
	}
	variance, df := s.ledger(d).variance(nil)
	return d.test("crossed-t", "Items, or clusters of items, and runs are independent samples, crossed and additive; "+
		"Satterthwaite degrees of freedom (1946).", variance, df, opt)
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
