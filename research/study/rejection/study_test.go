package rejection

import (
	"context"
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat/distuv"
)

// The tables of a study equal the tables that the hold-out runner counts.
func TestTablesAsFromHoldout(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	d := simdata.Draw(simdata.EXP6{}, 80, rng)
	sets, err := newPartitions(80, rng)
	if err != nil {
		t.Fatal(err)
	}
	a, b := tree.C45{}, neighbour.WeightedNN{Weights: simdata.EXP6Weights(0.29)}
	wrongA, err := wrong(a, d, &sets)
	if err != nil {
		t.Fatal(err)
	}
	wrongB, err := wrong(b, d, &sets)
	if err != nil {
		t.Fatal(err)
	}
	got := tabulate(&sets, wrongA, wrongB)
	for k := range sets {
		r, err := holdout.Run(context.Background(), holdout.Plan{Data: d, Learners: []learn.Learner{a, b},
			Set: sets[k]})
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Concat(r.Tables(0, 1)...)
		if diff := cmp.Diff(want, got[k]); diff != "" {
			t.Errorf("partition sets %d (-want +got):\n%s", k, diff)
		}
	}
	if got.records() != 80 {
		t.Errorf("%d records, want 80", got.records())
	}
}

// On each record of Epsilon one algorithm errs with probability 0.05 and the other
// with 0.15, so that one of them alone errs with 0.05·0.85 + 0.95·0.15.
func TestEpsilonTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var sum infer.Contingency
	p := ClassifierPair{Settings: []float64{epsilonRate}, N: 300}
	for range 100 {
		err := p.compare(rng, func(_ int, t *tables) error {
			for _, c := range t[FiveByTwoBCV][:2] {
				sum = sum.Plus(c)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if sum.Total() != 30000 {
		t.Fatalf("%v records", sum.Total())
	}
	disagree := 0.05*0.85 + 0.95*0.15
	if got := (sum.N01 + sum.N10) / sum.Total(); math.Abs(got-disagree) > 4*math.Sqrt(disagree*(1-disagree)/30000) {
		t.Errorf("disagreement %v, want %v", got, disagree)
	}
	if d := sum.Difference(); math.Abs(d) > 4*math.Sqrt(disagree/30000) {
		t.Errorf("difference %v, want 0", d)
	}
}

// The direct nearest neighbour is the learner's.
func TestNearestError(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	d, all := simdata.Draw(simdata.EXP6{}, 60, rng), simdata.Draw(simdata.EXP6{}, 300, rng)
	wide := simdata.Draw(simdata.Twonorm{}, 60, rng)
	wideAll := simdata.Draw(simdata.Twonorm{}, 200, rng)
	weights := make([]float64, 20)
	for j := range weights {
		weights[j] = float64(j%3) + 0.5
	}
	for _, c := range []struct {
		d, all  *dataset.Data
		weights []float64
	}{{d, all, simdata.EXP6Weights(0.4)}, {d, all, simdata.EXP6Weights(1)}, {wide, wideAll, weights}} {
		direct, err := errorOn(c.all, neighbour.WeightedNN{Weights: c.weights}, c.d)
		if err != nil {
			t.Fatal(err)
		}
		through, err := errorOn(c.all, plainLearner{neighbour.WeightedNN{Weights: c.weights}}, c.d)
		if err != nil {
			t.Fatal(err)
		}
		if direct != through || direct == 0 {
			t.Errorf("weights %v: error %v, the learner has %v", c.weights, direct, through)
		}
	}
}

// Half-way between the means of Simple the error is Phi(-delta/2).
func TestSimplePopulation(t *testing.T) {
	const delta = 0.6
	all, err := populationOf(simdata.Simple(delta))
	if err != nil {
		t.Fatal(err)
	}
	errors := 0.0
	for i, c := range all.Class {
		if (all.X.At(i, 0) > delta/2) != (c == 1) {
			errors++
		}
	}
	if got, want := errors/float64(all.N()), distuv.UnitNormal.CDF(-delta/2); math.Abs(got-want) > 1e-3 {
		t.Errorf("error %v, want %v", got, want)
	}
	if _, err := populationOf(simdata.Twonorm{}); err == nil {
		t.Error("a population of twonorm was made up")
	}
}

// The number of workers does not change a study, and all tests are counted.
func TestRejectionStudy(t *testing.T) {
	p := ClassifierPair{Data: "Epsilon", Settings: []float64{epsilonRate}, N: 300}
	s := Study{Pair: p, Sets: 10, Shards: 4, Seed: 1}
	one, err := s.Run(context.Background(), sim.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	three, err := s.Run(context.Background(), sim.Options{Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(one.Rows(), three.Rows()); diff != "" {
		t.Errorf("workers change the result:\n%s", diff)
	}
	for _, r := range one.Rows() {
		check.Equal(t, "r.Runs", r.Runs, 40)
		check.That(t, r.SE > 0, "want r.SE > 0")
		check.That(t, r.Share >= 0, "r.Share = %v, want at least %v", r.Share, 0)
		check.That(t, r.Share <= 1, "r.Share = %v, want at most %v", r.Share, 1)
	}
	// The RHO paired t-test is the one that rejects far too often.
	if r := one.Rows()[0]; r.Share < 0.2 {
		t.Errorf("%s rejects %v of the time", r.Test, r.Share)
	}
}

// plainLearner hides what a learner is.
type plainLearner struct{ learn.Learner }

// seededLearner remembers the seeds of its runs; anew gives each data set another, and others to what draws nothing.
type seededLearner struct {
	plainLearner
	runs *[]int
}

func (l seededLearner) Traits() learn.Traits {
	return learn.Traits{ForRun: func(run int) learn.Learner {
		*l.runs = append(*l.runs, run)
		return l
	}}
}

func TestAnew(t *testing.T) {
	rng, plain := rand.New(rand.NewPCG(1, 1)), plainLearner{tree.C45{}}
	if got := anew(plain, rng); got != learn.Learner(plain) || rng.Uint64() != rand.New(rand.NewPCG(1, 1)).Uint64() {
		t.Errorf("%v, or a number was drawn", got)
	}
	var runs []int
	s := ErrorStudy{Pair: ClassifierPair{N: 20, Settings: []float64{0}, OneDistribution: true,
		Distribution: func(float64) simdata.Generator { return simdata.EXP6{} },
		A:            seededLearner{plain, &runs},
		B:            func(float64) learn.Learner { return seededLearner{plain, &runs} }}, Sets: 2, Shards: 1}
	_, err := s.Run(context.Background(), sim.Options{})
	slices.Sort(runs)
	if runs = slices.Compact(runs); err != nil || len(runs) != 4 {
		t.Errorf("runs %v, want four (%v)", runs, err)
	}
}

// Error rates 0.1 and 0.3 of A and 0.2 of B: A varies by the root of 0.02, and a half of the
// variance of A less B is 0.01.
func TestSizeRows(t *testing.T) {
	var m errorMoments
	for i, rates := range [][2]float64{{0.1, 0.3}, {0.2, 0.2}, {-0.1, 0.1}} {
		m[i].Add(rates[0])
		m[i].Add(rates[1])
	}
	s := ErrorStudy{Pair: ClassifierPair{N: 40, Settings: []float64{0}}, Sets: 2, Shards: 1}
	rows := ErrorResult{s, []errorMoments{m}}.SizeRows()
	if len(rows) != 2 || math.Abs(rows[0].SD-math.Sqrt(0.02)) > 1e-12 || rows[1].SD != 0 {
		t.Errorf("%+v", rows)
	}
	if math.Abs(rows[0].SeedSD-0.1) > 1e-12 || rows[1].SeedSD != rows[0].SeedSD {
		t.Errorf("%+v", rows)
	}
}
