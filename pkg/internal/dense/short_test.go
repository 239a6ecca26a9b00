package dense

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestMulShort(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, size := range [][3]int{{1, 1, 1}, {4, 1, 1}, {4, 8, 3}, {5, 9, 2}, {11, 30, 20}, {48, 47, 64}, {8, 0, 3}, {8, 3, 0}} {
		m, n, k := size[0], size[1], size[2]
		lda, ldb, ldd := k+2, (n+7)&^7+1, (n+7)&^7+2
		a, b := randomMatrix(rng, m*lda), randomMatrix(rng, max(k, 1)*ldb)
		dst := make([]float64, m*ldd)
		rows := MulShort(dst, ldd, a, lda, m, b, ldb, n, k)
		if want := m &^ 3; n > 0 && k > 0 && rows != want || (n == 0 || k == 0) && rows != 0 {
			t.Errorf("%v: %d rows, want %d", size, rows, want)
		}
		for i := range m {
			for j := range n {
				want := 0.0
				for t := range k {
					if i < rows {
						want += a[i*lda+t] * b[t*ldb+j]
					}
				}
				near(t, fmt.Sprint("MulShort ", size, i, j), dst[i*ldd+j], want, float64(k))
			}
		}
	}
}

func TestTranspose(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	for _, size := range [][2]int{{1, 1}, {3, 8}, {8, 3}, {9, 17}, {40, 33}} {
		m, n := size[0], size[1]
		lda, ldd := n+1, m+2
		a, dst := randomMatrix(rng, m*lda), make([]float64, n*ldd)
		Transpose(dst, ldd, a, lda, m, n)
		for j := range n {
			for i := range ldd {
				want := 0.0
				if i < m {
					want = a[i*lda+j]
				}
				near(t, fmt.Sprint("Transpose ", size, i, j), dst[j*ldd+i], want, 0)
			}
		}
		square := append([]float64(nil), a[:min(m, n)*lda]...)
		Mirror(square, lda, min(m, n))
		for i := range min(m, n) {
			for j := range lda {
				want := a[i*lda+j]
				if j > i && j < min(m, n) {
					want = a[j*lda+i]
				}
				near(t, fmt.Sprint("Mirror ", size, i, j), square[i*lda+j], want, 0)
			}
		}
	}
}

// BenchmarkShort multiplies 48 by k and k by 504 numbers with the kernel for
// short rows and with that for long ones.
func BenchmarkShort(b *testing.B) {
	const m, n = 48, 504
	for _, k := range []int{8, 16, 32, 64, 128} {
		rng := rand.New(rand.NewPCG(1, 1))
		x, y, dst := randomMatrix(rng, m*k), randomMatrix(rng, k*n), make([]float64, m*n)
		flops := func(b *testing.B) {
			b.ReportMetric(2*m*n*float64(k)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		}
		b.Run(fmt.Sprint("MulShort/k=", k), func(b *testing.B) {
			for b.Loop() {
				MulShort(dst, n, x, k, m, y, n, n, k)
			}
			flops(b)
		})
		b.Run(fmt.Sprint("MulT/k=", k), func(b *testing.B) {
			for b.Loop() {
				MulT(dst, n, x, k, m, y, k, n, k)
			}
			flops(b)
		})
	}
}

func BenchmarkMirror(b *testing.B) {
	const m = 500
	a := make([]float64, m*m)
	for b.Loop() {
		Mirror(a, m, m)
	}
}
