package dense

// transposeBlock is the number of rows and columns of a block that stays in the
// fastest cache while it is transposed.
const transposeBlock = 8

// Transpose sets the n x m matrix dst to the transpose of the m x n matrix a,
// with ldd and lda elements from row to row. The two may lie in one array if
// they have no element in common.
func Transpose(dst []float64, ldd int, a []float64, lda, m, n int) {
	for left := 0; left < n; left += transposeBlock {
		for j := left; j < min(left+transposeBlock, n); j++ {
			row := dst[j*ldd:][:m]
			for i := range row {
				row[i] = a[i*lda+j]
			}
		}
	}
}

// Mirror copies the elements below the diagonal of an m x m matrix above it. There are ld elements from row to row.
func Mirror(a []float64, ld, m int) {
	for top := 0; top < m; top += transposeBlock {
		rows := min(transposeBlock, m-top)
		if top > 0 {
			Transpose(a[top:], ld, a[top*ld:], ld, rows, top)
		}
		for i := top; i < top+rows; i++ {
			for j := top; j < i; j++ {
				a[j*ld+i] = a[i*ld+j]
			}
		}
	}
}
