package preferences

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/study"
)

// Comparisons have the difference of win rates, the ties and the win rate of the first that their cell says.
func TestDraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []cell{
		{form: independent, n: 200_000, ties: 0.2, apart: 0.5},
		{form: independent, n: 200_000, ties: 0.5},
		{form: placed, n: 200_000, ties: 0.2, apart: 0.2, place: 0.3, first: 0.8},
		{form: clustered, n: perCluster, ties: 0.2, clusters: 40_000},
		{form: exchanged, n: 2, clusters: 100_000, place: 0.3},
	} {
		difference, ofFirst := c.truth()
		sum, ties, won, count := 0.0, 0.0, [3]float64{}, [3]float64{}
		all := c.draw(rng)
		for _, x := range all {
			sum += 2*x.won - 1
			if x.won == 0.5 {
				ties++
			}
			won[x.first] += map[int]float64{1: 1 - x.won, 2: x.won}[x.first]
			count[x.first]++
		}
		if c.first == 0 {
			check.Near(t, c.String()+": difference", sum/float64(len(all)), difference, 0.012)
		} else {
			check.Near(t, c.String()+": A first", count[1]/float64(len(all)), c.first, 0.005)
			check.Near(t, c.String()+": corrected", won[2]/count[2]-won[1]/count[1], difference, 0.012)
			check.Near(t, c.String()+": first", (won[2]/count[2]+won[1]/count[1])/2, ofFirst, 0.006)
		}
		if c.apart == 0 && c.place == 0 {
			check.Near(t, c.String()+": ties", ties/float64(len(all)), c.ties, 0.006)
		}
	}
	c := cell{form: clustered, n: 2, clusters: 50_000}
	var one, two []float64
	for i, x := range c.draw(rng) {
		if i%2 == 0 {
			one = append(one, x.won)
		} else {
			two = append(two, x.won)
		}
	}
	// of signs of normal values with a correlation r it is 2 asin(r)/pi
	check.Near(t, "correlation in a cluster", stat.Correlation(one, two, nil), 2*math.Asin(correlation)/math.Pi, 0.02)
}

func stored[T any](t *testing.T, name string) []T {
	t.Helper()
	rows, err := study.Stored[T](data.FS, name)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// The stored summaries are those of the stored rows, which are of the cells in their order.
func TestStoredSummary(t *testing.T) {
	rows := stored[Row](t, "preferences")
	at := 0
	for _, c := range cells() {
		for _, procedure := range c.procedures() {
			check.Equal(t, "cell", rows[at].Cell+": "+rows[at].Procedure, c.String()+": "+procedure)
			at++
		}
	}
	check.Equal(t, "rows", len(rows), at)
	got, want := stored[Summary](t, "preferences_summary"), Summarize(rows)
	check.MustEqual(t, "summaries", len(got), len(want))
	for i := range got {
		check.Equal(t, "summary", got[i], want[i])
	}
}

// Cheap cells, run again, give the stored rows.
func TestStoredCells(t *testing.T) {
	rows := stored[Row](t, "preferences")
	plan := experiment(study.Paper, uint64(rows[0].Seed)).Plan()
	all := cells()
	const shards, sets = 5, 2000
	at := 0
	for k, c := range all {
		procedures := c.procedures()
		first := at
		at += len(procedures)
		if !(c.form == independent && c.n == 20 || c.form == exchanged && c.clusters == 10 || c.form == placed && c.n == 20) ||
			c.ties != 0.2 {
			continue
		}
		sums := make([]counts, len(procedures))
		for shard := range shards {
			parts, err := c.judge(t.Context(), k, sets, plan.Stream(k*shards+shard))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range parts {
				study.Add(&sums[p.Procedure], p.counts)
			}
		}
		for i, procedure := range procedures {
			want := rows[first+i]
			check.Equal(t, want.Cell, c.row(procedure, sums[i], study.Effort{Seed: want.Seed, Date: want.Date}), want)
		}
	}
}
