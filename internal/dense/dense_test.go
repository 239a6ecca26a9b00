package dense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func randomMatrix(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

// near fails the test unless got is want up to rounding of sums of that scale.
func near(t *testing.T, what string, got, want, scale float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-13*scale) {
		t.Fatalf("%s: %v, want %v", what, got, want)
	}
}

func TestProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, size := range [][3]int{{1, 1, 1}, {3, 4, 4}, {3, 4, 7}, {4, 5, 3}, {7, 9, 33}, {13, 2, 100}, {30, 31, 65}} {
		m, n, k := size[0], size[1], size[2]
		lda, ldb, ldd := k+2, k+1, n+3
		a, b := randomMatrix(rng, m*lda), randomMatrix(rng, n*ldb)
		dst := make([]float64, m*ldd)
		MulT(dst, ldd, a, lda, m, b, ldb, n, k)
		for i := range m {
			for j := range n {
				want := 0.0
				for t := range k {
					want += a[i*lda+t] * b[j*ldb+t]
				}
				near(t, fmt.Sprint("MulT ", size, i, j), dst[i*ldd+j], want, float64(k))
				near(t, "Dot", Dot(a[i*lda:i*lda+k], b[j*ldb:]), want, float64(k))
			}
			for j := n; j < ldd; j++ {
				near(t, "beyond the matrix", dst[i*ldd+j], 0, 0)
			}
		}
		g := make([]float64, m*m)
		Gram(g, m, a, lda, m, k)
		for i := range m {
			for j := range i + 1 {
				near(t, "Gram", g[i*m+j], Dot(a[i*lda:i*lda+k], a[j*lda:]), float64(k))
			}
		}
	}
}

// The kernels of this machine give what plain Go gives.
func TestKernelEqualsGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for k := range 70 {
		a, b := randomMatrix(rng, 3*(k+1)), randomMatrix(rng, 4*(k+5))
		var sums, inGo [12]float64
		tile(a, k+1, b, k+5, k, &sums)
		tileRest(a, k+1, b, k+5, 0, k, &inGo)
		for i := range sums {
			near(t, "tile", sums[i], inGo[i], float64(k+1))
		}
		var four [4]float64
		Dots4(a[:k], b, b[k+5:], b[2*(k+5):], b[3*(k+5):], &four)
		for i := range four {
			near(t, "Dots4", four[i], inGo[i], float64(k+1))
		}
		x, y := randomMatrix(rng, k), randomMatrix(rng, k+1)
		z := append([]float64(nil), y...)
		Axpy(0.7, x, y)
		for i := range z {
			if i < k {
				z[i] += 0.7 * x[i]
			}
			near(t, "Axpy", y[i], z[i], 1)
		}
		shifted := append([]float64(nil), z...)
		Shift(0.3, shifted)
		for i := range z {
			near(t, "Shift", shifted[i], z[i]+0.3, 0)
		}
		w := randomMatrix(rng, k)
		dot := AxpyDot(-0.7, x, y, w)
		want := 0.0
		for i := range w {
			want += y[i] * w[i]
			near(t, "AxpyDot, the sum", y[i], z[i]-0.7*x[i], 1)
		}
		near(t, "AxpyDot", dot, want, float64(k+1))
	}
}

func TestCholesky(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for n := 1; n <= 41; n++ {
		x := mat.NewDense(n+5, n, randomMatrix(rng, (n+5)*n))
		var s mat.SymDense
		s.SymOuterK(1, x.T())
		a, b := make([]float64, n*(n+1)), randomMatrix(rng, n)
		for i := range n {
			for j := range i + 1 {
				a[i*(n+1)+j] = s.At(i, j)
			}
		}
		sum := mat.NewVecDense(n, nil)
		if aliased := Cholesky(a, n, n+1, 1e-12); aliased != 0 {
			t.Fatalf("n=%d: %d aliased rows", n, aliased)
		}
		sol := append([]float64(nil), b...)
		Solve(a, n, n+1, sol)
		sum.MulVec(&s, mat.NewVecDense(n, sol))
		for i := range n {
			if math.Abs(sum.AtVec(i)-b[i]) > 1e-10*mat.Norm(&s, 1) {
				t.Fatalf("n=%d: row %d of the solved system is %v, want %v", n, i, sum.AtVec(i), b[i])
			}
		}
	}
}

