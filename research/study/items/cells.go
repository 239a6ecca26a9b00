package items

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// cell is a population of items, clusters and runs with two models, and the size of the sample.
type cell struct {
	group       string
	a, b        scores
	difficulty  float64 // share h of what both models have in common
	n           int
	clusters    int     // 0 where every item is its own
	unequal     bool    // cluster k has a size in proportion to k², else all have one size
	layout      string  // of clusters of which a few hold most items, a key of layouts
	tasks       string  // of a suite, a key of suites; empty for one test set
	macro       bool    // the score of a suite is the mean over tasks, not over items
	icc         float64 // of the differences
	runs        int
	runsOfB     int     // 0 where B has as many as A
	runVariance float64 // wr
	rest        float64 // we
	fixed       bool    // A has the same scores in all runs
	paired      bool    // half of the variance of a run is common to run s of A and of B, and the tests know it
	metric      string  // of the whole set; empty for the mean score
	prevalence  float64 // of the positive class, with a metric of the whole set
	area        float64 // with the metric auc: that of A, of normal scores
	different   bool    // B is better, by 2.5 standard deviations of the mean of the normal values
}

// Groups of cells: one simulation each.
const (
	oneRun   = "items"
	clusters = "clusters"
	runs     = "runs"
	both     = "clusters and runs"
	whole    = "metrics of the whole"
	uneven   = "unequal runs"
	drawn    = "draws" // made anew for each item: what are runs of variance 0 elsewhere
	fixed    = "one model fixed"
	dominate = "few clusters dominate"
	suite    = "suites" // of tasks that stay, which differ in difficulty and in what the models differ by

	areas     = "areas"
	logLosses = "log losses"
)

var groups = []string{oneRun, clusters, runs, both, whole, uneven, fixed, dominate, drawn, suite}

