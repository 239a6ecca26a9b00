// Package verdict holds what a comparison says of models, as values: a Verdict on two of them by one procedure, a
// Report of all, a Gate. Package compare fills them in, and what they show follows from their exported fields alone, so
// that a report that was read from JSON shows the same.
//
// The words stand here too, in files of their own (sentence.go, error.go, scope.go, text.go): the JSON of a verdict
// has its sentence and what is known of its error.
package verdict

import (
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
)

// Verdict is what one procedure says about two models.
type Verdict struct {
	results.Key                // data set and task; Dataset is AnotherDataset for all data sets together
	Metric      metric.Metric  `json:"metric" nulls:"name"`
	ModelA      string         `json:"model_a"`
	ModelB      string         `json:"model_b"`
	A           float64        `json:"a"` // mean metric over the folds, or posterior mode; NaN if unknown
	B           float64        `json:"b"`
	Method      string         `json:"method"`      // the procedure: paired, correlated-t, posterior or the name of a test
	Recommended bool           `json:"recommended"` // for this kind of results and partition set
	Design      results.Design `json:"-"`
	Datasets    int            `json:"datasets"` // behind a verdict on several together; 0 for others
	// Tasks is the number of tasks of a verdict on all tasks of a benchmark together, by the mean over them if Macro is
	// set and else over their items; 0 for others. It comes before the verdicts on each, which are adjusted together.
	Tasks int  `json:"tasks"`
	Macro bool `json:"-"`
	// Quantile of the paired differences of items that Estimate is, such as 0.5 for the median; 0 for their mean. A and B
	// are NaN then, and there is no winner by another one than the median.
	Quantile float64 `json:"quantile" nulls:"some"`
	Target   Target  `json:"target"`
	Estimate float64 `json:"estimate"` // metric of B minus metric of A
	// Interval, with its ends Low and High, is that of the difference that Method decides by, at Level: a
	// confidence interval of a test, for the pairs of more than two models a simultaneous one
	// (Bonferroni), or a credible interval of a posterior; NaN if the procedure has none. With a
	// one-sided Alternative it has one end, beyond which the claim is made, and the other is infinite.
	infer.Interval `json:"interval" nulls:"ends"`
	Level          float64           `json:"level"`
	Delta          float64           `json:"delta"` // the difference under the hypothesis
	Alternative    infer.Alternative `json:"alternative"`
	// the smallest difference that matters, see Within; 0 for none
	Margin float64 `json:"margin"`
	// half width of the region of practical equivalence; 0 for none
	Rope      float64   `json:"-"`
	Statistic float64   `json:"statistic" nulls:"bound"` // NaN for a posterior
	DF        []float64 `json:"df"`                      // degrees of freedom of the statistic
	PValue    float64   `json:"p_value"`                 // NaN for a posterior
	// PValue adjusted among several pairs, metrics or tests; NaN where Adjusted is empty
	PAdjusted float64 `json:"p_adjusted"`
	// what PAdjusted is among, and by what: "all pairs (Holm)" or "3 metrics (Bonferroni)"
	Adjusted string `json:"adjusted"`
	// by what alone: Holm or Bonferroni; empty where nothing was adjusted
	Adjustment string `json:"adjustment"`
	Family     Family `json:"family"` // what Level holds for together
	// PBetter is the posterior probability, by Method or Described, that B is better than A, or higher where the metric
	// has no direction: that the difference lies on the side of Delta where B is; NaN without a posterior.
	PBetter float64 `json:"-"`
	PRope   float64 `json:"p_rope"` // posterior probability that the difference is within the rope; NaN if not asked for
	// Described is the posterior that describes the difference beside a test, which alone
	// decides; its Method is empty where there is none.
	Described Description `json:"described" nulls:"null"`
	// Winner is the model that Method shows to be better; empty if none is. With a Delta other
	// than 0 it names the side of Delta: the model that a larger difference on that side favours,
	// which need not be the better one (see Better). Of a metric without a direction it is the higher one.
	Winner      string          `json:"winner" nulls:"null"`
	ErrorRate   known.ErrorRate `json:"-"`           // of the first kind, of the procedure
	Why         string          `json:"why"`         // why the procedure is recommended; empty for others
	Assumptions string          `json:"assumptions"` // in words, with the source
	Note        string          `json:"note"`        // a warning about this verdict; empty if there is none
	// the test found no variance to measure chance by, so that nothing is claimed
	NoSpread bool `json:"no_spread"`
	// Counts is the mean table of the folds that one of McNemar's tests is about, and Effect the size of
	// the difference on the one fold of such a test; nil for others.
	Counts *infer.Contingency `json:"counts"`
	Judge  *Judge             `json:"judge"` // of ppi-t; nil for others
	Effect *infer.Effect      `json:"effect"`
	// Position is what the place of an answer does in comparisons whose order is known; nil for others.
	Position *items.Position `json:"position" nulls:"some"`
	// Look is what is planned of a verdict on the first items of a test set; nil for others.
	Look *items.Look `json:"look"`

	// Bayes is the Bayes test of the effective counts behind a verdict of the method posterior, with the weight, the
	// prior, the Bayes factor and the decision of Wang and Li (2019); nil for others.
	Bayes *posterior.Comparison `json:"bayes_test"`

	Basis Basis `json:"-"`
}

