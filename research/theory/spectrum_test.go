package theory

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/combin"
)

// The functions are orthogonal over the overlap of two random training sets, with
// squared norm 1/(C(n,k) - C(n,k-1)) (Delsarte 1973).
func TestZonalIsOrthogonal(t *testing.T) {
	for _, size := range [][2]int{{12, 6}, {15, 10}, {20, 4}} {
		n, n1 := size[0], size[1]
		top := min(n1, n-n1)
		for k := range top + 1 {
			for l := range k + 1 {
				got := OverRandom(func(x float64) float64 { return Zonal(k, n, n1, x) * Zonal(l, n, n1, x) }, n, n1)
				want := 0.0
				if k == l {
					dimension := float64(combin.Binomial(n, k))
					if k > 0 {
						dimension -= float64(combin.Binomial(n, k-1))
					}
					want = 1 / dimension
				}
				if math.Abs(got-want) > 1e-12 {
					t.Errorf("n=%d n1=%d: <E_%d, E_%d> = %g, want %g", n, n1, k, l, got, want)
				}
			}
		}
	}
}

func TestZonalOfHalfSplits(t *testing.T) {
	const n = 1000
	for _, x := range []float64{0, 100, 250, 333, 500} {
		u := 4*x/n - 1
		if got := Zonal(1, n, n/2, x); math.Abs(got-u) > 1e-12 {
			t.Errorf("E_1(%g) = %g, want %g", x, got, u)
		}
		if got, want := Zonal(2, n, n/2, x), ((n-1)*u*u-1)/(n-2); math.Abs(got-want) > 1e-12 {
			t.Errorf("E_2(%g) = %g, want %g", x, got, want)
		}
		// Swapping training and validation set changes the sign of odd degrees.
		for k := range 6 {
			want := math.Pow(-1, float64(k)) * Zonal(k, n, n/2, x)
			if got := Zonal(k, n, n/2, n/2-x); math.Abs(got-want) > 1e-11 {
				t.Errorf("E_%d(%g) = %g, want %g", k, n/2-x, got, want)
			}
		}
	}
}

// The covariance of the estimates of a brute-force function of the split, over
// random relabellings of the records, has the spectrum of its degrees.
func TestSpectrumOfFunctionsOfSplits(t *testing.T) {
	// h(S) = sum over training records of a_i has degrees 0 and 1; the sum over
	// pairs of b_ij adds degree 2.
	const n, n1 = 8, 4
	rng := rand.New(rand.NewPCG(1, 2))
	var a [n]float64
	var b [n][n]float64
	for i := range n {
		a[i] = rng.NormFloat64()
		for j := range i {
			b[i][j] = rng.NormFloat64()
		}
	}
	sets := combin.Combinations(n, n1)
	h := func(s []int, pairs bool) float64 {
		sum := 0.0
		for _, i := range s {
			sum += a[i]
			for _, j := range s {
				if pairs && j < i {
					sum += b[i][j]
				}
			}
		}
		return sum
	}
	for _, pairs := range []bool{false, true} {
		var sum, count [n1 + 1]float64
		for _, s := range sets {
			for _, u := range sets {
				x := 0
				for _, i := range s {
					for _, j := range u {
						if i == j {
							x++
						}
					}
				}
				sum[x] += h(s, pairs) * h(u, pairs)
				count[x]++
			}
		}
		var x, f []float64
		for k := range sum {
			x, f = append(x, float64(k)), append(f, sum[k]/count[k])
		}
		spectrum, err := FitSpectrum(n, n1, n1, x, f)
		if err != nil {
			t.Fatal(err)
		}
		for k, l := range spectrum.Lambda {
			expectZero := k > 2 || (k == 2 && !pairs)
			if expectZero != (math.Abs(l) < 1e-10) || l < -1e-10 {
				t.Errorf("pairs %v: lambda_%d = %g", pairs, k, l)
			}
		}
	}
}

func TestFitSpectrumRefuses(t *testing.T) {
	if _, err := FitSpectrum(10, 5, 2, []float64{1, 2}, []float64{1, 2}); err == nil {
		t.Error("two overlaps for degree 2")
	}
	if _, err := FitSpectrum(10, 5, 6, make([]float64, 9), make([]float64, 9)); err == nil {
		t.Error("degree 6 of 5")
	}
	if _, err := FitSpectrum(10, 5, 1, []float64{2, 2, 2}, []float64{1, 1, 1}); err == nil {
		t.Error("one overlap thrice")
	}
}
