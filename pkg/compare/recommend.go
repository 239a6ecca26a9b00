package compare

import (
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
)

// choice is a reason to recommend a procedure.
type choice struct {
	procedure string
	holds     func(e evidence) bool
	why       string // K is written %d
}

// evidence is what a recommendation looks at: what varied, and what is known of it.
type evidence struct {
	several bool // more than two models are compared

	// Of scores of the items of a test set.
	planned                           bool // they are the first of more
	quantile                          bool // of the differences is asked about
	runs                              bool // several of each model
	judged                            bool // by a judge beside people
	tasks, sampled                    bool // several of one benchmark together, and as a sample of tasks
	strata, clusters                  bool // the tasks stay; items belong together
	preferred                         bool // comparisons of two answers
	area, linear, rightOrWrong, drawn bool // ROC AUC; a score of the whole; one of each item, or the mean of several draws

	// Of results on folds.
	m, k                int  // replications and folds
	predictions, counts bool // of the records, or of an m x 2 CV
	regularized, inner  bool // training sets overlap evenly; there are inner results that vary
}

// The recommendations are in order: the first that holds is taken, and where its procedure does not fit, such as
// McNemar's test about a difference other than 0, the next one. Tests of folds say themselves what they lack.
var (
	onItems = []choice{
		{quantileTest, func(e evidence) bool { return e.quantile },
			"a quantile of the differences was asked for, which no other test is about"},
		{ppiTest, func(e evidence) bool { return e.judged },
			"a judge scored all items and people a random sample, which corrects what the judge favours"},
		{looksTest, func(e evidence) bool { return e.planned },
			"items are looked at while they come in, and this test holds its level over all looks together"},
		{crossedTest, func(e evidence) bool { return e.runs && e.sampled },
			"tasks and runs both vary, so that the variance has a part of each"},
		{crossedTest, func(e evidence) bool { return e.runs },
			"items and runs both vary, so that the variance has a part of each"},
		{stratifiedTest, func(e evidence) bool { return e.strata },
			"the tasks stay, so that only how items vary within each of them counts"},
		{clusterTest, func(e evidence) bool { return e.sampled && e.clusters },
			"the tasks are a sample, so that tasks count, not items"},
		{itemTest, func(e evidence) bool { return e.tasks && e.sampled },
			"the tasks are a sample, of which each has a mean"},
		{delongTest, func(e evidence) bool { return e.area && !e.clusters },
			"ROC AUC is nearly a mean over items of each class, with its part in it"},
		{linearTest, func(e evidence) bool { return e.linear },
			"a score of the whole set is nearly a mean over items, each with its part in it"},
		{clusterTest, func(e evidence) bool { return e.clusters },
			"items of one cluster are alike, so that clusters count, not items"},
		{exactTest, func(e evidence) bool { return e.preferred },
			"each comparison is won, lost or a tie, so that only those with a winner matter; where few are ties, the mid-p test " +
				"raises false alarms in more than 5%"},
		{midPTest, func(e evidence) bool { return e.rightOrWrong && !e.preferred },
			"each item is right or wrong in one run, so that only items on which they differ matter"},
		{itemTest, func(e evidence) bool { return e.rightOrWrong },
			"McNemar's tests are about no difference other than 0"},
		{itemTest, func(e evidence) bool { return e.drawn },
			"the draws of an item are averaged, so that items count, which vary independently"},
		{itemTest, func(evidence) bool { return true },
			"both models have scores on the same items, which vary independently"},
	}
	onFolds = []choice{
		{midPTest, func(e evidence) bool { return e.predictions && e.m*e.k == 1 },
			"one hold-out does not show how results vary with the training set, so that only the fitted models can be compared"},
		{known.Posterior, func(e evidence) bool { return e.counts && e.m == 1 },
			"one replication does not show how results vary between replications, so that only the fitted " +
				"models can be compared"},
		{proportionTest, func(e evidence) bool { return e.m*e.k == 1 },
			"one hold-out does not show how results vary with the training set, so that only the fitted models can be " +
				"compared; m x 2 BCV would compare the algorithms"},
		{resampledTest, func(e evidence) bool { return e.k == 1 },
			"hold-outs share training records: the test allows for a correlation of the share of validation records, and " +
				"raises more false alarms where the true one is larger"},
		{known.Nested, func(e evidence) bool { return e.halves() && e.regularized && e.inner && !e.several },
			"inner results in the halves of the records measure how the mean varies with the data, which the folds do not show"},
		{known.BCV, func(e evidence) bool { return e.halves() && e.regularized && e.inner },
			"of several models it holds its level with Holm's steps, where the variances that nested-t estimates are too " +
				"small for one pair of many"},
		{known.BCV, func(e evidence) bool { return e.halves() && e.regularized },
			"the test takes the largest variance that the mean can have " + known.WithinLimit},
		{known.Corrected, evidence.halves,
			"on a random m x 2 CV it is the statistic of bcv-t, without block-regularized overlaps behind it"},
		{known.Corrected, func(e evidence) bool { return e.m == 1 },
			"no test holds its level on one %d-fold CV, as no estimate of the variance is unbiased" + allows},
		{known.Corrected, func(evidence) bool { return true }, "no test holds its level on repeated K-fold CV" + allows},
	}
)

const allows = "; this one allows for the correlation 1/%d and raises more false alarms where the true one is larger: " +
	"prefer m x 2 BCV"

// halves reports whether the results are on an m x 2 CV.
func (e evidence) halves() bool { return e.k == 2 && e.m > 1 }

// evidence looks at a pair.
func (p *pair) evidence() evidence {
	d, s := p.differences, p.scores
	e := evidence{several: p.opt.several, m: d.Replications(), k: d.Folds()}
	if p.results.OnTestSet() {
		suite, joined := p.results.Joined(p.metric)
		e.planned, e.quantile = p.opt.Planned > 0, p.opt.Quantile > 0
		e.runs, e.tasks, e.sampled = min(len(s.A), len(s.B)) > 1, joined, suite.Sample
		e.judged = p.judged()
		e.strata, e.clusters, e.area, e.linear, e.drawn = s.Strata != nil, s.Clusters != nil, s.Positive != nil, p.linear,
			p.drawn()
		_, e.rightOrWrong = p.rightOrWrong()
		e.preferred = p.preferred()
		return e
	}
	e.predictions, e.counts = p.results.Classified(), p.effective()
	e.regularized = d.Method() == "" || d.Method().Regularized()
	if inner := d.Inner(); inner != nil && len(inner[0][0]) > 1 {
		between, _ := infer.InnerVariances(inner)
		e.inner = between > 0
	}
	return e
}

// recommended returns the recommendations that hold for a pair, the best first.
func (p *pair) recommended() (out []choice) {
	all := onFolds
	switch {
	case p.results.InTime():
		all = onSeries
	case p.results.OnTestSet():
		all = onItems
	case p.results.OnOneSet():
		all = onRuns
	}
	e := p.evidence()
	for _, c := range all {
		if c.holds(e) {
			c.why = strings.ReplaceAll(c.why, "%d", strconv.Itoa(e.k))
			out = append(out, c)
		}
	}
	return out
}
