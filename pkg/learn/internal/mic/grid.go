package mic

import (
	"math"
	"slices"
)

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
