package compare

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/block-regularized/bcv/data"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
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
	return slices.DeleteFunc(slices.Clone(everyMeasured()), func(m measured) bool {
		return m.Study != study || m.Procedure != procedure
	})
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

// Scopes and kinds of scores of the study items.
const (
	wellKnown     = "recommended"
	fewItems      = "recommended, fewer than 100 items"
	fewOfClass    = "recommended, fewer than 20 positives"
	someClusters  = "recommended, fewer than 10 clusters"
	fewWorth      = "recommended, clusters worth fewer than 10"
	twoRuns       = "recommended, 2 runs"
	twoPairs      = "recommended, 2 paired runs"
	unequalRuns   = "recommended, 2 or 3 runs beside 10"
	severalDraws  = "recommended, draws"
	drawnFewItems = "recommended, draws of fewer than 100 items"
	drawsOfOne    = "recommended, 5 draws beside 1"
	inClusters    = "wrong: items lie in clusters"

	rightOrWrong = "right or wrong"
	alike        = "one distribution of scores"
	skewed       = "two distributions of scores with one mean"
)

// itemsLike returns what the study items found for a procedure on scores like those of a pair; nil where there are
// fewer items than in its smallest cells. Where differences of 100 items or more are hardly skewed, the cells are those
// with one distribution of scores.
func (p *pair) itemsLike(procedure string) []measured {
	if _, joined := p.of.Joined(p.metric); joined {
		return nil
	}
	if p.drawn() {
		return p.drawsLike(procedure)
	}
	s, clusters, scope, study := p.scores, 0, wellKnown, itemsStudy
	if s.Clusters != nil {
		clusters = slices.Max(s.Clusters) + 1
	}
	crossed, whole := procedure == "crossed-t", p.linear && procedure != "crossed-t"
	tested := procedure // the name in the study
	switch {
	case procedure == delongTest || procedure == obuchowskiTest:
		study = areasStudy
	case procedure == linearTest && s.Positive != nil:
		study, tested = areasStudy, "t of components"
	}
	few, _, _ := p.classes()
	least := 20
	if crossed || whole {
		least = 50
	}
	switch {
	case len(s.A[0]) < least:
		return nil
	case procedure == delongTest && clusters > 0:
		scope = inClusters
	case whole && few > 0 && few < fewOfOneClass:
		scope = fewOfClass
	case study == areasStudy && clusters == 0 && len(s.A[0]) < 100:
		scope = fewItems
	case whole:
	case clusters > 0 && !crossed && procedure != "cluster-t":
		scope = inClusters
	case crossed && lopsided(len(s.A), len(s.B)):
		scope = unequalRuns
	case clusters > 0 && clusters < fewClusters:
		scope = someClusters
	case clusters > 0 && worth(s.Clusters) < fewClusters:
		scope = fewWorth
	case crossed && len(s.A) == 2 && s.PairedRuns:
		scope = twoPairs
	case crossed && min(len(s.A), len(s.B)) == 2:
		scope = twoRuns
	case clusters == 0 && len(s.A[0]) < 100:
		scope = fewItems
	}
	other := func(x float64) bool { return x != 0 && x != 1 }
	binary := !slices.ContainsFunc(slices.Concat(s.A, s.B), func(run []float64) bool {
		return slices.ContainsFunc(run, other)
	})
	if _, pass, _ := metric.PassOf(p.by().Name); pass && p.of.Design.Draws[1] > 0 && !binary {
		return nil
	}
	even := scope == wellKnown && procedure == "item-t" && math.Abs(stat.Skew(p.itemDifferences(), nil)) <= muchSkewed
	var out []measured
	for _, c := range measuredBy(study, tested) {
		like := (c.Kind == rightOrWrong) == binary && !(even && c.Kind == skewed)
		if whole {
			like = strings.Contains(p.by().Label(), c.Kind)
		}
		if c.Scope == scope && like {
			out = append(out, c)
		}
	}
	if procedure == "mcnemar-midp" && out != nil { // its intervals are Tango's
		tango := measuredBy(itemsStudy, "Tango's interval")
		i := slices.IndexFunc(tango, func(c measured) bool { return c.Scope == scope })
		out[0].Coverage, out[0].Least = tango[i].Coverage, tango[i].Least
	}
	return out
}

// drawsLike is itemsLike for items with several draws, which the study has of item-t alone, of one run of answers that
// are right or wrong, without clusters.
func (p *pair) drawsLike(procedure string) (out []measured) {
	s, scope := p.scores, severalDraws
	if procedure != "item-t" || !p.drawnRight() || s.Clusters != nil || len(s.A)+len(s.B) > 2 || len(s.A[0]) < 50 {
		return nil
	}
	each := func(d *items.Draws) float64 {
		if d == nil {
			return 1
		}
		return d.Each
	}
	switch a, b := each(s.DrawsA), each(s.DrawsB); {
	case max(a, b) > 1.5*min(a, b):
		scope = drawsOfOne
	case len(s.A[0]) < 100:
		scope = drawnFewItems
	}
	for _, c := range measuredBy(itemsStudy, procedure) {
		if c.Scope == scope {
			out = append(out, c)
		}
	}
	return out
}

// worth returns the number of equal clusters that have the sum of squared shares of these: a few large ones beside many
// small ones are worth few.
func worth(clusters []int) float64 {
	sizes := map[int]float64{}
	for _, c := range clusters {
		sizes[c]++
	}
	squares := 0.0
	for _, size := range sizes {
		squares += size * size
	}
	n := float64(len(clusters))
	return n * n / squares
}
