package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// Numbers below which a verdict says that there are few, by the study items.
const (
	fewClusters   = 10
	fewDF         = 5
	fewSkewed     = 200 // items whose differences are skewed by more than muchSkewed
	muchSkewed    = 1
	fewOfOneClass = 20
	fewDrawn      = 50 // units of bca
)

// resamples are the draws of tests of a score of the whole; their seed is 1, so that a file always gives the same.
const resamples = 9999

// scoreItems fills in the scores of both models on the items of a test set. Of a score of the whole, such as F1, they
// stand for its linear approximation, and the parts that it is computed from come with them.
func (p *pair) scoreItems() (err error) {
	order, err := p.pairedRuns()
	if err != nil {
		return err
	}
	if p.scores, err = p.inOrder(p.a, p.b, order != nil); err != nil {
		return err
	}
	if order != nil {
		b := p.scores.B
		p.scores.B = nil
		for _, other := range order {
			p.scores.B = append(p.scores.B, b[other])
		}
	}
	if p.linear = !p.results.MeanOfItems(p.metric); p.linear { // tests of sums take means over runs, in any order
		p.parts, p.whole, err = p.results.SumsOf(p.metric, p.a, p.b)
	}
	return err
}

// pairedRuns returns the runs of B in the order of the runs of A with the same names; nil if runs are not paired.
func (p *pair) pairedRuns() (order []int, err error) {
	if !p.opt.PairedRuns {
		return nil, nil
	}
	runs, others := p.results.Units.Runs[p.a], p.results.Units.Runs[p.b]
	for _, run := range runs {
		other := slices.Index(others, run)
		if other < 0 || len(others) != len(runs) || len(runs) < 2 {
			return nil, fmt.Errorf("compare: paired runs need two runs or more, the same of both models; %q has the runs "+
				"%q, and %q has %q; leave that out (setting `paired-runs`)", p.results.Models[p.a], runs,
				p.results.Models[p.b], others)
		}
		order = append(order, other)
	}
	return order, nil
}

// Tests of the scores of items.
const (
	itemTest       = "item-t"
	clusterTest    = "cluster-t"
	crossedTest    = "crossed-t"    // of several runs
	stratifiedTest = "stratified-t" // of several tasks
	linearTest     = "linearized-t" // of metrics of the whole test set, by the linear approximation
	delongTest     = "delong"       // of ROC AUC
	obuchowskiTest = "obuchowski"   // of ROC AUC
	bcaTest        = "bca"
)

const itemsOfTestSet = "items of a test set"

// itemTests says of each test of package items which scores it is about, what else a pair has to have, and how it runs
// where not on the scores alone.
var itemTests = map[string]struct {
	fits, has func(p *pair) bool // has may be nil
	run       func(p *pair, opt infer.Options) (infer.Result, error)
}{
	itemTest:       {fits: (*pair).ofMeans},
	clusterTest:    {fits: (*pair).ofMeans, has: (*pair).clustered},
	stratifiedTest: {fits: func(p *pair) bool { return p.scores.Strata != nil }},
	ppiTest:        {fits: (*pair).judged, run: (*pair).ppi},
	crossedTest: {fits: func(*pair) bool { return true },
		has: func(p *pair) bool { return min(len(p.scores.A), len(p.scores.B)) > 1 }},
	delongTest:     {fits: (*pair).ofAreas},
	obuchowskiTest: {fits: (*pair).ofAreas, has: (*pair).clustered},
	linearTest:     {fits: func(p *pair) bool { return p.linear }, run: (*pair).linearized},
	"randomization": {fits: (*pair).ofSums, has: func(p *pair) bool { return len(p.scores.A) == len(p.scores.B) },
		run: func(p *pair, opt infer.Options) (infer.Result, error) {
			if opt.Delta != 0 {
				return infer.Result{}, p.lacks("randomization")
			}
			parts, whole := p.sums()
			return undrawn("randomization")(items.Randomization(parts, whole, opt, resamples, 1))
		}},
	bcaTest: {fits: (*pair).ofSums, run: func(p *pair, opt infer.Options) (infer.Result, error) {
		parts, whole := p.sums()
		return undrawn(bcaTest)(items.BCa(parts, whole, opt, resamples, 1))
	}},
}

