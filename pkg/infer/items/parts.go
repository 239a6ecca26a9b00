package items

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Parts holds what each item adds to the sums of which a score of the whole set is made; see metric.Sums.
type Parts struct {
	A, B       []metric.Rows // by run
	Clusters   []int         // as in Sample
	PairedRuns bool
}

// Parts returns what each item adds to the sums of which the mean is the ratio (metric.RatioOfSums): its score, and 1.
func (s Sample) Parts() Parts {
	rows := func(runs [][]float64) (out []metric.Rows) {
		for _, scores := range runs {
			out = append(out, metric.MeanRows(scores))
		}
		return out
	}
	return Parts{A: rows(s.A), B: rows(s.B), Clusters: s.Clusters, PairedRuns: s.PairedRuns}
}

// check returns the items and their clusters.
func (p Parts) check(columns int) (units, error) {
	if len(p.A) == 0 || len(p.B) == 0 {
		return units{}, fmt.Errorf("items: %d runs of A and %d of B; give at least 1 of each", len(p.A), len(p.B))
	}
	n := p.A[0].Len(columns)
	for r, rows := range slices.Concat(p.A, p.B) {
		if rows.Len(columns) != n || rows.Cells == nil && len(rows.Dense) != n*columns {
			return units{}, fmt.Errorf("items: run %d of A and B has %d cells and %d numbers for %d items of %d columns; "+
				"give every run the same items", r+1, len(rows.Cells), len(rows.Dense), n, columns)
		}
		bad := slices.IndexFunc(rows.Cells, func(c int) bool { return c < 0 || c >= columns })
		if bad >= 0 {
			return units{}, fmt.Errorf("items: item %d is in cell %d of %d; number the cells from 0", bad+1,
				rows.Cells[bad], columns)
		}
		bad = slices.IndexFunc(rows.Dense, func(v float64) bool { return !(math.Abs(v) <= largestScore) })
		if bad >= 0 {
			return units{}, fmt.Errorf("items: item %d has the number %v; give finite numbers of a usual size", bad/columns+1,
				rows.Dense[bad])
		}
	}
	return newUnits(n, p.Clusters)
}

// Linearized returns scores of items of which the mean is the score of the whole, in each run, and of which the
// spread is that of its linear approximation (metric.Sums.Linearize). All tests of this package take them, and so do
// LedgerOf and Components. Errors: runs without the same items, numbers that are not finite, cells out of range, those
// of ItemT about items and clusters, and a score that is not defined, with its run.
func (p Parts) Linearized(w metric.Sums) (Sample, error) {
	of, err := p.check(w.Columns)
	if err != nil {
		return Sample{}, err
	}
	s := Sample{Clusters: p.Clusters, PairedRuns: p.PairedRuns}
	for r, rows := range slices.Concat(p.A, p.B) {
		u := make([]float64, of.n)
		if _, err := w.Linearize(rows, u); err != nil {
			name, run := "A", r
			if r >= len(p.A) {
				name, run = "B", r-len(p.A)
			}
			return Sample{}, fmt.Errorf("items: %s is 0/0: %w (model %s, run %d)", w.Label, err, name, run+1)
		}
		if r < len(p.A) {
			s.A = append(s.A, u)
		} else {
			s.B = append(s.B, u)
		}
	}
	return s, nil
}

// LinearizedT is linearized-t: ItemT, or ClusterT where items are in clusters, of the scores of Linearized, averaged
// over runs. CrossedT of them is about runs too. It is approximate: for few items, or a score that hangs on few of
// them, look at Randomization and BCa. Errors: those of Linearized and ItemT.
func LinearizedT(p Parts, w metric.Sums, opt infer.Options) (infer.Result, error) {
	s, err := p.Linearized(w)
	if err != nil {
		return infer.Result{}, err
	}
	f := ItemT
	if p.Clusters != nil {
		f = ClusterT
	}
	r, err := f(s, opt)
	r.Test, r.Assumptions = "linearized-t", fmt.Sprintf("%s by its linear approximation in sums over items. %s", w.Label,
		r.Assumptions)
	return r, err
}
