// Package mic computes the maximal information coefficient of Reshef et al. (Science 334,
// 2011), a measure from 0 to 1 of any dependence between two variables.
//
// # Definition
//
// A grid of x columns and y rows over the n points (X, Y) has the mutual information I of
// column and row of a point, by the shares of points in its cells. With I*(x, y) the
// largest I of all grids of at most that many columns and rows, and B = max(n^Alpha, 4),
//
//	MIC = max over x, y >= 2 with x y <= B of  I*(x, y) / log min(x, y)
//
// As n grows it tends to 1 for functions without noise and to 0 for independent variables.
// In small samples it is far above 0 for these too: it ranks features and tests none.
//
// # Approximation
//
// Not all grids are tried, only those of ApproxMaxMI (supplement of the paper, section 3): one axis is cut into
// parts of about equally many points, the other as is best for it, by dynamic programming; then the other way
// round. The best cuts lie between clumps, runs of points in one part of the first axis; where there are more than
// C x of them, they are first joined to that many superclumps of about equal size. Points of the same value are
// never cut apart. The value is a lower bound of the definition's.
package mic

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Options are the constants of the approximation; 0 means the default.
type Options struct {
	Alpha float64 // exponent of the bound on cells, above 0 and at most 1; 0.6 by default
	C     float64 // superclumps per column; 15 by default
}

// Defaults of Reshef et al. (2011).
const (
	defaultAlpha = 0.6
	defaultC     = 15
)

// Of returns the coefficient of two variables, given as the values of both at the same points: 0 if one of them is
// constant. Errors are for unlike numbers of points, fewer than two, values that are not finite, and options out of
// range.
func Of(x, y []float64, o Options) (float64, error) {
	if o.Alpha == 0 {
		o.Alpha = defaultAlpha
	}
	if o.C == 0 {
		o.C = defaultC
	}
	switch {
	case !(o.Alpha > 0 && o.Alpha <= 1):
		return 0, fmt.Errorf("mic: alpha is %v; give a number above 0, up to 1", o.Alpha)
	case !(o.C > 0) || math.IsInf(o.C, 0):
		return 0, fmt.Errorf("mic: c is %v; give a positive number", o.C)
	case len(x) != len(y):
		return 0, fmt.Errorf("mic: %d values of one variable and %d of the other; give both for each point", len(x), len(y))
	case len(x) < 2:
		return 0, errors.New("mic: fewer than two points; give more")
	}
	for i := range x {
		if x[i]-x[i] != 0 || y[i]-y[i] != 0 {
			return 0, fmt.Errorf("mic: point %d is (%v, %v); give finite numbers", i, x[i], y[i])
		}
	}
	if constant(x) || constant(y) {
		return 0, nil
	}
	bound := max(math.Pow(float64(len(x)), o.Alpha), 4)
	a, b := information(x, y, bound, o.C), information(y, x, bound, o.C)
	best := 0.0
	for rows := range a {
		for columns := range a[rows] {
			i := max(a[rows][columns], b[columns][rows])
			best = max(best, i/math.Log(float64(min(rows, columns)+2)))
		}
	}
	return min(best, 1), nil // at most 1 up to rounding
}

func constant(x []float64) bool {
	return !slices.ContainsFunc(x, func(v float64) bool { return v != x[0] })
}

// information returns the mutual information of grids with rows of equal size and the best
// columns: [rows-2][columns-2], for columns times rows up to bound.
func information(x, y []float64, bound, c float64) [][]float64 {
	most := int(bound / 2)
	out := make([][]float64, most-1)
	points := byValue(x)
	for rows := 2; rows <= most; rows++ {
		row, count := equalParts(y, rows)
		columns := int(bound / float64(rows))
		clumps := clumps(x, points, row)
		if limit := max(int(c*float64(columns)), 1); len(clumps) > limit {
			clumps = joined(clumps, limit)
		}
		out[rows-2] = bestColumns(counts(clumps, row, len(count)), count, columns)
	}
	return out
}

// byValue returns the numbers of points in rising order of x.
func byValue(x []float64) []int {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case x[a] < x[b]:
			return -1
		case x[a] > x[b]:
			return 1
		}
		return 0
	})
	return order
}