// ofIndependent reports whether there are the items of a test set, in no order.
func (p *pair) ofIndependent() bool { return p.results.OnTestSet() && !p.results.InTime() }

func (p *pair) ofMeans() bool   { return !p.linear }
func (p *pair) ofAreas() bool   { return p.scores.Positive != nil }
func (p *pair) ofSums() bool    { return p.whole != nil || !p.linear }
func (p *pair) clustered() bool { return p.scores.Clusters != nil }

// ofItems are the tests of scores of items.
func ofItems() (out []Procedure) {
	for _, t := range items.Tests() {
		more := itemTests[t.Name]
		row := Procedure{Name: t.Name, For: itemsOfTestSet, Needs: t.Needs,
			Target: verdict.TheseModels, Source: t.Source}
		if t.Name == crossedTest {
			row.Target = verdict.ModelsAgain
		}
		row.fits = func(p *pair) bool { return p.ofIndependent() && more.fits(p) }
		if t.Name == ppiTest {
			row.mark = (*pair).markJudge
		}
		test := more.run
		if test == nil {
			test = func(p *pair, opt infer.Options) (infer.Result, error) { return p.onScores(t, opt) }
		}
		row.run = func(p *pair, opt Options) (draft, error) {
			if more.has != nil && !more.has(p) {
				return draft{}, p.lacks(t.Name)
			}
			v, err := p.test(row, func(_ infer.Differences, o infer.Options) (infer.Result, error) { return test(p, o) }, opt)
			if err == nil && v.Note == "" {
				v.Note = p.itemNote(v)
			}
			return v, err
		}
		out = append(out, row)
	}
	return out
}

// lacks says what a test of items needs that the scores do not have.
func (p *pair) lacks(test string) error {
	row, _ := ProcedureOf(test)
	return misfit(test, fmt.Sprintf("needs %s; the scores come from %s", row.Needs, p.results.Design))
}

// onScores runs a test of the scores.
func (p *pair) onScores(t items.Test, opt infer.Options) (infer.Result, error) {
	r, err := t.Run(p.scores, opt)
	if p.drawn() && max(len(p.scores.A), len(p.scores.B)) == 1 {
		r.Assumptions = strings.Replace(r.Assumptions, "mean of runs that stay as they are", "means over draws of each", 1)
	}
	return r, err
}

// linearized runs the test of the means on the linear approximation.
func (p *pair) linearized(opt infer.Options) (infer.Result, error) {
	test := items.ItemT
	if p.clustered() {
		test = items.ClusterT
	}
	r, err := test(p.scores, opt)
	r.Test, r.Assumptions = linearTest, fmt.Sprintf("%s by its linear approximation in the items. %s", p.by().Label(),
		r.Assumptions)
	return r, err
}

// undrawn says that a test that draws does not fit, as where a draw lacks a class.
func undrawn(test string) func(infer.Result, error) (infer.Result, error) {
	return func(r infer.Result, err error) (infer.Result, error) {
		if err != nil {
			err = misfit(test, "does not fit: "+strings.TrimPrefix(err.Error(), "items: "))
		}
		return r, err
	}
}

// sums returns what items add to the sums that the metric is computed from.
func (p *pair) sums() (items.Parts, metric.Sums) {
	if p.whole != nil {
		return p.parts, *p.whole
	}
	return p.scores.Parts(), metric.RatioOfSums(p.by().Label())
}

