//go:build !amd64 || noasm

package dense

// wide is false where no kernel in assembly exists; the functions below are
// then never called.
const wide = false

func tileAVX2(a *float64, lda int, b *float64, ldb, k int, sum *[tileRows * tileCols]float64) {
	panic("dense: no kernel")
}

func apartAVX2(a *float64, lda int, b *float64, ldb, k int, sum *[apartRows * tileCols]float64) {
	panic("dense: no kernel")
}

func dotAVX2(a, b *float64, n int) float64 { panic("dense: no kernel") }

func axpyAVX2(alpha float64, x, y *float64, n int) { panic("dense: no kernel") }

func shiftAVX2(c float64, x *float64, n int) { panic("dense: no kernel") }

func axpyDotAVX2(alpha float64, x, y, z *float64, n int) float64 { panic("dense: no kernel") }

func dots4AVX2(a, b0, b1, b2, b3 *float64, n int, sum *[4]float64) { panic("dense: no kernel") }

func shortAVX2(dst *float64, ldd int, a *float64, lda int, bt *float64, ldb, k, n int) {
	panic("dense: no kernel")
}
