package infer

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
)

// Under its own ideal model - independent normal differences, or for the corrected
// tests normal ones with the correlation they assume - a test has its level. In 5x2-t
// and the F-tests numerator and denominator share differences, so that the distributions are
// approximations: numpy 1.24.2 finds the levels 0.0283, 0.0175 and 0.0163 in a million
// draws, and 0.0517 with correlations of 1/4. Of kfold-ci-z on fold means it is
// P(|t_9| > 1.96) = 0.0816. Bounds are three standard errors.
func TestLevelUnderOwnModel(t *testing.T) {
	const draws = 6000
	rng := rand.New(rand.NewPCG(7, 11))
	for _, c := range []struct {
		test                string
		replications, folds int
		rho                 float64 // correlation of any two differences
		level               float64
	}{
		{"resampled-t", 15, 1, 0, 0.05},
		{"kfold-t", 1, 10, 0, 0.05},
		{"corrected-resampled-t", 15, 1, 1.0 / 3, 0.05},
		{"corrected-repeated-kfold-t", 4, 5, 1.0 / 5, 0.05},
		{"bcv-t", 5, 2, 0.5, 0.05},
		{"blocked-3x2-t", 3, 2, 0.4, 0.05}, // C_3 = 1 at rho1 = rho2 = 0.4
		{"combined-5x2-t", 5, 2, 0, 0.05},
		{"5x2-t", 5, 2, 0, 0.0283},
		{"combined-5x2-F", 5, 2, 0, 0.0175},
		{"calibrated-5x2-F", 5, 2, 0, 0.0163},
		{"calibrated-5x2-F", 5, 2, 0.25, 0.0517}, // near its level at rho1 = rho2 = 1/4
		{"kfold-ci-z", 1, 10, 0, 0.0816},
	} {
		rejected := 0
		a := make([][]float64, c.replications)
		b, valid, train := make([][]float64, c.replications), make([][]int, c.replications),
			make([][]int, c.replications)
		for j := range a {
			a[j], b[j], valid[j], train[j] = make([]float64, c.folds), make([]float64, c.folds), make([]int, c.folds),
				make([]int, c.folds)
			for k := range c.folds {
				valid[j][k], train[j][k] = 50, 100
			}
		}
		for range draws {
			shared := rng.NormFloat64() * math.Sqrt(c.rho)
			for j := range b {
				for k := range b[j] {
					b[j][k] = shared + rng.NormFloat64()*math.Sqrt(1-c.rho)
				}
			}
			d := must[Differences](t)(NewDifferences(a, b))
			d = must[Differences](t)(d.WithTraining(train))
			d = must[Differences](t)(d.WithValidation(valid))
			if must[Result](t)(Run(c.test, d, Options{})).Reject {
				rejected++
			}
		}
		level := float64(rejected) / draws
		if math.Abs(level-c.level) > 3*math.Sqrt(c.level*(1-c.level)/draws) {
			t.Errorf("%s: level %.4f, want %v", c.test, level, c.level)
		}
	}
}

// The z-tests on independent records: normal differences for the interval of Bayle et
// al., independent errors for the proportions, halves with the variance of the mean
// for the conservative one, whose 10 pairs make it a t-test: P(|t_10| > 1.96) = 0.0785.
// Bounds are three standard errors of 4000 draws, and 0.002 for the normal
// approximation.
func TestLevelOfZTests(t *testing.T) {
	const draws, n = 4000, 200
	rng := rand.New(rand.NewPCG(13, 17))
	rejected := map[string]int{}
	count := func(name string, d Differences) {
		if must[Result](t)(Run(name, d, Options{})).Reject {
			rejected[name]++
		}
	}
	for range draws {
		a, b := make([][]float64, 4), make([][]float64, 4)
		wrong := [2]float64{}
		for i := range n {
			a[i%4], b[i%4] = append(a[i%4], 0), append(b[i%4], rng.NormFloat64())
			for model := range wrong {
				if rng.Float64() < 0.3 {
					wrong[model]++
				}
			}
		}
		d := must[Differences](t)(RecordDifferences([][][]float64{a}, [][][]float64{b}))
		count("kfold-ci-z", d)
		count("kfold-ci-z-in", d)
		d = must[Differences](t)(NewDifferences(row(wrong[0]/n), row(wrong[1]/n)))
		count("proportion-z", must[Differences](t)(d.WithValidation([][]int{{n}})))
		halves := make([][2]float64, 10)
		for i := range halves {
			halves[i] = [2]float64{rng.NormFloat64(), rng.NormFloat64()}
		}
		d = must[Differences](t)(DifferencesOf(row(rng.NormFloat64())))
		count("conservative-z", must[Differences](t)(d.WithHalves(halves)))
	}
	for name, want := range map[string]float64{"kfold-ci-z": 0.05, "kfold-ci-z-in": 0.05, "proportion-z": 0.05,
		"conservative-z": 0.0785} {
		level := float64(rejected[name]) / draws
		if math.Abs(level-want) > 0.002+3*math.Sqrt(want*(1-want)/draws) {
			t.Errorf("%s: level %.4f, want %v", name, level, want)
		}
	}
}

