//go:build !noasm

package dense

import "golang.org/x/sys/cpu"

// wide reports whether the machine has the instructions of the AVX2 kernels.
var wide = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// tileAVX2 sets sum to the products of 3 rows of a and 4 rows of b. k is a
// positive multiple of 4.
//
//go:noescape
func tileAVX2(a *float64, lda int, b *float64, ldb, k int, sum *[tileRows * tileCols]float64)

// apartAVX2 sets sum to the squared distances of 2 rows of a from 4 rows of b. k
// is a positive multiple of 4.
//
//go:noescape
func apartAVX2(a *float64, lda int, b *float64, ldb, k int, sum *[apartRows * tileCols]float64)

// dotAVX2 returns the dot product of n numbers, n a positive multiple of 4.
//
//go:noescape
func dotAVX2(a, b *float64, n int) float64

// axpyAVX2 adds alpha·x to y, n numbers, n a positive multiple of 4.
//
//go:noescape
func axpyAVX2(alpha float64, x, y *float64, n int)

// shiftAVX2 adds c to n numbers, n a positive multiple of 4.
//
//go:noescape
func shiftAVX2(c float64, x *float64, n int)

// axpyDotAVX2 adds alpha·x to y and returns the dot product of y and z, n
// numbers, n a positive multiple of 4.
//
//go:noescape
func axpyDotAVX2(alpha float64, x, y, z *float64, n int) float64

// dots4AVX2 sets sum to the dot products of a with b0 to b3, n numbers each, n a
// positive multiple of 4.
//
//go:noescape
func dots4AVX2(a, b0, b1, b2, b3 *float64, n int, sum *[4]float64)

// shortAVX2 sets 4 rows and n columns of dst to the product of 4 rows of a, of
// length k, with the k x n matrix bt. k is positive. n is rounded up to a
// multiple of 8, in bt and in dst.
//
//go:noescape
func shortAVX2(dst *float64, ldd int, a *float64, lda int, bt *float64, ldb, k, n int)
