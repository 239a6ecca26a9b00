// Package dense holds the few dense kernels that the learners spend their time
// in: products A·Bᵀ of row-major matrices, Cholesky factors, and vector sums.
//
// gonum has all of them, and its kernels use the two-lane instructions that
// every amd64 machine has. On machines with AVX2 and FMA the kernels here use
// four lanes, which makes products three and factors seven times as fast
// (see the benchmarks); elsewhere, and with the build tag noasm, they are plain Go that
// rounds in the same places and in the same order. So the results are the same bit by bit.
// Go is slow where the machine cannot multiply and add in one rounding; processors for
// amd64 can since 2013.
//
// Products have two kernels, which round differently and cannot replace each other. That of MulT, Gram and Cholesky
// takes both factors by rows, 3 x 4 products at a time, and adds up four lanes at the end of each product. That of
// MulShort takes the second factor transposed, 4 x 8 products at a time, and needs no sum of lanes. On one core of
// a 2026 cloud machine, with 48 rows times 504 (BenchmarkShort), in GFLOP/s:
//
//	length of the rows   8   16   32   64   128
//	MulShort            53   53   55   56    53
//	MulT                10   20   34   46    53
//
// So support vector machines, whose kernels are products of short records, use the former up to 64 features, and
// the linear models, whose sums run over the records, the latter. The kernel of Apart has a subtraction before each
// multiplication, and the kernel of Dots4 uses two sums for each product, because it has no second row to wait
// with.
package dense

// MulT sets the m x n matrix dst to A·Bᵀ, where A is m x k and B is n x k. All
// are row-major, with ldd, lda and ldb elements from row to row.
func MulT(dst []float64, ldd int, a []float64, lda, m int, b []float64, ldb, n, k int) {
	for i := 0; i < m; i += tileRows {
		for j := 0; j < n; j += tileCols {
			mulTile(dst, ldd, a, lda, m, b, ldb, n, k, i, j)
		}
	}
}

// Gram sets the lower triangle of the m x m matrix dst to A·Aᵀ, where A is
// m x k. Elements above the diagonal, up to three in a row, may change too.
func Gram(dst []float64, ldd int, a []float64, lda, m, k int) {
	GramRows(dst, ldd, a, lda, m, k, 0, m)
}

// GramRows sets the rows from to to of what Gram does. from is a multiple of 3.
func GramRows(dst []float64, ldd int, a []float64, lda, m, k, from, to int) {
	for i := from; i < to; i += tileRows {
		for j := 0; j <= min(i+tileRows, m)-1; j += tileCols {
			mulTile(dst, ldd, a, lda, m, a, lda, m, k, i, j)
		}
	}
}

// A tile is what one call of the kernel computes.
const (
	tileRows = 3
	tileCols = 4
)

// mulTile computes the tile of dst at (i, j), cut off at m x n.
func mulTile(dst []float64, ldd int, a []float64, lda, m int, b []float64, ldb, n, k, i, j int) {
	rows, cols := min(tileRows, m-i), min(tileCols, n-j)
	if rows == tileRows && cols == tileCols {
		var sum [tileRows * tileCols]float64
		tile(a[i*lda:], lda, b[j*ldb:], ldb, k, &sum)
		for r := range rows {
			copy(dst[(i+r)*ldd+j:(i+r)*ldd+j+tileCols], sum[r*tileCols:])
		}
		return
	}
	for r := i; r < i+rows; r++ {
		for c := j; c < j+cols; c++ {
			dst[r*ldd+c] = Dot(a[r*lda:r*lda+k], b[c*ldb:c*ldb+k])
		}
	}
}

// tile sets sum to the 3 x 4 products of rows of a and b of length k.
func tile(a []float64, lda int, b []float64, ldb, k int, sum *[tileRows * tileCols]float64) {
	_, _ = a[2*lda:2*lda+k], b[3*ldb:3*ldb+k]
	whole := k &^ 3
	switch {
	case whole == 0:
		tileRest(a, lda, b, ldb, 0, k, sum)
		return
	case wide:
		tileAVX2(&a[0], lda, &b[0], ldb, whole, sum)
	default:
		tileLanes(a, lda, b, ldb, whole, sum)
	}
	if whole < k {
		var rest [tileRows * tileCols]float64
		tileRest(a, lda, b, ldb, whole, k, &rest)
		for t, v := range rest {
			sum[t] += v
		}
	}
}

