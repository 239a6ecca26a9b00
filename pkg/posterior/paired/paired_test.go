package paired

import (
	"encoding/csv"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/internal/special"
)

func TestTail(t *testing.T) {
	for df := 1; df <= 60; df++ {
		for x := -9.0; x <= 9; x += 0.37 {
			if got, want := tail(x, df), special.StudentTail(x, float64(df)); math.Abs(got-want) > 1e-11*want {
				t.Errorf("df %d, t %v: %v, want %v", df, x, got, want)
			}
		}
	}
}

// The quadrature of scipy, and baycomp's correlated t.
func TestReference(t *testing.T) {
	f, err := os.Open("testdata/paired.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	number := func(s string) float64 {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for _, r := range rows[1:] {
		var flat []float64
		for text := range strings.FieldsSeq(r[4]) {
			flat = append(flat, number(text))
		}
		pairs := make([][2]float64, len(flat)/2)
		for i := range pairs {
			pairs[i] = [2]float64{flat[2*i], flat[2*i+1]}
		}
		x, want := number(r[2]), number(r[5])
		check := func(p Posterior, err error) {
			t.Helper()
			if err != nil || math.Abs(p.CDF(x)-want) > 1e-10 || math.Abs(p.Survival(x)-(1-want)) > 1e-10 {
				t.Errorf("%s m %s x %v rho %s: %v, want %v (%v)", r[0], r[1], x, r[3], p.CDF(x), want, err)
			}
		}
		if r[0] == "uniform" {
			check(New(pairs, nil))
			check(New(pairs, Uniform{0, 0.5, 0, 0.5}))
			continue
		}
		rho := number(r[3])
		check(CorrelatedT(flat, rho))
		check(New(pairs, Fixed{rho, rho}))
		check(New(pairs, Empirical{{rho, rho}, {rho, rho}}))
	}
	if len(rows) != 49 {
		t.Errorf("%d rows", len(rows))
	}
}

func draw(m int, seed uint64, within, between, mean float64) [][2]float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	d := make([][2]float64, m)
	for j := range d {
		c := mean + between*rng.NormFloat64()
		d[j] = [2]float64{c + within*rng.NormFloat64(), c - within*rng.NormFloat64()}
	}
	return d
}

// The rules integrate x³ exactly: gonum's of 26 nodes does not.
func TestRules(t *testing.T) {
	for m := 2; m <= 200; m++ {
		g := legendre(order(m))
		sum := 0.0
		for i, x := range g.x {
			sum += g.w[i] * x * x * x
		}
		if math.Abs(sum-0.25) > 1e-14 {
			t.Errorf("m %d, %d nodes: %v", m, len(g.x), sum)
		}
	}
}

// More nodes in narrower panels, from further down, change no probability above 1e-10, nor
// that of what lies beyond the interval of 95%.
func TestOrder(t *testing.T) {
	for _, m := range []int{2, 3, 5, 7, 10, 12, 15, 20, 50, 100} {
		for _, prior := range []Uniform{Uniform{}.filled(), SingleModelPrior} {
			for _, spread := range [][2]float64{{1, 1}, {1, 0.5}, {1, 0.2}, {0.1, 1}, {1, 1e-2}, {1, 1e-4}, {1, 1e-6},
				{1e-4, 1}} {
				s := sums{unit: 1, within: float64(m) * spread[0] * spread[0],
					between: float64(m-1) * spread[1] * spread[1]}
				lambda := s.between / s.within
				mixed := func(nodes []node) Posterior {
					p, err := Posterior{df: 2*m - 1, m: m}.mixed(nodes, s)
					if err != nil {
						t.Fatal(err)
					}
					return p
				}
				nodes, err := prior.nodes(m, lambda)
				if err != nil {
					t.Fatal(err)
				}
				p, fine := mixed(nodes), mixed(prior.over(halved(prior.panels(2, lambda)), legendre(order(m)+10)))
				worst := math.Abs(fine.tail(p.gap(0.025)) - 0.025)
				for _, x := range []float64{0.1, -0.3, 1} {
					worst = max(worst, math.Abs(p.CDF(x)-fine.CDF(x)))
				}
				if worst > 1e-10 {
					t.Errorf("m %d, %v, spread %v: error %.1e, want at most 1e-10", m, prior, spread, worst)
				}
			}
		}
	}
}

func halved(panels [][2]float64) (out [][2]float64) {
	for _, p := range panels {
		middle := math.Sqrt(p[0] * p[1])
		out = append(out, [2]float64{p[0], middle}, [2]float64{middle, p[1]})
	}
	return out
}

