package nested

import (
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/calibration"
)

// rareClasses returns the cells about F1 and macro F1, most of them of a rare class, on which only what needs the m x 2
// BCV and its inner folds is run. By the cells that choose, nested-t was made wider where a class is rare; the cells
// that confirm were fixed after that and before any of them had run.
func rareClasses() []setting {
	of := func(p int, shift, positives float64) twoClasses {
		g := classes(p, shift)
		g.positives = positives
		return g
	}
	apart := func(l learn.Learner, each int) [2]learner { return [2]learner{{l, 1, each}, {l, each + 1, 2 * each}} }
	near := func(k int) learn.Learner { return neighbour.KNN{K: k, Kernel: neighbour.Rectangular} }
	both := []metric{f1, macroF1}
	bayes, lda, logistic := naiveBayes{}, calibration.LDA{}, linear.Logistic{Penalty: 1}
	strict, gini := linear.Logistic{Penalty: 10}, tree.CART{Criterion: tree.Gini}
	heavy := of(6, 0.8, 0.15)
	heavy.heavy = true
	return []setting{
		{of(6, 0.8, 0.1), 100, apart(bayes, 3), both, true, true, some},
		{of(6, 0.8, 0.1), 200, apart(bayes, 3), both, true, true, some},
		{of(6, 0.8, 0.1), 400, apart(bayes, 3), both, true, true, some},
		{of(6, 0.8, 0.2), 200, apart(bayes, 3), both, true, true, some},
		{of(4, 1.5, 0.1), 200, apart(bayes, 2), both, true, true, some},
		{of(6, 0.5, 0.2), 600, apart(bayes, 3), both, true, true, some},
		{of(6, 0.5, 0.4), 100, apart(bayes, 3), both, true, true, some},
		{of(6, 0.8, 0.05), 400, apart(lda, 3), both, true, true, some},
		{of(6, 0.8, 0.1), 200, apart(lda, 3), both, true, true, some},
		{of(6, 0.8, 0.2), 100, apart(lda, 3), both, true, true, some},
		{of(6, 1.5, 0.05), 400, apart(lda, 3), both, true, true, some},
		{of(6, 0.5, 0.2), 1000, apart(lda, 3), both, true, true, some},
		{of(6, 0.8, 0.1), 200, apart(logistic, 3), both, true, true, some},
		{of(6, 0.8, 0.1), 400, apart(logistic, 3), both, true, true, some},
		{of(6, 0.5, 0.3), 100, apart(logistic, 3), both, true, true, some},
		{of(10, 0.8, 0.1), 200, apart(near(3), 5), both, true, true, some},
		{of(10, 0.8, 0.05), 400, apart(near(1), 5), both, true, true, some},
		{of(10, 0.8, 0.1), 200, apart(tree.CART{}, 5), both, true, true, some},
		{of(10, 0.8, 0.1), 400, apart(tree.CART{}, 5), both, true, true, some},
		// a rare class
		{of(10, 0.6, 0.2), 150, apart(bayes, 5), both, true, false, many},
		{of(6, 1, 0.08), 300, apart(bayes, 3), both, true, false, many},
		{of(6, 0.8, 0.12), 250, [2]learner{{bayes, 1, 4}, {bayes, 3, 6}}, both, true, false, many},
		{of(6, 0.8, 0.08), 150, apart(bayes, 3), both, true, false, many},
		{of(6, 0.6, 0.25), 500, apart(bayes, 3), both, true, false, many},
		{of(10, 0.6, 0.1), 300, apart(lda, 5), both, true, false, many},
		{of(6, 1.2, 0.04), 500, apart(lda, 3), both, true, false, many},
		{of(10, 0.6, 0.15), 250, [2]learner{{lda, 1, 8}, {lda, 3, 10}}, both, true, false, many},
		{heavy, 300, apart(lda, 3), both, true, false, many},
		{of(6, 0.6, 0.08), 800, apart(lda, 3), both, true, false, some},
		{of(6, 1, 0.08), 300, apart(strict, 3), both, true, false, some},
		{of(8, 0.6, 0.15), 150, apart(logistic, 4), both, true, false, some},
		{of(6, 0.5, 0.33), 300, apart(logistic, 3), both, true, false, some},
		{of(10, 0.8, 0.15), 300, apart(near(5), 5), both, true, false, some},
		{of(10, 0.8, 0.12), 300, apart(gini, 5), both, true, false, some},
		{of(6, 0.8, 0.12), 250, [2]learner{{bayes, 1, 6}, {lda, 1, 6}}, both, false, false, many},
		{of(6, 0.6, 0.12), 400, [2]learner{{logistic, 1, 3}, {logistic, 1, 6}}, both, false, false, some},
		// ample classes
		{of(6, 0.5, 0.45), 150, apart(bayes, 3), both, true, false, many},
		{of(10, 0.4, 0.25), 900, apart(bayes, 5), both, true, false, some},
		{of(10, 0.6, 0.3), 800, apart(lda, 5), both, true, false, some},
		{of(6, 0.6, 0.5), 300, apart(logistic, 3), both, true, false, some},
		{of(10, 0.8, 0.45), 250, apart(near(5), 5), both, true, false, some},
		{of(10, 0.8, 0.5), 400, apart(gini, 5), both, true, false, some},
	}
}

// countedRows judges nested-t that knows how many records the rarest class has, by F1 and macro F1: on all cells, and
// on those of rareClasses beside the other procedures that need the m x 2 BCV and its inner folds alone.
func countedRows(all []procedure, cells, rare []*study.Experiment[[]outcome]) []Row {
	tests := countedProcedures()
	var of []setting
	var with []*study.Experiment[[]outcome]
	for i, s := range settings() {
		if s.counts() {
			of, with = append(of, s), append(with, cells[i])
		}
	}
	known := study.Where(judged(of, tests, with), func(r Row) bool { return r.Kind == Ratios && r.Procedure == Counted })
	rows := slices.Concat(known, judged(rareClasses(), slices.Concat(tests, onFolds(all)), rare))
	rarer := map[[2]any]bool{}
	for _, s := range slices.Concat(of, rareClasses()) {
		rarer[[2]any{s.from.String(), s.n}] = s.rare()
	}
	for i, r := range rows {
		if rarer[[2]any{r.Data, r.N}] {
			rows[i].Kind = RareRatios
		}
	}
	return rows
}

// rare reports whether a class is rare in data sets of the mean composition.
func (s setting) rare() bool {
	positives := s.from.(twoClasses).positives
	if positives == 0 {
		positives = 0.5
	}
	return infer.RareClass(int(math.Round(positives*float64(s.n))), s.n)
}

// onFolds are the procedures that need the m x 2 BCV and its inner folds alone, the expensive posterior at m = 5.
func onFolds(all []procedure) []procedure {
	return study.Where(all, func(p procedure) bool {
		return p.m > 0 && !p.records && (p.name != NestedPaired || p.m == 5)
	})
}

// countedProcedures are nested-t that knows how many records the rarest class has.
func countedProcedures() (out []procedure) {
	for _, m := range counted {
		out = append(out, ofCounts.on(Counted, m, most, 2))
	}
	return out
}