// tileRest is tile over columns from to k, each product of two roundings.
func tileRest(a []float64, lda int, b []float64, ldb, from, k int, sum *[tileRows * tileCols]float64) {
	b0, b1, b2, b3 := b[from:k], b[ldb+from:ldb+k], b[2*ldb+from:2*ldb+k], b[3*ldb+from:3*ldb+k]
	b1, b2, b3 = b1[:len(b0)], b2[:len(b0)], b3[:len(b0)]
	for r := range tileRows {
		row := a[r*lda+from : r*lda+k]
		row = row[:len(b0)]
		var s0, s1, s2, s3 float64
		for t, v := range row {
			s0 += float64(v * b0[t])
			s1 += float64(v * b1[t])
			s2 += float64(v * b2[t])
			s3 += float64(v * b3[t])
		}
		sum[r*tileCols], sum[r*tileCols+1], sum[r*tileCols+2], sum[r*tileCols+3] = s0, s1, s2, s3
	}
}

// Dot returns the sum of a[i]·b[i]. It panics if b is shorter than a.
func Dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s float64
	whole := 0
	if len(a) >= 8 {
		whole = len(a) &^ 3
		if wide {
			s = dotAVX2(&a[0], &b[0], whole)
		} else {
			s = dotLanes(a[:whole], b)
		}
	}
	for i := whole; i < len(a); i++ {
		s += float64(a[i] * b[i])
	}
	return s
}

// Dots4 sets sum to the products of a with b0 to b3, which takes a from memory
// once. It panics if one of them is shorter than a.
func Dots4(a, b0, b1, b2, b3 []float64, sum *[4]float64) {
	n := len(a)
	b0, b1, b2, b3 = b0[:n], b1[:n], b2[:n], b3[:n]
	whole := n &^ 3
	switch {
	case whole == 0:
		clear(sum[:])
	case wide:
		dots4AVX2(&a[0], &b0[0], &b1[0], &b2[0], &b3[0], whole, sum)
	default:
		dots4Lanes(a[:whole], b0, b1, b2, b3, sum)
	}
	for i := whole; i < n; i++ {
		v := a[i]
		sum[0] += float64(v * b0[i])
		sum[1] += float64(v * b1[i])
		sum[2] += float64(v * b2[i])
		sum[3] += float64(v * b3[i])
	}
}

// Axpy adds alpha·x to y. It panics if y is shorter than x.
func Axpy(alpha float64, x, y []float64) {
	y = y[:len(x)]
	whole := 0
	if len(x) >= 8 {
		whole = len(x) &^ 3
		if wide {
			axpyAVX2(alpha, &x[0], &y[0], whole)
		} else {
			axpyLanes(alpha, x[:whole], y)
		}
	}
	for i := whole; i < len(x); i++ {
		y[i] += float64(alpha * x[i])
	}
}

// Shift adds c to each element of x.
func Shift(c float64, x []float64) {
	whole := 0
	if wide && len(x) >= 8 {
		whole = len(x) &^ 3
		shiftAVX2(c, &x[0], whole)
	}
	for i := whole; i < len(x); i++ {
		x[i] += c
	}
}

// AxpyDot adds alpha·x to y and returns the sum of y[i]·z[i] after that, in one
// pass. It panics if y or z is shorter than x.
func AxpyDot(alpha float64, x, y, z []float64) float64 {
	y, z = y[:len(x)], z[:len(x)]
	var s float64
	whole := 0
	if len(x) >= 8 {
		whole = len(x) &^ 3
		if wide {
			s = axpyDotAVX2(alpha, &x[0], &y[0], &z[0], whole)
		} else {
			s = axpyDotLanes(alpha, x[:whole], y, z)
		}
	}
	for i := whole; i < len(x); i++ {
		y[i] += float64(alpha * x[i])
		s += float64(y[i] * z[i])
	}
	return s
}
