package nested

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// small returns a setting of few records: a classification with all kinds of its metrics, or a regression.
func small(t *testing.T, regression bool) setting {
	t.Helper()
	for _, s := range settings() {
		if (s.from.New(1).Class == nil) == regression {
			s.n = 60
			return s
		}
	}
	t.Fatalf("no setting, regression %v", regression)
	return setting{}
}

// The number of workers changes nothing.
func TestWorkers(t *testing.T) {
	var of []setting
	var cells []*study.Experiment[[]outcome]
	for _, regression := range []bool{false, true} {
		s := small(t, regression)
		e := s.experiment(study.Quick, 5, false)
		of, cells = append(of, s), append(cells, e)
		one, err := e.Run(t.Context(), sim.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		three, err := s.experiment(study.Quick, 5, false).Run(t.Context(), sim.Options{Workers: 3})
		if err != nil {
			t.Fatal(err)
		}
		if len(one) != 4 || !reflect.DeepEqual(one, three) {
			t.Errorf("regression %v: %d data sets; want 4, and the same with any number of workers", regression, len(one))
		}
	}
	wide := func(share float64) float64 { return 1 + share } // the true ones take seconds
	all, err := proceduresWith(func(int) ([2]func(float64) float64, error) {
		return [2]func(float64) float64{wide, wide}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var want []Row
	for i, s := range of {
		want = append(want, s.rows(all, cells[i].Result(), cells[i].Effort())...)
	}
	if got := judged(of, all, cells); len(got) < 100 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d rows together are not the %d of one setting after the other", len(got), len(want))
	}
}

// Swapping the learners swaps the sides of false claims, and leaves the rest.
func TestSides(t *testing.T) {
	numtest.NotRaced(t)
	all, err := procedures()
	if err != nil {
		t.Fatal(err)
	}
	for _, regression := range []bool{false, true} {
		s := small(t, regression)
		s.equal = false
		mirrored := s
		mirrored.learners = [2]learner{s.learners[1], s.learners[0]}
		var outcomes [2][]outcome
		for i, s := range []setting{s, mirrored} {
			rng, d := rand.New(rand.NewPCG(7, 1)), s.from.New(s.n)
			for range 12 {
				o, err := s.one(d, rng, false)
				if err != nil {
					t.Fatal(err)
				}
				outcomes[i] = append(outcomes[i], o)
			}
		}
		a, b := s.rows(all, outcomes[0], study.Effort{}), mirrored.rows(all, outcomes[1], study.Effort{})
		var of []measured
		for _, o := range outcomes[0] {
			of = append(of, o[0])
		}
		check.Equal(t, "power of the oracle", a[len(all)-len(s.unfit(all))].Power,
			round(judge(oracle(of, counted[0]), false, overPartitions(of)).power))
		claims := 0.0
		for i, x := range a {
			y := b[i]
			claims += x.Above + x.Below
			if x.Above != y.Below || x.Below != y.Above || x.False != y.False || x.Power != y.Power || x.Delta != -y.Delta {
				t.Errorf("%s, %s, m = %d: %+v, mirrored %+v", x.Metric, x.Procedure, x.M, x, y)
			}
		}
		if claims == 0 {
			t.Errorf("regression %v: no claims at all", regression)
		}
	}
}

// unfit returns the procedures that do not fit the first metric.
func (s setting) unfit(all []procedure) []procedure {
	return study.Where(all, func(p procedure) bool { return p.records && s.metrics[0].loss == nil })
}

// Claims by hand: of four data sets one lies above, one below, and the sides have half a level each.
func TestJudge(t *testing.T) {
	claims := []claim{{3, [2]float64{2, 4}}, {-3, [2]float64{2, 2.5}}, {1, [2]float64{2, 3}}, {1, [2]float64{2, 3}}}
	j := judge(claims, true, 1)
	check.Equal(t, "above", j.above, 0.25)
	check.Equal(t, "below", j.below, 0.25)
	check.Equal(t, "either", j.either, 0.25)
	check.Equal(t, "delta where equal", j.delta, 0)
	// Of the difference 2: 5 > 4, -1, 3 and 3 are not above 3; of -2: -1, 5 > 2.5, 1 and 1 are not.
	check.Equal(t, "power", j.power, 0.25)
	check.Equal(t, "power at a larger difference", judge(claims, true, 1.6).power, 0.5)
	// The estimates have the standard deviation 2.52: 8 > 4, 2, 6 > 3 and 6 > 3; 2, 8 > 2.5, 4 > 3 and 4 > 3.
	check.Equal(t, "power of the estimates", judge(claims, true, 1).ownPower, 0.75)
	check.Equal(t, "delta", judge(claims, false, 1).delta, 0.5)
	unknown := judge([]claim{student(1, 0, 3), student(-1, 0, 3)}, true, 1)
	check.Equal(t, "claims without a standard error", unknown.above+unknown.below+unknown.either+unknown.power, 0)
}

// An expensive procedure is judged on the first data sets alone.
func TestClaims(t *testing.T) {
	p := procedure{claim: func(x measured) claim { return claim{estimate: x.Large.Mean} }}
	all := []measured{{Large: folds{Mean: 1}}, {Large: folds{Mean: 2}}, {Large: folds{Mean: 3}}}
	check.Equal(t, "claims", len(p.claims(all)), 3)
	for sets, want := range map[int]int{2: 2, 4: 3} {
		p.sets = sets
		claims := p.claims(all)
		check.MustEqual(t, "claims", len(claims), want)
		check.Equal(t, "estimate", claims[1].estimate, 2)
	}
}

// A quick run has the rows of the stored table, in their order.
func TestQuick(t *testing.T) {
	numtest.NotRaced(t)
	tables, err := study.Run(t.Context(), study.Config{Data: data.FS, Scale: study.Quick, Seed: 1}, Nested)
	if err != nil {
		t.Fatal(err)
	}
	check.MustEqual(t, "tables", len(tables), 5)
	got, want := tables[0].Rows.([]Row), stored[Row](t, "nested")
	check.MustEqual(t, "rows", len(got), len(want))
	for i, r := range got {
		if w := want[i]; r.cell() != w.cell() || r.Procedure != w.Procedure || r.M != w.M || r.Choice != w.Choice {
			t.Errorf("row %d is %s by %s at m = %d, stored %s by %s at m = %d", i+1, r.cell(), r.Procedure, r.M, w.cell(),
				w.Procedure, w.M)
		}
	}
	check.Equal(t, "rows of forms", len(tables[2].Rows.([]FormRow)), len(stored[FormRow](t, "nested_forms")))
	counted, wantCounted := tables[3].Rows.([]Row), stored[Row](t, "nested_counted")
	check.MustEqual(t, "rows with counts of classes", len(counted), len(wantCounted))
	for i, r := range counted {
		of := func(r Row) [4]any { return [4]any{r.cell(), r.Procedure, r.M, r.Choice} }
		if got, want := of(r), of(wantCounted[i]); got != want {
			t.Errorf("row %d with counts is %v, stored %v", i+1, got, want)
		}
	}
	several, wantSeveral := tables[4].Rows.([]SeveralRow), stored[SeveralRow](t, "nested_several")
	check.MustEqual(t, "rows of several learners", len(several), len(wantSeveral))
	for i, r := range several {
		of := func(r SeveralRow) [6]any { return [6]any{r.Data, r.N, r.Learner, r.Learners, r.Procedure, r.M} }
		if got, want := of(r), of(wantSeveral[i]); got != want {
			t.Errorf("row %d of several learners is %v, stored %v", i+1, got, want)
		}
	}
}

// The area under the curve is the share of pairs in order, F1 that of the counts.
func TestMetrics(t *testing.T) {
	d := &dataset.Data{Class: []int32{1, 0, 1, 0, 0, 1}}
	p := []prediction{{1, 2}, {1, 1}, {0, 1}, {0, -1}, {0, 0}, {1, 0.5}}
	valid := []int32{0, 1, 2, 3, 4, 5}
	check.Near(t, "AUC", areaUnderCurve(p, d, valid), (3+2.5+2)/9., 1e-15)
	check.Near(t, "F1", positiveF1(p, d, valid), 4/6., 1e-15)
	check.Near(t, "macro F1", meanF1(p, d, valid), (4/6.+4/6.)/2, 1e-15)
	check.Equal(t, "AUC of one class", areaUnderCurve(p[:1], d, valid[:1]), 0.5)
	check.Equal(t, "F1 without positives", positiveF1(p[3:4], d, valid[3:4]), 0)
	check.Near(t, "log loss of the second class", logLoss.loss(1, prediction{score: math.Log(3)}), math.Log(4./3), 1e-15)
	check.Near(t, "log loss of the first class", logLoss.loss(0, prediction{score: math.Log(3)}), math.Log(4), 1e-15)
	check.Equal(t, "error", errorRate.loss(1, prediction{value: 0}), 1)
	check.Equal(t, "squared error", squaredError.loss(1, prediction{value: 3}), 4)
}

// The standard error of Bates, Hastie and Tibshirani lies between that of independent losses and √K times it.
func TestNestedCV(t *testing.T) {
	losses := func(shift float64) []float64 { return []float64{shift, shift + 1, shift + 2, shift + 3} }
	var s batesSums
	s.add(losses(0), losses(0)) // the means agree: less than the variance explains
	independent := math.Sqrt(5. / 3 / 40)
	m := s.mean(40)
	check.Near(t, "standard error of agreeing means", float64(m.SE), independent, 1e-7)
	check.Near(t, "estimate", float64(m.Value), 1.5, 1e-7)
	s = batesSums{}
	s.add(losses(0), losses(100))
	m = s.mean(40)
	check.Near(t, "standard error of means far apart", float64(m.SE), math.Sqrt(10)*independent, 1e-6)
	check.Near(t, "estimate less bias", float64(m.Value), 1.5+100*(1+math.Pow(0.8, 1.5)), 1e-4)
	s = batesSums{}
	s.add(losses(0), losses(0.8)) // in between: √(0.64 - 5/12)
	check.Near(t, "standard error in between", float64(s.mean(40).SE),
		independent*math.Sqrt(0.64-5./12)/math.Sqrt(5./3/36), 1e-6)
}

// Skewed classes and heavy tails are what they say.
func TestDistributions(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	g := classes(2, 1)
	g.positives, g.heavy = 0.2, true
	d := simdata.Draw(g, 40_000, rng)
	positives, inside := 0.0, 0.0
	for i, c := range d.Class {
		positives += float64(c)
		if math.Abs(d.X.At(i, 1)-float64(c)) < 0.76489/math.Sqrt(3) { // the upper quartile of t(3)
			inside++
		}
	}
	n := float64(d.N())
	check.Near(t, "share of positives", positives/n, 0.2, 0.01)
	check.Near(t, "share of noise between the quartiles", inside/n, 0.5, 0.01)
	check.Equal(t, "name", g.String(), "gaussians(p=2, shifted=2, shift=1), 20% positives, t(3) noise")
}

// Both halves of the cells have every kind of metric, equal and different learners, and the cells
// have names of their own.
func TestSettings(t *testing.T) {
	seen := map[any]int{}
	var ids []string
	for _, s := range settings() {
		ids = append(ids, s.id())
		for _, m := range s.metrics {
			seen[[2]any{m.kind, s.choice}]++
			seen[[2]any{s.equal, s.choice}]++
		}
	}
	for _, choice := range []bool{true, false} {
		for _, of := range []any{ErrorRates, Ratios, Ranks, LogLosses, SquaredErrors, true, false} {
			if seen[[2]any{of, choice}] < 2 {
				t.Errorf("%d cells of %v with choice %v; want at least 2", seen[[2]any{of, choice}], of, choice)
			}
		}
	}
	slices.Sort(ids)
	if len(slices.Compact(ids)) != len(settings()) {
		t.Error("two settings have one name")
	}
}
