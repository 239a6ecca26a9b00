package defects

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// modules returns records of three features, a quarter of them defective, which the
// second and third feature show.
func modules(n int) *dataset.Data {
	rng := rand.New(rand.NewPCG(3, 5))
	d := &dataset.Data{Name: "modules", Classes: []string{"N", "Y"}, X: mat.NewDense(n, 3, nil),
		Class: make([]int32, n)}
	for i := range n {
		if i%4 == 0 {
			d.Class[i] = 1
		}
		for j := range 3 {
			d.X.Set(i, j, rng.NormFloat64()+float64(j)*float64(d.Class[i]))
		}
	}
	return d
}

func small() comparison {
	return comparison{data: modules(120), positive: 1, logistic: linear.Logistic{},
		settings: settings{Partitions: 3, Nested: 2, Raw: 1, Trees: 5}}
}

// The study gives the same for any number of workers; every positive record is validated
// once per replication, and the models find more of them than chance.
func TestStudy(t *testing.T) {
	var results [2][]result
	for w := range results {
		e, err := newExperiment(modules(120), "Y", small().settings, 1)
		if err != nil {
			t.Fatal(err)
		}
		if results[w], err = e.Run(t.Context(), sim.Options{Workers: 1 + w}); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(results[0], results[1]) {
		t.Error("results depend on the number of workers")
	}
	rows := setRows(results[0])
	if len(rows) != 2*(3+2+1+1) { // scaled, nested; as they are, nested
		t.Errorf("%d rows", len(rows))
	}
	for _, r := range rows {
		check.Equal(t, "r.TP+r.FN", r.TP+r.FN, 3*30)
		check.That(t, r.F1 >= 0.45, "r.F1 = %v, want at least %v", r.F1, 0.45)
		check.That(t, r.Components >= 1, "r.Components = %v, want at least %v", r.Components, 1)
		check.That(t, r.Components <= 3, "r.Components = %v, want at most %v", r.Components, 3)
	}
	tests, err := testRows(results[0])
	if err != nil || len(tests) != 3*(3+2+1+1) {
		t.Errorf("%d tests, %v", len(tests), err)
	}
	components := componentRows(results[0])
	if len(components) != 2*2*3 {
		t.Errorf("%d rows of components", len(components))
	}
	chosen := 0.0
	for _, r := range components {
		chosen += r.Chosen
	}
	if math.Abs(chosen-4) > 1e-5 {
		t.Errorf("the shares of chosen numbers add up to %v, want 1 for each of four", chosen)
	}
	if _, err := newExperiment(modules(120), "yes", small().settings, 1); err == nil || !strings.Contains(err.Error(),
		"want two, one of them yes") {
		t.Errorf("a class that is not there: %v", err)
	}
}

// A partition set has scaled features and, up to a number of sets, the features as they are; both choose for
// themselves.
func TestPartition(t *testing.T) {
	c := small()
	for i := range 120 {
		c.data.X.Set(i, 0, 10*c.data.X.At(i, 0)) // the feature that shows nothing
	}
	set, err := stratified(c.data, 9)
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.partition(t.Context(), 0, 9)
	if err != nil || len(out) != 2 {
		t.Fatalf("%+v, %v", out, err)
	}
	check.Equal(t, "out[0].Features", out[0].Features, Scaled)
	check.Equal(t, "out[1].Features", out[1].Features, Raw)
	for i, scale := range []bool{true, false} {
		grid, err := c.grid(t.Context(), c.data, set, scale)
		if err != nil || !reflect.DeepEqual(out[i].Grid, grid) {
			t.Errorf("%s: another grid, %v", out[i].Features, err)
		}
		inner, err := c.inner(t.Context(), set, scale, 9)
		if err != nil || !reflect.DeepEqual(out[i].Inner, inner) {
			t.Errorf("%s: another choice, %v", out[i].Features, err)
		}
	}
	if reflect.DeepEqual(out[0].Inner, out[1].Inner) {
		t.Error("scaling changes no choice")
	}
	for k, want := range []int{2, 1, 1} {
		out, err := c.partition(t.Context(), k, 9)
		if err != nil || len(out) != want || (out[0].Inner[0] == nil) != (k == 2) {
			t.Errorf("set %d: %d outcomes, want %d; %v", k+1, len(out), want, err)
		}
	}
}

// Fitting the steps once for all numbers of components gives what the pipelines give one by one.
func TestGridIsPipelines(t *testing.T) {
	c := small()
	set, err := stratified(c.data, 9)
	if err != nil {
		t.Fatal(err)
	}
	for _, scale := range []bool{true, false} {
		grid, err := c.grid(t.Context(), c.data, set, scale)
		if err != nil {
			t.Fatal(err)
		}
		for model, l := range []learn.Learner{linear.Logistic{}, tree.Forest{Trees: c.Trees}} {
			for k := range 3 {
				p, err := pipeline.Pipeline{Steps: steps(k+1, scale), Learner: l}.Prepare(t.Context(), c.data)
				if err != nil {
					t.Fatal(err)
				}
				for f := range 6 {
					fold := set.Fold(f)
					predicted, err := predict(t.Context(), p, fold.Train, fold.Valid)
					if err != nil {
						t.Fatal(err)
					}
					check.Equal(t, Models[model], grid[model][k][f], study.Confusion(predicted, c.data, fold.Valid, c.positive))
				}
			}
		}
	}
}

// What a training half chooses does not depend on the records outside of it.
func TestWithinSeesItsRecordsAlone(t *testing.T) {
	c := small()
	var records []int32
	for i := int32(0); i < 60; i++ {
		records = append(records, i)
	}
	before, err := c.within(t.Context(), records, true, 7)
	if err != nil {
		t.Fatal(err)
	}
	for i := 60; i < 120; i++ {
		c.data.X.SetRow(i, []float64{1e6, -float64(i), 3})
		c.data.Class[i] = int32(i % 2)
	}
	after, err := c.within(t.Context(), records, true, 7)
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("other records change the choice, %v", err)
	}
	c.data.X.SetRow(0, []float64{100, 100, 100})
	if changed, err := c.within(t.Context(), records, true, 7); err != nil || reflect.DeepEqual(before, changed) {
		t.Errorf("one of the records changes nothing, %v", err)
	}
}

