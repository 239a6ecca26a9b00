package infer

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// With all differences independent and Chat's factor taken out, power is that of a
// noncentral t; here by simulation of the vectors, correlations included.
func TestPlanPowerSimulated(t *testing.T) {
	for _, p := range []PowerAnalysis{
		{M: 3, Difference: 1, SD: 1},
		{M: 5, Difference: 0.9, SD: 1, Rho1: 0.5, Rho2: 0.3, Options: Options{Alternative: Greater}},
		{M: 5, Difference: -0.3, SD: 0.2, Rho1: 0.1, Rho2: 0.45, Options: Options{Alternative: Less, Alpha: 0.01}},
		{M: 7, Difference: 0.2, SD: 1, Rho1: 0.5, Rho2: 0.5, Options: Options{Delta: 0.2, Alpha: 0.1}},
	} {
		want, err := p.Power()
		if err != nil {
			t.Fatal(err)
		}
		const draws = 20_000
		rng := rand.New(rand.NewPCG(1, uint64(p.M)))
		count, widths := 0, 0.0
		for range draws {
			mu := make([][]float64, p.M)
			shared := math.Sqrt(p.Rho2) * rng.NormFloat64()
			for j := range mu {
				// rho1 may be below rho2: the twins then get opposite parts
				a := math.Sqrt((1+p.Rho1)/2-p.Rho2) * rng.NormFloat64()
				b := math.Sqrt((1-p.Rho1)/2) * rng.NormFloat64()
				mu[j] = []float64{p.Difference + p.SD*(shared+a+b), p.Difference + p.SD*(shared+a-b)}
			}
			d, err := DifferencesOf(mu)
			if err != nil {
				t.Fatal(err)
			}
			r, err := BCVT(d, p.Options)
			if err != nil {
				t.Fatal(err)
			}
			if r.Reject {
				count++
			}
			if r, err = BCVT(d, Options{Alpha: p.Alpha}); err != nil {
				t.Fatal(err)
			}
			widths += (r.CI.High - r.CI.Low) / 2 / draws
		}
		got, se := float64(count)/draws, math.Sqrt(want*(1-want)/draws)
		if math.Abs(got-want) > 4*se {
			t.Errorf("%+v: power %.4f, simulated %.4f ± %.4f", p, want, got, se)
		}
		if half, err := p.HalfWidth(); err != nil || math.Abs(half-widths) > 0.01*widths {
			t.Errorf("%+v: half width %v (%v), simulated %v", p, half, err, widths)
		}
	}
}

// At rho1 = rho2 = 1/2 the test is exact: the power at no difference is the level.
func TestPlanPowerExact(t *testing.T) {
	for _, alpha := range []float64{0.05, 0.001} {
		got, err := PowerAnalysis{M: 4, SD: 2, Rho1: 0.5, Rho2: 0.5, Options: Options{Alpha: alpha}}.Power()
		if err != nil || math.Abs(got-alpha) > 1e-9 {
			t.Errorf("level %v: power %v at no difference, %v", alpha, got, err)
		}
	}
	// Independent differences: (mean - 0)/(sd/sqrt(2m-1)) is noncentral t(2m-1) with
	// ncp = sqrt(2m) effect; the boundary is sqrt(2m-1) Chat t. m large: normal.
	got, err := PowerAnalysis{M: 400, Difference: 0.1, SD: 1, Options: Options{Alternative: Greater}}.Power()
	n := 800.0
	z := math.Sqrt(801.0/799) * distuv.StudentsT{Sigma: 1, Nu: 799}.Quantile(0.95) * math.Sqrt(n)
	if want := distuv.UnitNormal.CDF(0.1*math.Sqrt(n) - z); err != nil || math.Abs(got-want) > 0.002 {
		t.Errorf("power %v, by the normal distribution %v, %v", got, want, err)
	}
}

