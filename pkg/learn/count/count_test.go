package count

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
)

// draw returns n counts with dispersion theta, which the first two of p features matter for.
func draw(n, p int, theta float64, seed uint64) *dataset.Data {
	rng := rand.New(rand.NewPCG(seed, 1))
	d := &dataset.Data{Name: "drawn", X: mat.NewDense(n, p, nil), Response: make([]float64, n)}
	for i := range n {
		for j := range p {
			d.X.Set(i, j, 2+rng.NormFloat64())
		}
		mean := math.Exp(d.X.At(i, 0)/2 - d.X.At(i, p-1)/4)
		if !math.IsInf(theta, 1) {
			mean = distuv.Gamma{Alpha: theta, Beta: theta / mean, Src: rng}.Rand()
		}
		d.Response[i] = distuv.Poisson{Lambda: mean, Src: rng}.Rand()
	}
	return d
}

func TestContract(t *testing.T) {
	for _, c := range []learntest.Case{
		{Learner: Poisson{}, Data: draw(80, 4, 1, 1), Counts: true, Tolerance: 1e-8},
		{Learner: NegBin{}, Data: draw(80, 4, 1, 1), Counts: true, Tolerance: 1e-8},
		{Learner: NegBin{}, Data: draw(60, 3, math.Inf(1), 2), Counts: true, Tolerance: 1e-8},
	} {
		learntest.Run(t, c)
	}
}

func fit(t *testing.T, l learn.Learner, d *dataset.Data) *fitter {
	t.Helper()
	p, err := l.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]int32, d.N())
	for i := range all {
		all[i] = int32(i)
	}
	m := p.NewFitter(nil).(*fitter)
	if _, err := m.Fit(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	return m
}

// Coefficients, dispersion and likelihood agree with glm and glm.nb of R. Constant features get 0, where R reports
// NA.
func TestFixtures(t *testing.T) {
	records := map[string][][]string{}
	for _, row := range numtest.Fixture(t, "counts.csv") {
		records[row[0]] = append(records[row[0]], row[1:])
	}
	fits := numtest.Fixture(t, "fits.csv")
	if len(fits) != 8 {
		t.Fatalf("%d fits", len(fits))
	}
	for _, row := range fits {
		rows := records[row[0]]
		d := &dataset.Data{X: mat.NewDense(len(rows), 4, nil)}
		for i, r := range rows {
			d.Response = append(d.Response, numtest.Float(t, r[0]))
			for j, v := range r[1:] {
				d.X.Set(i, j, numtest.Float(t, v))
			}
		}
		name := row[0] + ", " + row[1]
		m := fit(t, map[string]learn.Learner{"poisson": Poisson{}, "negbin": NegBin{}}[row[1]], d)
		near := func(what string, got, want, tolerance float64) {
			t.Helper()
			if got != want && !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
				t.Errorf("%s: %s is %.12g, want %.12g as in R", name, what, got, want)
			}
		}
		near("theta", m.theta, numtest.Float(t, row[2]), 1e-7)
		near("log likelihood", m.likelihood, numtest.Float(t, row[3]), 1e-11)
		b0, b := m.intercept, m.coef
		near("intercept", b0, numtest.Float(t, row[4]), 1e-7)
		for j := range b {
			near("coefficient", b[j], numtest.Float(t, row[5+j]), 1e-7)
		}
	}
}

// Counts that spread no more than Poisson counts have no finite dispersion: the fit is the
// Poisson fit.
func TestPoissonLimit(t *testing.T) {
	d := draw(60, 2, math.Inf(1), 4)
	for i := range d.Response {
		d.Response[i] = math.Round(math.Exp(d.X.At(i, 0) / 2)) // hardly any spread
	}
	a, b := fit(t, NegBin{}, d), fit(t, Poisson{}, d)
	if !math.IsInf(a.theta, 1) || math.Abs(a.likelihood-b.likelihood) > 1e-9 {
		t.Errorf("theta %v, log likelihood %v, Poisson %v", a.theta, a.likelihood, b.likelihood)
	}
	ia, ca := a.intercept, a.coef
	ib, cb := b.intercept, b.coef
	if math.Abs(ia-ib) > 1e-7 || math.Abs(ca[0]-cb[0]) > 1e-7 {
		t.Errorf("coefficients %v %v, Poisson %v %v", ia, ca, ib, cb)
	}
}

