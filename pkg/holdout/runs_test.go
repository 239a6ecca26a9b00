package holdout_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/results"
)

// planInRuns is of a learner that draws nothing and one that draws, with inner folds.
func planInRuns(t *testing.T, runs int) holdout.Plan {
	t.Helper()
	d := drawn(60, 3, false)
	set, err := cv.New(cv.BCV, d.N(), cv.Options{M: 2, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	inner, err := cv.Nest(set, 1, 1, cv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return holdout.Plan{Data: d, Learners: []learn.Learner{simple.Majority{}, tree.Forest{Trees: 3}}, Set: set,
		Inner: &inner, Runs: runs}
}

func evaluated(t *testing.T, p holdout.Plan) results.Results {
	t.Helper()
	r, err := holdout.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRuns(t *testing.T) {
	one, three := evaluated(t, planInRuns(t, 1)), evaluated(t, planInRuns(t, 3))
	if one.Runs != nil {
		t.Error("runs of a plan with one")
	}
	if got := three.Runs.Values[0][0].Cells; !slices.Equal(got, one.Values[0].Cells) {
		t.Errorf("run 1 has the error rates %v, one run %v", got, one.Values[0].Cells)
	}
	first, second := three.Runs.Values[0][0].Of(1), three.Runs.Values[0][1].Of(1)
	if slices.Equal(first, second) || slices.Equal(second, three.Runs.Values[0][2].Of(1)) {
		t.Errorf("error rates of a forest %v and %v in two runs", first, second)
	}
	if got, want := three.Values[0].Of(1)[0], (first[0]+second[0]+three.Runs.Values[0][2].Of(1)[0])/3; math.Abs(
		got-want) > 1e-15 {
		t.Errorf("mean error rate %v, want %v", got, want)
	}
	if a, b := three.Runs.Of(0), three.Runs.Of(1); len(a) != 1 || len(b) != 3 {
		t.Errorf("%d runs of the learner that draws nothing and %d of the forest, want 1 and 3", len(a), len(b))
	}
	if want := "majority draws no random numbers: trained once, not in 3 runs"; !slices.Contains(three.Notes, want) {
		t.Errorf("notes %q, want %q", three.Notes, want)
	}
	workers := planInRuns(t, 3)
	workers.Workers = 1
	if diff := cmp.Diff(three.Runs.Values, evaluated(t, workers).Runs.Values, cmp.Comparer(equalGrids)); diff != "" {
		t.Errorf("with one worker (-many +one):\n%s", diff)
	}
	deterministic := planInRuns(t, 2)
	deterministic.Learners = deterministic.Learners[:1]
	if r := evaluated(t, deterministic); r.Runs != nil || len(r.Notes) != 1 {
		t.Errorf("runs %v and notes %q of a learner that draws nothing", r.Runs, r.Notes)
	}
	wrong := planInRuns(t, -1)
	if _, err := holdout.Run(t.Context(), wrong); err == nil || !strings.Contains(err.Error(), "-1 runs; give at least") {
		t.Errorf("error %v of -1 runs", err)
	}
}

// Run r is what one run gives of the learner with the seed of run r, on inner folds too, and results are means.
func TestRunsAreOfTheirSeeds(t *testing.T) {
	plan := planInRuns(t, 3)
	three := evaluated(t, plan)
	inner, err := holdout.Inner(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	mean := make([]float64, len(inner.Values[0].Of(1)))
	for s := range 3 {
		alone := planInRuns(t, 1)
		alone.Learners = []learn.Learner{tree.Forest{Trees: 3, Seed: learn.RunSeed(0, s+1)}}
		want := evaluated(t, alone)
		if got := three.Runs.Values[0][s].Of(1); !slices.Equal(got, want.Values[0].Of(0)) {
			t.Errorf("run %d has the error rates %v, the forest with its seed %v", s+1, got, want.Values[0].Of(0))
		}
		got, within := inner.Runs.Values[0][s].Of(1), want.Inner.Values[0].Of(0)
		if !slices.Equal(got, within) {
			t.Errorf("run %d has the error rates %v on inner folds, the forest with its seed %v", s+1, got, within)
		}
		for k, v := range within {
			mean[k] += v / 3
		}
	}
	for k, got := range three.Inner.Values[0].Of(1) {
		if math.Abs(got-mean[k]) > 1e-15 {
			t.Errorf("inner fold %d has the error rate %v, want the mean over runs %v", k, got, mean[k])
		}
	}
}

func equalGrids(a, b results.Grid[float64]) bool {
	return slices.EqualFunc(a.Cells, b.Cells, func(x, y float64) bool { return x == y || x != x && y != y })
}

func TestPiecesInRuns(t *testing.T) {
	plan := planInRuns(t, 2)
	p, err := holdout.NewPieces(plan)
	if err != nil {
		t.Fatal(err)
	}
	if want := []holdout.Trained{{Learner: 0, Run: 1}, {Learner: 1, Run: 1}, {Learner: 1, Run: 2}}; !slices.Equal(
		p.Trained(), want) {
		t.Fatalf("trained %v, want %v", p.Trained(), want)
	}
	var all []holdout.Piece
	for a := range p.Trained() {
		var one holdout.Piece
		for split := range p.Splits() {
			piece, err := p.Compute(t.Context(), a, split)
			if err != nil {
				t.Fatal(err)
			}
			one.Predicted, one.Notes = append(one.Predicted, piece.Predicted...), append(one.Notes, piece.Notes...)
		}
		all = append(all, one)
	}
	got, err := p.Results(all)
	if err != nil {
		t.Fatal(err)
	}
	want := evaluated(t, plan)
	if !slices.EqualFunc(got.Runs.Values[0], want.Runs.Values[0], equalGrids) ||
		!slices.Equal(got.Inner.Values[0].Cells, want.Inner.Values[0].Cells) {
		t.Errorf("pieces %v, the whole %v", got.Runs.Values, want.Runs.Values)
	}
}

func TestGrowingInRuns(t *testing.T) {
	plan := planInRuns(t, 3)
	want := evaluated(t, plan)
	plan.Set, plan.Inner = cv.Set{Method: cv.BCV, N: plan.Data.N(), Seed: 3}, nil
	g, err := holdout.NewGrowing(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := g.Evaluate(1)
	if err != nil {
		t.Fatal(err)
	}
	d, err := g.Next(1)
	if err != nil {
		t.Fatal(err)
	}
	for k := range 2 {
		a, b := *want.Values[0].At(0, 0, k), *want.Values[0].At(1, 0, k)
		if got := *r.Values[0].At(1, 0, k); got != b {
			t.Errorf("fold %d: mean error rate %v, want %v", k+1, got, b)
		}
		if math.Abs(d[k]-(b-a)) > 1e-15 {
			t.Errorf("fold %d: difference %v, want %v", k+1, d[k], b-a)
		}
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
}
