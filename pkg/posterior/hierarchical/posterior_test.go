package hierarchical

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// sets draws 3 x 2 CVs about the given differences.
func sets(t *testing.T, seed uint64, prior paired.Prior, differences ...float64) []paired.Posterior {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	out := make([]paired.Posterior, len(differences))
	for i, d := range differences {
		folds := make([][2]float64, 3)
		for j := range folds {
			folds[j] = [2]float64{d + 0.02*rng.NormFloat64(), d + 0.02*rng.NormFloat64()}
		}
		p, err := paired.New(folds, prior)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = p
	}
	return out
}

func made(t *testing.T, s []paired.Posterior, opt Options) Posterior {
	t.Helper()
	p, err := New(s, opt)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func student(x, nu float64) float64 {
	a, _ := math.Lgamma((nu + 1) / 2)
	b, _ := math.Lgamma(nu / 2)
	return math.Exp(a-b-(nu+1)/2*math.Log1p(x*x/nu)) / math.Sqrt(nu*math.Pi)
}

// The likelihood of mu0, a mixture of normal densities, against the plain integral of
// density times likelihood over delta.
func TestLikelihood(t *testing.T) {
	numtest.NotRaced(t)
	inner := [][2][][2]float64{{{{0, 0.02}, {0.01, 0.03}}, {{0.05, 0.01}, {0.03, 0.04}}}, {{{0, 0}, {0.02, 0.03}},
		{{0.01, 0.02}, {-0.03, 0.01}}}}
	nested, err := paired.NewNested([][2]float64{{0.01, 0.03}, {0.02, 0.04}, {0, 0.01}}, inner, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkLikelihood(t, sets(t, 3, nil, 0.01)[0], 2e-5)
	checkLikelihood(t, nested, 1e-4) // with two half-splits the density bends so that its table has fewer digits
}

func checkLikelihood(t *testing.T, p paired.Posterior, tolerance float64) {
	t.Helper()
	for _, nu := range []float64{1, 2.5, 30, 500} {
		y, w := logChi(nu)
		for _, sigma := range []float64{0.001, 0.01, 0.2} {
			got := bellOf(p).spread(sigma, y, w).log()
			for _, mu := range []float64{0.01, 0.05, -0.2} {
				// delta = mu + c sinh(u) covers both peaks and all tails.
				want := 0.0
				const step = 1.0 / 32
				for u := -24.0; u <= 24; u += step {
					d := mu + sigma*math.Sinh(u)
					want += student((d-mu)/sigma, nu) * p.Prob(d) * math.Cosh(u) * step
				}
				if math.Abs(math.Exp(got(mu))/want-1) > tolerance {
					t.Errorf("nu %v, sigma %v, mu %v: %v, want %v", nu, sigma, mu, math.Exp(got(mu)), want)
				}
			}
		}
	}
}

// With nearly normal differences and fixed correlations: a plain sum over a fine grid of
// mu0 and sigma0.
func TestGrid(t *testing.T) {
	s := sets(t, 5, paired.Fixed{Rho1: 0.2, Rho2: 0.3}, 0.01, 0.05, -0.02)
	const most = 3
	p := made(t, s, Options{Nu: 1e4, SigmaMost: most})
	bells := make([]bell, len(s))
	for i := range s {
		bells[i] = bellOf(s[i])
	}
	bound := most * spreadOf(bells)
	const points, wide = 300, 0.6
	total, below, shrunken := 0.0, 0.0, 0.0
	for i := range points {
		sigma := bound * (float64(i) + 0.5) / points
		for k := range 2 * points {
			mu := wide * (float64(k)/points - 1 + 0.5/points)
			like, mean := 1.0, 0.0
			for n, b := range bells {
				sum, moment := 0.0, 0.0
				for j, v := range b.variances {
					total, gap := v+sigma*sigma, mu-b.centre
					f := b.shares[j] / math.Sqrt(total) * math.Exp(-gap*gap/(2*total))
					sum += f
					moment += f * (mu*v + b.centre*sigma*sigma) / (v + sigma*sigma)
				}
				like *= sum
				if n == 0 {
					mean = moment / sum
				}
			}
			total += like
			below += like * math.Erfc((mu-0.01)/sigma/math.Sqrt2) / 2
			shrunken += like * mean
		}
	}
	if got := p.PredictiveCDF(0.01); math.Abs(got-below/total) > 2e-5 {
		t.Errorf("P(next <= 0.01) = %v, want %v", got, below/total)
	}
	if got := p.DataSet(0).Mean(); math.Abs(got-shrunken/total) > 1e-6 {
		t.Errorf("shrunken difference %v, want %v", got, shrunken/total)
	}
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Without differences between data sets, sigma0 -> 0: one data set alone keeps its
// posterior, and so does the next one.
func TestOneDataSet(t *testing.T) {
	s := sets(t, 2, nil, 0.02)
	tight := made(t, s, Options{SigmaMost: 1e-4, Nu: 3})
	wide := made(t, s, Options{SigmaMost: 1e5, Nu: 3})
	for _, x := range []float64{-0.01, 0, 0.02, 0.04} {
		want := s[0].CDF(x)
		for name, got := range map[string]float64{"next": tight.PredictiveCDF(x), "mean": tight.Mean().CDF(x),
			"own": tight.DataSet(0).CDF(x), "own, sigma0 free": wide.DataSet(0).CDF(x)} {
			if math.Abs(got-want) > 5e-5 {
				t.Errorf("%s: P(<= %v) = %v, want %v", name, x, got, want)
			}
		}
	}
	// One data set says nothing of sigma0: the next may do anything.
	if below, within, above := wide.Predictive(0.01); within > 1e-3 || math.Abs(below-above) > 1e-2 {
		t.Errorf("next %v, %v, %v", below, within, above)
	}
}

// With sigma0 -> 0 all data sets have one difference, whose posterior is the product of
// theirs; with data sets far apart each keeps its own.
func TestLimits(t *testing.T) {
	numtest.NotRaced(t)
	s := sets(t, 4, nil, 0.01, 0.02, 0.03)
	p := made(t, s, Options{SigmaMost: 1e-4, Nu: 10})
	total, below := 0.0, 0.0
	for i := range 20000 {
		x := -0.5 + 5e-5*(float64(i)+0.5)
		f := s[0].Prob(x) * s[1].Prob(x) * s[2].Prob(x)
		total += f
		if x < 0.015 {
			below += f
		}
	}
	for name, got := range map[string]float64{"next": p.PredictiveCDF(0.015), "first": p.DataSet(0).CDF(0.015),
		"mean": p.Mean().CDF(0.015)} {
		if math.Abs(got-below/total) > 5e-5 {
			t.Errorf("%s: %v, want %v", name, got, below/total)
		}
	}
	far := sets(t, 4, nil, 1, 2, 3, 40)
	q := made(t, far, Options{Nu: 2})
	for i := range far {
		e, own := estimate(t, q.DataSet(i)), estimate(t, far[i])
		if margin := 0.02 * (own.High - own.Low); math.Abs(e.Low-own.Low) > margin ||
			math.Abs(e.High-own.High) > margin {
			t.Errorf("data set %d: interval %+v, want that of the data set alone, %+v, to 2%%", i, e, own)
		}
	}
}

// Shrunken estimates lie between a data set's own and the mean, and are about as sure or
// surer.
func TestShrinks(t *testing.T) {
	s := sets(t, 6, nil, 0, 0.02, 0.04, 0.06, 0.08)
	p := made(t, s, Options{Nu: 100})
	mean := p.Mean().Mean()
	for i := range s {
		e := estimate(t, p.DataSet(i))
		own := estimate(t, s[i])
		if e.High-e.Low >= 1.1*(own.High-own.Low) {
			t.Errorf("data set %d: interval %+v, want a length of at most 1.1 times that of %+v", i, e, own)
		}
		if share := (e.Mid - mean) / (own.Mid - mean); math.Abs(own.Mid-mean) > 0.01 && !(share > 0 && share < 1) {
			t.Errorf("data set %d: estimate %v, want one between its own, %v, and the mean %v", i, e.Mid, own.Mid, mean)
		}
	}
}

// Order, sign and unit of the differences do not matter.
func TestInvariance(t *testing.T) {
	folds := [][][2]float64{{{0.01, 0.03}, {0.02, 0.04}}, {{0.05, 0.01}, {0.02, 0.02}}, {{-0.01, 0.02}, {0, 0.03}}}
	get := func(order []int, factor float64) Posterior {
		var s []paired.Posterior
		for _, i := range order {
			d := make([][2]float64, 2)
			for j, r := range folds[i] {
				d[j] = [2]float64{factor * r[0], factor * r[1]}
			}
			p, err := paired.New(d, nil)
			if err != nil {
				t.Fatal(err)
			}
			s = append(s, p)
		}
		return made(t, s, Options{Nu: 4})
	}
	p := get([]int{0, 1, 2}, 1)
	below, within, above := p.Predictive(0.01)
	if !(below > 0 && within > 0 && above > below) || math.Abs(below+within+above-1) > 1e-12 {
		t.Fatalf("next %v, %v, %v", below, within, above)
	}
	q := get([]int{2, 0, 1}, 1)
	b, w, a := q.Predictive(0.01)
	if math.Abs(b-below)+math.Abs(w-within)+math.Abs(a-above) > 1e-9 ||
		math.Abs(q.DataSet(0).Mean()-p.DataSet(2).Mean()) > 1e-9 {
		t.Errorf("other order: %v, %v, %v; want %v, %v, %v", b, w, a, below, within, above)
	}
	q = get([]int{0, 1, 2}, -1000)
	b, w, a = q.Predictive(10)
	if math.Abs(a-below)+math.Abs(w-within)+math.Abs(b-above) > 1e-9 ||
		math.Abs(q.DataSet(0).Mean()/-1000-p.DataSet(0).Mean()) > 1e-9 {
		t.Errorf("other sign and unit: %v, %v, %v; want %v, %v, %v", b, w, a, above, within, below)
	}
}

func TestRefused(t *testing.T) {
	s := sets(t, 1, nil, 0.01, 0.02)
	for want, err := range map[string]error{
		"no data sets":                  second(New(nil, Options{})),
		"sigma0 up to -1 of the spread": second(New(s, Options{SigmaMost: -1})),
		"0.5 degrees of freedom":        second(New(s, Options{Nu: 0.5})),
		"data set 2 is empty":           second(New([]paired.Posterior{s[0], {}}, Options{})),
		"level 1; give a number":        second(made(t, s, Options{Nu: 5}).Mean().Estimate(1)),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// estimate returns the estimate with its interval of level 0.95.
func estimate(t *testing.T, p interface {
	Estimate(level float64) (infer.Estimate, error)
}) infer.Estimate {
	t.Helper()
	e, err := p.Estimate(0.95)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Quantiles are those of the distribution functions.
func TestQuantiles(t *testing.T) {
	p := made(t, sets(t, 5, nil, 0.01, -0.02, 0.03), Options{Nu: 5})
	mean := p.Mean()
	for _, level := range []float64{0.001, 0.025, 0.5, 0.9} {
		if got := p.PredictiveCDF(p.PredictiveQuantile(level)); math.Abs(got-level) > 1e-9 {
			t.Errorf("NextCDF(PredictiveQuantile(%v)) = %v", level, got)
		}
		if got := mean.CDF(mean.Quantile(level)); math.Abs(got-level) > 1e-9 {
			t.Errorf("CDF(Quantile(%v)) = %v", level, got)
		}
	}
	for name, f := range map[string]func(float64) float64{"PredictiveQuantile": p.PredictiveQuantile,
		"Quantile": mean.Quantile} {
		for _, level := range []float64{0, 1, math.NaN()} {
			if !panics(func() { f(level) }) {
				t.Errorf("%s(%v) did not panic", name, level)
			}
		}
	}
}

func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}
