//go:build !noasm

package dense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// hostile returns n numbers of a kind: 0 normal ones, 1 next to what a number can hold,
// 2 next to zero with many denormal, 3 zeros of both signs, 4 some infinite, 5 of all scales.
func hostile(rng *rand.Rand, kind, n int) []float64 {
	x := randomMatrix(rng, n)
	for i := range x {
		switch kind {
		case 1:
			x[i] *= 1e154
		case 2:
			x[i] = math.Ldexp(x[i], -500-rng.IntN(560))
		case 3:
			x[i] = math.Copysign(0, x[i])
		case 4:
			if rng.IntN(8) == 0 {
				x[i] = math.Inf(1 - 2*rng.IntN(2))
			}
		case 5:
			x[i] = math.Ldexp(x[i], rng.IntN(200)-100)
		}
	}
	return x
}

// results are what all functions of the package make of the same numbers.
func results(rng *rand.Rand, kind, k int) map[string][]float64 {
	const m, n = 7, 13
	lda, ldb, ldd := k+2, k+1, padded(n)+1
	a, b := hostile(rng, kind, m*lda), hostile(rng, kind, n*ldb)
	out := map[string][]float64{}
	fill := func(name string, size int, f func(dst []float64)) {
		out[name] = make([]float64, size)
		f(out[name])
	}
	fill("MulT", m*ldd, func(dst []float64) { MulT(dst, ldd, a, lda, m, b, ldb, n, k) })
	fill("Gram", m*m, func(dst []float64) { Gram(dst, m, a, lda, m, k) })
	fill("Apart", n*n, func(dst []float64) { Apart(dst, n, b, ldb, n, k) })
	t := make([]float64, (k+1)*padded(n))
	Transpose(t, padded(n), b, ldb, n, k)
	fill("MulShort", m*ldd, func(dst []float64) {
		if MulShort(dst, ldd, a, lda, m, t, padded(n), n, k) != 4*min(1, k) {
			panic("rows")
		}
	})
	x, y, z := a[:k], b[:k], b[ldb:][:k]
	fill("Dot", 1, func(dst []float64) { dst[0] = Dot(x, y) })
	fill("Dots4", 4, func(dst []float64) { Dots4(x, b, b[ldb:], b[2*ldb:], b[3*ldb:], (*[4]float64)(dst)) })
	alpha := hostile(rng, kind, 1)[0]
	fill("Axpy", k, func(dst []float64) { copy(dst, y); Axpy(alpha, x, dst) })
	fill("Shift", k, func(dst []float64) { copy(dst, y); Shift(alpha, dst) })
	fill("AxpyDot", k+1, func(dst []float64) { copy(dst, y); dst[k] = AxpyDot(alpha, x, dst[:k], z) })
	return out
}

func padded(n int) int { return (n + 7) &^ 7 }

// Go gives what the assembly gives, bit by bit: at all lengths about the blocks of the
// kernels, and for numbers that overflow, underflow or are none.
func TestLanes(t *testing.T) {
	if !wide {
		t.Skip("this machine has no kernels")
	}
	defer func() { wide = true }()
	for kind := range 6 {
		for k := range 70 {
			seed := uint64(100*k + kind)
			wide = true
			want := results(rand.New(rand.NewPCG(seed, 1)), kind, k)
			wide = false
			got := results(rand.New(rand.NewPCG(seed, 1)), kind, k)
			for name := range want {
				same(t, fmt.Sprintf("%s, numbers of kind %d, length %d", name, kind, k), got[name], want[name])
			}
		}
	}
}

// same fails the test unless the numbers have the same bits, or are both NaN.
func same(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i, w := range want {
		if math.Float64bits(got[i]) != math.Float64bits(w) && !(w != w && got[i] != got[i]) {
			t.Fatalf("%s: number %d of %d is %v, want %v", what, i, len(want), got[i], w)
		}
	}
}

// BenchmarkLanes is BenchmarkTile in Go.
func BenchmarkLanes(b *testing.B) {
	const k = 256
	rng := rand.New(rand.NewPCG(1, 1))
	x, y := randomMatrix(rng, 3*k), randomMatrix(rng, 4*k)
	var sum [12]float64
	for b.Loop() {
		tileLanes(x, k, y, k, k, &sum)
	}
	b.ReportMetric(2*12*k*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}
