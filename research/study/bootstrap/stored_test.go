package bootstrap

import (
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/study"
)

// The stored rows hold all configurations with all estimates. Over them, each kind of replicates saves more than the
// one before it, and the whole variance agrees with what is saved given the data.
func TestStored(t *testing.T) {
	stored, err := study.Stored[Row](data.FS, "bootstrap")
	if err != nil {
		t.Fatal(err)
	}
	configs := study.Group(stored, func(r Row) string { return r.Config })
	if len(configs) != len(sets) {
		t.Fatalf("%d configurations, want %d", len(configs), len(sets))
	}
	type group struct {
		estimate, kind string
		b              int
	}
	saved := map[group]float64{}
	for _, rows := range configs {
		if want := len(sizes) * (2*len(kinds) - 1); len(rows) != want {
			t.Errorf("%s: %d rows, want %d", rows[0].Config, len(rows), want)
		}
		for _, r := range rows {
			if r.Sets != sets[r.Config] || r.Seed != 1 {
				t.Errorf("%+v: %d data sets with seed 1 wanted", r, sets[r.Config])
			}
			saved[group{r.Estimate, r.Kind, r.B}] += r.Saved / float64(len(configs))
			if gap := r.Whole - r.Saved; r.Kind != Halves && (gap > 5*r.WholeSE || gap < -5*r.WholeSE) {
				t.Errorf("%+v: whole variance does not agree with its part given the data", r)
			}
		}
	}
	for _, b := range sizes {
		for _, estimate := range estimates {
			for k, kind := range kinds[1:4] {
				before, after := saved[group{estimate, kinds[k], b}], saved[group{estimate, kind, b}]
				if after <= before {
					t.Errorf("%s, %d of them: %s saves %v, want more than %v", estimate, b, kind, after, before)
				}
			}
		}
	}
}
