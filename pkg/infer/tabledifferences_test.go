package infer

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// Tables give what the losses of their records give: the same means bit by bit, and the
// same spread to the rounding of a sum. Tables of 10^12 records take no memory.
func TestTableDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var tables [][]Contingency
		var a, b [][][]float64
		for j := range 1 + rng.IntN(3) {
			tables, a, b = append(tables, nil), append(a, nil), append(b, nil)
			for range 2 {
				var c Contingency
				var lossA, lossB []float64
				for i, cell := range [...]struct {
					count *float64
					a, b  float64
				}{{&c.N00, 1, 1}, {&c.N01, 1, 0}, {&c.N10, 0, 1}, {&c.N11, 0, 0}} {
					if n := rng.IntN(40); n > 20 || i == 3 && len(lossA) == 0 {
						*cell.count = float64(n + 1)
						for range n + 1 {
							lossA, lossB = append(lossA, cell.a), append(lossB, cell.b)
						}
					}
				}
				tables[j] = append(tables[j], c)
				a[j], b[j] = append(a[j], lossA), append(b[j], lossB)
			}
		}
		want, err := RecordDifferences(a, b)
		got, err2 := TableDifferences(tables)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		for k := range want.mu {
			if got.mu[k] != want.mu[k] || got.a[k] != want.a[k] || got.b[k] != want.b[k] {
				t.Fatalf("%+v: losses %v and %v, want %v and %v", tables, got.a[k], got.b[k], want.a[k], want.b[k])
			}
			if got.valid[k] != want.valid[k] {
				t.Fatalf("%+v: %v records, want %v", tables, got.valid[k], want.valid[k])
			}
			if math.Abs(got.around[k]-want.around[k]) > 1e-12*want.around[k] {
				t.Fatalf("%+v: spread %v, want %v", tables, got.around[k], want.around[k])
			}
		}
		if got.scale != want.scale || got.folds != 2 || got.replications != len(a) {
			t.Fatalf("%+v: %+v, want %+v", tables, got, want)
		}
	}
	d, err := TableDifferences([][]Contingency{{{N00: 1e12, N01: 3, N10: 4, N11: 1e12}, {N01: 1, N11: 1e12}}})
	if strconv.IntSize == 32 {
		if err == nil {
			t.Errorf("%+v", d)
		}
	} else if err != nil || float64(d.valid[0]) != 2e12+7 {
		t.Errorf("%+v, %v", d, err)
	}
	for _, bad := range [][][]Contingency{nil, {{}}, {{{N00: -1}}}, {{{N00: math.NaN()}}},
		{{{N00: 1}, {N00: 1}}, {{N00: 1}}}} {
		if _, err := TableDifferences(bad); err == nil {
			t.Errorf("%v: no error", bad)
		}
	}
}
