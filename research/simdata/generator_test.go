package simdata

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/dataset"
)

func generators() []Generator {
	iris := Draw(Waveform{}, 40, rand.New(rand.NewPCG(9, 9)))
	return []Generator{SREG{P: 10}, SCLA(20), Simple(0.4), Gaussians{P: 2, Shifted: 2, Shift: 0.5},
		Gaussians{P: 2, Shifted: 1, Shift: 0.5, Balanced: true}, Logit{P: 4, Beta: 2}, EXP6{}, Twonorm{},
		Ringnorm{},
		Waveform{}, Waveform{Noise: true}, FanLv{P: 6}, FanLv{P: 5, Phi: 0.2, Beta: -1}, Population{iris},
		Population{Draw(SREG{P: 3}, 30, rand.New(rand.NewPCG(9, 9)))}}
}

// Draws are valid, the same for a seed, and allocate nothing when refilled.
func TestGenerators(t *testing.T) {
	for _, g := range generators() {
		d := Draw(g, 60, rand.New(rand.NewPCG(1, 1)))
		if err := d.Check(); err != nil {
			t.Errorf("%s: %v", g, err)
		}
		// the two of rand.New
		if n := testing.AllocsPerRun(5, func() { g.Fill(d, rand.New(rand.NewPCG(2, 1))) }); n > 2 {
			t.Errorf("%s: %v allocations", g, n)
		}
		g.Fill(d, rand.New(rand.NewPCG(1, 1)))
		if again := Draw(g, 60, rand.New(rand.NewPCG(1, 1))); !mat.Equal(d.X, again.X) {
			t.Errorf("%s: two draws of one seed differ", g)
		}
	}
}

// A seed gives the same records and losses in every release.
func TestGeneratorsFrozen(t *testing.T) {
	sum := func(draw func(rng *rand.Rand) []any) string {
		h := fnv.New32a()
		for _, v := range draw(rand.New(rand.NewPCG(1, 1))) {
			fmt.Fprintf(h, "%.12g ", v)
		}
		return fmt.Sprintf("%08x", h.Sum32())
	}
	var got []string
	for _, g := range generators() {
		got = append(got, g.String()+" "+sum(func(rng *rand.Rand) []any {
			d := Draw(g, 20, rng)
			return []any{d.X.RawMatrix().Data, d.Response, d.Class}
		}))
	}
	got = append(got, "epsilon "+sum(func(rng *rand.Rand) []any {
		a, b := make([]bool, 300), make([]bool, 300)
		Epsilon(0.1, a, b, rng)
		return []any{a, b}
	}), "toy "+sum(func(rng *rand.Rand) []any {
		losses := make([]float64, 20)
		if err := NormalLosses(0, 1, 0.2, 0.4, losses, rng); err != nil {
			t.Fatal(err)
		}
		return []any{losses}
	}))
	want := []string{
		"SREG(p=10) 9d308ebb",
		"gaussians(p=20, shifted=2, shift=0.5) b8dd2084",
		"gaussians(p=1, shifted=1, shift=0.4) 3ff61019",
		"gaussians(p=2, shifted=2, shift=0.5) 368a99d3",
		"gaussians(p=2, shifted=1, shift=0.5, balanced) 36f55097",
		"logit(p=4, beta=2) ca53d26d",
		"EXP6 c952d382",
		"twonorm ff140750",
		"ringnorm 1240786e",
		"waveform 0d2021bf",
		"waveform+noise d5849bc2",
		"FanLv(p=6, phi=0.5, beta=5) 82b51912",
		"FanLv(p=5, phi=0.2, beta=-1) 37010ca7",
		"population(waveform) b12427cc",
		"population(SREG(p=3)) 2911e8ff",
		"epsilon 9bce95f9",
		"toy 820bd7b6",
	}
	if !slices.Equal(got, want) {
		t.Errorf("draws of seed 1 have the sums\n%s", strings.Join(got, "\n"))
	}
}

// within fails unless a mean of n values with the given standard deviation is
// within five standard errors of the true one.
func within(t *testing.T, what string, got, want, sd, n float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 5*sd/math.Sqrt(n)) {
		t.Errorf("%s: mean %v, want %v ± %v", what, got, want, sd/math.Sqrt(n))
	}
}

// classMeans returns the mean of a function of the records of each class, and
// their numbers.
func classMeans(d *dataset.Data, f func(x []float64) float64) (mean, count []float64) {
	mean, count = make([]float64, d.K()), make([]float64, d.K())
	for i, c := range d.Class {
		mean[c] += f(d.X.RawRowView(i))
		count[c]++
	}
	for c := range mean {
		mean[c] /= count[c]
	}
	return mean, count
}

