package items

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Parts holds what each item adds to the sums of which a score of the whole set is made; see Whole.
type Parts struct {
	A, B       []Rows // by run
	Clusters   []int  // as in Sample
	PairedRuns bool
}

// Rows are the numbers of all items in one run: either Dense, item by item, or Cells, where the numbers of an item
// are 1 in the column of its cell and 0 elsewhere.
type Rows struct {
	Dense []float64
	Cells []int
}

// Parts returns what each item adds to the sums of which the mean is the ratio (RatioOfSums): its score, and 1.
func (s Sample) Parts() Parts {
	rows := func(runs [][]float64) (out []Rows) {
		for _, scores := range runs {
			dense := make([]float64, 0, 2*len(scores))
			for _, v := range scores {
				dense = append(dense, v, 1)
			}
			out = append(out, Rows{Dense: dense})
		}
		return out
	}
	return Parts{A: rows(s.A), B: rows(s.B), Clusters: s.Clusters, PairedRuns: s.PairedRuns}
}

// entries calls visit for each number of item i that is not 0.
func (r Rows) entries(i, columns int, visit func(column int, value float64)) {
	if r.Cells != nil {
		visit(r.Cells[i], 1)
		return
	}
	for c, v := range r.Dense[i*columns : (i+1)*columns] {
		if v != 0 {
			visit(c, v)
		}
	}
}

// items returns the number of items.
func (r Rows) items(columns int) int {
	if r.Cells != nil {
		return len(r.Cells)
	}
	return len(r.Dense) / columns
}

// check returns the items and their clusters.
func (p Parts) check(columns int) (units, error) {
	if len(p.A) == 0 || len(p.B) == 0 {
		return units{}, fmt.Errorf("items: %d runs of A and %d of B; give at least 1 of each", len(p.A), len(p.B))
	}
	n := p.A[0].items(columns)
	for r, rows := range slices.Concat(p.A, p.B) {
		if rows.items(columns) != n || rows.Cells == nil && len(rows.Dense) != n*columns {
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
// spread is that of its linear approximation around the sums S of the run (delta method):
//
//	u_i = w(S) + n g(S)·x_i - g(S)·S
//
// with g the gradient of w and x_i the numbers of item i. All tests of this package take them, and so do LedgerOf
// and Components. Errors: runs without the same items, numbers that are not finite, cells out of range, those of
// ItemT about items and clusters, and a score that is not defined, with its run.
func (p Parts) Linearized(w Whole) (Sample, error) {
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
			return Sample{}, fmt.Errorf("items: %s is 0/0: %w (model %s, run %d)", w.Name, err, name, run+1)
		}
		if r < len(p.A) {
			s.A = append(s.A, u)
		} else {
			s.B = append(s.B, u)
		}
	}
	return s, nil
}

// Linearize writes to u the scores of the items of one run; see Parts.Linearized. It returns the score of the whole, or
// the error of Value.
func (w Whole) Linearize(rows Rows, u []float64) (float64, error) {
	return w.linearize(rows, rows, len(u), u)
}

// linearize writes the scores of some rows around the sums of the rows of n items.
func (w Whole) linearize(rows, around Rows, n int, u []float64) (float64, error) {
	sums, gradient := make([]float64, w.Columns), make([]float64, w.Columns)
	for i := range n {
		around.entries(i, w.Columns, func(c int, v float64) { sums[c] += v })
	}
	value, err := w.Value(sums)
	if err != nil {
		return 0, err
	}
	w.Gradient(sums, gradient)
	for c := range gradient {
		gradient[c] *= float64(n)
	}
	constant := value - floats.Dot(gradient, sums)/float64(n)
	for i := range u {
		u[i] = constant
		rows.entries(i, w.Columns, func(c int, v float64) { u[i] += gradient[c] * v })
	}
	return value, nil
}

// LinearizedT is linearized-t: ItemT, or ClusterT where items are in clusters, of the scores of Linearized, averaged
// over runs. CrossedT of them is about runs too. It is approximate: for few items, or a score that hangs on few of
// them, look at Randomization and BCa. Errors: those of Linearized and ItemT.
func LinearizedT(p Parts, w Whole, opt infer.Options) (infer.Result, error) {
	s, err := p.Linearized(w)
	if err != nil {
		return infer.Result{}, err
	}
	f := ItemT
	if p.Clusters != nil {
		f = ClusterT
	}
	r, err := f(s, opt)
	r.Test, r.Assumptions = "linearized-t", fmt.Sprintf("%s by its linear approximation in sums over items. %s", w.Name,
		r.Assumptions)
	return r, err
}
