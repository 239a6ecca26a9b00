package compare

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Kinds of scores of the study items.
const (
	rightOrWrong = "right or wrong"
	alike        = "one distribution of scores"
	skewed       = "two distributions of scores with one mean"
)

// Scopes that are named elsewhere, the first of cells without a peculiarity; known.RareClass is another.
const (
	wellKnown = "recommended"
	ofTasks   = "recommended, tasks"
)

// itemCase is what decides which cells of the studies of items a verdict is like.
type itemCase struct {
	procedure        string
	linear, area     bool // of a score of the whole set, and of ROC AUC
	right            bool // scores are right or wrong
	items, rarest    int  // rarest: items of the rarest class, 0 without classes
	clusters         int
	worth            float64 // clusters of equal size
	a, b             int     // runs
	paired           bool
	draws, other     float64 // of an item: of the model that has more, and of the other; 0 where none are told apart
	drawnRight, pass bool    // each draw is right or wrong; draws are taken together, as pass@k does
	tasks, sampled   bool    // several tasks together, and as a sample
	smallest         int     // items of the smallest task
	planned          int     // items, of looks; 0 for other tests
	compared         bool    // items are comparisons of two answers
}

// plannedClusters is how many clusters of the size of those so far the planned items are in.
func (c itemCase) plannedClusters() float64 { return float64(c.clusters*c.planned) / float64(c.items) }

