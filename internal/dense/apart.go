package dense

// apartRows and tileCols are what one call of the kernel of distances computes.
const apartRows = 2

// Apart sets the m x m matrix dst to the squared Euclidean distances between the
// m rows of k numbers of A. Both are row-major, with ldd and lda elements from
// row to row.
//
// Each distance is a sum of squared differences of its two rows: no other row
// enters, not even by rounding, and a common shift of all rows costs no digits.
func Apart(dst []float64, ldd int, a []float64, lda, m, k int) {
	ApartRows(dst, ldd, a, lda, m, k, 0, m)
	Mirror(dst, ldd, m)
}

// ApartRows sets the rows from to to of what Apart does before it mirrors: up to the
// diagonal, and up to four elements more. from is even.
func ApartRows(dst []float64, ldd int, a []float64, lda, m, k, from, to int) {
	for i := from; i < to; i += apartRows {
		for j := 0; j <= min(i+apartRows, m)-1; j += tileCols {
			apartTile(dst, ldd, a, lda, m, k, i, j)
		}
	}
}

// apartTile computes the tile of dst at (i, j), cut off at m x m.
func apartTile(dst []float64, ldd int, a []float64, lda, m, k, i, j int) {
	whole := 0
	var sum [apartRows * tileCols]float64
	if k >= 4 && i+apartRows <= m && j+tileCols <= m {
		whole = k &^ 3
		if wide {
			apartAVX2(&a[i*lda], lda, &a[j*lda], lda, whole, &sum)
		} else {
			apartLanes(a[i*lda:], lda, a[j*lda:], lda, whole, &sum)
		}
	}
	for r := range min(apartRows, m-i) {
		for c := range min(tileCols, m-j) {
			dst[(i+r)*ldd+j+c] = sum[r*tileCols+c] + apartRest(a[(i+r)*lda+whole:(i+r)*lda+k], a[(j+c)*lda+whole:(j+c)*lda+k])
		}
	}
}

// apartRest is the squared distance of two rows, each square of two roundings.
func apartRest(a, b []float64) float64 {
	b = b[:len(a)]
	var even, odd float64
	t := 0
	for ; t+1 < len(a); t += 2 {
		d, e := a[t]-b[t], a[t+1]-b[t+1]
		even += float64(d * d)
		odd += float64(e * e)
	}
	if t < len(a) {
		d := a[t] - b[t]
		even += float64(d * d)
	}
	return even + odd
}