// Halves hold the classes in equal shares, except for one record; chance alone would be off by
// more in most sets.
func TestStratified(t *testing.T) {
	d := modules(120)
	set, err := stratified(d, 3)
	if err != nil || set.FoldCount() != 6 {
		t.Fatal(err)
	}
	for f := range 6 {
		n := 0
		for _, i := range set.Fold(f).Train {
			n += int(d.Class[i])
		}
		if n < 14 || n > 16 {
			t.Errorf("fold %d trains on %d of 30 defective records", f, n)
		}
	}
}

// made is an outcome whose second model finds more, with two components the most.
func made(better float64) outcome {
	fold := func(tp, fp float64, f, m int) posterior.Counts {
		tp += float64((1 + m) * (f % 2))
		return posterior.Counts{TP: tp, FP: fp + float64(f/2), FN: 30 - tp}
	}
	o := outcome{Partition: 1, Features: Scaled, Inner: [2][]int{{1, 1, 2, 2, 2, 2}, {1, 1, 1, 1, 1, 1}}}
	for m := range o.Grid {
		o.Grid[m] = make(counts, 2)
		for k := range 2 {
			for f := range 6 {
				o.Grid[m][k] = append(o.Grid[m][k], fold(10+5*float64(m)+2*float64(k)+better, 20, f, m))
			}
		}
	}
	return o
}