func TestDistributions(t *testing.T) {
	const n = 20000
	rng := rand.New(rand.NewPCG(3, 1))
	d := Draw(SREG{P: 12}, n, rng)
	within(t, "SREG response", stat.Mean(d.Response, nil), 0, 2, n)
	within(t, "SREG variance", stat.Variance(d.Response, nil), 4, math.Sqrt(2)*4, n)
	within(t, "SREG slope", stat.Covariance(d.Response, mat.Col(nil, 5, d.X), nil), 0.5, 2, n)
	d = Draw(SCLA(20), n, rng)
	for j, shift := range []float64{0.5, 0.5, 0} {
		means, counts := classMeans(d, func(x []float64) float64 { return x[j] })
		within(t, "SCLA class 0", means[0], 0, 1, counts[0])
		within(t, "SCLA class 1", means[1], shift, 1, counts[1])
		within(t, "SCLA prior", counts[1]/n, 0.5, 0.5, n)
	}
	d = Draw(Logit{P: 4, Beta: 2}, n, rng)
	likely, all := 0.0, 0.0 // the second class where its log odds are from 1.9 to 2.1
	for i, c := range d.Class {
		if odds := 2 * mat.Sum(d.X.RowView(i)); odds > 1.9 && odds < 2.1 {
			likely, all = likely+float64(c), all+1
		}
	}
	within(t, "logit odds", likely/all, 1/(1+math.Exp(-2)), 0.33, all)
	for _, c := range []struct {
		g          Generator
		mean, vari [2]float64
	}{
		{Twonorm{}, [2]float64{2 / math.Sqrt(20), -2 / math.Sqrt(20)}, [2]float64{1, 1}},
		{Ringnorm{}, [2]float64{0, 1 / math.Sqrt(20)}, [2]float64{4, 1}},
	} {
		d := Draw(c.g, n, rng)
		means, counts := classMeans(d, func(x []float64) float64 { return x[19] })
		squares, _ := classMeans(d, func(x []float64) float64 { return x[3] * x[3] })
		for k := range 2 {
			within(t, c.g.String(), means[k], c.mean[k], math.Sqrt(c.vari[k]), counts[k])
			second := c.vari[k] + c.mean[k]*c.mean[k]
			sd := math.Sqrt(2*c.vari[k]*c.vari[k] + 4*c.vari[k]*c.mean[k]*c.mean[k]) // of the square of a normal number
			within(t, c.g.String()+" square", squares[k], second, sd, counts[k])
		}
	}
	// The mean of a wave is the mean of its two triangles, at their peaks 3 and
	// half of what the other has there.
	d = Draw(Waveform{Noise: true}, n, rng)
	means, counts := classMeans(d, func(x []float64) float64 { return x[6] })
	for k, want := range []float64{3, 3 + 1, 1} {
		// The height moves uniformly between the triangles: over 6, 4 and 2.
		spread := []float64{6, 4, 2}[k]
		within(t, "waveform", means[k], want, math.Sqrt(spread*spread/12+1), counts[k])
	}
	noise, _ := classMeans(d, func(x []float64) float64 { return x[39] })
	within(t, "waveform noise", noise[0], 0, 1, counts[0])
}

// Features and response of the regression of Fan and Lv have the moments that its
// covariance matrix gives them, within standard errors.
func TestFanLv(t *testing.T) {
	const n = 20000
	rng := rand.New(rand.NewPCG(7, 1))
	for _, g := range []FanLv{{P: 6}, {P: 6, Phi: 0.2, Beta: -2}} {
		d := Draw(g, n, rng)
		g = g.withDefaults()
		col := func(j int) []float64 { return mat.Col(nil, j, d.X) }
		vari := 3*g.Beta*g.Beta*(1-g.Phi) + 1
		within(t, "FanLv response", stat.Mean(d.Response, nil), 0, math.Sqrt(vari), n)
		within(t, "FanLv response variance", stat.Variance(d.Response, nil), vari, math.Sqrt(2)*vari, n)
		for j := range g.P {
			within(t, "FanLv feature", stat.Mean(col(j), nil), 0, 1, n)
			for k := range j + 1 {
				want := g.Phi
				switch {
				case j == k:
					want = 1
				case j == 3 || k == 3:
					want = math.Sqrt(g.Phi)
				}
				within(t, fmt.Sprint("FanLv covariance ", j, k), stat.Covariance(col(j), col(k), nil), want,
					math.Sqrt(1+want*want), n)
			}
			want := 0.0
			if j < 3 {
				want = g.Beta * (1 - g.Phi)
			}
			within(t, fmt.Sprint("FanLv response and ", j), stat.Covariance(col(j), d.Response, nil), want,
				math.Sqrt(vari+want*want), n)
		}
		// What the features leave of the response is N(0,1).
		for i := range n {
			x := d.X.RawRowView(i)
			d.Response[i] -= g.Beta*(x[0]+x[1]+x[2]) - 3*g.Beta*math.Sqrt(g.Phi)*x[3]
		}
		within(t, "FanLv noise", stat.Variance(d.Response, nil), 1, math.Sqrt2, n)
	}
	for _, g := range []FanLv{{P: 3}, {P: 9, Phi: 1}, {P: 9, Phi: math.NaN()}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is not a distribution", g)
				}
			}()
			g.New(5)
		}()
	}
}

