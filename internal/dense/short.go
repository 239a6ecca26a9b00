package dense

// MulShort sets rows of dst to rows of A·B, where A is m x k and B is k x n, row after row: the transpose of what
// MulT takes. It does whole fours of rows and returns how many rows that is; MulT is for the others. n is rounded
// up to a multiple of 8: B must have the columns, dst the room.
//
// Each element is one sum in order; the package comment explains when that is faster than MulT.
func MulShort(dst []float64, ldd int, a []float64, lda, m int, b []float64, ldb, n, k int) (rows int) {
	if n == 0 || k == 0 {
		return 0
	}
	padded := (n + 7) &^ 7
	for ; rows+4 <= m; rows += 4 {
		_, _, _ = dst[(rows+3)*ldd:][:padded], a[(rows+3)*lda:][:k], b[(k-1)*ldb:][:padded]
		if wide {
			shortAVX2(&dst[rows*ldd], ldd, &a[rows*lda], lda, &b[0], ldb, k, n)
			continue
		}
		for r := rows; r < rows+4; r++ {
			shortLanes(dst[r*ldd:][:padded], a[r*lda:][:k], b, ldb)
		}
	}
	return rows
}

// MulPanel is MulShort for all rows: the element of a row and a column has the same
// bits whichever other rows and columns come along.
func MulPanel(dst []float64, ldd int, a []float64, lda, m int, b []float64, ldb, n, k int) {
	padded := (n + 7) &^ 7
	for r := MulShort(dst, ldd, a, lda, m, b, ldb, n, k); r < m; r++ {
		row, x := dst[r*ldd:][:padded], a[r*lda:][:k]
		if wide && n > 0 && k > 0 {
			_ = b[(k-1)*ldb:][:padded]
			shortAVX2(&row[0], 0, &x[0], 0, &b[0], ldb, k, n) // four times the same row
			continue
		}
		shortLanes(row, x, b, ldb)
	}
}
