package paired

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
)

// nestedModel draws differences and inner differences from the model of NewNested with delta = 0.
type nestedModel struct {
	m, splits, r                     int
	sigma, rho1, rho2, gamma, addedP float64
}

func (n nestedModel) draw(rng *rand.Rand) (outer [][2]float64, inner [][2][][2]float64) {
	within, between := n.sigma*math.Sqrt((1-n.rho1)/2), n.sigma*math.Sqrt((1+n.rho1-2*n.rho2)/2)
	shared := n.sigma * math.Sqrt(n.rho2) * rng.NormFloat64()
	for range n.m {
		c, apart := shared+between*rng.NormFloat64(), within*rng.NormFloat64()
		outer = append(outer, [2]float64{c + apart, c - apart})
	}
	inner = make([][2][][2]float64, n.splits)
	for j := range inner {
		for h := range inner[j] {
			centre := n.sigma * math.Sqrt(2*n.gamma*n.rho2) * rng.NormFloat64()
			for range n.r {
				c := centre + math.Sqrt(n.addedP)*rng.NormFloat64()
				apart := rng.NormFloat64()
				inner[j][h] = append(inner[j][h], [2]float64{c + apart, c - apart})
			}
		}
	}
	return outer, inner
}

// bruteForce returns P(delta > x) by integrating over all five parameters.
func bruteForce(outer [][2]float64, inner [][2][][2]float64, u Uniform, points int, x float64) float64 {
	s, _ := sumsOf(outer)
	h, added := infer.InnerVariances(inner)
	m, splits, r := float64(len(outer)), float64(len(inner)), float64(len(inner[0][0]))
	within, between := s.within*s.unit*s.unit, s.between*s.unit*s.unit
	df := 2 * splits * (r - 1)
	rule := func(n int, low, high float64) (at, w []float64) {
		at, w = make([]float64, n), make([]float64, n)
		quad.Legendre{}.FixedLocations(at, w, low, high)
		return at, w
	}
	a, wa := rule(points, u.Rho1Low, u.Rho1High)
	g, wg := rule(6, 0.8, 1.5)
	above, all := 0.0, 0.0
	for i, rho1 := range a {
		b, wb := rule(2*points, u.Rho2Low, min(u.Rho2High, (1+rho1)/2))
		for k, rho2 := range b {
			q := within/(1-rho1) + between/(1+rho1-2*rho2)
			for logSigma := math.Log(q) - 6; logSigma < math.Log(q)+4; logSigma += 0.3 {
				sigma2 := math.Exp(logSigma)
				outerLog := -m/2*math.Log(1-rho1) - (m-1)/2*math.Log(1+rho1-2*rho2) - (2*m-1)/2*logSigma - q/sigma2/2
				tail := distuv.UnitNormal.Survival((x - s.mean) /
					math.Sqrt(sigma2*(1+rho1+2*(m-1)*rho2)/(2*m)))
				for logP := math.Log(added) - 4; logP < math.Log(added)+6; logP += 0.3 {
					p := math.Exp(logP)
					for l, gamma := range g {
						scale := 2*gamma*sigma2*rho2 + p/r
						w := wa[i] * wb[k] * wg[l] * math.Exp(outerLog-df/2*(logP+added/p)-splits/2*(math.Log(scale)+h/scale))
						above += w * tail
						all += w
					}
				}
			}
		}
	}
	return above / all
}

func TestNestedByBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	for _, c := range []struct {
		n     nestedModel
		prior Uniform
	}{
		{nestedModel{m: 3, splits: 4, r: 2, sigma: 1, rho1: 0.2, rho2: 0.3, gamma: 1.2, addedP: 0.5}, Uniform{}.filled()},
		{nestedModel{m: 4, splits: 4, r: 3, sigma: 2, rho1: 0.1, rho2: 0.1, gamma: 1, addedP: 5}, Uniform{}.filled()},
		{nestedModel{m: 3, splits: 5, r: 2, sigma: 0.01, rho1: 0.3, rho2: 0.4, gamma: 1, addedP: 1e-5}, NestedPrior},
	} {
		outer, inner := c.n.draw(rng)
		p, err := NewNested(outer, inner, c.prior)
		if err != nil {
			t.Fatal(err)
		}
		x := p.Mean() + 1.3*c.n.sigma*math.Sqrt(c.n.rho2)
		want := bruteForce(outer, inner, c.prior, 24, x)
		if got := p.Survival(x); math.Abs(got-want) > 1e-6 {
			t.Errorf("%+v: P(delta > %v) = %v, want %v", c.n, x, got, want)
		}
	}
}

