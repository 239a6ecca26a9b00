package study_test

import (
	"bytes"
	"context"
	"errors"
	"github.com/block-regularized/bcv/research/internal/check"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/research/internal/arithmetic"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// row is of the table of the study under test.
type row struct {
	Name string  `dataframe:"name"`
	Mean float64 `dataframe:"mean"`
	study.Effort
}

// means simulates the mean of normal numbers; ran counts the shards that were run.
func means(name string, shards int, seed uint64, ran *atomic.Int32) *study.Experiment[row] {
	return study.New(name, sim.Experiment[sim.Moments, struct{}]{
		Plan: sim.Plan{Name: name, Version: 1, Seed: seed, Shards: shards},
		Shard: func(_ context.Context, _ struct{}, _ int, rng *rand.Rand) (m sim.Moments, err error) {
			ran.Add(1)
			for range 50_000 {
				m.Add(rng.NormFloat64())
			}
			return m, nil
		},
		Merge: (*sim.Moments).Merge,
	}, func(m sim.Moments, e study.Effort) (row, error) { return row{name, m.Mean, e}, nil })
}

// twoMeans is a study of two simulations and a few steps.
func twoMeans(ran *atomic.Int32) study.Study {
	return study.Study{Name: "two-means", Title: "means of normal numbers", Plan: func(cfg study.Config) (study.Plan,
		error) {
		if cfg.Seed == 0 {
			return study.Plan{}, errors.New("no seed")
		}
		e := []*study.Experiment[row]{means("one", 7, cfg.Seed, ran), means("two", 3, cfg.Seed, ran)}
		steps := study.Steps("steps", cfg.Seed, 3, 3, func(_ context.Context, k int) ([]row, error) {
			ran.Add(1)
			return []row{{Name: "step", Mean: float64(k)}}, nil
		})
		return study.Plan{Simulations: append(study.All(e), steps), Tables: func() ([]study.Table, error) {
			return []study.Table{study.NewTable("means", study.Results(e)), study.NewTable("steps", steps.Result())},
				nil
		}}, nil
	}}
}

func config(t *testing.T) study.Config {
	return study.Config{Scale: study.Paper, Seed: 5, Results: t.TempDir(), Checkpoints: t.TempDir(), Commit: "abc"}
}

func written(t *testing.T, tables []study.Table) string {
	t.Helper()
	var text bytes.Buffer
	for _, x := range tables {
		rows, ok := x.Rows.([]row)
		if !ok {
			t.Fatalf("rows of type %T", x.Rows)
		}
		rows = slices.Clone(rows)
		for i := range rows {
			rows[i].CPUSeconds = 0 // differs from run to run
		}
		if err := study.NewTable(x.Name, rows).Write(&text); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}

func TestRun(t *testing.T) {
	cfg, ran := config(t), new(atomic.Int32)
	var steps []int
	cost := 0.0
	cfg.Cost, cfg.Progress = &cost, func(done, total int) { steps = append(steps, done, total) }
	tables, err := study.Run(t.Context(), cfg, twoMeans(ran))
	if err != nil {
		t.Fatal(err)
	}
	check.MustEqual(t, "len(tables)", len(tables), 2)
	check.Equal(t, "ran.Load()", ran.Load(), 13)
	check.Equal(t, "slices.Max(steps)", slices.Max(steps), 13)
	check.Equal(t, "steps[len(steps)-2]", steps[len(steps)-2], 13)
	rows := tables[0].Rows.([]row)
	check.That(t, math.Abs(rows[0].Mean) <= 0.06, "math.Abs(rows[0].Mean) = %v, want at most %v",
		math.Abs(rows[0].Mean), 0.06)
	check.Equal(t, "rows[0].Seed", rows[0].Seed, 5)
	check.That(t, rows[0].Date != "", "rows[0].Date = %v, want another", rows[0].Date)
	check.That(t, rows[0].CPUSeconds > 0, "want rows[0].CPUSeconds > 0")
	check.That(t, cost >= rows[0].CPUSeconds+rows[1].CPUSeconds, "cost = %v, want at least %v", cost,
		rows[0].CPUSeconds+rows[1].CPUSeconds)
	back, _, err := table.ReadFile[row](filepath.Join(cfg.Results, "means.csv"))
	if err != nil || !slices.Equal(back, rows) {
		t.Errorf("read back %+v, %v", back, err)
	}
	runs, _, err := table.ReadFile[study.RunRow](filepath.Join(cfg.Results, "runs.csv"))
	if err != nil {
		t.Fatal(err)
	}
	check.MustEqual(t, "len(runs)", len(runs), 2)
	check.Equal(t, "runs[0].Table", runs[0].Table, "means")
	check.Equal(t, "runs[0].Command", runs[0].Command,
		"bcv study run two-means "+"--scale paper --seed 5 --results data/results")
	check.Equal(t, "runs[0].Commit", runs[0].Commit, "abc")
	check.That(t, !(math.IsNaN(runs[0].CPUSeconds)), "unwanted: math.IsNaN(runs[0].CPUSeconds)")
	check.Equal(t, "runs[0].Arithmetic", runs[0].Arithmetic, arithmetic.Kind())

	// A second run resumes from the logs, and knows what the first one cost.
	again, err := study.Run(t.Context(), cfg, twoMeans(ran))
	if err != nil || ran.Load() != 13 {
		t.Errorf("%d shards, %v", ran.Load(), err)
	}
	if got := again[0].Rows.([]row); got[0] != rows[0] {
		t.Errorf("resumed %+v, want %+v", got[0], rows[0])
	}

	cfg.Seed = 0
	if _, err := study.Run(t.Context(), cfg, twoMeans(ran)); err == nil || !strings.Contains(err.Error(),
		"two-means: no seed") {
		t.Errorf("error %v", err)
	}
}

// The quick scale saves nothing.
func TestQuickSavesNothing(t *testing.T) {
	cfg, ran := config(t), new(atomic.Int32)
	cfg.Scale = study.Quick
	if _, err := study.Run(t.Context(), cfg, twoMeans(ran)); err != nil {
		t.Fatal(err)
	}
	if files, _ := os.ReadDir(cfg.Results); len(files) != 0 {
		t.Errorf("%v", files)
	}
}

// Parts, run in any order by different processes, have the results of one run.
func TestParts(t *testing.T) {
	cfg, ran := config(t), new(atomic.Int32)
	want, err := study.Run(t.Context(), study.Config{Seed: 5}, twoMeans(ran))
	if err != nil {
		t.Fatal(err)
	}
	ran.Store(0)
	const parts = 4
	for _, k := range []int{2, 0, 3, 1} {
		if k == 1 {
			if _, err := study.Collect(cfg, twoMeans(ran)); err == nil {
				t.Error("no error for a missing part")
			}
		}
		if err := study.RunPart(t.Context(), cfg, twoMeans(ran), k, parts); err != nil {
			t.Fatal(err)
		}
	}
	if ran.Load() != 13 {
		t.Errorf("%d shards", ran.Load())
	}
	got, err := study.Collect(cfg, twoMeans(ran))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := written(t, got), written(t, want); a != b || ran.Load() != 13 {
		t.Errorf("collected\n%s\nwant\n%s", a, b)
	}
	if _, err := os.Stat(filepath.Join(cfg.Results, "means.csv")); err != nil {
		t.Error(err)
	}
	cfg.Checkpoints = t.TempDir()
	if _, err := study.Collect(cfg, twoMeans(ran)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	cfg.Checkpoints = ""
	if err := study.RunPart(t.Context(), cfg, twoMeans(ran), 0, 2); err == nil {
		t.Error("a part without checkpoints")
	}
	if err := study.RunPart(t.Context(), config(t), twoMeans(ran), 2, 2); err == nil {
		t.Error("part 2 of 2")
	}
}

// Status distinguishes parts that failed from missing ones, and reports what is left.
func TestLook(t *testing.T) {
	cfg, broken := config(t), true
	s := study.Study{Name: "luck", Plan: func(cfg study.Config) (study.Plan, error) {
		e := study.New("luck", sim.Experiment[float64, struct{}]{
			Plan: sim.Plan{Name: "luck", Version: 1, Seed: cfg.Seed, Shards: 8},
			Shard: func(_ context.Context, _ struct{}, k int, rng *rand.Rand) (x float64, err error) {
				if broken && k == 5 {
					return 0, errors.New("no luck")
				}
				for range 1_000_000 {
					x += rng.NormFloat64()
				}
				return x, nil
			},
			Merge: func(into *float64, from float64) { *into += from },
		}, func(x float64, e study.Effort) (row, error) { return row{"luck", x, e}, nil })
		return study.Plan{Simulations: []study.Simulation{e, means("other", 1, 1, new(atomic.Int32))},
			Tables: func() ([]study.Table, error) {
				return []study.Table{study.NewTable("luck", study.Results([]*study.Experiment[row]{e}))}, nil
			}}, nil
	}}
	look := func() study.Status {
		st, err := study.Look(cfg, s, 4)
		if err != nil {
			t.Fatal(err)
		}
		return st
	}
	{
		st := look()
		check.That(t, slices.Equal(st.Missing, []int{0, 1, 2, 3}), "st.Missing = %v, want %v", st.Missing,
			[]int{0, 1, 2, 3})
		check.Equal(t, "st.Shards", st.Shards, 0)
		check.Equal(t, "st.Total", st.Total, 9)
		check.Equal(t, "st.Unknown", st.Unknown, 2)
	}
	for _, k := range []int{1, 2} {
		if err := study.RunPart(t.Context(), cfg, s, k, 4); (err != nil) != (k == 1) {
			t.Fatal(err)
		}
	}
	st := look()
	if !slices.Equal(st.Done, []int{2}) || !slices.Equal(st.Failed, []int{1}) || !slices.Equal(st.Missing,
		[]int{0, 3}) {
		t.Errorf("parts done %v, failed %v, missing %v; want 2, 1, 0 and 3", st.Done, st.Failed, st.Missing)
	}
	if want := []string{"part 1: luck, shard 5: no luck"}; !slices.Equal(st.Failures, want) {
		t.Errorf("failures %q, want %q", st.Failures, want)
	}
	check.That(t, st.Shards >= 2, "st.Shards = %v, want at least %v", st.Shards, 2)
	check.That(t, st.Shards <= 3, "st.Shards = %v, want at most %v", st.Shards, 3)
	check.Equal(t, "st.Unknown", st.Unknown, 1)
	check.That(t, st.Spent > 0, "want st.Spent > 0")
	check.Near(t, "st.Remaining/st.Spent*float64(st.Shards)/float64(8-st.Shards)",
		st.Remaining/st.Spent*float64(st.Shards)/float64(8-st.Shards), 1, 1e-9)
	broken = false
	for k := range 4 {
		if err := study.RunPart(t.Context(), cfg, s, k, 4); err != nil {
			t.Fatal(err)
		}
	}
	{
		st := look()
		check.MustEqual(t, "len(st.Done)", len(st.Done), 4)
		check.That(t, st.Failed == nil, "st.Failed = %v, want nil", st.Failed)
		check.That(t, st.Failures == nil, "st.Failures = %v, want nil", st.Failures)
		check.Equal(t, "st.Remaining", st.Remaining, 0)
		check.Equal(t, "st.Unknown", st.Unknown, 0)
	}
}

// A simulation that two studies need runs once, unless its plan differs.
func TestShared(t *testing.T) {
	ran := new(atomic.Int32)
	cfg := study.Config{Seed: 5, Shared: new(study.Shared)}
	for range 2 {
		if _, err := study.Run(t.Context(), cfg, twoMeans(ran)); err != nil {
			t.Fatal(err)
		}
	}
	if ran.Load() != 13 {
		t.Errorf("%d shards", ran.Load())
	}
	cfg.Seed = 6
	if _, err := study.Run(t.Context(), cfg, twoMeans(ran)); err != nil || ran.Load() != 26 {
		t.Errorf("%d shards, %v", ran.Load(), err)
	}
}

// The cost of an experiment is the cost of all its shards.
func TestCostOfShards(t *testing.T) {
	cost := func(shards int) float64 {
		r, err := study.New("cost", sim.Experiment[float64, struct{}]{
			Plan: sim.Plan{Name: "cost", Version: 1, Seed: 1, Shards: shards},
			Shard: func(_ context.Context, _ struct{}, _ int, rng *rand.Rand) (sum float64, err error) {
				for range 300_000 {
					sum += rng.NormFloat64()
				}
				return sum, nil
			},
			Merge: func(into *float64, from float64) { *into += from },
		}, func(_ float64, e study.Effort) (float64, error) { return e.CPUSeconds, nil }).Run(t.Context(),
			sim.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	cost(1) // warm
	if one, ten := cost(1), cost(10); !(ten > 4*one) {
		t.Errorf("one shard %g s, ten %g s", one, ten)
	}
}
