package items

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/research/internal/check"
	"github.com/block-regularized/bcv/pkg/research/study"
)

func stored[T any](t *testing.T, name string) []T {
	t.Helper()
	rows, err := study.Stored[T](data.FS, name)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// The stored summary is that of the stored rows.
func TestStoredSummary(t *testing.T) {
	got, want := stored[Summary](t, "items_summary"), Summarize(stored[Row](t, "items"))
	check.MustEqual(t, "summaries", len(got), len(want))
	for i := range got {
		for _, x := range []*Summary{&got[i], &want[i]} { // what there is not is NaN, which equals nothing
			for _, v := range []*float64{&x.Coverage, &x.LeastCoverage, &x.Power} {
				if math.IsNaN(*v) {
					*v = -1
				}
			}
		}
		check.Equal(t, "summary", got[i], want[i])
	}
}

// Every cell has rows of the procedures that fit, of all data sets that they judge.
func TestStored(t *testing.T) {
	rows := stored[Row](t, "items")
	for _, c := range cells() {
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
