package thesis3

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/data"
)

func TestARRVs(t *testing.T) {
	arrv, err := ARRVs(3)
	if err != nil || len(arrv) != 3 || math.Abs(arrv[2].ARRV-9.835) > 0.001 {
		t.Errorf("%v, %v", arrv, err)
	}
}

func TestRates(t *testing.T) {
	rows, err := Rates(data.FS)
	if err != nil || len(rows) < 40 {
		t.Fatalf("%d rates, %v", len(rows), err)
	}
	for i, r := range rows {
		if i > 0 && r.N < rows[i-1].N {
			t.Errorf("n = %d behind n = %d", r.N, rows[i-1].N)
		}
		if want := 100 * float64(r.M-1) / float64(r.N-2); math.Abs(r.Law-want) > 1e-9 {
			t.Errorf("law %v, want %v", r.Law, want)
		}
	}
	laws := Laws(rows)
	seen := map[[2]int]bool{}
	for _, r := range laws {
		if seen[[2]int{r.N, r.M}] {
			t.Errorf("n = %d, m = %d twice", r.N, r.M)
		}
		seen[[2]int{r.N, r.M}] = true
	}
	if len(laws) != 16 {
		t.Errorf("%d points of the laws", len(laws))
	}
}
