package theory

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// The four covariances of single losses give f (thesis §5.9.4), its quadratic form
// and the correlations.
func TestMeanRegressionFormulasAgree(t *testing.T) {
	near := func(got, want float64) bool { return math.Abs(got-want) <= 1e-12*math.Abs(want) }
	for _, n := range []int{8, 20, 40, 300} {
		m := MeanRegression{n, 1.5}
		for k := range 5 {
			x := float64(k) * float64(n) / 8
			c, want := m.SingleLosses(x), m.Covariance(x)
			if got := c.Covariance(n, n/2, x); !near(got, want) {
				t.Errorf("n=%d: f(%g) = %g from single losses, want %g", n, x, got, want)
			}
			square, linear, constant := c.Quadratic(n)
			if got := constant + 4/float64(n*n)*(square*x*x+linear*x); !near(got, want) {
				t.Errorf("n=%d: quadratic at %g: %g, want %g", n, x, got, want)
			}
		}
		rho1, rho2 := Correlations(m.Covariance, n)
		h := m.HoldOut()
		if !near(h.Sigma2, m.Covariance(float64(n)/2)) || !near(h.Rho1, rho1) || !near(h.Rho2, rho2) {
			t.Errorf("n=%d: %+v, from f %g, %g, %g", n, h, m.Covariance(float64(n)/2), rho1, rho2)
		}
	}
	for _, c := range []struct {
		n    int
		want bool
	}{{8, false}, {10, false}, {11, true}, {12, true}} {
		if h := (MeanRegression{c.n, 1}).HoldOut(); (h.Rho1 < 0.5 && h.Rho2 < 0.5) != c.want {
			t.Errorf("n=%d: %+v, both below 1/2: %v", c.n, h, c.want)
		}
	}
}

// The four covariances must be those of the losses themselves. The test simulates
// them from the definition (thesis, eq. 5.77), on 12 records with an overlap of 2.
func TestMeanRegressionSingleLossesAreThoseOfLosses(t *testing.T) {
	const n, x, draws, batches = 12, 2, 4000, 50
	rng := rand.New(rand.NewPCG(5, 9))
	var y [n]float64
	// Training sets: records 0 to 5, and 4 to 9. Outside both: 10 and 11.
	loss := func(from int, i int) float64 {
		d := stat.Mean(y[from:from+n/2], nil) - y[i]
		return d * d
	}
	names := []string{"sigma²", "omega", "gamma", "tau", "f"}
	var batch [5][]float64
	for range batches {
		var a, b [5][draws]float64
		for k := range draws {
			for i := range y {
				y[i] = 3 + rng.NormFloat64()
			}
			first, second := 0.0, 0.0
			for i := 6; i < n; i++ {
				first += loss(0, i) / 6
			}
			for _, i := range []int{0, 1, 2, 3, 10, 11} {
				second += loss(4, i) / 6
			}
			for q, pair := range [5][2]float64{{loss(0, 10), loss(4, 10)}, {loss(0, 10), loss(4, 11)},
				{loss(0, 6), loss(4, 0)}, {loss(0, 6), loss(4, 10)}, {first, second}} {
				a[q][k], b[q][k] = pair[0], pair[1]
			}
		}
		for q := range names {
			batch[q] = append(batch[q], stat.Covariance(a[q][:], b[q][:], nil))
		}
	}
	m := MeanRegression{n, 1}
	c := m.SingleLosses(x)
	for q, want := range []float64{c.Sigma2, c.Omega, c.Gamma, c.Tau, m.Covariance(x)} {
		got, sd := stat.MeanStdDev(batch[q], nil)
		if se := sd / math.Sqrt(batches); math.Abs(got-want) > 4*se || se > 0.02 {
			t.Errorf("%s = %.5f ± %.5f in %d draws, want %.5f", names[q], got, se, draws*batches, want)
		}
	}
}