// cells returns all cells of the study.
func cells() []cell {
	var out []cell
	add := func(c cell, different ...bool) {
		for _, d := range different {
			c.different = d
			out = append(out, c)
		}
	}
	// one run, items without clusters
	pairs := [][2]scores{{normal(0, 1), normal(0, 1)}, {exponential(0), exponential(0)}, {normal(1, 0.3), exponential(0)},
		{exponential(0.8), exponential(0.8)}, {exponential(0.9), exponential(0.5)}}
	for _, p := range []float64{0.5, 0.7, 0.8, 0.9, 0.95} {
		pairs = append(pairs, [2]scores{right(p), right(p)})
	}
	for _, n := range []int{20, 50, 100, 200, 500, 1000} {
		for _, p := range pairs {
			add(cell{group: oneRun, a: p[0], b: p[1], difficulty: 0.5, n: n, runs: 1}, false, true)
		}
		similar := cell{group: oneRun, a: right(0.8), b: right(0.8), difficulty: 0.95, n: n, runs: 1}
		add(similar, false, true)
	}
	// clusters of 10 items on average, one run
	ofClusters := [][2]scores{{normal(0, 1), normal(0, 1)}, {normal(1, 0.3), exponential(0)}, {right(0.8), right(0.8)}}
	for _, p := range ofClusters {
		for _, g := range []int{2, 3, 5, 10, 20, 50} {
			for _, unequal := range []bool{false, true} {
				for _, icc := range []float64{0, 0.1, 0.3, 0.6} {
					c := cell{group: clusters, a: p[0], b: p[1], difficulty: 0.5, n: 10 * g, clusters: g, unequal: unequal,
						icc: icc, runs: 1}
					add(c, false)
					if icc == 0.3 {
						add(c, true)
					}
				}
			}
		}
	}
	// runs, items without clusters
	inRuns := [][2]scores{{normal(0, 1), normal(0, 1)}, {right(0.8), right(0.8)}}
	for _, p := range inRuns {
		for _, n := range []int{50, 200, 1000} {
			for _, s := range []int{1, 2, 3, 5, 10} {
				for _, variance := range []float64{0, small, large} {
					for _, paired := range []bool{false, true} {
						c := cell{group: runs, a: p[0], b: p[1], difficulty: 0.5, n: n, runs: s, runVariance: variance, rest: 0.3,
							paired: paired}
						if s == 1 && paired || n == 1000 && s != 2 && s != 5 {
							continue // no test can tell the first; the second takes as long as all others
						}
						add(c, false)
						if n == 200 && variance == small {
							add(c, true)
						}
					}
				}
			}
		}
	}
	// clusters of 10 items, and runs
	for _, p := range inRuns {
		for _, g := range []int{5, 10, 20, 50} {
			for _, s := range []int{2, 5} {
				for _, variance := range []float64{small, large} {
					add(cell{group: both, a: p[0], b: p[1], difficulty: 0.5, n: 10 * g, clusters: g, icc: 0.3, runs: s,
						runVariance: variance, rest: 0.3}, false)
				}
			}
		}
	}
	// metrics of the whole: sensitivity and specificity are 0.8
	for _, metric := range []string{f1, mcc, balanced} {
		for _, prevalence := range []float64{0.5, 0.2, 0.05} {
			c := cell{group: whole, a: right(0.8), b: right(0.8), difficulty: 0.5, runs: 1, metric: metric,
				prevalence: prevalence}
			for _, c.n = range []int{50, 100, 200, 500, 1000} {
				add(c, false, true)
			}
			for _, g := range []int{10, 50} {
				c.n, c.clusters, c.icc = 10*g, g, 0.3
				add(c, false, true)
			}
		}
	}
	// few runs of A and many of B
	for _, p := range inRuns {
		for _, n := range []int{50, 200, 1000} {
			for _, s := range []int{2, 3} {
				for _, variance := range []float64{0, small, large} {
					add(cell{group: uneven, a: p[0], b: p[1], difficulty: 0.5, n: n, runs: s, runsOfB: 10, runVariance: variance,
						rest: 0.3}, false)
				}
			}
		}
	}
	// one model whose runs are all equal beside one whose runs vary
	for _, p := range inRuns {
		for _, n := range []int{100, 1000} {
			for _, s := range []int{2, 3, 5} {
				for _, variance := range []float64{0, small, large, huge} {
					for _, paired := range []bool{false, true} {
						if paired && n == 1000 {
							continue
						}
						add(cell{group: fixed, a: p[0], b: p[1], difficulty: 0.5, n: n, runs: s, runVariance: variance, rest: 0.3,
							fixed: true, paired: paired}, false)
					}
				}
			}
		}
	}
	// clusters of which a few hold most items
	for _, p := range inRuns {
		for _, layout := range slices.Sorted(maps.Keys(layouts)) {
			sizes := layouts[layout]()
			for _, icc := range []float64{0.2, 0.5} {
				add(cell{group: dominate, a: p[0], b: p[1], difficulty: 0.5, n: sum(sizes), clusters: len(sizes), layout: layout,
					icc: icc, runs: 1}, false)
			}
		}
	}
	// draws of items, the share of which in what is a model's own is small or large
	for _, p := range []float64{0.5, 0.8, 0.95} {
		for _, n := range []int{50, 198} {
			for _, share := range []float64{0.3, 0.9} {
				c := cell{group: drawn, a: right(p), b: right(p), difficulty: 0.5, n: n, rest: share}
				for _, c.runs = range []int{3, 5, 10} {
					add(c, false, true)
				}
				c.runs, c.runsOfB = 5, 1
				add(c, false)
			}
		}
	}
	// suites of tasks
	ofSuites := [][2]scores{{right(0.8), right(0.8)}, {right(0.95), right(0.95)}, {normal(0, 1), normal(0, 1)},
		{exponential(0.9), exponential(0.5)}}
	for _, p := range ofSuites {
		for _, tasks := range slices.Sorted(maps.Keys(suites)) {
			for _, macro := range []bool{false, true} {
				c := cell{group: suite, a: p[0], b: p[1], difficulty: 0.5, n: sum(suites[tasks]()), tasks: tasks, macro: macro,
					runs: 1}
				add(c, false)
				if p[0].name == ofSuites[0][0].name {
					add(c, true)
				}
			}
		}
	}
	return out
}

// suites are numbers of items of tasks, by name: many small and large ones, alike and not.
var suites = map[string]func() []int{
	"57 tasks of 10 to 149": func() (out []int) {
		for k := range 57 {
			out = append(out, 10+37*k%140)
		}
		return out
	},
	"57 tasks of 5":             func() []int { return slices.Repeat([]int{5}, 57) },
	"20 tasks of 10":            func() []int { return slices.Repeat([]int{10}, 20) },
	"5 tasks of 40":             func() []int { return slices.Repeat([]int{40}, 5) },
	"5 tasks of 10":             func() []int { return slices.Repeat([]int{10}, 5) },
	"2 tasks of 100":            func() []int { return slices.Repeat([]int{100}, 2) },
	"3 tasks of 400, 50 and 20": func() []int { return []int{400, 50, 20} },
}

