package cv

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// Corollary 2.2: K-fold CV with equal folds is balanced, with overlaps of (K-2)n/K.
func TestKFoldIsBalanced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(2, 12).Draw(t, "K")
		n := k * rapid.IntRange(1, 20).Draw(t, "records of a fold")
		s, err := New(KFold, n, Options{K: k, Seed: rapid.Uint64().Draw(t, "seed")})
		if err != nil {
			t.Fatal(err)
		}
		want := (k - 2) * n / k
		if got := IdealOverlap(n, n-n/k, k); math.Abs(got-float64(want)) > 1e-9 {
			t.Fatalf("n=%d K=%d: the ideal overlap is %v, want %d", n, k, got, want)
		}
		for a, row := range s.Unfolded().Overlaps() {
			for b, phi := range row[:a] {
				if phi != want {
					t.Fatalf("n=%d K=%d: folds %d and %d share %d training records, want %d", n, k, a, b, phi, want)
				}
			}
		}
	})
}

// Corollary 2.3, where n divides J n1: where all overlaps are the ideal one, every record
// trains equally often. The ideal is the least mean of overlaps that there is, and uneven
// occurrences raise it.
func TestBalanceMakesOccurrencesEqual(t *testing.T) {
	balanced := 0
	rapid.Check(t, func(t *rapid.T) {
		method := rapid.SampledFrom([]Method{RLT, BRLT}).Draw(t, "method")
		j := rapid.IntRange(2, 6).Draw(t, "J")
		size := rapid.IntRange(1, 8).Draw(t, "n/J")
		n, n1 := j*size, rapid.IntRange(1, j-1).Draw(t, "J n1/n")*size
		s, err := New(method, n, Options{Train: n1, M: j, Seed: rapid.Uint64().Draw(t, "seed")})
		if err != nil {
			t.Fatal(err)
		}
		sum, even := 0.0, true
		ideal := IdealOverlap(n, n1, j)
		for a, row := range s.Overlaps() {
			for _, phi := range row[:a] {
				sum += float64(phi)
				even = even && math.Abs(float64(phi)-ideal) < 1e-9
			}
		}
		psi := s.Occurrences()
		equal := slices.Min(psi) == slices.Max(psi)
		if even && !equal {
			t.Fatalf("overlaps are all %v, occurrences go from %d to %d", ideal, slices.Min(psi), slices.Max(psi))
		}
		if mean := sum / float64(j*(j-1)/2); mean < ideal-1e-9 || equal != (mean < ideal+1e-9) {
			t.Fatalf("mean overlap %v, ideal %v, equal occurrences: %v", mean, ideal, equal)
		}
		if even {
			balanced++
		}
	})
	if balanced == 0 {
		t.Error("no balanced set was drawn")
	}
}

// P proposition 4: the contrasts between the halves of balanced half-splits are uncorrelated with each other and with
// the mean of all records, and of normal numbers the sum of the M squares is 4 tau²/n times chi²(M).
func TestContrastsOfBalancedHalves(t *testing.T) {
	const n, m, sets = 64, 10, 20_000
	s := mustBCV(t, n, m, 5)
	sign := make([][]float64, m)
	for j, p := range s.Splits {
		sign[j] = make([]float64, n)
		for h, half := range [][]int32{p.Train, p.Valid} {
			for _, i := range half {
				sign[j][i] = float64(1 - 2*h)
			}
		}
		if sum := floats.Sum(sign[j]); sum != 0 {
			t.Errorf("half-split %d: covariance with the mean %v, want 0", j+1, sum)
		}
		for l := range j {
			if dot := floats.Dot(sign[j], sign[l]); dot != 0 {
				t.Errorf("half-splits %d and %d: covariance of their contrasts %v, want 0", l+1, j+1, dot)
			}
		}
	}
	rng := rand.New(rand.NewPCG(4, 1))
	u, limit := make([]float64, n), distuv.ChiSquared{K: m}.Quantile(0.95)
	var sum, above float64
	for range sets {
		for i := range u {
			u[i] = 3 * rng.NormFloat64()
		}
		chi := 0.0
		for j := range sign {
			contrast := 2.0 / n * floats.Dot(sign[j], u)
			chi += contrast * contrast / (4 * 9.0 / n)
		}
		sum += chi / sets
		if chi > limit {
			above += 1.0 / sets
		}
	}
	if se := math.Sqrt(2 * m / float64(sets)); math.Abs(sum-m) > 4*se {
		t.Errorf("mean %v, want %d within %v", sum, m, 4*se)
	}
	if se := math.Sqrt(0.05 * 0.95 / sets); math.Abs(above-0.05) > 4*se {
		t.Errorf("%v are above the quantile of 95%%, want 0.05 within %v", above, 4*se)
	}
}
