package race

import (
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/study"
)

// The stored rows hold all cells with all rules; the calibrated rule holds its level in each, and saves 60% of the
// trainings of 20 algorithms in a ladder and where one is better by 5 standard deviations.
func TestStored(t *testing.T) {
	rows, err := study.Stored[Row](data.FS, "race")
	if err != nil {
		t.Fatal(err)
	}
	if want := len(names) * len(cells()); len(rows) != want {
		t.Fatalf("%d rows, want %d", len(rows), want)
	}
	for i, c := range cells() {
		for k, name := range names {
			r := rows[i*len(names)+k]
			if got := (cell{r.Losses, r.Models, r.Truth, r.Spread, r.Rho}); got != c || r.Rule != name {
				t.Fatalf("row %d is of %+v, %s; want %+v, %s", i*len(names)+k+1, got, r.Rule, c, name)
			}
			if r.Sets != c.sets(study.Paper) {
				t.Errorf("%+v: %d data sets, want %d", c, r.Sets, c.sets(study.Paper))
			}
		}
		r := rows[i*len(names)]
		if r.False > level+3*max(r.FalseSE, 0.003) {
			t.Errorf("%+v: error %v ± %v, want at most %v", c, r.False, r.FalseSE, level)
		}
		saving := c.losses == normal && c.models == 20 && (c.truth == "ladder of 1" || c.truth == "one better by 5")
		if saving && r.Saved < 0.6 {
			t.Errorf("%+v: %v of the trainings saved, want 0.6", c, r.Saved)
		}
	}
}