// AnotherDataset is the data set of the verdict on all of them together: what is to be
// expected on one that was not seen.
const AnotherDataset = "another data set"

// Several is the method of the verdict on several data sets by their hierarchical posterior.
const Several = "several"

// Family is what the level of a verdict holds for together with it.
type Family string

// The families. The intervals of tests of a family are simultaneous.
const (
	Alone       Family = ""        // the verdict by itself
	AllPairs    Family = "pairs"   // all pairs of models, and with Options.Adjust of package compare by all metrics
	AllMetrics  Family = "metrics" // several metrics
	TasksBeside Family = "tasks"   // the tasks of one benchmark
)

// Description is the posterior of the expected difference B minus A, with its credible
// interval at the level of the verdict, which has one end for a one-sided Alternative.
type Description struct {
	Method         string `json:"method"` // paired or, of right and wrong items, dirichlet; empty for none
	infer.Estimate `json:"estimate" nulls:"ends"`
}

// Basis is what the words of a verdict need beside its other fields.
type Basis struct {
	Measured  []known.Measured // by studies of items, on scores like these; nil for others
	Unlike    string           // what about scores of items was not measured; empty for others
	Part      string           // of the folds, before the name of the design; empty for all of them
	Nested    string           // procedure of the study nested, with inner results; empty for others
	TasksVary bool             // the tasks are a sample
	// Undecidable says that no results of this size and kind could have had a winner: even if all of the few items, or
	// data sets, that differ spoke for one model, the p-value would be above the level.
	Undecidable bool
	Beside      int       // tasks of the benchmark that the verdict is on a task of; 0 for others
	Values      *Values   // nil for data sets together
	Variance    *Variance // nil where one thing varied
}

// Values is what two models did by one metric, in numbers of its own, so that a verdict stays as it is when results
// change; the verdicts on a pair of models by one metric share it.
type Values struct {
	A, B              [][]float64       // the metric of both models by replication and fold; NaN where it has no value
	Differences       [][]float64       // B minus A; nil where the metric has no value on a fold
	Train, Valid      int               // records of all folds; 0 if unknown
	Runs              int               // on the folds that A and B are the means of, of the model with more
	Inner             [][2][][2]float64 // inner differences: half-splits, halves, replications and folds; nil for none
	Splits            int               // half-splits with inner results, each with
	InnerReplications int               // 0 for none
	Prior             Prior             // of the correlations
}

// Prior is a prior of the correlations in numbers of its own: one kind of them, or none for the usual prior.
type Prior struct {
	Uniform   *paired.Uniform
	Fixed     *paired.Fixed
	Empirical paired.Empirical
}

// PriorOf copies a prior.
func PriorOf(p paired.Prior) (out Prior) {
	switch p := p.(type) {
	case paired.Uniform:
		out.Uniform = &p
	case paired.Fixed:
		out.Fixed = &p
	case paired.Empirical:
		out.Empirical = slices.Clone(p)
	}
	return out
}

// Paired returns the prior for package paired; nil for the usual one.
func (p Prior) Paired() paired.Prior {
	switch {
	case p.Uniform != nil:
		return *p.Uniform
	case p.Fixed != nil:
		return *p.Fixed
	case p.Empirical != nil:
		return p.Empirical
	}
	return nil
}

// Cell names what a verdict is on: a task, a metric and two models.
type Cell struct {
	results.Key
	Metric, ModelA, ModelB string
}

// Cell returns what the verdict is on.
func (v Verdict) Cell() Cell { return Cell{v.Key, v.Metric.Name, v.ModelA, v.ModelB} }

// Posterior returns the posterior of the expected difference B minus A: by package paired for an
// m x 2 CV, the correlated t for K-fold CV and hold-outs. It is about the algorithms, whatever the
// method of the verdict. It is not ok for one hold-out, for differences that are all equal, and for
// several data sets together.
func (v Verdict) Posterior() (p paired.Posterior, ok bool) {
	if v.Basis.Values == nil || len(v.Basis.Values.Differences) == 0 {
		return p, false
	}
	p, err := v.Basis.Values.Posterior()
	return p, err == nil
}