// equalParts divides the values into at most parts parts of about equal numbers of points, and returns the part of
// each point and the sizes. Equal values go where the size comes nearest to an equal share of the remaining points
// (EquipartitionYAxis of the paper).
func equalParts(values []float64, parts int) (part, size []int) {
	n := len(values)
	order := byValue(values)
	part, size = make([]int, n), []int{0}
	share := float64(n) / float64(parts)
	for from := 0; from < n; {
		to := from + 1
		for to < n && values[order[to]] == values[order[from]] {
			to++
		}
		at := len(size) - 1
		here := float64(size[at])
		if here != 0 && math.Abs(here+float64(to-from)-share) >= math.Abs(here-share) {
			share = float64(n-from) / float64(parts-len(size))
			size = append(size, 0)
			at++
		}
		for _, i := range order[from:to] {
			part[i] = at
		}
		size[at] += to - from
		from = to
	}
	return part, size
}

// clumps returns the runs of points, in rising order of x, that lie in one row; points of the same x stay together,
// in any rows (GetClumpsPartition).
func clumps(x []float64, points, row []int) [][]int {
	var out [][]int
	pure := -1 // row of the last clump, or -1 if it has several
	for from := 0; from < len(points); {
		to, here := from+1, row[points[from]]
		for to < len(points) && x[points[to]] == x[points[from]] {
			if row[points[to]] != here {
				here = -1
			}
			to++
		}
		if k := len(out) - 1; k >= 0 && here >= 0 && here == pure {
			out[k] = points[to-len(out[k])-(to-from) : to]
		} else {
			out = append(out, points[from:to])
		}
		pure, from = here, to
	}
	return out
}

// joined joins clumps to at most limit clumps of about equal size (GetSuperclumpsPartition).
func joined(clumps [][]int, limit int) [][]int {
	var number []float64
	for k, c := range clumps {
		for range c {
			number = append(number, float64(k))
		}
	}
	_, size := equalParts(number, limit)
	points := slices.Concat(clumps...)
	out := make([][]int, len(size))
	for k, s := range size {
		out[k], points = points[:s], points[s:]
	}
	return out
}

// counts returns how many points of the first clumps are in each row: [clumps][row].
func counts(clumps [][]int, row []int, rows int) [][]int {
	out := make([][]int, len(clumps)+1)
	out[0] = make([]int, rows)
	for k, c := range clumps {
		out[k+1] = slices.Clone(out[k])
		for _, i := range c {
			out[k+1][row[i]]++
		}
	}
	return out
}

// bestColumns returns the largest mutual information of rows of these sizes with at most 2,
// 3, ... columns that end between clumps; upTo counts the points of the first clumps in each
// row. With p the shares, I = H(rows) + Σ over columns of Σ_r p_rc log(p_rc / p_c): a sum over
// columns, of which the last is tried at each place (OptimizeXAxis).
func bestColumns(upTo [][]int, size []int, columns int) []float64 {
	last := len(upTo) - 1
	n := 0
	for _, s := range size {
		n += s
	}
	klogk := make([]float64, n+1)
	for k := 2; k <= n; k++ {
		klogk[k] = float64(k) * math.Log(float64(k))
	}
	entropy := klogk[n] / float64(n)
	for _, s := range size {
		entropy -= klogk[s] / float64(n)
	}
	column := func(from, to int) float64 {
		sum, all := 0.0, 0
		first := upTo[from]
		for r, k := range upTo[to] {
			k -= first[r]
			sum += klogk[k]
			all += k
		}
		return sum - klogk[all]
	}
	gain := make([][]float64, last+1) // of one column
	best := make([]float64, last+1)   // of the first clumps, by number of columns
	for to := range gain {
		gain[to] = make([]float64, to+1)
		for from := range gain[to] {
			gain[to][from] = column(from, to)
		}
		best[to] = gain[to][0]
	}
	out := make([]float64, columns-1)
	for l := range out {
		for to := last; to > 0; to-- { // from the end, so that best[from] has a column less
			for from := range to {
				best[to] = max(best[to], best[from]+gain[to][from])
			}
		}
		out[l] = max(0, entropy+best[last]/float64(n))
	}
	return out
}
