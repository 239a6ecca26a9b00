package dense

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestMulShort(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, size := range [][3]int{{1, 1, 1}, {4, 1, 1}, {4, 8, 3}, {5, 9, 2}, {11, 30, 20}, {48, 47, 64}, {8, 0, 3},
		{8, 3, 0}} {
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

// An element has the same bits however many rows and columns come along, in assembly
// and in Go.
func TestMulPanel(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	const m, n, k, ld = 11, 64, 7, 72
	a, b, whole := randomMatrix(rng, m*k), randomMatrix(rng, k*ld), make([]float64, m*ld)
	MulPanel(whole, ld, a, k, m, b, ld, n, k)
	for _, rows := range []int{0, 1, 2, 3, 4, 6, m} {
		for _, from := range []int{0, 8, 40} {
			part := make([]float64, m*ld)
			MulPanel(part, ld, a[(m-rows)*k:], k, rows, b[from:], ld, n-from, k)
			for i := range rows {
				lanes := make([]float64, 8)
				for j := range n - from {
					if j%8 == 0 {
						shortLanes(lanes, a[(m-rows+i)*k:][:k], b[from+j:], ld)
					}
					if got, want := part[i*ld+j], whole[(m-rows+i)*ld+from+j]; got != want || got != lanes[j%8] {
						t.Fatalf("%d rows, columns from %d: element %d, %d is %v, want %v", rows, from, i, j, got, want)
					}
				}
			}
		}
	}
}

// Rows of a product or of distances have the same bits alone.
func TestRowsAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 1))
	const m, k, ld = 23, 9, 32
	a := randomMatrix(rng, m*k)
	for name, f := range map[string]func(dst []float64, from, to int){
		"Gram":  func(dst []float64, from, to int) { GramRows(dst, ld, a, k, m, k, from, to) },
		"Apart": func(dst []float64, from, to int) { ApartRows(dst, ld, a, k, m, k, from, to) },
	} {
		whole, parts := make([]float64, m*ld), make([]float64, m*ld)
		f(whole, 0, m)
		for _, p := range [][2]int{{12, 18}, {18, m}, {0, 6}, {6, 12}} {
			f(parts, p[0], p[1])
		}
		for i := range m {
			for j := range i + 1 {
				if parts[i*ld+j] != whole[i*ld+j] {
					t.Errorf("%s: element %d, %d is %v, want %v", name, i, j, parts[i*ld+j], whole[i*ld+j])
				}
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