// Posterior returns the posterior of the expected difference that fits the partition set.
func (x *Values) Posterior() (paired.Posterior, error) {
	if pairs := x.pairs(); len(pairs) > 1 {
		prior := x.Prior.Paired()
		post, _, err := paired.NewWithInner(pairs, x.Inner, prior, prior)
		return post, err
	}
	rho, err := x.Rho()
	if err != nil {
		return paired.Posterior{}, err
	}
	return paired.CorrelatedT(slices.Concat(x.Differences...), rho)
}

// pairs returns the differences of an m x 2 CV; nil for others.
func (x *Values) pairs() (out [][2]float64) {
	for _, row := range x.Differences {
		if len(row) != 2 {
			return nil
		}
		out = append(out, [2]float64(row))
	}
	return out
}

// Rho is the correlation of Nadeau and Bengio (2003): the share of validation records, 1/K in K-fold CV. An error is a
// *infer.MisfitError.
func (x *Values) Rho() (float64, error) {
	misfit := func(problem string) (float64, error) {
		return 0, &infer.MisfitError{Test: CorrelatedT, Problem: problem}
	}
	switch {
	case len(x.Differences) > 0 && len(x.Differences[0]) > 1:
		return 1 / float64(len(x.Differences[0])), nil
	case len(x.Differences) < 2:
		return misfit("is a posterior for several folds; the differences come from one hold-out")
	case x.Train == 0 || x.Valid == 0:
		return misfit("needs the numbers of training and validation records")
	}
	return float64(x.Valid) / float64(x.Train+x.Valid), nil
}

// CorrelatedT is the posterior of the algorithms for K-fold CV and hold-outs.
const CorrelatedT = "correlated-t"

// Folds returns the metrics of both models by replication and fold; none for several data sets
// together.
func (v Verdict) Folds() (a, b [][]float64) {
	if v.Basis.Values == nil {
		return nil, nil
	}
	return v.Basis.Values.A, v.Basis.Values.B
}

// Decision returns what a test decides: reject H0, or do not reject H0. It is empty for a posterior.
func (v Verdict) Decision() string {
	switch {
	case !isKnown(v.PValue):
		return ""
	case v.ofTail() && v.PValue <= 1-v.Level:
		return "reject H0"
	case v.Winner == "":
		return "do not reject H0"
	}
	return "reject H0"
}

// ofTail reports whether the verdict is about another quantile than the median, by which no model is the better one.
func (v Verdict) ofTail() bool { return v.Quantile != 0 && v.Quantile != 0.5 }

// Better is the model that is shown to be better; empty if none is. With a Delta it is Winner
// only where a difference beyond Delta lies on Winner's side of 0 too: if B's loss is shown to
// exceed A's loss minus 0.1, it may still be the smaller one. It is empty if the metric has no direction, see Higher.
func (v Verdict) Better() string {
	if v.Metric.Directionless {
		return ""
	}
	return v.ahead()
}

// Higher is the model that is shown to be higher by a metric without a direction; empty if none is, and for other
// metrics.
func (v Verdict) Higher() string {
	if !v.Metric.Directionless {
		return ""
	}
	return v.ahead()
}

// ahead is Winner where the difference lies on its side of 0, too.
func (v Verdict) ahead() string {
	above := (v.Winner == v.ModelB) == v.Metric.Upward()
	if above && v.Delta < 0 || !above && v.Delta > 0 {
		return ""
	}
	return v.Winner
}

// Favours returns the model that a difference above, or below, Delta speaks for.
func (v Verdict) Favours(above bool) string {
	if above == v.Metric.Upward() {
		return v.ModelB
	}
	return v.ModelA
}

// OnItems reports whether the verdict is on the items of one test set.
func (v Verdict) OnItems() bool { return v.Datasets == 0 && v.Design.Runs[1] > 0 }

// runs is the number of runs on the folds that values are the means of; 1 for other results.
func (v Verdict) runs() int {
	if v.Basis.Values == nil {
		return 1
	}
	return v.Basis.Values.Runs
}

// trained is the mean number of training records of a fold, rounded; 0 if it is unknown.
func (v Verdict) trained() int {
	d, records := v.Design, float64(v.Design.Records)
	if v.Basis.Values != nil && v.Basis.Values.Train > 0 {
		return int(math.Round(float64(v.Basis.Values.Train) / float64(d.Replications*d.Folds)))
	}
	if d.Folds < 2 || v.Datasets > 0 {
		return 0
	}
	return int(math.Round(records * float64(d.Folds-1) / float64(d.Folds)))
}

// isKnown reports whether a number is known.
func isKnown(x float64) bool { return !math.IsNaN(x) }
