package compare

import (
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// Verdict is what one procedure says about two models.
type Verdict struct {
	Task           string // of counts, or the data set, or both as in "wsj: NER"; empty for other results
	Dataset        string // of several; empty for one, AnotherDataset for all together
	Metric         string // "loss", "error rate", P, R, F1, or the column of Options.Measure
	HigherIsBetter bool   // of the metric
	ModelA, ModelB string
	A, B           float64 // mean metric over the folds, or posterior mode; NaN if unknown
	Method         string  // the procedure, a test of package infer or "posterior"
	Recommended    bool    // for this kind of results and partition set
	Design         fold.Design
	Datasets       int // behind a verdict on several together; 0 for others
	Target         Target
	Estimate       float64 // of the metric of B less that of A
	// Low and High are the interval of the difference that Method decides by, at Level: a
	// confidence interval of a test, for the pairs of more than two models a simultaneous one
	// (Bonferroni), or a credible interval of a posterior; NaN if the procedure has none. An end
	// may be infinite.
	Low, High   float64
	Level       float64
	Delta       float64 // the difference under the hypothesis
	Alternative infer.Alternative
	Rope        float64   // half width of the region that PRope is about; 0 for none
	Statistic   float64   // NaN for a posterior
	DF          []float64 // of the statistic
	PValue      float64   // NaN for a posterior
	PAdjusted   float64   // of several pairs of models: PValue adjusted by Holm; 0 for one pair
	// PBetter is the posterior probability, by Method or Described, that B is better than A:
	// that the difference lies on the side of Delta where B is; NaN without a posterior.
	PBetter float64
	PRope   float64 // posterior probability that the difference is within the rope; NaN if not asked for
	// Described is the posterior that describes the difference beside a test, which alone
	// decides; its Method is empty where there is none.
	Described Description
	// Winner is the model that Method shows to be better; empty if none is. With a Delta other
	// than 0 it names the side of Delta: the model that a larger difference on that side favours,
	// which need not be the better one (see Better).
	Winner      string
	Known       Known     // the known error of the procedure
	Why         string    // why the procedure is recommended; empty for others
	Assumptions string    // in words, with the source
	Note        string    // a warning about this verdict; empty if there is none
	data        *evidence // behind it; nil for data sets together
}

// Description is the posterior of the expected difference B less A, with its credible
// interval at the level of the verdict.
type Description struct {
	Method string // paired; empty for none
	infer.Estimate
}

// evidence holds the fold results of two models that verdicts are made of.
type evidence struct {
	task        string            // without the data set
	a, b        [][]float64       // metrics by replication and fold; nil if only differences are known
	differences infer.Differences // empty where the metric has no value on a fold
	prior       paired.Prior
	fitted      []infer.Estimate // of the metrics of the fitted models of A and B; nil for other results than counts
	lambda      float64          // of the prior of fitted
}

// Posterior returns the posterior of the expected difference B less A: that of package
// paired for an m x 2 CV, the correlated t for K-fold CV and hold-outs. It is about the
// algorithms, whatever the method of the verdict. ok is false where there is none: for one
// hold-out, for differences that are all equal, and for several data sets together.
func (v Verdict) Posterior() (p paired.Posterior, ok bool) {
	if v.data == nil || v.data.differences.Replications() == 0 {
		return p, false
	}
	p, err := v.data.posterior()
	return p, err == nil
}

// posterior is the one that fits the partition set.
func (d *evidence) posterior() (paired.Posterior, error) {
	if pairs, err := d.differences.Pairs(); err == nil && len(pairs) > 1 {
		return paired.New(pairs, d.prior)
	}
	rho, err := heuristicRho(d.differences)
	if err != nil {
		return paired.Posterior{}, err
	}
	return paired.CorrelatedT(flat(d.differences), rho)
}

// Result holds the verdicts of one comparison.
type Result struct {
	Verdicts []Verdict // for each task and metric the recommended one first
	Notes    []string  // what a reader should know of the results that went in
	// Standings of more than two models on an m x 2 CV, for each task and metric.
	Standings []Standing
	Across    []Across  // what several data sets say together, for each task, metric and pair of models
	Rankings  []Ranking // of the models over several data sets, for each task and metric
}

// add takes over the verdicts of another result, and the notes that are new.
func (r *Result) add(o Result) {
	r.Verdicts = append(r.Verdicts, o.Verdicts...)
	r.Across = append(r.Across, o.Across...)
	for _, note := range o.Notes {
		if !slices.Contains(r.Notes, note) {
			r.Notes = append(r.Notes, note)
		}
	}
}

// Best returns the first verdict of each task, metric and pair of models: the recommended
// one, or that of the wanted method.
func (r Result) Best() []Verdict {
	var out []Verdict
	seen := map[[4]string]bool{}
	for _, v := range r.Verdicts {
		if key := [4]string{v.Task, v.Metric, v.ModelA, v.ModelB}; !seen[key] {
			seen[key] = true
			out = append(out, v)
		}
	}
	return out
}

// Sentence says the best verdicts in words that fit into a paper, a line each.
func (r Result) Sentence() string {
	var lines []string
	for _, v := range r.Best() {
		lines = append(lines, v.Sentence())
	}
	lines = append(lines, r.standingSentences()...)
	return strings.Join(lines, "\n")
}

// Better is the model that is shown to be better; empty if none is. With a Delta it is Winner
// only where a difference beyond Delta lies on Winner's side of 0 too: a loss of B that is
// shown to be above that of A less 0.1 may still be the smaller one.
func (v Verdict) Better() string {
	above := (v.Winner == v.ModelB) == v.HigherIsBetter
	if above && v.Delta < 0 || !above && v.Delta > 0 {
		return ""
	}
	return v.Winner
}

// decide sets the winner of the verdict of a test: if it is significant, the model on the
// side of delta on which the estimate lies. Interval and decision agree: where they are not
// of one statistic, as with the steps of Holm beside Bonferroni's intervals, or a pooled
// variance, the interval ends at delta.
func (v *Verdict) decide(significant bool) {
	v.Winner = ""
	if !significant {
		v.Low, v.High = min(v.Low, v.Delta), max(v.High, v.Delta)
		return
	}
	if v.Estimate > v.Delta {
		v.Low = max(v.Low, v.Delta)
	} else {
		v.High = min(v.High, v.Delta)
	}
	if (v.Estimate > v.Delta) == v.HigherIsBetter {
		v.Winner = v.ModelB
	} else {
		v.Winner = v.ModelA
	}
}
