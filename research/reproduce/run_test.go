package reproduce

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/research/study"
)

// The studies of an experiment run where results are saved, and not at the quick scale;
// what they save names the command of the experiment.
func TestRunStudies(t *testing.T) {
	type row struct {
		X int `dataframe:"x"`
	}
	ran := 0
	squares := study.Study{Name: "squares", Plan: func(cfg study.Config) (study.Plan, error) {
		e := study.Steps("squares", cfg.Seed, nil, 2, func(_ context.Context, k int) ([]row, error) {
			ran++
			return []row{{k * k}}, nil
		})
		return study.Plan{Simulations: []study.Simulation{e}, Tables: func() ([]study.Table, error) {
			return []study.Table{study.NewTable("squares", e.Result())}, nil
		}}, nil
	}}
	e := Experiment{Name: "numbers", Items: []string{"s:table-1"}, Studies: []study.Study{squares},
		Run: func(_ context.Context, cfg study.Config) ([]Result, error) {
			return []Result{{Source: "s", Item: "table-1", Key: "a", Value: 2}}, study.Simulate(t.Context(), cfg)
		}}
	published := []Published{{Source: "s", Item: "table-1", Key: "a", Text: "2"}}
	var shown []string
	progress := func(name string) func(done, total int) {
		shown = append(shown, name)
		return nil
	}
	for _, scale := range []study.Scale{study.Quick, study.Paper} {
		cfg := study.Config{Data: data.FS, Scale: scale, Seed: 3, Results: t.TempDir()}
		out, err := Run(t.Context(), cfg, []Experiment{e}, published, progress)
		if err != nil {
			t.Fatal(err)
		}
		if out.Rows[0].Verdict != ExactMatch || len(out.Stored) == 0 {
			t.Errorf("%+v, %d stored rows", out.Rows, len(out.Stored))
		}
		runs, _, err := table.ReadFile[study.RunRow](filepath.Join(cfg.Results, "runs.csv"))
		switch {
		case scale == study.Quick && (ran != 0 || err == nil):
			t.Errorf("%d steps at the quick scale, %+v", ran, runs)
		case scale == study.Paper && (ran != 2 || err != nil || len(runs) != 1 ||
			runs[0].Command != "bcv reproduce --only s:table-1 --scale paper --seed 3 --results data/results"):
			t.Errorf("%d steps, %+v, %v", ran, runs, err)
		}
	}
	if !slices.Equal(shown, []string{"numbers", "numbers", "squares"}) {
		t.Errorf("progress of %v", shown)
	}
}
