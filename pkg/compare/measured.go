package compare

import (
	"cmp"
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
)

// measured is what a stored study found of a procedure at level 0.05: how often it erred, on average over its cells and
// in the worst one, and how often intervals of 95% held the difference.
type measured struct {
	Study     string `dataframe:"study" table:"optional"`
	Procedure string `dataframe:"procedure"`               // of the paired posterior with its prior
	Kind      string `dataframe:"kind" table:"optional"`   // of metrics or scores
	Scope     string `dataframe:"scope" table:"optional"`  // of itemsStudy and areasStudy
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
	allStudies    = "all" // the worst of type1_errors, bayes_sequential, equal_learners and nested, each of many cells
	equalLearners = "equal-learners"
	nestedStudy   = "nested"
	itemsStudy    = "items"
	areasStudy    = "items, areas" // of tests of ROC AUC
	metricsStudy  = "metrics"      // with m = 3, 5 and 10 replications
	// of halves of whole groups or blocks in time, with m = 3, 5 and 10
	dependentStudy = "dependent"
)

// summed is taken from stored studies of which bcv links no summary; TestMeasuredErrors, TestOnEqual, TestOnNested and
// TestOnGroups check it.
//
//go:embed measured.csv
var summed string

var everyMeasured = sync.OnceValue(func() (all []measured) {
	for _, of := range [][2]string{{"", summed}, {itemsStudy, data.Items}, {areasStudy, data.Areas},
		{metricsStudy, data.Metrics}} {
		rows, _, err := table.Read[measured]("stored studies", strings.NewReader(of[1]), table.Ignore("power",
			"cells_above_one_sided", "cells_above_two_sided", "coverage_90", "least_coverage_90"))
		if err != nil {
			panic(err) // they are a part of the program
		}
		for i := range rows {
			rows[i].Study = cmp.Or(of[0], rows[i].Study)
		}
		all = append(all, rows...)
	}
	return all
})

// measuredBy returns what a study found of a procedure.
func measuredBy(study, procedure string) []measured {
	out := []measured{}
	for _, m := range everyMeasured() {
		if m.Study == study && m.Procedure == procedure {
			out = append(out, m)
		}
	}
	return out
}

// errs returns how often claims were false: on average, and in the worst cell with its standard error.
func (m measured) errs(a infer.Alternative) (mean, worst, se float64) {
	if a != infer.TwoSided {
		return m.One, m.WorstOne, m.OneSE
	}
	return m.Two, m.WorstTwo, m.TwoSE
}

// text says how often claims were false, and how often intervals held the difference where that is known.
func (m measured) text(a infer.Alternative) string {
	mean, worst, se := m.errs(a)
	text := fmt.Sprintf("%s %.1f%% on average and %.1f%% (+- %.2g) at most of %d cells of %d data sets", m.Kind,
		100*mean, 100*worst, 100*se, m.Cells, m.Sets)
	if m.Study != equalLearners {
		text += " or more"
	}
	if m.Coverage > 0 {
		text += fmt.Sprintf(" (95%% intervals held the difference in %.1f%%, at worst %.1f%%)", 100*m.Coverage, 100*m.Least)
	}
	return text
}

// worstOf is the largest error that was measured.
func worstOf(found []measured, a infer.Alternative) ErrorRate {
	out := unknownRate
	for _, m := range found {
		_, worst, se := m.errs(a)
		if worst <= out.Rate {
			continue
		}
		out = ErrorRate{Level: 0.05, Rate: worst, SE: se, At: m.TwoAt, On: m.On}
		if a != infer.TwoSided {
			out.At, out.On = m.OneAt, cmp.Or(m.OneOn, m.On)
		}
		if m.Scope != "" {
			out.On = "simulated scores of items (" + m.Scope + ")"
		}
	}
	return out
}

// measuredRate looks a procedure up in the stored studies.
func measuredRate(procedure string, opt Options) ErrorRate {
	return worstOf(measuredBy(allStudies, procedure), opt.Alternative)
}
