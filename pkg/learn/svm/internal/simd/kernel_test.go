package simd

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The four-lane searches find what plain Go finds, ties and infinite
// placeholders included, and change the same numbers to the same.
func TestSearchesEqualGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 70 {
		rise, fall := make([]float64, n+3), make([]float64, n+2)
		ki, kj, diag := make([]float64, n+1), make([]float64, n+1), make([]float64, n+1)
		for k := range n {
			v := float64(rng.IntN(8)) // few values: many ties
			rise[k], fall[k] = v, v
			switch rng.IntN(4) {
			case 0:
				rise[k] = math.Inf(-1)
			case 1:
				fall[k] = math.Inf(1)
			}
			ki[k], kj[k], diag[k] = float64(rng.IntN(3))/2, float64(rng.IntN(3))/2, 1
		}
		ki[n], kj[n], diag[n], rise[n], fall[n] = 5, 5, 5, 1e9, -1e9
		wantAt, _, wantLow := partnerGo(fall[:n], ki, diag, 1, 6)
		if at, low := Partner(fall[:n], ki, diag, 1, 6); at != wantAt || low != wantLow {
			t.Fatalf("partner of %d: %d and %v, want %d and %v", n, at, low, wantAt, wantLow)
		}
		rise2, fall2 := append([]float64(nil), rise...), append([]float64(nil), fall...)
		wantAt, wantTop := updateGo(rise2[:n], fall2[:n], ki, kj, 0.3)
		if at, top := Update(rise[:n], fall[:n], ki, kj, 0.3); at != wantAt || top != wantTop {
			t.Fatalf("update of %d: %d and %v, want %d and %v", n, at, top, wantAt, wantTop)
		}
		for k := range rise {
			if rise[k] != rise2[k] || (k < len(fall) && fall[k] != fall2[k]) {
				t.Fatalf("update of %d differs at %d", n, k)
			}
		}
	}
}

// A kernel is the same bit by bit in assembly and in Go, so also at the end of a row whose length is not a multiple
// of four: a number does not depend on its place.
func TestPlaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	x := []float64{0, math.Copysign(0, -1), 1e-300, -5e-324, 1e308, -1e308, math.Inf(1), math.Inf(-1), math.NaN(),
		-708, -707.9999999, -708.0000001, 20, -20, math.Ln2 / 2, -math.Ln2 / 2}
	for range 2000 {
		x = append(x, rng.NormFloat64(), -100*rng.ExpFloat64(), -1e-9*rng.ExpFloat64())
	}
	for _, h := range []float64{0, 0.25, -1} {
		half := make([]float64, len(x))
		for i := range half {
			half[i] = rng.ExpFloat64() * float64(i%2)
		}
		for name, kernel := range map[string]func(x, shift []float64){
			"rbf":     func(x, shift []float64) { RBF(x, shift, h) },
			"sigmoid": func(x, _ []float64) { Sigmoid(x, h) },
		} {
			whole := append([]float64(nil), x...)
			kernel(whole, half)
			for i, v := range x {
				alone := []float64{v}
				kernel(alone, half[i:i+1])
				if math.Float64bits(alone[0]) != math.Float64bits(whole[i]) {
					t.Fatalf("%s of %v: %v alone, %v in a row", name, v, alone[0], whole[i])
				}
			}
		}
	}
}

func TestRBFAgainstMathExp(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	x, shift := make([]float64, 2003), make([]float64, 2003)
	for k := range x {
		x[k], shift[k] = 700*(rng.Float64()-0.5), 350*(1+rng.Float64())
		if k%2 == 0 {
			x[k], shift[k] = rng.Float64(), rng.Float64()
		}
	}
	copy(x, []float64{0, 1e-300, -1e-300, 5, -700, -708, -709, -1e5, math.Log(2)})
	clear(shift[:9])
	for n := range 12 {
		check(t, x[:n], shift[:n], 0)
	}
	check(t, x, shift, 0.25)
}

func check(t *testing.T, x, shift []float64, h float64) {
	t.Helper()
	got := append([]float64(nil), x...)
	RBF(got, shift, h)
	for k, v := range got {
		arg := min(0, x[k]-shift[k]-h)
		want := math.Exp(arg)
		if arg < minExp && v == 0 {
			continue
		}
		if math.Abs(v-want) > 1e-15*want {
			t.Errorf("exp(%v) is %v, want %v", arg, v, want)
		}
	}
}

func TestSigmoidAgainstMathTanh(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	x := []float64{0, 1e-300, -1e-9, 1e-5, 0.5, -0.5, 19.9, 20, 20.1, -20.1, 1e300, -1e300, math.Inf(1), math.Inf(-1)}
	for range 2000 {
		x = append(x, rng.NormFloat64(), 10*rng.NormFloat64())
	}
	for n := range len(x) {
		if n > 20 && n < len(x)-8 {
			continue
		}
		for _, shift := range []float64{0, -1} {
			got := append([]float64(nil), x[:n]...)
			Sigmoid(got, shift)
			for k, v := range got {
				if want := math.Tanh(x[k] + shift); !(math.Abs(v-want) <= 1e-15) {
					t.Errorf("tanh(%v) is %v, want %v", x[k]+shift, v, want)
				}
			}
		}
	}
}

func TestSingle(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for n := range 12 {
		x := make([]float64, n+1)
		for k := range x {
			x[k] = rng.NormFloat64()
		}
		got := append([]float64(nil), x...)
		Single(got[:n])
		for k, v := range x {
			if k < n {
				v = float64(float32(v))
			}
			if got[k] != v {
				t.Errorf("%d numbers: %v becomes %v, want %v", n, x[k], got[k], v)
			}
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	const n = 500
	rng := rand.New(rand.NewPCG(3, 1))
	rise, fall := make([]float64, n), make([]float64, n)
	ki, kj, diag := make([]float64, n), make([]float64, n), make([]float64, n)
	for k := range n {
		rise[k], fall[k], ki[k], kj[k], diag[k] = rng.Float64(), rng.Float64(), rng.Float64(), rng.Float64(), 1
	}
	b.Run("update", func(b *testing.B) {
		for b.Loop() {
			Update(rise, fall, ki, kj, 1e-9)
		}
	})
	b.Run("partner", func(b *testing.B) {
		for b.Loop() {
			Partner(fall, ki, diag, 1, 1)
		}
	})
	b.Run("sigmoid", func(b *testing.B) {
		for b.Loop() {
			copy(kj, ki)
			Sigmoid(kj, 0)
		}
	})
	b.Run("single", func(b *testing.B) {
		for b.Loop() {
			Single(kj)
		}
	})
	b.Run("rbf", func(b *testing.B) {
		for b.Loop() {
			RBF(kj, ki, 0.5)
		}
	})
}
