package known

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Measured is what a stored study found of a procedure at level 0.05: how often it erred, on average over its cells and
// in the worst one, and how often intervals of 95% held the difference.
type Measured struct {
	Study     string `dataframe:"study" table:"optional"`
	Procedure string `dataframe:"procedure"`               // of the paired posterior with its prior
	Kind      string `dataframe:"kind" table:"optional"`   // of metrics or scores
	Scope     string `dataframe:"scope" table:"optional"`  // of ItemsStudy and AreasStudy
	Metric    string `dataframe:"metric" table:"optional"` // of metricsStudy, as Folds
	Folds     string `dataframe:"folds" table:"optional"`
	Cells     int    `dataframe:"cells" table:"blank"`
	Sets      int    `dataframe:"data_sets" table:"blank"` // in each cell at least

	One      float64 `dataframe:"one_sided" table:"blank"`
	WorstOne float64 `dataframe:"worst_one_sided" table:"blank"`
	OneSE    float64 `dataframe:"worst_one_sided_se" table:"blank"`
	OneAt    string  `dataframe:"worst_one_sided_at"`

	Two      float64 `dataframe:"two_sided" table:"blank"`
	WorstTwo float64 `dataframe:"worst_two_sided" table:"blank"`
	TwoSE    float64 `dataframe:"worst_two_sided_se" table:"blank"`
	TwoAt    string  `dataframe:"worst_two_sided_at"`

	Coverage float64 `dataframe:"coverage" table:"optional,blank"` // 0 or NaN if unknown
	Least    float64 `dataframe:"least_coverage" table:"optional,blank"`
	On       string  `dataframe:"on" table:"optional"`
	OneOn    string  `dataframe:"one_sided_on" table:"optional"` // in place of On, where that differs
}

// The studies. The cells of nested are those that chose no setting; what a rule errs in there is a true difference
// outside of its interval.
const (
	allStudies       = "all" // the worst of type1_errors, bayes_sequential, equal_learners and nested, each of many cells
	EqualLearners    = "equal-learners"
	NestedStudy      = "nested"
	ItemsStudy       = "items"
	AreasStudy       = "items, areas" // of tests of ROC AUC
	LooksStudy       = "looks-at-items"
	PreferencesStudy = "preferences" // of comparisons of two answers
	SeriesStudy      = "series"      // of forecasts at points in time
	JudgedStudy      = "judged"      // of items that a judge scored, and people some of them
	metricsStudy     = "metrics"     // with m = 3, 5 and 10 replications
	// of halves of whole groups or blocks in time, with m = 3, 5 and 10
	dependentStudy = "dependent"
)

// RareClass is a scope of the studies of items.
const RareClass = "recommended, fewer than 20 positives"

// summed is taken from stored studies of which bcv links no summary; TestMeasuredErrors, TestOnEqual, TestOnNested and
// TestOnGroups check it.
//
//go:embed measured.csv
var summed string

var everyMeasured = sync.OnceValue(func() (all []Measured) {
	for _, source := range [][2]string{{"", summed}, {ItemsStudy, data.Items}, {AreasStudy, data.Areas},
		{LooksStudy, data.Looks}, {PreferencesStudy, data.Preferences},
		{metricsStudy, data.Metrics}} {
		rows, _, err := table.Read[Measured]("stored studies", strings.NewReader(source[1]), table.Ignore("power",
			"cells_above_one_sided", "cells_above_two_sided", "coverage_90", "least_coverage_90"))
		if err != nil {
			panic(err) // they are a part of the program
		}
		for i := range rows {
			rows[i].Study = cmp.Or(source[0], rows[i].Study)
		}
		all = append(all, rows...)
	}
	return all
})

// By returns what a study found of a procedure, or of all where none is named.
func By(study, procedure string) (found []Measured) {
	for _, m := range everyMeasured() {
		if m.Study == study && (procedure == "" || m.Procedure == procedure) {
			found = append(found, m)
		}
	}
	return found
}

