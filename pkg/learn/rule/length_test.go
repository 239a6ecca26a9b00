package rule

import (
	"math"
	"testing"
)

func TestDescriptionLength(t *testing.T) {
	f := &fitter{all: 30}
	for _, tt := range []struct {
		share                  float64
		cover, uncover, fp, fn int
		want                   float64
	}{
		{share: 0.3, cover: 0, uncover: 100, fp: 0, fn: 30, want: 98.00965540446425},
		{share: 0.3, cover: 20, uncover: 80, fp: 2, fn: 12, want: 65.20784942642277},
		{share: 0.4, cover: 60, uncover: 40, fp: 15, fn: 5, want: 81.29443763089762},
		{share: 0.5, cover: 50, uncover: 50, fp: 10, fn: 10, want: 78.85102097148803},
		{share: 0.1, cover: 100, uncover: 0, fp: 90, fn: 0, want: 320.67263392842915},
		{share: 0.25, cover: 33, uncover: 67, fp: 0, fn: 0, want: 6.6582114827517955},
	} {
		f.share = tt.share
		f.total = count{tt.cover + tt.uncover, tt.cover - tt.fp + tt.fn}
		if got := f.errorLength(count{tt.cover, tt.cover - tt.fp}); math.Abs(got-tt.want) > 1e-11 {
			t.Errorf("%+v: length %.17g", tt, got)
		}
	}
	for k, want := range []float64{3.1626345047779822, 5.80039002532132, 8.491863861653686, 10.497642598293579,
		12.12662366790578} {
		if got := f.ruleLength(make([]cond, k+1)); math.Abs(got-want) > 1e-11 {
			t.Errorf("%d conditions: length %.17g, want %.17g", k+1, got, want)
		}
	}
	if got := (&fitter{all: 2}).ruleLength(make([]cond, 3)); !finite(got) {
		t.Errorf("3 of 2 conditions: length %v", got)
	}
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Lengths are finite for all counts, also where JRip breaks off with NaN.
func TestFiniteLengths(t *testing.T) {
	f := new(fitter)
	for n := 1; n <= 8; n++ {
		for right := 1; right <= n; right++ {
			f.total = count{n, right}
			for cover := range n + 1 {
				for hit := max(0, cover-(n-right)); hit <= min(cover, right); hit++ {
					for _, f.share = range []float64{0.01, 0.3, 0.5} {
						if got := f.errorLength(count{cover, hit}); !finite(got) {
							t.Errorf("%d of %d records, %d of %d of the class, share %v: length %v", cover, n, hit, right, f.share, got)
						}
					}
				}
			}
		}
	}
}
