package thesis2

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/data"
)

func TestViews(t *testing.T) {
	ratios, err := VarianceRatios(data.FS, 3)
	if err != nil || len(ratios) < 80 || ratios[len(ratios)-1].Number < 20 {
		t.Fatalf("%d ratios, %v", len(ratios), err)
	}
	for _, r := range ratios {
		if r.Config == "SREG+lm+500+100" && r.Method == "RHS" && math.Abs(r.Ratio-0.01824/0.01899) > 0.001 {
			t.Errorf("%+v", r)
		}
	}
}