func TestAllocations(t *testing.T) {
	for name, d := range cases(t) {
		for _, test := range Tests() {
			if _, err := test.Run(d, Options{}); err != nil {
				continue
			}
			n := testing.AllocsPerRun(100, func() { _, _ = test.Run(d, Options{}) })
			if n > 1 {
				t.Errorf("%s, %s: %v allocations, want the degrees of freedom alone", name, test.Name, n)
			}
		}
	}
}

func BenchmarkFoldTests(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		test                string
		replications, folds int
	}{
		{"resampled-t", 30, 1}, {"corrected-repeated-kfold-t", 3, 10}, {"mx2-t", 15, 2}, {"bcv-t", 15, 2},
		{"calibrated-5x2-F", 5, 2},
	} {
		mu := make([][]float64, c.replications)
		for j := range mu {
			for range c.folds {
				mu[j] = append(mu[j], rng.NormFloat64())
			}
		}
		d := must[Differences](b)(DifferencesOf(mu))
		b.Run(c.test, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Run(c.test, d, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// On halves of 8 blocks in time bcv-t has its level if the differences of records are independent, and not if they are
// alike over a longer part of the series, with the correlation exp(-distance/part). numpy has 5.5%, 7.9%, 11.3%, 18.8%
// and 30.0% in 20,000 draws. Bounds are three standard errors.
func TestLevelOfBlocksInTime(t *testing.T) {
	const n, m, draws = 120, 3, 4000
	times := make([]float64, n)
	for i := range times {
		times[i] = float64(i)
	}
	blocks, err := cv.TimeBlocks(times, 8)
	if err != nil {
		t.Fatal(err)
	}
	set, err := cv.New(cv.Grouped, n, cv.Options{M: m, Groups: blocks, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 5))
	for _, c := range []struct{ part, level float64 }{{0, 0.055}, {1. / 32, 0.079}, {1. / 16, 0.113}, {1. / 8, 0.188},
		{1. / 4, 0.3}} {
		rejected, u, share := 0, make([]float64, n), math.Exp(-1/(c.part*n))
		for range draws {
			for i := range u {
				u[i] = rng.NormFloat64()
				if i > 0 {
					u[i] = share*u[i-1] + math.Sqrt(1-share*share)*u[i]
				}
			}
			a, b := make([][]float64, m), make([][]float64, m)
			for _, fold := range set.Folds() {
				sum := 0.0
				for _, i := range fold.Valid {
					sum += u[i]
				}
				r := fold.Replication - 1
				a[r], b[r] = append(a[r], 0), append(b[r], sum/float64(len(fold.Valid)))
			}
			d, err := NewDifferences(a, b)
			if err != nil {
				t.Fatal(err)
			}
			result, err := BCVT(d, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if result.PValue < 0.05 {
				rejected++
			}
		}
		got, bound := float64(rejected)/draws, 3*math.Sqrt(c.level*(1-c.level)/draws)
		if math.Abs(got-c.level) > bound {
			t.Errorf("alike over %v of the series: level %v, want %v within %v", c.part, got, c.level, bound)
		}
	}
}