// Where rho1 = rho2 = rho the statistic is C_m/Chat_m t(2m-1) exactly: the error of the
// first kind is a tail of t, below the level for rho < 1/2 and above it beyond.
func TestPlanPowerAtNoDifference(t *testing.T) {
	for _, m := range []int{2, 3, 10} {
		dist := distuv.StudentsT{Sigma: 1, Nu: float64(2*m - 1)}
		for _, rho := range []float64{0, 0.25, 0.4, 0.6} {
			spread := (1 + float64(2*m-1)*rho) / (1 - rho) // the same at 1/2: 2m+1
			bound := math.Sqrt(float64(2*m+1) / spread)
			for _, alternative := range []Alternative{TwoSided, Greater, Less} {
				p := PowerAnalysis{M: m, SD: 0.3, Difference: 0.1, Rho1: rho, Rho2: rho,
					Options: Options{Alternative: alternative, Delta: 0.1}}
				want := dist.Survival(bound * dist.Quantile(0.95))
				if alternative == TwoSided {
					want = 2 * dist.Survival(bound*dist.Quantile(0.975))
				}
				got, err := p.Power()
				if err != nil || math.Abs(got-want) > 1e-8 || (got < 0.05) != (rho < 0.5) {
					t.Errorf("m = %d, rho = %v, %v: power %v at no difference, want %v, %v",
						m, rho, alternative, got, want, err)
				}
			}
		}
	}
}

// The level holds for all rho1, rho2 up to 1/2.
func TestPlanLevel(t *testing.T) {
	for _, m := range []int{2, 5, 50} {
		for rho1 := -0.5; rho1 <= 0.5; rho1 += 0.25 {
			for rho2 := 0.0; rho2 <= 0.5 && rho2 < (1+rho1)/2; rho2 += 0.125 {
				got, err := PowerAnalysis{M: m, SD: 1, Rho1: rho1, Rho2: rho2}.Power()
				if err != nil || got > 0.05+1e-8 {
					t.Errorf("m = %d, rho1 = %v, rho2 = %v: error %v, %v", m, rho1, rho2, got, err)
				}
			}
		}
	}
}

// The limit is what the power at a very large m is near, and exact where it is known.
func TestPlanLimit(t *testing.T) {
	for _, c := range []struct{ effect, rho1, rho2, tolerance float64 }{
		{0, 0.5, 0.5, 1e-4}, {1, 0.5, 0.5, 1e-3}, {1.5, 0.3, 0.2, 1e-3}, {-1, -0.2, 0.3, 1e-3}, {2.1, 0.4, 0, 1e-6},
		{1.8, 0.4, 0, 1e-6}, {1.9, 0.2, 0.05, 1e-2},
	} {
		for _, alternative := range []Alternative{TwoSided, Greater, Less} {
			p := PowerAnalysis{M: 20_000, SD: 2, Difference: 2*c.effect - 0.5, Rho1: c.rho1, Rho2: c.rho2,
				Options: Options{Delta: -0.5, Alternative: alternative, Alpha: 0.05}}
			got, err := p.Limit()
			near, _ := p.Power()
			if err != nil || math.Abs(got-near) > c.tolerance {
				t.Errorf("%+v: limit %v, power %v at m = %d, %v", p, got, near, p.M, err)
			}
		}
	}
	got, err := PowerAnalysis{SD: 1, Difference: 1.3, Rho1: 0.1, Rho2: 0.5,
		Options: Options{Alternative: Greater}}.Limit()
	if want := distuv.UnitNormal.CDF(1.3*math.Sqrt2 - 1.6448536269514722); err != nil || math.Abs(got-want) > 1e-12 {
		t.Errorf("limit %v, want %v, %v", got, want, err)
	}
	bound := distuv.UnitNormal.Quantile(0.975)
	if got, err := (PowerAnalysis{SD: 1, Difference: bound}).Limit(); err != nil || got != 0.5 {
		t.Errorf("at the bound: limit %v, %v", got, err)
	}
	for _, p := range []PowerAnalysis{{SD: 1, Rho2: -0.01}, {SD: 0}, {SD: 1, Rho2: 0.6}} {
		if got, err := p.Limit(); err == nil {
			t.Errorf("%+v: limit %v", p, got)
		}
	}
}

// The best of powers that are all 0 is still a number of replications.
func TestPlanReplicationsHopeless(t *testing.T) {
	m, power, err := PowerAnalysis{Difference: -1e6, SD: 1, Options: Options{Alternative: Greater}}.Replications(0.8, 5)
	if m != 2 || power != 0 || !errors.Is(err, ErrPower) {
		t.Errorf("m = %d, power %v, %v", m, power, err)
	}
}

