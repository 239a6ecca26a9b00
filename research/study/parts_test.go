package study

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/research/internal/arithmetic"
	"github.com/block-regularized/bcv/research/sim"
)

// Each shard is in one part, and parts differ by at most one shard.
func TestPart(t *testing.T) {
	for _, shards := range [][]int{{7}, {2, 2, 2, 2, 2}, {1, 1, 1}, {40, 3, 17, 1}, {5, 6, 7, 8, 9}} {
		var p Plan
		for _, n := range shards {
			p.Simulations = append(p.Simulations, &Experiment[int]{plan: sim.Plan{Shards: n}})
		}
		for _, parts := range []int{1, 2, 3, 4, 7, 16, 100} {
			seen, sizes := map[[2]int]bool{}, make([]int, parts)
			for k := range parts {
				for i, list := range p.part(k, parts) {
					for _, shard := range list {
						if at := [2]int{i, shard}; seen[at] || shard >= shards[i] {
							t.Errorf("%v in %d parts: shard %d of simulation %d is there twice or does not exist",
								shards, parts, shard, i)
						} else {
							seen[at] = true
						}
						sizes[k]++
					}
				}
			}
			if len(seen) != p.Shards() {
				t.Errorf("%v in %d parts: %d shards, want %d", shards, parts, len(seen), p.Shards())
			}
			if least, most := slices.Min(sizes), slices.Max(sizes); most-least > 1 {
				t.Errorf("%v in %d parts: from %d to %d shards, want a difference of at most 1", shards, parts, least,
					most)
			}
		}
	}
}

// What shards of several kinds of machines lose is reported, and runs.csv has their names.
func TestMixedProvenance(t *testing.T) {
	var notes []string
	cfg := Config{Results: t.TempDir(), Scale: Paper, Command: "bcv study collect rows",
		Note: func(text string) { notes = append(notes, text) }}
	cfg.mix([]string{"arm64+fused"})
	if len(notes) != 1 || !strings.Contains(notes[0], "shards of arm64+fused and "+arithmetic.Kind()+" are mixed") {
		t.Errorf("notes %q, want one", notes)
	}
	if err := saveRun(cfg, "rows", 1); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(cfg.Results, "runs.csv"))
	if err != nil || !strings.Contains(string(text), ",arm64+fused and "+arithmetic.Kind()+"\n") {
		t.Errorf("%s (%v)", text, err)
	}
}

// A setting may have its older name, but not both.
func TestOlderSetting(t *testing.T) {
	s := Study{Name: "s", Settings: []Setting{{Name: "distribution", Older: "law"}}, Plan: func(cfg Config) (Plan,
		error) {
		if cfg.Own["distribution"] != "x" || len(cfg.Own) != 1 {
			t.Errorf("settings %v, want distribution x", cfg.Own)
		}
		return Plan{}, nil
	}}
	if _, err := s.Make(Config{Own: map[string]string{"law": "x"}}); err != nil {
		t.Error(err)
	}
	_, err := s.Make(Config{Own: map[string]string{"law": "x", "distribution": "y"}})
	if want := "law is the older name of distribution"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}