// Where the inner replications are equal and correlations and gamma known, three chi-squares make
// the posterior of delta a t distribution with 2m-1+M degrees of freedom.
func TestNestedIsT(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []nestedModel{
		{m: 2, splits: 1, r: 2, sigma: 1, rho1: 0.2, rho2: 0.3, gamma: 1},
		{m: 10, splits: 10, r: 3, sigma: 1e4, rho1: 0.1, rho2: 0.2, gamma: 1.2},
		{m: 40, splits: 60, r: 2, sigma: 1e-9, rho1: 0.4, rho2: 0.03, gamma: 2},
		{m: 3, splits: 300, r: 2, sigma: 1, rho1: 0, rho2: 0.4, gamma: 1e-4}, // against the folds
	} {
		outer, inner := n.draw(rng)
		p, err := newNested(outer, inner, Fixed{n.rho1, n.rho2}, [2]float64{n.gamma, n.gamma})
		if err != nil {
			t.Fatal(err)
		}
		s, err := sumsOf(outer)
		if err != nil {
			t.Fatal(err)
		}
		h, _ := infer.InnerVariances(inner)
		m, splits := float64(n.m), float64(n.splits)
		df := 2*m - 1 + splits
		q := s.unit*s.unit*(s.within/(1-n.rho1)+s.between/(1+n.rho1-2*n.rho2)) + splits*h/(2*n.gamma*n.rho2)
		want := distuv.StudentsT{Nu: df, Sigma: math.Sqrt((1 + n.rho1 + 2*(m-1)*n.rho2) / (2 * m) * q / df)}
		for _, z := range []float64{0.1, 1, 3, 6} {
			got, want := p.Survival(p.Mean()+z*want.Sigma), want.Survival(z*want.Sigma)
			if math.Abs(got-want) > 1e-4*want {
				t.Errorf("%+v, z %v: %v, want %v", n, z, got, want)
			}
		}
	}
}

// Without inner differences it is New, to the last bit.
func TestNestedWithoutInner(t *testing.T) {
	d := draw(5, 2, 0.1, 0.2, 0.3)
	for _, prior := range []Prior{nil, Uniform{}, SingleModelPrior, Fixed{0.1, 0.2}, Empirical{{0.1, 0.2}, {0, 0}}} {
		got, err := NewNested(d, nil, prior)
		if err != nil {
			t.Fatal(err)
		}
		want, err := New(d, prior)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v: %+v, want %+v (%v)", prior, got, want, err)
		}
	}
}

// Over parameters drawn from the prior, intervals cover as they say and tails are uniform.
func TestNestedCalibration(t *testing.T) {
	const draws = 1500
	rng := rand.New(rand.NewPCG(7, 8))
	inside, below := 0.0, 0.0
	for range draws {
		n := nestedModel{m: 3, splits: 4, r: 2, sigma: 1, rho1: rng.Float64() / 2, rho2: rng.Float64() / 2,
			gamma: 0.8 + 0.7*rng.Float64(), addedP: math.Exp(6*rng.Float64() - 3)}
		p, err := posteriorOf(n.draw(rng))
		if err != nil {
			t.Fatal(err)
		}
		c := p.CDF(0)
		if c > 0.1 && c < 0.9 {
			inside++
		}
		if c < 0.05 {
			below++
		}
	}
	for _, c := range []struct {
		what       string
		share, got float64
	}{{"coverage of 80% intervals", 0.8, inside / draws}, {"tails below 5%", 0.05, below / draws}} {
		if se := math.Sqrt(c.share * (1 - c.share) / draws); math.Abs(c.got-c.share) > 3*se {
			t.Errorf("%s: %v, want %v ± %.3f", c.what, c.got, c.share, 3*se)
		}
	}
}

// More nodes change no probability above 2e-5, though the halves contradict the folds.
func TestNestedOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, m := range []int{2, 10} {
		for _, splits := range []int{10, 100} {
			for _, added := range []float64{0, 0.01, 1} {
				for _, gamma := range []float64{0.01, 1, 10} {
					n := nestedModel{m: m, splits: splits, r: 2, sigma: 1, rho1: 0.1, rho2: 0.2, gamma: gamma, addedP: added}
					outer, inner := n.draw(rng)
					for _, prior := range []Uniform{NestedPrior, {-0.3, 0.3, 0.1, 0.2}} {
						s, err := sumsOf(outer)
						if err != nil {
							t.Fatal(err)
						}
						l, err := newHalves(inner, s.unit, gammas, 2*m-1)
						if err != nil {
							t.Fatal(err)
						}
						p, err := NewNested(outer, inner, prior)
						if err != nil {
							t.Fatal(err)
						}
						fine, err := Posterior{mean: s.mean, df: Normal, m: m}.measured(prior.filled().dense(m,
							s.between/s.within, legendre(order(m)+10)), s, l)
						if err != nil {
							t.Fatal(err)
						}
						worst := math.Abs(fine.tail(p.gap(0.025)) - 0.025)
						if worst > 2e-5 {
							t.Errorf("%+v, %v: error %.1e, want at most 2e-5", n, prior, worst)
						}
					}
				}
			}
		}
	}
}