// Errs returns how often claims were false: on average, and in the worst cell with its standard error.
func (m Measured) Errs(a infer.Alternative) (mean, worst, se float64) {
	if a != infer.TwoSided {
		return m.One, m.WorstOne, m.OneSE
	}
	return m.Two, m.WorstTwo, m.TwoSE
}

// Text says how often claims were false, and how often intervals held the difference where that is known.
func (m Measured) Text(a infer.Alternative) string {
	mean, worst, se := m.Errs(a)
	text := fmt.Sprintf("%s %.1f%% on average and %.1f%% (+- %.2g) in the worst of %d conditions of %d data sets", m.Kind,
		100*mean, 100*worst, 100*se, m.Cells, m.Sets)
	if m.Study != EqualLearners {
		text += " or more"
	}
	if m.Coverage > 0 {
		text += fmt.Sprintf(" (95%% intervals held the difference in %.1f%%, at worst %.1f%%)", 100*m.Coverage, 100*m.Least)
	}
	return text
}

// Worst is the largest error that was measured.
func Worst(found []Measured, a infer.Alternative) ErrorRate {
	out := Unknown
	for _, m := range found {
		_, worst, se := m.Errs(a)
		if worst <= out.Rate {
			continue
		}
		out = ErrorRate{Level: 0.05, Rate: worst, SE: se, At: m.TwoAt, On: m.On}
		if a != infer.TwoSided {
			out.At, out.On = m.OneAt, cmp.Or(m.OneOn, m.On)
		}
		if m.Scope != "" {
			what := table.Pick(m.Study == PreferencesStudy, "preferences", "scores of items")
			out.On = fmt.Sprintf("simulated %s (%s)", what, m.Scope)
		}
	}
	return out
}

// Rate looks a procedure up in the stored studies.
func Rate(procedure string, a infer.Alternative) ErrorRate {
	return Worst(By(allStudies, procedure), a)
}

// ByMetric returns what the study metrics found of a procedure by a metric, two-sided or not at 5%, on the folds of an
// m x K-fold CV; it is not ok where that found nothing. Of error rates the study equal-learners knows more.
func ByMetric(procedure string, by metric.Metric, replications, folds int) (m Measured, ok bool) {
	name := metric.Canonical(by.Name)
	design := fmt.Sprintf("m x %d-fold CV", folds)
	if folds == 2 && procedure != Corrected {
		design = "m x 2 BCV"
	} else if folds == 2 {
		design = "random m x 2 CV"
	}
	if replications < 2 || slices.Contains(Kinds(name), ErrorRates) {
		return m, false
	}
	if procedure == NestedUncounted { // as in that study
		procedure = Nested
	}
	found := By(metricsStudy, procedure)
	i := slices.IndexFunc(found, func(m Measured) bool { return m.Metric == name && m.Folds == design })
	if i < 0 {
		return m, false
	}
	m = found[i]
	m.Kind = by.Label()
	return m, true
}

// OnGroups returns what the study dependent found of a procedure on halves of whole groups, two-sided at 5%.
func OnGroups(procedure string) []Measured { return By(dependentStudy, procedure) }

// Kinds of metrics that were measured on learners.
const (
	ErrorRates    = "error rates"
	ratios        = "precision, recall and F1"
	squaredErrors = "squared errors"
	fScores       = "F1 and macro F1"
	areas         = "AUC"
	logLosses     = "log losses"
)

// Kinds returns the kinds that a metric may belong to, by its name in results; none where learners
// were not compared by it.
func Kinds(name string) []string {
	switch metric.Canonical(name) {
	case "precision", "recall":
		return []string{ratios}
	case "f1":
		return []string{ratios, fScores}
	case "f1_macro":
		return []string{fScores}
	case "roc_auc":
		return []string{areas}
	case "log_loss":
		return []string{logLosses}
	case metric.ErrorRate.Name, "accuracy":
		return []string{ErrorRates}
	case "mse", "squarederror":
		return []string{squaredErrors}
	case metric.Loss.Name:
		return []string{ErrorRates, squaredErrors}
	}
	return nil
}