// The dispersion is a maximum: no other on a fine grid is likelier for the same means.
func TestDispersionIsLikeliest(t *testing.T) {
	for _, theta := range []float64{0.05, 0.6, 4, 300} {
		rng := rand.New(rand.NewPCG(5, 5))
		var y, mu, eta []float64
		for range 400 {
			m := math.Exp(1 + 2*rng.NormFloat64())
			lambda := distuv.Gamma{Alpha: theta, Beta: theta / m, Src: rng}.Rand()
			y, mu, eta = append(y, distuv.Poisson{Lambda: lambda, Src: rng}.Rand()), append(mu, m), append(eta, math.Log(m))
		}
		got := dispersion(y, mu)
		best := logLikelihood(y, eta, got)
		for k := -200; k <= 200; k++ {
			other := got * math.Exp(float64(k)/20)
			if l := logLikelihood(y, eta, other); l > best+1e-9 {
				t.Errorf("theta %v: found %v with log likelihood %v, %v has %v", theta, got, best, other, l)
			}
		}
		if got < theta/2 || got > theta*2 {
			t.Errorf("theta %v is estimated as %v", theta, got)
		}
	}
}

// The series agrees with sums of single factors.
func TestRises(t *testing.T) {
	for _, theta := range []float64{1e-3, 0.7, 12, 1e5, 1e9} {
		for _, y := range []float64{0, 1, terms - 1, terms, terms + 1, 100, 5000} {
			psi, log := 0.0, 0.0
			for j := y - 1; j >= 0; j-- {
				psi += 1 / (theta + j)
				log += math.Log1p(j / theta)
			}
			if got := digammaRise(theta, y); math.Abs(got-psi) > 1e-12*psi {
				t.Errorf("digamma rises by %v at %v, want %v", got, y, psi)
			}
			if got := logRise(theta, y); math.Abs(got-log) > 1e-12*(log+y) {
				t.Errorf("theta %v: the logarithm rises by %v at %v, want %v", theta, got, y, log)
			}
		}
	}
}

// Extreme training sets give finite predictions or an error.
func TestEdges(t *testing.T) {
	none := draw(30, 2, 1, 6)
	clear(none.Response)
	m := fit(t, NegBin{}, none)
	out := []float64{1, 1}
	if m.Predict([]int32{0, 5}, out); out[0] != 0 || out[1] != 0 || m.likelihood != 0 {
		t.Errorf("no counts above 0 predict %v", out)
	}
	// A feature that separates the counts of 0 from the others has no finite coefficient.
	apart := draw(30, 2, 1, 6)
	for i := range apart.Response {
		apart.X.Set(i, 1, float64(i%2))
		apart.Response[i] = float64(i % 2 * (1 + i%5))
	}
	for _, l := range []learn.Learner{Poisson{}, NegBin{}} {
		m := fit(t, l, apart)
		m.Predict([]int32{0, 1}, out)
		if !(out[0] < 1e-6) || !(out[1] > 1 && out[1] < 10) {
			t.Errorf("%s: separated records are predicted as %v", l, out)
		}
	}
	far := draw(40, 2, 1, 7)
	p, err := NegBin{}.Prepare(t.Context(), far)
	if err != nil {
		t.Fatal(err)
	}
	far.X.Set(39, 0, 1e9)
	f := p.NewFitter(nil)
	train := make([]int32, 39)
	for i := range train {
		train[i] = int32(i)
	}
	if _, err := f.Fit(t.Context(), train); err != nil {
		t.Fatal(err)
	}
	if f.Predict([]int32{39}, out[:1]); out[0] != learn.Largest {
		t.Errorf("a record far away is predicted as %v", out[0])
	}
	if _, err := f.Fit(t.Context(), train[:3]); err == nil ||
		!strings.Contains(err.Error(), "3 training records for 3 coefficients") {
		t.Errorf("error %v", err)
	}
}

func TestRefuses(t *testing.T) {
	for _, y := range []float64{-1, 0.5, 1e17} {
		d := draw(20, 2, 1, 1)
		d.Response[3] = y
		_, err := Poisson{}.Prepare(t.Context(), d)
		if err == nil || !strings.Contains(err.Error(), "the response of record 3 is") ||
			!strings.Contains(err.Error(), "whole numbers from 0; use ols") {
			t.Errorf("%v: %v", y, err)
		}
	}
}