// What shifts, scales and mirrors all differences does so to the posterior, and quantiles, density
// and intervals belong together.
func TestNestedFunctions(t *testing.T) {
	n := nestedModel{m: 3, splits: 5, r: 2, sigma: 1, rho1: 0.2, rho2: 0.3, gamma: 1.1, addedP: 0.4}
	outer, inner := n.draw(rand.New(rand.NewPCG(11, 12)))
	p, err := NewNested(outer, inner, nil)
	if err != nil {
		t.Fatal(err)
	}
	explicit, err := NewNested(outer, inner, NestedPrior)
	if err != nil || !reflect.DeepEqual(p, explicit) {
		t.Errorf("a nil prior is not NestedPrior (%v)", err)
	}
	change := func(pair [2]float64) [2]float64 { return [2]float64{-1e6 * (pair[1] + 5), -1e6 * (pair[0] + 5)} }
	for j, pair := range outer {
		outer[j] = change(pair)
	}
	for _, split := range inner {
		for _, half := range split {
			for i, pair := range half {
				half[i] = change(pair)
			}
		}
	}
	q, err := NewNested(outer, inner, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []float64{-2, 0, 0.3, 5} {
		if a, b := p.CDF(x), q.Survival(-1e6*(x+5)); math.Abs(a-b) > 1e-9 {
			t.Errorf("x %v: %v, mirrored and moved %v", x, a, b)
		}
		const h = 1e-4
		if slope := (p.CDF(x+h) - p.CDF(x-h)) / (2 * h); math.Abs(slope-p.Prob(x)) > 1e-6 {
			t.Errorf("density at %v: %v, slope %v", x, p.Prob(x), slope)
		}
	}
	for _, level := range []float64{1e-9, 0.025, 0.5, 0.9} {
		if got := p.CDF(p.Quantile(level)); math.Abs(got-level) > 1e-11*level {
			t.Errorf("CDF(Quantile(%v)) = %v", level, got)
		}
	}
	if p.DF() != Normal {
		t.Errorf("%d degrees of freedom, want Normal", p.DF())
	}
}

func TestNestedRefused(t *testing.T) {
	outer, inner := nestedModel{m: 3, splits: 2, r: 2, sigma: 1, rho2: 0.3, gamma: 1,
		addedP: 1}.draw(rand.New(rand.NewPCG(1, 2)))
	equal := [][2][][2]float64{{{{1, 3}, {2, 2}}, {{0, 4}, {2, 2}}}}
	for want, f := range map[string]func() (Posterior, error){
		"1 replications; give at least 2": func() (Posterior, error) { return NewNested(outer[:1], inner, nil) },
		"replication 2 fold 1 is NaN": func() (Posterior, error) {
			return NewNested([][2]float64{{1, 2}, {math.NaN(), 1}}, inner, nil)
		},
		"paired: no inner differences": func() (Posterior, error) { return NewNested(outer, [][2][][2]float64{}, nil) },
		"paired: 1 inner replication": func() (Posterior, error) {
			return NewNested(outer, [][2][][2]float64{{{{1, 2}}, {{2, 3}}}}, nil)
		},
		"the two halves of every half-split": func() (Posterior, error) { return NewNested(outer, equal, nil) },
		"a region of no area": func() (Posterior, error) {
			return NewNested(outer, inner, Uniform{0, 0, 0, 1})
		},
		"rho2 = -0.1; with inner differences": func() (Posterior, error) {
			return NewNested(outer, inner, Fixed{0.1, -0.1})
		},
		"would have no variance": func() (Posterior, error) { return NewNested(outer, inner, Fixed{0, -0.3}) },
		"prior without pairs":    func() (Posterior, error) { return NewNested(outer, inner, Empirical{}) },
		"rho2 below (1+rho1)/2":  func() (Posterior, error) { return NewNested(outer, inner, Fixed{0, 0.5}) },
	} {
		if _, err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	// Folds that agree, halves that the folds do not know of, and no correlation at all.
	for j := range outer {
		outer[j][1] = outer[j][0]
	}
	for _, prior := range []Prior{nil, Fixed{0.5, 0}, Fixed{0, 0}} {
		p, err := NewNested(outer, inner, prior)
		if s := p.Survival(p.Mean()); err != nil || math.Abs(s-0.5) > 1e-12 {
			t.Errorf("%v: P(delta > mean) = %v, want 0.5 (%v)", prior, s, err)
		}
	}
}

func posteriorOf(outer [][2]float64, inner [][2][][2]float64) (Posterior, error) {
	return NewNested(outer, inner, Uniform{})
}

func BenchmarkNested(b *testing.B) {
	rng := rand.New(rand.NewPCG(2, 3))
	outer, inner := nestedModel{m: 10, splits: 10, r: 2, sigma: 1, rho1: 0.2, rho2: 0.3, gamma: 1.2, addedP: 0.5}.draw(rng)
	for b.Loop() {
		p, err := NewNested(outer, inner, nil)
		if err != nil || p.Survival(0) < 0 {
			b.Fatal(err)
		}
	}
}
