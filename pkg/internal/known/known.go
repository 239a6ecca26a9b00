// Package known holds how often procedures err: by the distribution of their statistic where it is known, else by
// stored studies, and how often their intervals held what they are about.
package known

import (
	"fmt"
	"math"
	"strings"
)

// Procedures that the studies and sentences know by name, beside those of the table of package compare.
const (
	BCV           = "bcv-t"
	Nested        = "nested-t"
	NestedRecords = "nested-records-t" // "nested-t, records" in the study
	Corrected     = "corrected-repeated-kfold-t"
	Paired        = "paired"    // the posterior of the algorithms, for an m x 2 CV
	Posterior     = "posterior" // of the fitted models, for the counts of an m x 2 CV
)

// Procedures in the study nested, beside nested-t and nested-records-t.
const (
	NestedRare      = "nested-t, rare classes" // by metrics of counts, where infer.RareClass reports it
	NestedUncounted = "nested-t, uncounted"    // by metrics of counts, where that is not known
	NestedPosterior = "nested posterior"       // paired with inner results
)

// ErrorRate is the known error rate of the first kind of a procedure: how often it calls one of
// two equal models better, at worst over the correlations that were looked at (Where), or over the cells of a study.
type ErrorRate struct {
	Rate  float64 // NaN if it is not known
	SE    float64 // standard error; 0 if the rate is exact
	Level float64 // nominal
	Where string  // the condition under which it is a bound; empty for a rate that was measured, in the cells of a study
	At    string  // where it is worst
	On    string  // the results that it was found on

	// Beyond is the case of bcv-t, whose error beyond the condition is computed when it is said; the zero value for other
	// procedures.
	Beyond BCVCase
}

// Unknown is the error rate that is not known.
var Unknown = ErrorRate{Rate: math.NaN()}

// String describes the rate in words; "unknown" if it is not known.
func (e ErrorRate) String() string {
	if math.IsNaN(e.Rate) {
		return "unknown"
	}
	verb, how := "raises false alarms in at most", "exact"
	if e.SE > 0 {
		verb, how = "raised false alarms in up to", fmt.Sprintf("+- %.2g", 100*e.SE)
	}
	where := ""
	if e.Where != "" {
		where = " " + e.Where
	}
	beyond := ""
	if e.Beyond.M > 0 {
		rate := e.Beyond.beyond()
		beyond = fmt.Sprintf("; in %.1f%% where they reach %g, %.1f%% at %g", 100*rate[0], beyondLimit[0], 100*rate[1],
			beyondLimit[1])
	}
	return fmt.Sprintf("%s %.1f%% (%s) at the nominal %.3g%%%s, worst at %s, on %s%s",
		verb, 100*e.Rate, how, 100*e.Level, where, e.At, e.On, beyond)
}

// Brief says the rate in a few words: with the condition of a bound, and what it is a little beyond it.
func (e ErrorRate) Brief() string {
	switch {
	case math.IsNaN(e.Rate):
		return "not measured"
	case e.Where == "":
		on := strings.NewReplacer(" (recommended)", "", "(recommended, ", "(").Replace(e.On) // of the procedure that was
		return fmt.Sprintf("up to %.1f%% on %s", 100*e.Rate, on)
	}
	text := fmt.Sprintf("at most %.1f%% %s", 100*e.Rate, e.Where)
	if e.Beyond.M > 0 {
		text += fmt.Sprintf(", and %.1f%% at %g", 100*e.Beyond.beyond()[0], beyondLimit[0])
	}
	return text
}

// Coverage says in which share of data sets intervals of 95% of one model held what they
// are about, as measured by the studies calibration and calibration-letter (notebook 13).
type Coverage struct {
	Mean  float64 `json:"covers"`          // over the cells of the study that no prior was chosen on; NaN if unknown
	Least float64 `json:"covers_least"`    // in the worst cell of all
	At    string  `json:"covers_least_at"` // that cell
}

// The coverage in the stored studies, checked by TestMeasuredCoverage.
var (
	// OfAlgorithms is that of the expected metric of the algorithm, by the paired posterior with the prior
	// paired.SingleModelPrior.
	OfAlgorithms = Coverage{Mean: 0.96304, Least: 0.7934, At: "F1 of an SVM on 100 records"}
	// OfFittedModels is that of the metric of the fitted models, by the posterior of Wang and Li (2019).
	OfFittedModels = Coverage{Mean: 0.94795, Least: 0.911, At: "precision of logistic regression on 200 records"}
	// Across is that of the expected metric of the algorithm, by the posterior of Wang and Li (2019).
	Across = Coverage{Mean: 0.90197, Least: 0.44872, At: "recall of an SVM on 100 records"}
)

// AtLevel returns a coverage at a level of intervals: it was measured for 0.95 alone.
func (c Coverage) AtLevel(level float64) Coverage {
	if math.Abs(level-0.95) > 1e-9 {
		return Coverage{Mean: math.NaN(), Least: math.NaN()}
	}
	return c
}

// OfSeveral says how often a test whose variance is a sum of estimates errs among several models: with few degrees of
// freedom it may be far too small for one pair of many, at whose small level the tail of the t distribution counts. It
// is empty for other tests.
func OfSeveral(test string) string {
	if test != Nested && test != NestedRecords {
		return ""
	}
	return "of several equal learners nested-t with Holm's steps claimed any difference in up to 7% of " +
		"data sets among 3 and 15% among 10, where 5% are nominal, and bcv-t in up to 4% (study nested)"
}

// mostOfTwoRuns is the number of models up to which their pairs hold their level with 2 runs of a model; see the study
// rank-sets.
const mostOfTwoRuns = 10

// OrderKnown reports whether the pairs of a number of models hold their level, with the number of runs of the model
// with the fewest.
func OrderKnown(models, runs int) bool { return runs != 2 || models <= mostOfTwoRuns }

// Unordered is the note on models of which no order is claimed, see OrderKnown.
const Unordered = "2 runs of a model hardly show how its runs vary, so that of more than 10 models no order is " +
	"claimed; a third run is enough"