func TestPlanInverse(t *testing.T) {
	p := PowerAnalysis{M: 5, SD: 0.03, Rho1: 0.3, Rho2: 0.4}
	d, err := p.Detectable(0.8)
	if err != nil {
		t.Fatal(err)
	}
	p.Difference = d
	if got, _ := p.Power(); math.Abs(got-0.8) > 1e-8 {
		t.Errorf("difference %v has power %v", d, got)
	}
	m, power, err := p.Replications(0.8-1e-6, 50)
	if err != nil || m != 5 || power < 0.8-1e-6 {
		t.Errorf("%d replications with power %v, %v", m, power, err)
	}
	if m, _, err := p.Replications(0.8-1e-6, 5); err != nil || m != 5 { // the last that is allowed
		t.Errorf("up to 5: %d replications, %v", m, err)
	}
	p.Difference = 0.001
	if _, best, err := p.Replications(0.8, 50); !errors.Is(err, ErrPower) || best > 0.2 {
		t.Errorf("best power %v, %v", best, err)
	}
}

func TestPlanErrors(t *testing.T) {
	for _, p := range []PowerAnalysis{
		{M: 1, SD: 1}, {M: 3}, {M: 3, SD: math.NaN()}, {M: 3, SD: 1, Difference: math.Inf(1)},
		{M: 3, SD: 1, Rho1: 0, Rho2: 0.6}, {M: 3, SD: 1, Options: Options{Alpha: 2}},
	} {
		if v, err := p.Power(); err == nil {
			t.Errorf("%+v: power %v", p, v)
		}
	}
	if _, err := (PowerAnalysis{M: 3, SD: 1}).Detectable(0.01); err == nil {
		t.Error("a power below the level was accepted")
	}
}

// SigmaOf is unbiased for the square of sigma.
func TestSigmaOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const draws = 4000
	var sum, squares float64
	for range draws {
		mu := make([][]float64, 5)
		shared := math.Sqrt(0.3) * rng.NormFloat64()
		for j := range mu {
			a, b := math.Sqrt(0.7-0.3)*rng.NormFloat64(), math.Sqrt(0.3)*rng.NormFloat64()
			mu[j] = []float64{shared + a + b, shared + a - b}
		}
		d, _ := DifferencesOf(mu)
		s, err := SigmaOf(d, 0.4, 0.3)
		if err != nil {
			t.Fatal(err)
		}
		sum += s * s
		squares += s * s * s * s
	}
	mean := sum / draws
	se := math.Sqrt((squares/draws - mean*mean) / draws)
	if math.Abs(mean-1) > 4*se {
		t.Errorf("mean of sigma² is %.4f ± %.4f, want 1", mean, se)
	}
	equal, _ := DifferencesOf([][]float64{{1, 1}, {1, 1}})
	if _, err := SigmaOf(equal, 0.5, 0.5); err == nil {
		t.Error("equal differences were accepted")
	}
}

func ExamplePowerAnalysis_Replications() {
	p := PowerAnalysis{Difference: 0.08, SD: 0.03, Rho1: 0.3, Rho2: 0.4}
	m, power, err := p.Replications(0.8, 20)
	fmt.Printf("m = %d, power %.2f, %v\n", m, power, err)
	// Output: m = 4, power 0.82, <nil>
}

