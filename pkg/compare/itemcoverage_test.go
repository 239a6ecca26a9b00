package compare

import (
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/internal/known"
)

// Each scope of the table of what was measured is one of the studies, and each line of it has a case.
func TestItemCoverage(t *testing.T) {
	scopes := map[string]bool{}
	for _, m := range slices.Concat(known.By(known.ItemsStudy, ""), known.By(known.AreasStudy, ""),
		known.By(known.LooksStudy, ""), known.By(known.PreferencesStudy, "")) {
		scopes[m.Scope] = true
	}
	for i, line := range itemCoverage {
		if (line.scope == "") == (line.missing == "") || line.scope != "" && !scopes[line.scope] {
			t.Errorf("line %d: scope %q, missing %q", i, line.scope, line.missing)
		}
	}
	plain := itemCase{procedure: "item-t", items: 200, a: 1, b: 1, smallest: 200}
	of := func(change func(*itemCase)) itemCase {
		c := plain
		change(&c)
		return c
	}
	looks := func(change func(*itemCase)) itemCase {
		return of(func(c *itemCase) {
			c.procedure, c.planned = looksTest, 1000
			change(c)
		})
	}
	compared := func(procedure string, items, clusters, worth, planned int) itemCase {
		return of(func(c *itemCase) {
			c.compared, c.procedure, c.items, c.clusters, c.worth, c.planned = true, procedure, items, clusters, float64(worth), planned
		})
	}
	seen := map[int]bool{}
	for _, c := range []struct {
		it   itemCase
		want string
	}{
		{plain, wellKnown},
		{compared(itemTest, 200, 0, 0, 0), "preferences by this procedure"},
		{compared(exactTest, 200, 20, 20, 0), "preferences by this procedure"},
		{compared(looksTest, 200, 20, 20, 400), "looks at preferences in clusters"},
		{compared(looksTest, 19, 0, 0, 400), "looks at fewer than 20 comparisons, or at fewer than 100 planned ones"},
		{compared(looksTest, 20, 0, 0, 100), wellKnown},
		{compared(clusterTest, 200, 20, 2, 0), "clusters of preferences worth fewer than 3"},
		{compared(clusterTest, 200, 20, 9, 0), "recommended, clusters worth fewer than 10"},
		{compared(clusterTest, 200, 19, 19, 0), "recommended, fewer than 20 clusters"},
		{compared(clusterTest, 200, 20, 20, 0), "recommended, clusters"},
		{compared(exactTest, 9, 0, 0, 0), "fewer than 10 comparisons"},
		{compared(midPTest, 10, 0, 0, 0), "recommended, fewer than 50 comparisons"},
		{compared(exactTest, 50, 0, 0, 0), wellKnown},
		{of(func(c *itemCase) { c.items = 60 }), "recommended, fewer than 100 items"},
		{of(func(c *itemCase) { c.items = 19 }), "fewer than 20 items"},
		{of(func(c *itemCase) { c.items, c.linear = 49, true }), "fewer than 50 items"},
		{of(func(c *itemCase) { c.clusters, c.worth = 20, 20 }), "wrong: items lie in clusters"},
		{of(func(c *itemCase) { c.procedure, c.clusters, c.worth = "cluster-t", 20, 20 }), wellKnown},
		{of(func(c *itemCase) { c.procedure, c.clusters, c.worth = "cluster-t", 9, 9 }),
			"recommended, fewer than 10 clusters"},
		{of(func(c *itemCase) { c.procedure, c.clusters, c.worth = "cluster-t", 20, 9 }),
			"recommended, clusters worth fewer than 10"},
		{of(func(c *itemCase) { c.procedure, c.a, c.b = "crossed-t", 3, 10 }), "recommended, 2 or 3 runs beside 10"},
		{of(func(c *itemCase) { c.procedure, c.a, c.b, c.paired = "crossed-t", 2, 2, true }), "recommended, 2 paired runs"},
		{of(func(c *itemCase) { c.procedure, c.a, c.b = "crossed-t", 2, 3 }), "recommended, 2 runs"},
		{of(func(c *itemCase) { c.procedure, c.area, c.linear, c.clusters = delongTest, true, true, 20 }),
			"wrong: items lie in clusters"},
		{of(func(c *itemCase) { c.area, c.linear, c.rarest = true, true, 19 }), known.RareClass},
		{of(func(c *itemCase) { c.area, c.linear, c.items, c.rarest = true, true, 99, 40 }),
			"recommended, fewer than 100 items"},
		{of(func(c *itemCase) { c.linear, c.rarest = true, 20 }), wellKnown},
		{of(func(c *itemCase) { c.draws, c.other, c.drawnRight = 5, 5, true }), "recommended, draws"},
		{of(func(c *itemCase) { c.draws, c.other, c.drawnRight = 5, 3, true }), "recommended, 5 draws beside 1"},
		{of(func(c *itemCase) { c.draws, c.other, c.drawnRight, c.items = 5, 5, true, 99 }),
			"recommended, draws of fewer than 100 items"},
		{of(func(c *itemCase) { c.draws, c.other, c.drawnRight, c.items = 5, 5, true, 49 }), "draws of fewer than 50 items"},
		{of(func(c *itemCase) { c.draws, c.other, c.drawnRight, c.clusters = 5, 5, true, 20 }),
			"draws of items in clusters"},
		{of(func(c *itemCase) { c.draws, c.other = 5, 5 }), "draws, but for"},
		{of(func(c *itemCase) { c.pass = true }), "several draws taken together"},
		{of(func(c *itemCase) { c.tasks, c.sampled = true, true }), "tasks that are a sample"},
		{of(func(c *itemCase) { c.tasks, c.a = true, 2 }), "tasks with clusters, runs or draws"},
		{of(func(c *itemCase) { c.tasks = true }), "several tasks"},
		{of(func(c *itemCase) { c.procedure, c.tasks, c.items = stratifiedTest, true, 49 }), "fewer than 50 items of"},
		{of(func(c *itemCase) { c.procedure, c.tasks, c.smallest = stratifiedTest, true, 4 }), "tasks of fewer than 5"},
		{of(func(c *itemCase) { c.procedure, c.tasks, c.smallest = stratifiedTest, true, 9 }),
			"recommended, tasks of fewer than 10 items"},
		{of(func(c *itemCase) { c.procedure, c.tasks, c.items, c.smallest = stratifiedTest, true, 99, 10 }),
			"recommended, tasks of fewer than 100 items together"},
		{of(func(c *itemCase) { c.procedure, c.tasks, c.smallest = stratifiedTest, true, 10 }), ofTasks},
		{looks(func(*itemCase) {}), wellKnown},
		{looks(func(c *itemCase) { c.a = 2 }), "looks at several runs or draws"},
		{looks(func(c *itemCase) { c.items = 19 }), "looks at fewer than 20 items"},
		{looks(func(c *itemCase) { c.items, c.planned = 30, 99 }), "looks at fewer than 100 planned items"},
		{looks(func(c *itemCase) { c.clusters, c.worth = 9, 9 }), "looks at fewer than 10 clusters"},
		{looks(func(c *itemCase) { c.clusters, c.worth = 10, 4 }), "looks at fewer than 10 clusters"},
		{looks(func(c *itemCase) { c.clusters, c.worth, c.planned = 10, 10, 390 }), "looks at fewer than 20 planned clusters"},
		{looks(func(c *itemCase) { c.clusters, c.worth = 10, 10 }), wellKnown},
		{looks(func(c *itemCase) { c.clusters, c.worth, c.planned = 10, 10, 990 }),
			"recommended, fewer than 50 planned clusters"},
	} {
		i := 0
		for !itemCoverage[i].fits(c.it) {
			i++
		}
		seen[i] = true
		if got := itemCoverage[i].scope + itemCoverage[i].missing; !strings.HasPrefix(got, c.want) ||
			c.want == wellKnown && got != c.want {
			t.Errorf("%+v: %q, want %q", c.it, got, c.want)
		}
	}
	for i := range itemCoverage {
		if !seen[i] {
			t.Errorf("no case has line %d, %q", i, itemCoverage[i].scope+itemCoverage[i].missing)
		}
	}
}

// Scores that carry the weights of their task are right or wrong as those without.
func TestRightInStrata(t *testing.T) {
	strata := []int{0, 0, 1, 1}
	for _, c := range []struct {
		runs   [][]float64
		strata []int
		want   bool
	}{
		{[][]float64{{0, 1, 1, 0}, {1, 1, 0, 0}}, nil, true},
		{[][]float64{{0, 1, 0.5, 0}}, nil, false},
		{[][]float64{{0, 2, 2, 0}}, nil, false},
		{[][]float64{{0, 2, 0.5, 0}, {2, 2, 0, 0.5}}, strata, true},
		{[][]float64{{0, 2, 0.5, 0}, {2, 1, 0, 0.5}}, strata, false},
	} {
		if got := rightInStrata(c.runs, c.strata); got != c.want {
			t.Errorf("%v in %v: right or wrong %t", c.runs, c.strata, got)
		}
	}
}