// Replications with equal means, exactly or up to rounding, give the limit: the t
// distribution with m+4 degrees of freedom where m is above 5.
func TestEqualMeans(t *testing.T) {
	const mean, half = 0.3, 0.02
	for _, m := range []int{2, 5, 7, 30} {
		d, off := make([][2]float64, m), make([][2]float64, m)
		for j := range d {
			d[j] = [2]float64{mean - half, mean + half}
			off[j] = [2]float64{mean - half + 1e-15*float64(j), mean + half}
		}
		p, err := New(d, nil)
		if err != nil {
			t.Fatal(err)
		}
		q, err := New(off, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, nu := p.gap(0.025), float64(m+4)
		want := q.gap(0.025)
		if m > 5 {
			want = half * math.Sqrt(float64(m)/nu) * distuv.StudentsT{Sigma: 1, Nu: nu}.Quantile(0.975)
		}
		if math.Abs(got/want-1) > 1e-9 {
			t.Errorf("m %d: reach %v, want %v", m, got, want)
		}
	}
}

// What shifts, scales and mirrors the differences does so to the posterior; quantiles,
// intervals, densities and odds belong together.
func TestFunctions(t *testing.T) {
	d := draw(4, 3, 0.02, 0.03, 0.01)
	p, err := New(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	mirrored, moved := make([][2]float64, 4), make([][2]float64, 4)
	for j, r := range d {
		mirrored[j] = [2]float64{-r[1], -r[0]}
		moved[j] = [2]float64{1e6 * (r[0] + 5), 1e6 * (r[1] + 5)}
	}
	q, err := New(mirrored, nil)
	if err != nil {
		t.Fatal(err)
	}
	far, err := New(moved, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []float64{-0.2, 0, 0.004, 0.3} {
		if a, b := p.CDF(x), q.Survival(-x); math.Abs(a-b) > 1e-14 {
			t.Errorf("x %v: %v, mirrored %v", x, a, b)
		}
		if a, b := p.CDF(x), far.CDF(1e6*(x+5)); math.Abs(a-b) > 1e-12 {
			t.Errorf("x %v: %v, moved %v", x, a, b)
		}
		const h = 1e-5
		if slope := (p.CDF(x+h) - p.CDF(x-h)) / (2 * h); math.Abs(slope-p.Prob(x)) > 1e-5*(1+slope) {
			t.Errorf("density at %v: %v, slope %v", x, p.Prob(x), slope)
		}
	}
	for _, level := range []float64{1e-12, 0.025, 0.5, 0.9, 1 - 1e-9} {
		if got := p.CDF(p.Quantile(level)); math.Abs(got-level) > 1e-11*level {
			t.Errorf("CDF(Quantile(%v)) = %v", level, got)
		}
	}
	e, err := p.Estimate(0.95)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.CDF(e.High) - p.CDF(e.Low); math.Abs(got-0.95) > 1e-12 || e.Mid != p.Mean() {
		t.Errorf("estimate %+v with the probability %v, want %v with 0.95", e, got, p.Mean())
	}
	if got, want := p.Rope(0.01), p.CDF(0.01)-p.CDF(-0.01); math.Abs(got-want) > 1e-14 {
		t.Errorf("Rope(0.01) = %v, want %v", got, want)
	}
	if !math.IsNaN(p.CDF(math.NaN())) {
		t.Error("CDF(NaN) is a number")
	}
}

func TestRefused(t *testing.T) {
	good := draw(3, 1, 1, 1, 0)
	for want, f := range map[string]func() error{
		"1 replications; give at least 2": func() error { _, err := New(good[:1], nil); return err },
		"replication 2 fold 1 is NaN": func() error {
			_, err := New([][2]float64{{1, 2}, {math.NaN(), 1}}, nil)
			return err
		},
		"all differences are 3": func() error {
			_, err := New([][2]float64{{3, 3}, {3, 3}}, nil)
			return err
		},
		"a region of no area": func() error {
			_, err := New(good, Uniform{0, 0, 0, 0.5})
			return err
		},
		"rho2 from 0 below": func() error {
			_, err := New(good, Uniform{0, 0.2, 0.6, 0.7})
			return err
		},
		"rho2 below (1+rho1)/2":       func() error { _, err := New(good, Fixed{0, 0.5}); return err },
		"prior without pairs":         func() error { _, err := New(good, Empirical{}); return err },
		"would have no variance":      func() error { _, err := New(good, Fixed{0, -0.3}); return err },
		"rho = 1; give a correlation": func() error { _, err := CorrelatedT([]float64{1, 2}, 1); return err },
		"difference 2 is +Inf": func() error {
			_, err := CorrelatedT([]float64{1, math.Inf(1)}, 0.1)
			return err
		},
		"1 differences; give at least 2": func() error { _, err := CorrelatedT([]float64{1}, 0.1); return err },
		"all differences are 2; without spread": func() error {
			_, err := CorrelatedT([]float64{2, 2, 2}, 0.1)
			return err
		},
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// BenchmarkPosterior makes a posterior of 5 x 2 BCV and asks for P(delta > 0).
func BenchmarkPosterior(b *testing.B) {
	d := draw(5, 1, 1, 0.5, 0.4)
	for b.Loop() {
		p, err := New(d, nil)
		if err != nil || p.Survival(0) < 0 {
			b.Fatal(err)
		}
	}
}
