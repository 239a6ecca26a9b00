package items

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/study"
)

func stored[T any](t *testing.T, name string) []T {
	t.Helper()
	rows, err := study.Stored[T](data.FS, name)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// The stored summaries are those of the stored rows.
func TestStoredSummary(t *testing.T) {
	for _, table := range []string{"items", "items_areas"} {
		got, want := stored[Summary](t, table+"_summary"), Summarize(stored[Row](t, table))
		check.MustEqual(t, table+": summaries", len(got), len(want))
		for i := range got {
			for _, x := range []*Summary{&got[i], &want[i]} { // what there is not is NaN, which equals nothing
				for _, v := range []*float64{&x.Coverage, &x.LeastCoverage, &x.Power} {
					if math.IsNaN(*v) {
						*v = -1
					}
				}
			}
			check.Equal(t, table+": summary", got[i], want[i])
		}
	}
}

// Cheap cells of areas and of log losses, run again, give the stored rows.
func TestStoredAreas(t *testing.T) {
	rows := stored[Row](t, "items_areas")
	const shards, sets = 5, 2000
	for _, group := range []string{areas, logLosses} {
		plan := experiment(group, study.Paper, uint64(rows[0].Seed)).Plan()
		for k, c := range study.Where(ofProbabilities(), func(c cell) bool { return c.group == group })[:2] {
			var parts []part
			for shard := range shards {
				counts, err := (&worker{}).judge(t.Context(), c, sets, plan.Stream(k*shards+shard))
				if err != nil {
					t.Fatal(err)
				}
				parts = append(parts, part{Counts: counts})
			}
			want := study.Where(rows, func(r Row) bool { return r.Cell == c.String() })
			got := rowsOf([]cell{c}, parts, study.Effort{Seed: rows[0].Seed, Date: rows[0].Date})
			check.MustEqual(t, c.String()+": rows", len(got), len(want))
			for i := range got {
				for _, r := range []*Row{&got[i], &want[i]} {
					if !c.different { // NaN, which equals nothing
						r.Power, r.PowerSE = 0, 0
					}
				}
				check.Equal(t, c.String(), got[i], want[i])
			}
		}
	}
}

// Every cell has rows of the procedures that fit, of all data sets that they judge.
func TestStored(t *testing.T) {
	rows := append(stored[Row](t, "items"), stored[Row](t, "items_areas")...)
	for _, c := range append(cells(), ofProbabilities()...) {
		for _, p := range procedures() {
			if !p.fits(c) {
				continue
			}
			if len(rows) == 0 {
				t.Fatalf("%v: no row of %s", c, p.name)
			}
			r := rows[0]
			rows = rows[1:]
			want := c.row(p, counts{}, study.Effort{})
			check.Equal(t, "cell", [3]string{r.Cell, r.Procedure, r.Scope}, [3]string{want.Cell, p.name, want.Scope})
			check.Equal(t, c.String()+": data sets by "+p.name, r.Sets+r.Refused, 10_000/max(p.every, 1))
			check.Equal(t, c.String()+": sizes", [3]int{r.N, r.Clusters, r.Runs}, [3]int{c.n, c.clusters, c.runs})
		}
	}
	check.Equal(t, "rows of no cell", len(rows), 0)
}