// The planned power and half width of nested-t are those of simulated normal differences, and the estimated
// variances are right on average where no floor holds.
func TestNestedPlan(t *testing.T) {
	for _, p := range []NestedPlan{
		{NestedVariances: NestedVariancesOf(1, 0.3, 0.3), M: 3, Halves: 10, Inner: 2, Difference: 1.5},
		{NestedVariances: NestedVariancesOf(1, 0.1, 0.05), M: 10, Halves: 10, Inner: 2, Difference: 0.5},
		{NestedVariances: NestedVariancesOf(2, 0.5, 0.5), M: 2, Halves: 5, Inner: 4, Difference: -4,
			Options: Options{Alternative: Less, Alpha: 0.01, Delta: 1}},
		{NestedVariances: NestedVariances{S: 1, P: 0.2, Within: 0.9, Added: 3}, M: 4, Halves: 7, Inner: 3, Difference: 2,
			Options: Options{Alternative: Greater}},
	} {
		want, half, err := p.Power()
		if err != nil {
			t.Fatal(err)
		}
		const draws = 20_000
		rng := rand.New(rand.NewPCG(uint64(p.M), 2))
		rejected, sum, squares := 0.0, 0.0, 0.0
		for range draws {
			d := p.draw(t, rng)
			r, err := NestedT(d, p.Options)
			if err != nil {
				t.Fatal(err)
			}
			if r.Reject {
				rejected++
			}
			if r, err = NestedT(d, Options{Alpha: p.Alpha}); err != nil {
				t.Fatal(err)
			}
			h := (r.CI.High - r.CI.Low) / 2
			sum, squares = sum+h, squares+h*h
		}
		got, se := rejected/draws, math.Sqrt(want*(1-want)/draws)
		if math.Abs(got-want) > 3*se+0.002 {
			t.Errorf("%+v: power %.4f, simulated %.4f +- %.4f", p, want, got, se)
		}
		mean := sum / draws
		if se := math.Sqrt((squares/draws - mean*mean) / draws); math.Abs(mean-half) > 3*se+0.005*half {
			t.Errorf("%+v: half width %.4f, simulated %.4f +- %.4f", p, half, mean, se)
		}
	}
}

// draw returns differences of the normal model, the half-splits independent of each other.
func (p NestedPlan) draw(t *testing.T, rng *rand.Rand) Differences {
	t.Helper()
	v := p.NestedVariances
	normal := func(variance float64) float64 { return math.Sqrt(variance) * rng.NormFloat64() }
	mu, common := make([][]float64, p.M), p.Difference+normal(v.S)
	for j := range mu {
		mean, apart := common+normal(v.P), normal(v.Within/2)
		mu[j] = []float64{mean + apart, mean - apart}
	}
	inner := make([][2][][2]float64, p.Halves)
	for j := range inner {
		for h := range 2 {
			of := normal(2 * v.S)
			for range p.Inner {
				x := of + normal(v.Added)
				inner[j][h] = append(inner[j][h], [2]float64{x + 0.1, x - 0.1})
			}
		}
	}
	d, err := DifferencesOf(mu)
	if err == nil {
		d, err = d.WithInner(inner)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The variances of a pilot are right on average where no floor holds, and their plan is that of the test.
func TestEstimateNested(t *testing.T) {
	p := NestedPlan{NestedVariances: NestedVariances{S: 1, P: 0.5, Within: 0.8, Added: 0.3}, M: 8, Halves: 400, Inner: 2}
	rng := rand.New(rand.NewPCG(3, 3))
	const draws = 300
	var sum NestedVariances
	for range draws {
		v, err := EstimateNested(p.draw(t, rng))
		if err != nil {
			t.Fatal(err)
		}
		sum.S, sum.P, sum.Within, sum.Added = sum.S+v.S, sum.P+v.P, sum.Within+v.Within, sum.Added+v.Added
	}
	for what, of := range map[string][2]float64{"S": {sum.S, p.S}, "P": {sum.P, p.P}, "within": {sum.Within, p.Within},
		"added": {sum.Added, p.Added}} {
		if got := of[0] / draws; math.Abs(got-of[1]) > 0.08*of[1] {
			t.Errorf("%s: %v on average, want %v", what, got, of[1])
		}
	}
}

func TestNestedPlanRefused(t *testing.T) {
	good := NestedPlan{NestedVariances: NestedVariancesOf(1, 0.3, 0.3), M: 3, Halves: 3, Inner: 2}
	if _, _, err := good.Power(); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*NestedPlan){
		"one replication":     func(p *NestedPlan) { p.M = 1 },
		"one inner":           func(p *NestedPlan) { p.Inner = 1 },
		"few half-splits":     func(p *NestedPlan) { p.Halves = 2 },
		"no S":                func(p *NestedPlan) { p.S = 0 },
		"negative P":          func(p *NestedPlan) { p.P = -1 },
		"endless difference":  func(p *NestedPlan) { p.Difference = math.Inf(1) },
		"level":               func(p *NestedPlan) { p.Alpha = 2 },
		"endless variance":    func(p *NestedPlan) { p.Within = math.Inf(1) },
		"variance not number": func(p *NestedPlan) { p.Added = math.NaN() },
	} {
		p := good
		change(&p)
		if _, _, err := p.Power(); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}
