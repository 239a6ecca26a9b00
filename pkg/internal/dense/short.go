package dense

// MulShort sets rows of dst to rows of A·B, where A is m x k and B is k x n, row
// after row: the transpose of what MulT takes. It does whole fours of rows and
// returns how many rows that is, 0 on machines without a kernel; MulT is for the
// others. n is rounded up to a multiple of 8: B must have the columns, dst the
// room.
//
// Each element is one sum in order; the package comment says when that is
// faster than MulT.
func MulShort(dst []float64, ldd int, a []float64, lda, m int, b []float64, ldb, n, k int) (rows int) {
	if !wide || n == 0 || k == 0 {
		return 0
	}
	padded := (n + 7) &^ 7
	for ; rows+4 <= m; rows += 4 {
		_, _, _ = dst[(rows+3)*ldd:][:padded], a[(rows+3)*lda:][:k], b[(k-1)*ldb:][:padded]
		shortAVX2(&dst[rows*ldd], ldd, &a[rows*lda], lda, &b[0], ldb, k, n)
	}
	return rows
}