func TestRows(t *testing.T) {
	all := []result{{outcome: made(0)}, {outcome: made(1)}}
	if got := all[0].Grid[0].best(); got != 2 {
		t.Errorf("%d components are best", got)
	}
	rows := setRows(all)
	{
		r := rows[2]
		check.Equal(t, "r.Model", r.Model, "logistic")
		check.Equal(t, "r.Choice", r.Choice, SameFolds)
		check.Equal(t, "r.TP", r.TP, 6*12+3)
		check.Equal(t, "r.FP", r.FP, 6*20+6)
		check.Equal(t, "r.Components", r.Components, 2)
		check.Near(t, "r.P", r.P, 75./201, 1e-6)
		check.Near(t, "r.R", r.R, 75./180, 1e-6)
	}
	if r := rows[0]; r.Choice != Nested || r.TP != 6*12+3-2*2 || math.Abs(r.Components-5./3) > 1e-6 {
		t.Errorf("%+v", r)
	}
	tests, err := testRows(all)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range tests {
		if !(r.Fitted > 0.5 && r.Algorithms > 0.99 && r.Difference > 0 && r.Low < r.Mean && r.Mean < r.High) {
			t.Errorf("the forest is better: %+v", r)
		}
	}
	choice := choiceRows(all)
	f1 := func(o result, m, k int) float64 { return posterior.Sum(o.Grid[m][k-1]).Value(posterior.F1) }
	want := (f1(all[0], 0, 2) + f1(all[1], 0, 2)) / 2
	{
		r := choice[0]
		check.Near(t, "r.F1", r.F1, want, 1e-6)
		check.Equal(t, "r.Gain", r.Gain, 0)
		check.Near(t, "r.Elsewhere", r.Elsewhere, want, 1e-6)
		check.That(t, r.GainSE > 0, "want r.GainSE > 0")
		check.That(t, r.Gap > 0, "want r.Gap > 0")
		check.Equal(t, "r.NestedSets", r.NestedSets, 2)
		check.Near(t, "r.Nested", r.Nested, want-r.Gap, 1e-6)
		check.Near(t, "r.Nested of the rows", r.Nested, (rows[0].F1+rows[4].F1)/2, 1e-6)
		check.Near(t, "r.NestedSE", r.NestedSE, (rows[4].F1-rows[0].F1)/2, 1e-6)
	}
	if r := choice[1]; !(r.Gap > choice[0].Gap) {
		t.Errorf("nested choice of the forest takes one component in all folds: %+v", r)
	}
}

// A tie goes to the fewest components; numbers without counts are not chosen.
func TestBest(t *testing.T) {
	one := []posterior.Counts{{TP: 2, FP: 1, FN: 1}}
	for want, c := range []counts{{nil, nil}, {one, nil, one}, {{{TP: 1, FP: 1, FN: 1}}, one, one}, {nil, nil, one}} {
		check.Equal(t, "components", c.best(), want)
	}
}

// fails is logistic regression that does not converge on a number of features, 0 for any, if record 0 trains.
type fails struct {
	linear.Logistic
	on int
}

func (l fails) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	p, err := l.Logistic.Prepare(ctx, d)
	if err != nil || l.on > 0 && d.P() != l.on {
		return p, err
	}
	return failing{p}, nil
}

type failing struct{ learn.Prepared }

func (p failing) NewFitter(*learn.Pool) learn.Fitter { return failingFitter{p.Prepared.NewFitter(nil)} }

type failingFitter struct{ learn.Fitter }

func (f failingFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	if train[0] == 0 {
		return learn.Report{}, linear.ErrNotConverged
	}
	return f.Fitter.Fit(ctx, train)
}

// A training half does not choose a number of components with which a fit does not converge; a partition set needs all.
func TestNotConverged(t *testing.T) {
	c := small()
	c.logistic = fails{on: 2}
	set, err := stratified(c.data, 9)
	if err != nil {
		t.Fatal(err)
	}
	grid, err := c.grid(t.Context(), c.data, set, true)
	if err != nil {
		t.Fatal(err)
	}
	for model, folds := range [][]int{{6, 0, 6}, {6, 6, 6}} {
		for k, want := range folds {
			check.Equal(t, Models[model], len(grid[model][k]), want)
		}
	}
	check.That(t, grid[0].best() != 2, "want no choice of 2 components")
	if _, err := c.partition(t.Context(), 0, 9); !errors.Is(err, linear.ErrNotConverged) ||
		!strings.Contains(err.Error(), "partition set 1, scaled: defects: logistic on 2 components") {
		t.Errorf("error %v", err)
	}
	c.logistic = fails{}
	if _, err := c.inner(t.Context(), set, true, 7); !errors.Is(err, linear.ErrNotConverged) ||
		!strings.Contains(err.Error(), "defects: training half ") {
		t.Errorf("error %v", err)
	}
}

func TestSpread(t *testing.T) {
	s := NewSpread([]float64{4, 1, 3, 2, 5})
	if below, above := s.Beside(3.5); below != 0.6 || above != 0.4 {
		t.Errorf("%v below, %v above", below, above)
	}
	if below, above := s.Beside(4); below != 0.6 || above != 0.2 {
		t.Errorf("%v below, %v above", below, above)
	}
	check.Equal(t, "s.Sets", s.Sets, 5)
	check.Equal(t, "s.Mean", s.Mean, 3)
	check.Near(t, "s.SE()", s.SE(), math.Sqrt(0.5), 1e-12)
	check.That(t, s.Low <= s.Median, "s.Low = %v, want at most %v", s.Low, s.Median)
	check.That(t, s.High >= s.Median, "s.High = %v, want at least %v", s.High, s.Median)
}