// The grid has the 22,801 points of the McNemar paper; classes are the same as in its curves, by hand at one point
// of each region.
func TestEXP6(t *testing.T) {
	grid := EXP6{}.Grid()
	if grid.N() != 22801 {
		t.Fatalf("%d points", grid.N())
	}
	for _, c := range []struct {
		x1, x2 float64
		want   string
	}{{2, 14, "1"}, {5.2, 12.1, "2"}, {2, 5, "3"}, {0, 0, "4"}, {14, 14, "5"}, {9, 2, "6"}} {
		i := int(math.Round(c.x1*10))*151 + int(math.Round(c.x2*10))
		if x := grid.X.RawRowView(i); x[0] != c.x1 || x[1] != c.x2 {
			t.Fatalf("point %d is %v", i, x)
		}
		if got := grid.Classes[grid.Class[i]]; got != c.want {
			t.Errorf("(%v, %v) is of class %s, want %s", c.x1, c.x2, got, c.want)
		}
	}
}

// Draws from a population are its records, each as often as another.
func TestPopulation(t *testing.T) {
	const n, size = 20000, 8
	all := Draw(SREG{P: 2}, size, rand.New(rand.NewPCG(6, 1)))
	count := map[float64]float64{}
	d := Draw(Population{all}, n, rand.New(rand.NewPCG(6, 2)))
	for i := range n {
		k := slices.Index(all.Response, d.Response[i])
		if k < 0 || !slices.Equal(d.X.RawRowView(i), all.X.RawRowView(k)) {
			t.Fatalf("record %d is none of the population", i)
		}
		count[d.Response[i]]++
	}
	for _, y := range all.Response {
		within(t, "share", count[y]/n, 1.0/size, math.Sqrt(1.0/size*(1-1.0/size)), n)
	}
}

func TestEpsilon(t *testing.T) {
	const n = 40000
	a, b := make([]bool, n), make([]bool, n)
	Epsilon(0.1, a, b, rand.New(rand.NewPCG(4, 1)))
	rate := func(x []bool) float64 {
		sum := 0.0
		for _, v := range x {
			if v {
				sum++
			}
		}
		return sum / float64(len(x))
	}
	within(t, "A, first half", rate(a[:n/2]), 0.05, math.Sqrt(0.05*0.95), n/2)
	within(t, "A, second half", rate(a[n/2:]), 0.15, math.Sqrt(0.15*0.85), n/2)
	within(t, "B, first half", rate(b[:n/2]), 0.15, math.Sqrt(0.15*0.85), n/2)
	within(t, "B, second half", rate(b[n/2:]), 0.05, math.Sqrt(0.05*0.95), n/2)
}

// Mean, variance and both correlations of 40,000 draws, also where pairs
// correlate less than others.
func TestNormalLosses(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, c := range [][2]float64{{0, 0}, {0.2, 0.4}, {0.5, 0.1}, {-0.3, 0.2}} {
		const n = 40000
		columns := make([][]float64, 6)
		losses := make([]float64, 6)
		for range n {
			if err := NormalLosses(3, 2, c[0], c[1], losses, rng); err != nil {
				t.Fatal(err)
			}
			for k, v := range losses {
				columns[k] = append(columns[k], v)
			}
		}
		within(t, "mean", stat.Mean(columns[4], nil), 3, 2, n)
		within(t, "variance", stat.Variance(columns[5], nil), 4, math.Sqrt2*4, n)
		within(t, "rho1", stat.Correlation(columns[2], columns[3], nil), c[0], 1, n)
		within(t, "rho2", stat.Correlation(columns[1], columns[2], nil), c[1], 1, n)
	}
	for _, c := range []struct {
		rho1, rho2 float64
		n          int
	}{{0, 0.6, 4}, {1.1, 0.5, 4}, {0, -0.1, 4}, {math.NaN(), 0, 4}, {0, 0, 3}} {
		if err := NormalLosses(0, 1, c.rho1, c.rho2, make([]float64, c.n), rng); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
}

func BenchmarkFill(b *testing.B) {
	for _, g := range []Generator{SREG{P: 100}, SCLA(20), EXP6{}, Waveform{Noise: true}} {
		b.Run(g.String(), func(b *testing.B) {
			d, rng := g.New(1000), rand.New(rand.NewPCG(1, 1))
			b.ReportAllocs()
			for b.Loop() {
				g.Fill(d, rng)
			}
		})
	}
}
