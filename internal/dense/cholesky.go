package dense

import "math"

// Cholesky replaces the lower triangle of the n x n matrix a by its factor L,
// a = L·Lᵀ. Elements above the diagonal are not read; some may change.
//
// A pivot of at most tol times its original diagonal element means that the row depends on those before it (R's lm
// calls it aliased). Its row and column of L become 0 except for a diagonal of +Inf, so that Solve gives it the
// value 0; aliased counts such rows. tol 0 finds exactly singular matrices only; NaN pivots count as aliased.
func Cholesky(a []float64, n, ld int, tol float64) (aliased int) {
	for j := 0; j < n; j += tileCols {
		w := min(tileCols, n-j)
		updatePanel(a, n, ld, j, w)
		aliased += factorBlock(a, ld, j, w, tol)
		solvePanel(a, n, ld, j, w)
	}
	return aliased
}

// updatePanel subtracts from columns j to j+w, on and below the diagonal, what the columns to their left
// contribute. The diagonal keeps its original value available: factorBlock needs it, so it is updated there.
func updatePanel(a []float64, n, ld, j, w int) {
	if j == 0 {
		return
	}
	i := j + w
	if w == tileCols {
		var sum [tileRows * tileCols]float64
		for ; i+tileRows <= n; i += tileRows {
			tile(a[i*ld:], ld, a[j*ld:], ld, j, &sum)
			for r := range tileRows {
				row := a[(i+r)*ld+j : (i+r)*ld+j+tileCols]
				s := sum[r*tileCols : r*tileCols+tileCols]
				row[0] -= s[0]
				row[1] -= s[1]
				row[2] -= s[2]
				row[3] -= s[3]
			}
		}
	}
	for ; i < n; i++ {
		for c := j; c < j+w; c++ {
			a[i*ld+c] -= Dot(a[i*ld:i*ld+j], a[c*ld:c*ld+j])
		}
	}
}

// factorBlock factors the w x w block at (j, j), whose elements lack the
// contribution of all columns to their left.
func factorBlock(a []float64, ld, j, w int, tol float64) (aliased int) {
	for i := j; i < j+w; i++ {
		row := a[i*ld : i*ld+i+1]
		for c := j; c < i; c++ {
			row[c] = (row[c] - Dot(row[:c], a[c*ld:c*ld+c])) / a[c*ld+c]
		}
		d := row[i] - Dot(row[:i], row[:i])
		if d > tol*row[i] {
			row[i] = math.Sqrt(d)
			continue
		}
		aliased++
		clear(row[:i])
		row[i] = math.Inf(1)
	}
	return aliased
}

// solvePanel divides the rows below the block at (j, j) by its factor.
func solvePanel(a []float64, n, ld, j, w int) {
	if w < tileCols {
		return // the last block has no rows below
	}
	b0, b1, b2, b3 := a[j*ld+j:], a[(j+1)*ld+j:], a[(j+2)*ld+j:], a[(j+3)*ld+j:]
	i00, i11, i22, i33 := 1/b0[0], 1/b1[1], 1/b2[2], 1/b3[3]
	l10, l20, l21, l30, l31, l32 := b1[0], b2[0], b2[1], b3[0], b3[1], b3[2]
	for i := j + w; i < n; i++ {
		row := a[i*ld+j : i*ld+j+4]
		x0 := row[0] * i00
		x1 := (row[1] - x0*l10) * i11
		x2 := (row[2] - x0*l20 - x1*l21) * i22
		x3 := (row[3] - x0*l30 - x1*l31 - x2*l32) * i33
		row[0], row[1], row[2], row[3] = x0, x1, x2, x3
	}
}

// Solve solves L·Lᵀ·x = b and overwrites b with x, for the factor L in the lower triangle of a. Aliased unknowns
// become 0.
func Solve(a []float64, n, ld int, b []float64) {
	SolveLower(a, n, ld, b)
	SolveUpper(a, n, ld, b)
}

// SolveLower solves L·x = b and overwrites b with x.
func SolveLower(a []float64, n, ld int, b []float64) {
	for i := range n {
		row := a[i*ld : i*ld+i+1]
		b[i] = (b[i] - Dot(row[:i], b)) / row[i]
	}
}

// SolveUpper solves Lᵀ·x = b and overwrites b with x.
func SolveUpper(a []float64, n, ld int, b []float64) {
	for i := n - 1; i >= 0; i-- {
		row := a[i*ld : i*ld+i+1]
		b[i] /= row[i]
		Axpy(-b[i], row[:i], b)
	}
}