// itemNote warns of what a test of items leaves out, and of samples on which the study items found it to err more often
// than its level.
func (p *pair) itemNote(v draft) string {
	s, clusters, df := p.scores, 0, math.Inf(1)
	if s.Clusters != nil {
		clusters = slices.Max(s.Clusters) + 1
	}
	if len(v.DF) > 0 {
		df = v.DF[0]
	}
	unit, group := table.Pick(p.preferred(), "comparisons", "items"), "clusters"
	if suite, _ := p.results.Joined(p.metric); suite.Sample {
		group = "tasks"
		if s.Clusters == nil {
			unit = "tasks"
		}
	}
	a, b, units := len(s.A), len(s.B), cmp.Or(clusters, len(s.A[0]))
	var notes []string
	note := func(is bool, format string, args ...any) {
		if is {
			notes = append(notes, fmt.Sprintf(format, args...))
		}
	}
	apart := v.Method == itemTest || v.Method == delongTest || strings.HasPrefix(v.Method, "mcnemar")
	note(s.Judge != nil && v.Method != ppiTest, "only scores of people count here, and those of the judge are left out")
	note(v.Method == ppiTest && len(s.A[0]) < fewPeople, "people scored only %d items: the false alarms of ppi-t were measured "+
		"from %d up", len(s.A[0]), fewPeople)
	note(clusters > 0 && apart, "%s in %d %s are taken as independent", unit, clusters, group)
	note(clusters > 0 && !apart && clusters < fewClusters, "%d %s are few to learn from how %[2]s vary", clusters, group)
	note(clusters >= fewClusters && v.Target == verdict.TheseModels && df < float64(clusters-1)/2,
		"%s are of unequal size: %d of them are worth %.3g degrees of freedom", group, clusters, df)
	note(clusters == 0 && units < 3, "2 %s hardly show how %[1]s vary", unit)
	if clusters == 0 && v.Method == itemTest && units < fewSkewed && units > 2 {
		skew := stat.Skew(p.itemDifferences(), nil)
		note(math.Abs(skew) > muchSkewed, "the differences of %d %s are skewed (%.2g), and item-t takes them for nearly "+
			"normal", units, unit, skew)
	}
	few, present, classes := p.classes()
	note(few > 0 && few < fewOfOneClass && p.whole != nil && v.Method == linearTest,
		"one class has only %d items, too few for a linear approximation; look at the method randomization", few)
	note(few > 0 && few < fewOfOneClass && s.Positive != nil && v.Target == verdict.TheseModels,
		"one class has only %d items, few for a normal approximation", few)
	note(present < classes && metric.Canonical(p.by().Name) == "balanced_accuracy",
		"the mean of the recalls is over %d of %d classes, those that are the truth of items", present, classes)
	note(v.Method == bcaTest && units < fewDrawn, "fewer than %d units to draw from: bca is no check there", fewDrawn)
	note(v.Target == verdict.TheseModels && a != b && min(a, b) == 1,
		"only one of the models has several runs, so that nothing is known about other runs of both")
	note(v.Target == verdict.TheseModels && (a == b || min(a, b) > 1) && max(a, b) > 1,
		"runs are averaged and taken as they are, not as a sample of runs")
	again := v.Target == verdict.ModelsAgain
	note(again && min(a, b) == 2, "2 runs of a model hardly show how its runs vary, so that intervals are wide; a third "+
		"run helps most")
	note(again && df < fewDF, "the interval rests on %.3g degrees of freedom", df)
	return strings.Join(notes, "; ")
}

// lopsided reports whether one model has few runs beside many of the other.
func lopsided(a, b int) bool { return min(a, b) < 4 && max(a, b) >= 3*min(a, b) }

// itemDifferences are those of the means over runs.
func (p *pair) itemDifferences() (d []float64) {
	for i := range p.scores.A[0] {
		at := func(runs [][]float64) (mean float64) {
			for _, run := range runs {
				mean += run[i] / float64(len(runs))
			}
			return mean
		}
		d = append(d, at(p.scores.B)-at(p.scores.A))
	}
	return d
}