// task is a task of a suite.
type task struct {
	items      int
	weight     float64 // of its mean in the score
	easier     float64 // mean of the normal values of both models
	difference float64 // of those of B, less the ones of A
}

// ofTasks returns the tasks of a suite; nil for one test set.
func (c cell) ofTasks() (out []task) {
	if c.tasks == "" {
		return nil
	}
	sizes := suites[c.tasks]()
	for k, size := range sizes {
		t := task{size, float64(size) / float64(c.n), 0.8 * float64(k%3-1), 0.3 * float64(1-2*(k%2))}
		if c.macro {
			t.weight = 1 / float64(len(sizes))
		}
		out = append(out, t)
	}
	return out
}

// layouts are sizes of clusters, by name.
var layouts = map[string]func() []int{
	"2 of 50, 50 of 1":   func() []int { return append(slices.Repeat([]int{1}, 50), 50, 50) },
	"3 of 60, 20 of 3":   func() []int { return append(slices.Repeat([]int{3}, 20), 60, 60, 60) },
	"1 of 100, 100 of 1": func() []int { return append(slices.Repeat([]int{1}, 100), 100) },
	"30 like 1/k":        func() []int { return likeReciprocals(30, 60) },
	"50 like 1/k":        func() []int { return likeReciprocals(50, 100) },
}

// likeReciprocals returns sizes in proportion to 1/k, the first of the largest.
func likeReciprocals(count, largest int) (out []int) {
	for k := range count {
		out = append(out, max(1, int(math.Round(float64(largest)/float64(k+1)))))
	}
	return out
}

func sum(x []int) (all int) {
	for _, v := range x {
		all += v
	}
	return all
}

// ofProbabilities returns the cells of the study Areas: AUC of normal scores, and log losses of records.
func ofProbabilities() []cell {
	var out []cell
	add := func(c cell) {
		for _, c.different = range []bool{false, true} {
			out = append(out, c)
		}
	}
	for _, area := range []float64{0.7, 0.8, 0.95} {
		for _, prevalence := range []float64{0.5, 0.2, 0.05} {
			c := cell{group: areas, a: normal(0, 1), b: normal(0, 1), difficulty: 0.5, runs: 1, metric: auc, area: area,
				prevalence: prevalence}
			for _, c.n = range []int{50, 100, 200, 500, 1000} {
				add(c)
			}
			for _, g := range []int{10, 50} {
				c.n, c.clusters, c.icc = 10*g, g, 0.3
				add(c)
			}
		}
	}
	sure, timid := logLoss(2, 1.5), logLoss(0.5, 0.5)
	for _, pair := range [][2]scores{{sure, sure}, {timid, timid}, {timid, withMean(timid.mean(0), 2.5)}} {
		for _, n := range []int{50, 100, 200, 500, 1000} {
			add(cell{group: logLosses, a: pair[0], b: pair[1], difficulty: 0.5, n: n, runs: 1})
		}
	}
	return out
}

// The variances of runs, as shares of the normal value: where 20% of answers are wrong, accuracy varies between
// runs with a standard deviation of about 1 point and of 3 points.
const small, large = 0.002, 0.02

// huge is the variance of runs of a model that often fails: accuracy varies by 9 points.
const huge = 0.2

// sizes returns the number of items of each cluster.
func (c cell) sizes() []int {
	if c.layout != "" {
		return layouts[c.layout]()
	}
	weight := func(k int) float64 {
		if c.unequal {
			return float64((k + 1) * (k + 1))
		}
		return 1
	}
	sum := 0.0
	for k := range c.clusters {
		sum += weight(k)
	}
	out, last, upTo := make([]int, c.clusters), 0, 0.0
	for k := range out {
		upTo += weight(k)
		next := max(last+1, int(math.Round(float64(c.n)*upTo/sum)))
		out[k], last = next-last, next
	}
	return out
}