// itemCoverage says which cells of the studies items and items-areas cover which cases: the first line that fits, with
// the scope of these cells, or with what was not measured. A bound is printed of no other cells.
var itemCoverage = []struct {
	scope, missing string
	fits           func(c itemCase) bool
}{
	{missing: "preferences by this procedure", fits: func(c itemCase) bool {
		alone := c.clusters == 0 && (c.procedure == midPTest || c.procedure == exactTest)
		return c.compared && !alone && c.procedure != clusterTest && c.procedure != looksTest
	}},
	{missing: "looks at preferences in clusters", fits: func(c itemCase) bool {
		return c.compared && c.planned > 0 && c.clusters > 0
	}},
	{missing: "looks at fewer than 20 comparisons, or at fewer than 100 planned ones", fits: func(c itemCase) bool {
		return c.compared && c.planned > 0 && (c.items < 20 || c.planned < 100)
	}},
	{scope: wellKnown, fits: func(c itemCase) bool { return c.compared && c.planned > 0 }},
	{missing: "clusters of preferences worth fewer than 3", fits: func(c itemCase) bool {
		return c.compared && c.clusters > 0 && c.worth < 3
	}},
	{scope: "recommended, clusters worth fewer than 10", fits: func(c itemCase) bool {
		return c.compared && c.clusters > 0 && c.worth < fewClusters
	}},
	{scope: "recommended, fewer than 20 clusters", fits: func(c itemCase) bool {
		return c.compared && c.clusters > 0 && c.clusters < 20
	}},
	{scope: "recommended, clusters", fits: func(c itemCase) bool { return c.compared && c.clusters > 0 }},
	{missing: "fewer than 10 comparisons", fits: func(c itemCase) bool { return c.compared && c.items < 10 }},
	{scope: "recommended, fewer than 50 comparisons", fits: func(c itemCase) bool { return c.compared && c.items < 50 }},
	{scope: wellKnown, fits: func(c itemCase) bool { return c.compared }},

	{missing: "looks at several runs or draws", fits: func(c itemCase) bool {
		return c.planned > 0 && (max(c.a, c.b) > 1 || c.draws > 0)
	}},
	{missing: "looks at fewer than 20 items", fits: func(c itemCase) bool { return c.planned > 0 && c.items < 20 }},
	{missing: "looks at fewer than 100 planned items", fits: func(c itemCase) bool {
		return c.planned > 0 && c.clusters == 0 && c.planned < 100
	}},
	{missing: "looks at fewer than 10 clusters, or clusters worth fewer than 5", fits: func(c itemCase) bool {
		return c.planned > 0 && c.clusters > 0 && (c.clusters < 10 || c.worth < 5)
	}},
	{missing: "looks at fewer than 20 planned clusters", fits: func(c itemCase) bool {
		return c.planned > 0 && c.clusters > 0 && c.plannedClusters() < 20
	}},
	{scope: "recommended, fewer than 50 planned clusters", fits: func(c itemCase) bool {
		return c.planned > 0 && c.clusters > 0 && c.plannedClusters() < 50
	}},
	{scope: wellKnown, fits: func(c itemCase) bool { return c.planned > 0 }},

	{missing: "tasks that are a sample", fits: func(c itemCase) bool { return c.tasks && c.sampled }},
	{missing: "tasks with clusters, runs or draws", fits: func(c itemCase) bool {
		return c.tasks && (c.clusters > 0 || max(c.a, c.b) > 1 || c.draws > 0)
	}},
	{missing: "several tasks", fits: func(c itemCase) bool { return c.tasks && c.procedure != stratifiedTest }},
	{missing: "fewer than 50 items of several tasks", fits: func(c itemCase) bool { return c.tasks && c.items < 50 }},
	{missing: "tasks of fewer than 5 items", fits: func(c itemCase) bool { return c.tasks && c.smallest < 5 }},
	{scope: "recommended, tasks of fewer than 10 items", fits: func(c itemCase) bool {
		return c.tasks && c.smallest < 10
	}},
	{scope: "recommended, tasks of fewer than 100 items together", fits: func(c itemCase) bool {
		return c.tasks && c.items < 100
	}},
	{scope: ofTasks, fits: func(c itemCase) bool { return c.tasks }},

	{missing: "draws, but for item-t on answers of one run that are right or wrong", fits: func(c itemCase) bool {
		return c.draws > 0 && (c.procedure != itemTest || !c.drawnRight || max(c.a, c.b) > 1)
	}},
	{missing: "draws of items in clusters", fits: func(c itemCase) bool { return c.draws > 0 && c.clusters > 0 }},
	{missing: "draws of fewer than 50 items", fits: func(c itemCase) bool { return c.draws > 0 && c.items < 50 }},
	{scope: "recommended, 5 draws beside 1", fits: func(c itemCase) bool { return c.draws > 1.5*c.other }},
	{scope: "recommended, draws of fewer than 100 items", fits: func(c itemCase) bool {
		return c.draws > 0 && c.items < 100
	}},
	{scope: "recommended, draws", fits: func(c itemCase) bool { return c.draws > 0 }},
	{missing: "several draws taken together", fits: func(c itemCase) bool { return c.pass && !c.right }},

	{missing: "fewer than 50 items", fits: func(c itemCase) bool {
		return c.items < 50 && (c.linear || c.procedure == crossedTest)
	}},
	{missing: "fewer than 20 items", fits: func(c itemCase) bool { return c.items < 20 }},
	{scope: "wrong: items lie in clusters", fits: func(c itemCase) bool {
		return c.clusters > 0 && c.procedure == delongTest
	}},
	{scope: known.RareClass, fits: func(c itemCase) bool {
		return c.linear && c.rarest > 0 && c.rarest < fewOfOneClass
	}},
	{scope: "recommended, fewer than 100 items", fits: func(c itemCase) bool {
		return c.area && c.clusters == 0 && c.items < 100
	}},
	{scope: wellKnown, fits: func(c itemCase) bool { return c.linear }},
	{scope: "wrong: items lie in clusters", fits: func(c itemCase) bool {
		return c.clusters > 0 && c.procedure != crossedTest && c.procedure != clusterTest
	}},
	{scope: "recommended, 2 or 3 runs beside 10", fits: func(c itemCase) bool {
		return c.procedure == crossedTest && lopsided(c.a, c.b)
	}},
	{scope: "recommended, fewer than 10 clusters", fits: func(c itemCase) bool {
		return c.clusters > 0 && c.clusters < fewClusters
	}},
	{scope: "recommended, clusters worth fewer than 10", fits: func(c itemCase) bool {
		return c.clusters > 0 && c.worth < fewClusters
	}},
	{scope: "recommended, 2 paired runs", fits: func(c itemCase) bool {
		return c.procedure == crossedTest && c.a == 2 && c.paired
	}},
	{scope: "recommended, 2 runs", fits: func(c itemCase) bool {
		return c.procedure == crossedTest && min(c.a, c.b) == 2
	}},
	{scope: "recommended, fewer than 100 items", fits: func(c itemCase) bool {
		return c.clusters == 0 && c.items < 100
	}},
	{scope: wellKnown, fits: func(itemCase) bool { return true }},
}