// classes returns the number of items of the rarest class that has some, how many classes have some, and how many there
// are; 0 where the metric is not computed from truths and labels.
func (p *pair) classes() (fewest, present, all int) {
	if classes := p.scores.Positive; classes != nil {
		n := len(slices.DeleteFunc(slices.Clone(classes), func(positive bool) bool { return !positive }))
		return min(n, len(classes)-n), 2, 2
	}
	if p.whole == nil || p.parts.A[0].Cells == nil {
		return 0, 0, 0
	}
	counts := make([]int, int(math.Round(math.Sqrt(float64(p.whole.Columns)))))
	for _, cell := range p.parts.A[0].Cells {
		counts[cell/len(counts)]++
	}
	for _, n := range counts {
		if n == 0 {
			continue
		}
		if present++; present == 1 || n < fewest {
			fewest = n
		}
	}
	return fewest, present, len(counts)
}

// drawn reports whether a model has several draws of items.
func (p *pair) drawn() bool { return p.scores.DrawsA != nil || p.scores.DrawsB != nil }

// drawnRight reports whether each draw of both models is right or wrong.
func (p *pair) drawnRight() bool {
	right := func(d *items.Draws, means [][]float64) bool {
		if d != nil {
			return d.RightOrWrong
		}
		return !slices.ContainsFunc(slices.Concat(means...), func(x float64) bool { return x != 0 && x != 1 })
	}
	return right(p.scores.DrawsA, p.scores.A) && right(p.scores.DrawsB, p.scores.B)
}

// rightOrWrong counts the items that each model has right or wrong: of a score 1 is right, of a loss 0; of comparisons
// those that it won, where ties are right of both. It is not ok
// if there are other values, several runs or several draws.
func (p *pair) rightOrWrong() (c infer.Contingency, ok bool) {
	s, right := p.scores, 0.0
	if len(s.A) != 1 || len(s.B) != 1 || p.drawn() {
		return c, false
	}
	if p.preferred() {
		return p.wins(), true
	}
	if p.by().Upward() {
		right = 1
	}
	for i, a := range s.A[0] {
		b := s.B[0][i]
		if a != 0 && a != 1 || b != 0 && b != 1 {
			return c, false
		}
		c.Add(a == right, b == right)
	}
	return c, true
}

// describeItems adds the exact posterior of right and wrong items to the verdict of a test.
func (v *draft) describeItems(c infer.Contingency, opt Options) error {
	if !v.Metric.Upward() { // the posterior is about the share of right items
		c.N01, c.N10 = c.N10, c.N01
	}
	p, err := items.NewPairedPosterior(c, 1)
	if err != nil {
		return err
	}
	ends := opt.interval(p.Interval(v.Level), p.Quantile)
	v.Described = verdict.Description{Method: dirichletMethod,
		Estimate: infer.Estimate{Low: ends.Low, Mid: p.Mean(), High: ends.High}}
	if v.PBetter = p.Above(0); !v.Metric.Upward() {
		v.PBetter = 1 - v.PBetter
	}
	if v.Rope > 0 {
		v.PRope = p.Above(-v.Rope) - p.Above(v.Rope)
	}
	return nil
}

// variance is what the variance of a verdict is made of, whose interval has a width before it is cut at the range of
// the metric; nil where one thing varied.
func (p *pair) variance(v draft, width float64) *verdict.Variance {
	made := p.ledger(v.Method)
	if made == nil || v.Method == looksTest || v.Quantile != 0 { // whose number of items is planned
		return nil
	}
	out := verdict.Variance{Ledger: *made, Alpha: p.opt.intervals().Alpha, Wanted: p.opt.HalfWidth}
	// whose variances are not those of the sources
	if !v.OnItems() || v.Method == obuchowskiTest || v.Method == delongTest {
		out.HalfWidth = width / 2
	}
	return &out
}

// ledger returns what the variance of the difference is made of by the recommended procedure; nil if one thing varied.
func (p *pair) ledger(recommended string) *items.Ledger {
	var l items.Ledger
	var err error
	switch {
	case p.judged():
		return nil
	case p.results.Runs != nil:
		l, err = p.results.Ledger(p.a, p.b, p.metric)
	case recommended == crossedTest, p.scores.Clusters != nil, p.scores.DrawsA != nil, p.scores.DrawsB != nil:
		l, err = items.LedgerOf(p.scores)
	default:
		return nil
	}
	if err != nil {
		return nil
	}
	return &l
}