// weights returns the shares of the normal value besides difficulty.
func (c cell) weights() (cluster, item, run, rest float64) {
	cluster = c.icc * (1 - c.runVariance)
	return cluster, 1 - cluster - c.runVariance - c.rest, c.runVariance, c.rest
}

// shift is the mean of the normal values of B.
func (c cell) shift() float64 {
	if !c.different {
		return 0
	}
	cluster, item, run, rest := c.weights()
	n, s := c.worthItems(), float64(c.runs)
	v := item/n + run/s + rest/(n*s)
	if c.paired {
		v -= run / (2 * s)
	}
	for _, size := range c.sizes() {
		v += cluster * float64(size) * float64(size) / (n * n)
	}
	return 2.5 * math.Sqrt(2*(1-c.difficulty)*v)
}

// worthItems returns the number of items of a suite in equal tasks, or of one test set, whose mean has the variance of
// the score.
func (c cell) worthItems() float64 {
	if c.tasks == "" {
		return float64(c.n)
	}
	squares := 0.0
	for _, t := range c.ofTasks() {
		squares += t.weight * t.weight / float64(t.items)
	}
	return 1 / squares
}

// distance is how far the mean normal values of the classes lie apart in model g, with the metric auc: its area is
// Φ(distance/√2). Of models that differ that of B is larger by 2.5 standard deviations of a difference of means.
func (c cell) distance(g int) float64 {
	d := math.Sqrt2 * distuv.UnitNormal.Quantile(c.area)
	if g == 1 {
		d += c.shift() / math.Sqrt(c.prevalence*(1-c.prevalence))
	}
	return d
}

// truth is the expected score of B over the population minus the one of A.
func (c cell) truth() float64 {
	shift := c.shift()
	if tasks := c.ofTasks(); tasks != nil {
		mean := 0.0
		for _, t := range tasks {
			mean += t.weight * (c.b.mean(t.easier+t.difference+shift) - c.a.mean(t.easier))
		}
		return mean
	}
	if c.metric == "" {
		if shift == 0 {
			return 0 // the means are equal: see TestMeans
		}
		return c.b.mean(shift) - c.a.mean(0)
	}
	if c.metric == auc {
		return distuv.UnitNormal.CDF(c.distance(1)/math.Sqrt2) - c.area
	}
	metric := func(p float64) float64 { // of a model that is right with probability p in both classes
		positive, negative := c.prevalence, 1-c.prevalence
		return ofWhole(c.metric, positive*p, negative*(1-p), positive*(1-p), negative*p)
	}
	return metric(c.b.mean(shift)) - metric(c.a.mean(0))
}

// String names the cell in tables.
func (c cell) String() string {
	text := c.a.name
	if c.b.name != c.a.name {
		text += " and " + c.b.name
	}
	if c.metric != "" {
		text = fmt.Sprintf("%s, %g%% positives", c.metric, 100*c.prevalence)
	}
	if c.metric == auc {
		text = fmt.Sprintf("%s %g, %g%% positives", c.metric, c.area, 100*c.prevalence)
	}
	if c.difficulty != 0.5 {
		text += ", similar models"
	}
	text += fmt.Sprintf(", n = %d", c.n)
	if c.clusters > 0 {
		sizes := "equal"
		if c.unequal {
			sizes = "unequal"
		}
		text += fmt.Sprintf(", %d %s clusters, correlation %g", c.clusters, cmp.Or(c.layout, sizes), c.icc)
	}
	if c.tasks != "" {
		over := "items"
		if c.macro {
			over = "tasks"
		}
		text += fmt.Sprintf(" in %s, mean over %s", c.tasks, over)
	}
	switch {
	case c.group == drawn && c.runsOfB > 0:
		text += fmt.Sprintf(", %d and %d draws with the share %g", c.runs, c.runsOfB, c.rest)
	case c.group == drawn:
		text += fmt.Sprintf(", %d draws with the share %g", c.runs, c.rest)
	case c.runsOfB > 0:
		text += fmt.Sprintf(", %d and %d runs of variance %g", c.runs, c.runsOfB, c.runVariance)
	}
	if c.group == runs || c.group == both || c.fixed {
		text += fmt.Sprintf(", %d runs of variance %g", c.runs, c.runVariance)
		if c.paired {
			text += ", paired"
		}
		if c.fixed {
			text += ", A fixed"
		}
	}
	if c.different {
		text += ", different"
	}
	return text
}
