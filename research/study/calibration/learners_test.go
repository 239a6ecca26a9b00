package calibration

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// small returns a setting of few records.
func small(t *testing.T, name string) setting {
	t.Helper()
	for _, s := range settings() {
		if s.name == name {
			s.n = 60
			return s
		}
	}
	t.Fatal("no setting " + name)
	return setting{}
}

// The number of workers changes nothing.
func TestWorkers(t *testing.T) {
	for _, name := range []string{"features", "SREG"} {
		s := small(t, name)
		one, err := s.experiment(12, 3, 5).Run(t.Context(), sim.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		three, err := s.experiment(12, 3, 5).Run(t.Context(), sim.Options{Workers: 3})
		if err != nil {
			t.Fatal(err)
		}
		if len(one) != 12 || !reflect.DeepEqual(one, three) {
			t.Errorf("%s: workers change the result", name)
		}
	}
}

// On differences with known correlations a contest finds these, and a posterior that
// knows them errs as often as it says.
func TestContestOnNormalDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	truth := cell{0.1, 0.3}
	const m, sets = most, 30_000
	var outcomes []outcome
	s := setting{name: "normal", distribution: simdata.SREG{P: 1}, n: 2, learners: make([]named, 2),
		pairs: [][2]int{{0, 1}}}
	for range sets {
		var o outcome
		o.Folds = make([]float64, 2*m, 4*m) // of A
		for _, d := range normal(m, truth, rng) {
			o.Folds = append(o.Folds, d[0]+0.7, d[1]+0.7)
		}
		outcomes = append(outcomes, o)
	}
	c := s.contests(m, outcomes)[0]
	if math.Abs(c.delta-0.7) > 0.02 || math.Abs(c.rho1-truth.rho1) > 0.008 || math.Abs(c.rho2-truth.rho2) > 0.008 {
		t.Errorf("delta %v, rho1 %v, rho2 %v", c.delta, c.rho1, c.rho2)
	}
	reach, err := paired.Reach(m, paired.Fixed{Rho1: truth.rho1, Rho2: truth.rho2}, alpha)
	if err != nil {
		t.Fatal(err)
	}
	r := c.row(c.tally(procedure{reach: reach, interval: true}), procedure{interval: true}, study.Effort{})
	power := truth.claims(m, procedure{reach: reach}, effect)
	check.Near(t, "r.FalseAbove", r.FalseAbove, alpha, 5*r.FalseSE)
	check.Near(t, "r.FalseBelow", r.FalseBelow, alpha, 5*r.FalseSE)
	check.Near(t, "r.Power", r.Power, power, 0.02)
	check.Near(t, "r.Coverage", r.Coverage, 0.9, 0.012)
}

// Swapping the learners swaps the sides of false claims, and leaves the rest.
func TestSides(t *testing.T) {
	numtest.NotRaced(t)
	s := small(t, "SCLA")
	outcomes, err := s.experiment(30, 10, 2).Run(t.Context(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := procedures(3, priors(paired.Empirical{{0.1, 0.2}}), alpha)
	if err != nil {
		t.Fatal(err)
	}
	mirrored := s
	mirrored.pairs = nil
	for _, p := range s.pairs {
		mirrored.pairs = append(mirrored.pairs, [2]int{p[1], p[0]})
	}
	a, b := s.contests(3, outcomes), mirrored.contests(3, outcomes)
	claims := 0.0
	for i := range a {
		for _, p := range all {
			x, y := a[i].tally(p), b[i].tally(p)
			claims += x.above + x.below
			if x.above != y.below || x.below != y.above || x.found != y.found {
				t.Errorf("%s %s %s: %+v, mirrored %+v", p.method, p.prior, a[i].metric, x, y)
			}
		}
		if a[i].metric == "error" {
			continue
		}
		x, err := a[i].tallyPosterior(alpha)
		if err != nil {
			t.Fatal(err)
		}
		y, err := b[i].tallyPosterior(alpha)
		if err != nil {
			t.Fatal(err)
		}
		if x.above != y.below || x.below != y.above {
			t.Errorf("posterior %s: %+v, mirrored %+v", a[i].metric, x, y)
		}
	}
	if claims == 0 {
		t.Error("no claims at all")
	}
}

// The rates in closed form equal the rates on many new records.
func TestRates(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	g := simdata.Gaussians{P: 6, Shifted: 2, Shift: 0.8}
	l := named{learner: linear.Logistic{}, columns: []int{1, 4}}
	const train, fresh = 80, 40_000
	d := simdata.Draw(g, train+fresh, rng)
	prepared, err := l.learner.Prepare(t.Context(), l.view(d))
	if err != nil {
		t.Fatal(err)
	}
	fit := prepared.NewFitter(nil)
	rows := make([]int32, train+fresh)
	for i := range rows {
		rows[i] = int32(i)
	}
	if _, err := fit.Fit(t.Context(), rows[:train]); err != nil {
		t.Fatal(err)
	}
	predicted := make([]float64, fresh)
	fit.Predict(rows[train:], predicted)
	want := study.Confusion(predicted, d, rows[train:], 1).Scale(1. / fresh)
	got := g.Counts(fit.(linear.Model), l.columns)
	const tolerance = 0.01 // four standard errors of a share of 40,000
	check.Near(t, "got.TP", got.TP, want.TP, tolerance)
	check.Near(t, "got.FP", got.FP, want.FP, tolerance)
	check.Near(t, "got.FN", got.FN, want.FN, tolerance)
	check.That(t, got.TP > 0.1, "want got.TP > 0.1")
}

// A data set on which a metric has no value is left out, and counted.
func TestUndefined(t *testing.T) {
	s := setting{name: "counts", distribution: simdata.Gaussians{P: 1}, n: 8, learners: make([]named, 2),
		pairs: [][2]int{{0, 1}}}
	fold := func(tp, fp, fn float64) []float64 { return []float64{tp, fp, fn} }
	var good, none outcome
	for f := range 4 * most {
		good.Folds = append(good.Folds, fold(float64(1+f%3), float64(1+f%2*(f%3)), 1)...)
		none.Folds = append(none.Folds, fold(0, 0, 4)...)
	}
	for _, c := range s.contests(3, []outcome{good, none, good}) {
		want := 1
		if c.undefined != want || math.IsNaN(c.delta) {
			t.Errorf("%s: %d undefined, delta %v", c.metric, c.undefined, c.delta)
		}
	}
}

// The first replications of a set are a set of their own, so that m = 3 costs nothing.
func TestNested(t *testing.T) {
	big, err := cv.New(cv.BCV, 200, cv.Options{M: most, Seed: 9})
	if err != nil {
		t.Fatal(err)
	}
	few, err := cv.New(cv.BCV, 200, cv.Options{M: 3, Seed: 9})
	if err != nil {
		t.Fatal(err)
	}
	few, err = cv.Grow(few, most)
	if err != nil {
		t.Fatal(err)
	}
	if few.Fingerprint() != big.Fingerprint() {
		t.Error("a grown set differs")
	}
}