// A row that depends on those before it gets the value 0, and the others what
// they get without it.
func TestCholeskyAliased(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	const n, p = 30, 7
	for drop := 1; drop < p; drop++ {
		x := mat.NewDense(n, p, randomMatrix(rng, n*p))
		for i := range n {
			x.Set(i, drop, 2*x.At(i, 0)-x.At(i, drop-1))
		}
		solve := func(skip int) []float64 {
			var cols []int
			for j := range p {
				if j != skip {
					cols = append(cols, j)
				}
			}
			q := len(cols)
			a, b := make([]float64, q*q), make([]float64, q)
			for r, j := range cols {
				for c, k := range cols {
					a[r*q+c] = mat.Dot(x.ColView(j), x.ColView(k))
				}
				b[r] = float64(j + 1)
			}
			if got, want := Cholesky(a, q, q, 1e-12), q-(p-1); got != want {
				t.Fatalf("%d of %d rows aliased, want %d", got, q, want)
			}
			Solve(a, q, q, b)
			return b
		}
		got, want := solve(-1), solve(drop)
		for j, k := 0, 0; j < p; j++ {
			if j == drop {
				near(t, "aliased", got[j], 0, 0)
				continue
			}
			if math.Abs(got[j]-want[k]) > 1e-8*(1+math.Abs(want[k])) {
				t.Errorf("column %d dropped: coefficient %d is %v, want %v", drop, j, got[j], want[k])
			}
			k++
		}
	}
}

// BenchmarkTile is the kernel on rows that stay in the fastest cache: as near
// to the peak of the machine's four-lane instructions as it comes.
func BenchmarkTile(b *testing.B) {
	const k = 256
	rng := rand.New(rand.NewPCG(1, 1))
	x, y := randomMatrix(rng, 3*k), randomMatrix(rng, 4*k)
	var sum [12]float64
	for b.Loop() {
		tile(x, k, y, k, k, &sum)
	}
	b.ReportMetric(2*12*k*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}

func BenchmarkGram(b *testing.B) {
	const m, k = 100, 250
	a, dst := randomMatrix(rand.New(rand.NewPCG(1, 1)), m*k), make([]float64, m*m)
	b.Run("dense", func(b *testing.B) {
		for b.Loop() {
			Gram(dst, m, a, k, m, k)
		}
		b.ReportMetric(m*(m+1)*k*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
	})
	b.Run("gonum", func(b *testing.B) {
		x, s := mat.NewDense(m, k, a), mat.NewSymDense(m, dst)
		for b.Loop() {
			s.SymOuterK(1, x)
		}
		b.ReportMetric(m*(m+1)*k*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
	})
}

func BenchmarkCholesky(b *testing.B) {
	for _, n := range []int{100, 250, 500} {
		rng := rand.New(rand.NewPCG(1, 1))
		x := randomMatrix(rng, n*2*n)
		s, a := make([]float64, n*n), make([]float64, n*n)
		Gram(s, n, x, 2*n, n, 2*n)
		flops := float64(n) * float64(n) * float64(n) / 3
		b.Run(fmt.Sprint("dense/n=", n), func(b *testing.B) {
			for b.Loop() {
				copy(a, s)
				Cholesky(a, n, n, 0)
			}
			b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
		b.Run(fmt.Sprint("gonum/n=", n), func(b *testing.B) {
			sym := mat.NewSymDense(n, nil)
			for i := range n {
				for j := range i + 1 {
					sym.SetSym(i, j, s[i*n+j])
				}
			}
			var c mat.Cholesky
			for b.Loop() {
				c.Factorize(sym)
			}
			b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
