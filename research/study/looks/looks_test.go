package looks

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/study"
)

// Differences have the mean and the standard deviation of the cell, and sizes of clusters the planned sum.
func TestDraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range cells() {
		if c.clusters > 0 {
			sum := 0
			for _, size := range c.sizes(rng) {
				sum += size
			}
			check.Equal(t, c.String()+": items", sum, c.planned)
			continue
		}
		if c.planned != 400 {
			continue
		}
		const n = 200_000
		d := make([]float64, n)
		for i := range d {
			d[i] = c.one(rng)
		}
		mean, sd := stat.MeanStdDev(d, nil)
		check.Near(t, c.String()+": mean", mean, c.truth(), 4*c.sd/math.Sqrt(n))
		if c.disagree == 0 || c.apart == 0 {
			check.Near(t, c.String()+": sd", sd, c.sd, 0.03)
		}
	}
	c := cell{differences: differences{kind: rightOrWrong}, planned: 10, clusters: 1}
	var first, second []float64
	for range 50_000 {
		d := c.cluster(rng, 2)
		first, second = append(first, d[0]), append(second, d[1])
	}
	check.Near(t, "right or wrong in clusters", stat.Mean(first, nil), 0, 0.01)
	if r := stat.Correlation(first, second, nil); r < 0.05 || r > correlation {
		t.Errorf("correlation in a cluster: %v", r)
	}
}

// The rule decides where the first look of looks-t does that rejects.
func TestRule(t *testing.T) {
	for _, c := range []cell{{differences: distributions[4], planned: 100, apart: 5}, {differences: distributions[0],
		planned: 100, apart: 5}, {differences: distributions[8], planned: 100}} {
		r := newRule(c)
		for seed := range uint64(20) {
			got := r.items(rand.New(rand.NewPCG(seed, 1)))
			rng, want := rand.New(rand.NewPCG(seed, 1)), path{}
			var d []float64
			for n := 1; n <= c.planned; n++ {
				if d = append(d, c.one(rng)); n < firstLook {
					continue
				}
				look := func(opt infer.Options) bool {
					r, _, err := items.LooksT(items.Sample{A: [][]float64{make([]float64, n)}, B: [][]float64{d}}, c.planned, opt)
					if err != nil {
						t.Fatal(err)
					}
					return r.Reject
				}
				mark := func(first *int, is bool) {
					if is && *first == 0 {
						*first = n
					}
				}
				mark(&want.two, look(infer.Options{Delta: c.truth()}))
				mark(&want.above, look(infer.Options{Delta: c.truth(), Alternative: infer.Greater}))
				mark(&want.below, look(infer.Options{Delta: c.truth(), Alternative: infer.Less}))
				mark(&want.found, look(infer.Options{}) && stat.Mean(d, nil) > 0)
				mark(&want.lost, look(infer.Options{}) && stat.Mean(d, nil) < 0)
			}
			got.fixed = false
			check.Equal(t, c.String(), got, want)
		}
	}
}

func stored[T any](t *testing.T, name string) []T {
	t.Helper()
	rows, err := study.Stored[T](data.FS, name)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// The stored summaries are those of the stored rows, one for each cell.
func TestStoredSummary(t *testing.T) {
	rows := stored[Row](t, "looks")
	check.Equal(t, "rows", len(rows), len(cells()))
	got, want := stored[Summary](t, "looks_summary"), Summarize(rows)
	check.MustEqual(t, "summaries", len(got), len(want))
	for i := range got {
		check.Equal(t, "summary", got[i], want[i])
	}
}

// Looks after every item err in at most 5.5% where equal models have symmetric differences, with a power of .80 where
// the fixed test has .85, and less than half of the items are asked at 5 standard errors, nearly.
func TestHeld(t *testing.T) {
	for _, r := range stored[Row](t, "looks") {
		if r.Kind != skewed && r.Apart == 0 && r.Two > 0.055 {
			t.Errorf("%s: errs in %.4f", r.Cell, r.Two)
		}
		if r.Apart == 3 && r.Fixed >= 0.85 && r.Power < 0.8 {
			t.Errorf("%s: power %.4f beside %.4f", r.Cell, r.Power, r.Fixed)
		}
		if r.Apart == 5 && r.Saved < 0.45 {
			t.Errorf("%s: %.4f of the items saved", r.Cell, r.Saved)
		}
	}
}

// A cheap cell without clusters, and one with, run again, give the stored rows.
func TestStoredCells(t *testing.T) {
	rows := stored[Row](t, "looks")
	plan := experiment(study.Paper, uint64(rows[0].Seed)).Plan()
	all := cells()
	const shards, sets = 5, 2000
	for _, k := range []int{1, len(all) - 6} {
		var sum counts
		for shard := range shards {
			of, err := all[k].judge(t.Context(), sets, plan.Stream(k*shards+shard))
			if err != nil {
				t.Fatal(err)
			}
			study.Add(&sum, of)
		}
		got, want := all[k].row(sum, study.Effort{Seed: rows[k].Seed, Date: rows[k].Date}), rows[k]
		for _, r := range []*Row{&got, &want} {
			if r.Apart == 0 { // NaN, which equals nothing
				r.Power, r.Fixed, r.Saved = 0, 0, 0
			}
		}
		check.Equal(t, want.Cell, got, want)
	}
}
