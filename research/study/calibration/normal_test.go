package calibration

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/theory"
)

// normal draws differences with mean 0 and variance 1.
func normal(m int, c cell, rng *rand.Rand) [][2]float64 {
	within, between, mean := c.variances(m)
	shared := math.Sqrt(max(mean-between/float64(2*m), 0)) * rng.NormFloat64() // covariance between replications
	d := make([][2]float64, m)
	for j := range d {
		centre, half := shared+math.Sqrt(between/2)*rng.NormFloat64(), math.Sqrt(within/2)*rng.NormFloat64()
		d[j] = [2]float64{centre + half, centre - half}
	}
	return d
}

// The tables of the bounds are as exact as the procedures themselves.
func TestBounds(t *testing.T) {
	numtest.NotRaced(t)
	rng := rand.New(rand.NewPCG(1, 1))
	pairs := paired.Empirical{{0.1, 0.2}, {0, 0.3}, {0.3, 0.1}}
	for _, m := range []int{3, 5, 10} {
		priors := priors(pairs)
		all, err := procedures(m, priors, alpha)
		if err != nil {
			t.Fatal(err)
		}
		for k := range 40 {
			d := normal(m, cells()[k%len(cells())], rng)
			for i, p := range all {
				bound, worst := p.bound(SumsOf(d)), 1e-9
				var exact float64
				if i < len(priors) {
					q, err := paired.New(d, priors[i].prior)
					if err != nil {
						t.Fatal(err)
					}
					e, err := q.Estimate(1 - 2*alpha)
					if err != nil {
						t.Fatal(err)
					}
					exact, worst = e.High-e.Mid, 1e-5
				} else if exact, err = testBound(p.method, d); err != nil {
					t.Fatal(err)
				}
				if !(math.Abs(bound-exact) <= worst*exact) {
					t.Errorf("m %d, %s %s: bound %v, want %v", m, p.method, p.prior, bound, exact)
				}
			}
		}
	}
}

// testBound finds the distance from the mean at which a test of package infer rejects.
func testBound(name string, d [][2]float64) (float64, error) {
	if name == "blocked-mx2-t" {
		name = "blocked-3x2-t" // of any m under this function
	}
	var rows [][]float64
	for _, p := range d {
		rows = append(rows, p[:])
	}
	mu, err := infer.DifferencesOf(rows)
	if err != nil {
		return 0, err
	}
	run := map[string]func(infer.Differences, infer.Options) (infer.Result, error){"bcv-t": infer.BCVT,
		"blocked-3x2-t":              infer.BlockedT,
		"corrected-repeated-kfold-t": infer.CorrectedRepeatedKFoldT, "calibrated-5x2-F": infer.CalibratedF}[name]
	low, high := 0.0, 100.0
	for range 100 {
		mid := (low + high) / 2
		r, err := run(mu, infer.Options{Delta: mu.Mean() - mid, Alpha: 2 * alpha})
		if err != nil {
			return 0, err
		}
		if r.Reject {
			high = mid
		} else {
			low = mid
		}
	}
	return high, nil
}

// With the true correlations the posterior claims on each side exactly as often as it
// says.
func TestTrueCorrelations(t *testing.T) {
	for _, m := range []int{2, 3, 10} {
		for _, c := range cells() {
			reach, err := paired.Reach(m, paired.Fixed{Rho1: c.rho1, Rho2: c.rho2}, alpha)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.claims(m, procedure{reach: reach}, 0); math.Abs(got-alpha) > 1e-6 {
				t.Errorf("m %d, %+v: %v", m, c, got)
			}
		}
	}
}

// Averaged over the prior the posterior claims as often as it says, too, though not in
// each cell.
func TestAverageOverPrior(t *testing.T) {
	pairs := paired.Empirical{{0, 0}, {0.1, 0.4}, {0.5, 0.5}}
	for _, m := range []int{3, 5, 10} {
		reach, err := paired.Reach(m, pairs, alpha)
		if err != nil {
			t.Fatal(err)
		}
		sum, most := 0.0, 0.0
		for _, r := range pairs {
			e := cell{r[0], r[1]}.claims(m, procedure{reach: reach}, 0)
			sum += e / float64(len(pairs))
			most = max(most, e)
		}
		if math.Abs(sum-alpha) > 1e-5 || most < 0.06 {
			t.Errorf("m %d: %v on average, %v at most", m, sum, most)
		}
	}
}

// The error and the power of bcv-t equal those that package theory computes.
func TestAgainstExactT(t *testing.T) {
	for _, m := range sizesNormal {
		reach, err := testReach(m, infer.BCVT, alpha)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cells() {
			_, _, v := c.variances(m)
			l := theory.TStatistic{M: m, Rho1: c.rho1, Rho2: c.rho2}
			factor := reach(0) * math.Sqrt(2*float64(m))
			for _, e := range []float64{0, effect} {
				if got, want := c.claims(m, procedure{reach: reach}, e), l.Exceed(e*math.Sqrt(v),
					factor); math.Abs(got-want) > 1e-8 {
					t.Errorf("m %d, %+v, effect %v: %v, want %v", m, c, e, got, want)
				}
			}
		}
	}
}

// The computed shares equal the shares of drawn differences.
func TestAgainstDraws(t *testing.T) {
	numtest.NotRaced(t)
	rng := rand.New(rand.NewPCG(7, 1))
	const m, draws = 5, 20_000
	all, err := procedures(m, priors(paired.Empirical{{0.1, 0.2}, {0, 0.3}}), alpha)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []cell{{0, 0.3}, {0.5, 0.5}, {0.2, 0}} {
		_, _, v := c.variances(m)
		wrong, found := make([]float64, len(all)), make([]float64, len(all))
		for range draws {
			s := SumsOf(normal(m, c, rng))
			for i, p := range all {
				bound := p.bound(s)
				add(&wrong[i], math.Abs(s.Mean) > bound, 0.5)
				add(&found[i], s.Mean+effect*math.Sqrt(v) > bound, 1)
			}
		}
		for i, p := range all {
			for k, pair := range [][2]float64{{wrong[i] / draws, c.claims(m, p, 0)},
				{found[i] / draws, c.claims(m, p, effect)}} {
				if got, want := pair[0], pair[1]; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/draws)+1e-4 {
					t.Errorf("%s %s at %+v, %d: %v of the draws, computed %v", p.method, p.prior, c, k, got, want)
				}
			}
		}
	}
}

func TestCells(t *testing.T) {
	if got := cells(); len(got) != 35 {
		t.Errorf("%d cells: %v", len(got), got)
	}
}
