package study

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/research/internal/arithmetic"
	"github.com/block-regularized/bcv/pkg/research/sim"
)

// planOf returns a plan of simulations with some numbers of shards.
func planOf(name string, shards ...int) Plan {
	var p Plan
	for i, n := range shards {
		p.Simulations = append(p.Simulations, &Experiment[int]{name: name + fmt.Sprint(i), plan: sim.Plan{Name: fmt.Sprint(i), Shards: n}})
	}
	return p
}

// partition checks that each shard is in one part, as owner says, and returns the cost of
// each part.
func partition(t *testing.T, p Plan, d *division, cost func(simulation, shard int) float64) []float64 {
	t.Helper()
	loads, seen := make([]float64, d.parts), 0
	for k := range d.parts {
		for i, list := range d.of(k) {
			if !slices.IsSorted(list) {
				t.Fatalf("part %d: shards %v", k, list)
			}
			for _, shard := range list {
				if d.owner[i][shard] != int32(k) {
					t.Fatalf("part %d has shard %d of simulation %d, which is of part %d", k, shard, i, d.owner[i][shard])
				}
				seen++
				loads[k] += cost(i, shard)
			}
		}
	}
	if seen != p.Shards() {
		t.Fatalf("%d of %d shards", seen, p.Shards())
	}
	return loads
}

// Of unknown costs the parts have equal numbers of shards, but for one, and neighbours of
// each simulation.
func TestShares(t *testing.T) {
	for _, shards := range [][]int{{7}, {2, 2, 2, 2, 2}, {1, 1, 1}, {40, 3, 17, 1}, {5, 6, 7, 8, 9}} {
		for _, parts := range []int{1, 2, 3, 4, 7, 16, 100} {
			p := planOf("no such simulation ", shards...)
			d := p.divide(Quick, parts)
			loads := partition(t, p, d, func(int, int) float64 { return 1 })
			if least, most := slices.Min(loads), slices.Max(loads); most-least > 1 {
				t.Errorf("%v in %d parts: from %g to %g shards", shards, parts, least, most)
			}
			for i, owner := range d.owner {
				if !slices.IsSorted(owner) {
					t.Errorf("%v in %d parts: parts of simulation %d are %v", shards, parts, i, owner)
				}
			}
		}
	}
}

// Of known costs no part has more than the mean and one shard more, and a dear simulation
// is not with another dear one while a part has nothing.
func TestSharesByCost(t *testing.T) {
	table := costs()
	for i, seconds := range []float64{8, 1, 0.1, 0} {
		for _, scale := range []Scale{Quick, Paper} {
			name := fmt.Sprint("cost test ", i)
			key := [2]string{string(scale), name}
			table[key] = []Cost{{Scale: string(scale), Simulation: name, Shards: 20, Shard: -1, Seconds: seconds}}
			if i == 3 {
				table[key] = nil
				for shard := range 20 {
					table[key] = append(table[key], Cost{Simulation: name, Shards: 20, Shard: shard, Seconds: float64(1 + shard%5)})
				}
			}
			t.Cleanup(func() { delete(table, key) })
		}
	}
	p := planOf("cost test ", 20, 20, 20, 20)
	seconds := func(i, shard int) float64 { return []float64{8, 1, 0.1, float64(1 + shard%5)}[i] }
	for _, parts := range []int{1, 3, 16, 20, 64} {
		d := p.divide(Quick, parts)
		loads := partition(t, p, d, seconds)
		total, each, unknown := p.Seconds(Quick, parts)
		if unknown != 0 || total < 241.9 || total > 242.1 {
			t.Errorf("%d parts: %g seconds, %d unknown", parts, total, unknown)
		}
		for k, v := range loads {
			if diff := v - each[k]; diff > 1e-9 || diff < -1e-9 || v > total/float64(parts)+8 {
				t.Errorf("part %d of %d: %g and %g seconds of %g", k, parts, v, each[k], total)
			}
		}
		if parts == 64 && slices.Max(loads) > 8.001 {
			t.Errorf("%d parts: the longest takes %g", parts, slices.Max(loads))
		}
		if parts == 3 && slices.Max(loads) > 1.01*total/3 {
			t.Errorf("3 parts: %v", loads)
		}
	}
	if total, _, unknown := planOf("cost test ", 20, 21).Seconds(Quick, 2); unknown != 1 || total != 160 {
		t.Errorf("costs of another number of shards: %g seconds, %d unknown", total, unknown)
	}
}

// The stored costs are of simulations of the number of shards that stands there.
func TestStoredCosts(t *testing.T) {
	if len(costs()) < 100 {
		t.Fatalf("costs of %d simulations", len(costs()))
	}
	for key, all := range costs() {
		for i, c := range all {
			if c.Seconds < 0 || c.Shards != all[0].Shards || len(all) == 1 && c.Shard != -1 || len(all) > 1 && (c.Shard != i || len(all) != c.Shards) {
				t.Errorf("%v: %+v of %d", key, c, len(all))
			}
		}
	}
}

// What shards of several kinds of machines lose is told, and runs.csv has their names.
func TestMixedProvenance(t *testing.T) {
	var notes []string
	cfg := Config{Results: t.TempDir(), Scale: Paper, Command: "bcv study collect rows", Note: func(text string) { notes = append(notes, text) }}
	cfg.mix([]string{"arm64+fused"})
	if len(notes) != 1 || !strings.Contains(notes[0], "shards of arm64+fused and "+arithmetic.Kind()+" are mixed") {
		t.Errorf("told %q", notes)
	}
	if err := saveRun(cfg, "rows", 1); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(cfg.Results, "runs.csv"))
	if err != nil || !strings.Contains(string(text), ",arm64+fused and "+arithmetic.Kind()+"\n") {
		t.Errorf("%s (%v)", text, err)
	}
}
