package dependent

import (
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/study"
)

// The stored rows hold all cells with all rules. Where records are independent, bcv-t holds its level, and where they
// are not, it errs less on whole blocks than on folds that divide them.
func TestStored(t *testing.T) {
	rows, err := study.Stored[Row](data.FS, "dependent")
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, c := range cells() {
		designs, err := c.designs(0)
		if err != nil {
			t.Fatal(err)
		}
		for _, on := range designs {
			for _, m := range on.counts {
				for _, rule := range on.rules {
					if at == len(rows) {
						t.Fatalf("%d rows, want more", at)
					}
					r := rows[at]
					want := c
					want.Folds, want.M, want.Rule, want.Sets, want.Seed = on.name, m, rule, 1000, 1
					want.Error, want.SE, want.Date = r.Error, r.SE, r.Date
					if r != want {
						t.Fatalf("row %d is %+v, want %+v", at+1, r, want)
					}
					at++
				}
			}
		}
	}
	if at != len(rows) {
		t.Errorf("%d rows, want %d", len(rows), at)
	}
	worst := map[string]float64{}
	for _, r := range rows {
		if r.Rule == "bcv-t" && r.Records == series && r.Dependence == 0.9 {
			worst[r.Folds] = max(worst[r.Folds], r.Error)
		}
		if r.Rule == "bcv-t" && r.Dependence == 0 && r.Error > 0.05+3*r.SE {
			t.Errorf("%+v: error above 5%%", r)
		}
	}
	if whole, divided := worst["halves of 16 blocks"], worst["halves of single records"]; whole >= divided/2 {
		t.Errorf("error %v on blocks, want less than half of %v", whole, divided)
	}
}