// itemsLike returns what the studies of items found for a procedure on scores like those of a pair, or what about them
// was not measured. Where differences of 100 items or more are hardly skewed, the cells are those with one distribution
// of scores.
func (p *pair) itemsLike(procedure string) (like []known.Measured, missing string) {
	c := p.itemCase(procedure)
	i := 0
	for !itemCoverage[i].fits(c) {
		i++
	}
	scope, missing := itemCoverage[i].scope, itemCoverage[i].missing
	if missing != "" {
		return nil, missing
	}
	study, tested := known.ItemsStudy, procedure
	if c.area {
		study = known.AreasStudy
	}
	if c.planned > 0 {
		study = known.LooksStudy
	}
	if c.compared {
		study = known.PreferencesStudy
	}
	if c.area && procedure == linearTest {
		tested = "t of components"
	}
	plain := scope == wellKnown && (procedure == itemTest || procedure == looksTest && c.items >= 100) || scope == ofTasks
	even := plain && math.Abs(stat.Skew(p.itemDifferences(), nil)) <= muchSkewed
	for _, m := range known.By(study, tested) {
		fits := (m.Kind == rightOrWrong) == c.right && !(even && m.Kind == skewed)
		if c.linear {
			fits = strings.Contains(p.by().Label(), m.Kind)
		}
		if m.Scope == scope && (fits || c.compared) {
			like = append(like, m)
		}
	}
	if like == nil {
		return nil, "such scores"
	}
	if procedure == midPTest || procedure == exactTest && c.compared { // its intervals are Tango's
		tango := known.By(study, "Tango's interval")
		i := slices.IndexFunc(tango, func(m known.Measured) bool { return m.Scope == scope })
		like[0].Coverage, like[0].Least = tango[i].Coverage, tango[i].Least
	}
	return like, ""
}

// rateOnItems takes the error on items from the study items, where that has measured the procedure.
func (p *pair) rateOnItems(v *draft, opt Options) {
	if !p.results.OnTestSet() {
		return
	}
	if p.results.InTime() {
		p.rateInTime(v, opt)
		return
	}
	like, missing := p.itemsLike(v.Method)
	if v.Method == ppiTest {
		like, missing = p.judgedLike()
	}
	if v.Basis.Unlike = missing; missing == "" {
		v.Basis.Measured, v.ErrorRate = like, known.Worst(like, opt.Alternative)
	}
}

// itemCase describes a pair and a procedure.
func (p *pair) itemCase(procedure string) itemCase {
	s := p.scores
	c := itemCase{procedure: procedure, linear: p.linear && procedure != crossedTest, items: len(s.A[0]), a: len(s.A),
		b: len(s.B), compared: p.preferred(), paired: s.PairedRuns, drawnRight: p.drawnRight(), smallest: len(s.A[0])}
	c.area = procedure == delongTest || procedure == obuchowskiTest || procedure == linearTest && s.Positive != nil
	c.rarest, _, _ = p.classes()
	if s.Clusters != nil {
		c.clusters, c.worth = slices.Max(s.Clusters)+1, worth(s.Clusters)
	}
	if p.drawn() {
		each := func(d *items.Draws) float64 {
			if d == nil {
				return 1
			}
			return d.Each
		}
		c.draws, c.other = max(each(s.DrawsA), each(s.DrawsB)), min(each(s.DrawsA), each(s.DrawsB))
	}
	_, pass, _ := metric.PassOf(p.by().Name)
	c.pass = pass && p.results.Design.Draws[1] > 0
	suite, joined := p.results.Joined(p.metric)
	c.tasks, c.sampled = joined, suite.Sample
	if procedure == looksTest {
		c.planned = p.opt.Planned
	}
	if s.Strata != nil {
		c.smallest = slices.Min(counts(s.Strata))
	}
	c.right = c.draws > 0 && c.drawnRight || rightInStrata(slices.Concat(s.A, s.B), s.Strata)
	return c
}

// counts returns how many items are in each stratum, or cluster.
func counts(groups []int) []int {
	out := make([]int, slices.Max(groups)+1)
	for _, k := range groups {
		out[k]++
	}
	return out
}

// rightInStrata reports whether all scores are 0 or 1, or, of items in strata, whose scores carry the weights of their
// task, 0 or one other value of the stratum.
func rightInStrata(runs [][]float64, strata []int) bool {
	value := map[int]float64{}
	for _, run := range runs {
		for i, x := range run {
			k := 0
			if strata != nil {
				k = strata[i]
			}
			if _, ok := value[k]; x != 0 && !ok {
				value[k] = x
			}
			if x != 0 && x != value[k] || strata == nil && x != 0 && x != 1 {
				return false
			}
		}
	}
	return true
}

// worth returns the number of equal clusters that have the sum of squared shares of these: a few large ones beside many
// small ones are worth few.
func worth(clusters []int) float64 {
	squares := 0.0
	for _, size := range counts(clusters) {
		squares += float64(size) * float64(size)
	}
	n := float64(len(clusters))
	return n * n / squares
}