// Losses that depend on the test record alone, not on the training set: the
// covariance of two hold-out estimates comes from the records that validate both.
// Then rho1 = 0 and rho2 = 1/2 (thesis, lemma 5.3), and n2/n for two random
// splits, the correlation that Nadeau and Bengio (2003) take.
func TestRecordLosses(t *testing.T) {
	for _, n := range []int{8, 100} {
		c := SingleLosses{Sigma2: 0.3}
		rho1, rho2 := Correlations(func(x float64) float64 { return c.Covariance(n, n/2, x) }, n)
		if rho1 != 0 || math.Abs(rho2-0.5) > 1e-15 {
			t.Errorf("n=%d: rho1 %g, rho2 %g", n, rho1, rho2)
		}
		n1 := n * 3 / 4
		f := func(x float64) float64 { return c.Covariance(n, n1, x) }
		if got, want := OverRandom(f, n, n1)/f(float64(n1)), float64(n-n1)/float64(n); math.Abs(got-want) > 1e-12 {
			t.Errorf("n=%d, n1=%d: correlation of random splits %g, want %g", n, n1, got, want)
		}
	}
}

// The difference from the truth, from its definition: a quadratic form in the
// means of four quarters, whose covariances are twice traces of products.
func TestAgainstTruth(t *testing.T) {
	const n, psi = 40, 1.5
	form := func(train [2]int) (q [4][4]float64) {
		for i := range 4 {
			for j := range 4 {
				inI, inJ := i == train[0] || i == train[1], j == train[0] || j == train[1]
				switch {
				case inI && inJ:
					q[i][j] = 0.25
				case inI != inJ:
					q[i][j] = -0.25
				}
			}
		}
		return q
	}
	covariance := func(a, b [4][4]float64) float64 {
		trace := 0.0
		for i := range 4 {
			for j := range 4 {
				trace += a[i][j] * b[j][i]
			}
		}
		quarter := psi * psi * 4 / n
		return 2 * trace * quarter * quarter
	}
	first := form([2]int{0, 1})
	same, within, between := covariance(first, first), covariance(first, form([2]int{2, 3})),
		covariance(first, form([2]int{0, 2}))
	h := MeanRegression{n, psi}.AgainstTruth()
	for _, c := range []struct{ got, want float64 }{{h.Sigma2, same}, {h.Rho1, within / same},
		{h.Rho2, between / same}} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%+v: %g, want %g", h, c.got, c.want)
		}
	}
}

// The majority of balanced classes, from its definition: half counts of n records
// are binomial, and so are quarters.
func TestBalancedMajority(t *testing.T) {
	const n, draws, batches = 4000, 20_000, 20
	rng := rand.New(rand.NewPCG(11, 4))
	quarter := func() float64 { return math.Sqrt(n) / 4 * rng.NormFloat64() } // excess of a class
	sign := func(v float64) float64 { return math.Copysign(1, v) }
	var batch [3][]float64
	for range batches {
		var sum [3]float64
		for range draws {
			a, b, c, d := quarter(), quarter(), quarter(), quarter()
			first := sign(a+b) * (c + d) / (n / 2)
			sum[0] += first * first
			sum[1] += first * sign(c+d) * (a + b) / (n / 2)
			sum[2] += first * sign(a+c) * (b + d) / (n / 2)
		}
		for k := range sum {
			batch[k] = append(batch[k], sum[k]/draws)
		}
	}
	h := BalancedMajority(n)
	for k, want := range []float64{h.Sigma2, h.Sigma2 * h.Rho1, h.Sigma2 * h.Rho2} {
		got, sd := stat.MeanStdDev(batch[k], nil)
		if se := sd / math.Sqrt(batches); math.Abs(got-want) > 4*se || se > 0.01*h.Sigma2 {
			t.Errorf("moment %d: %g ± %g, want %g", k, got, se, want)
		}
	}
	if rho0 := LossCorrelation(h.Sigma2, 0.25, n/2); math.Abs(rho0) > 1e-12 || h.Rho1 < Rho1Limit(rho0, n) {
		t.Errorf("rho0 %g, limit %g", rho0, Rho1Limit(rho0, n))
	}
}
