package calibration

import (
	"math"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/correlation"
)

// The stored shares on normal differences equal what is computed now, and the
// stored rows hold all settings.
func TestStored(t *testing.T) {
	numtest.NotRaced(t)
	rows, err := study.Stored[Row](data.FS, "calibration")
	if err != nil {
		t.Fatal(err)
	}
	empirical, err := correlation.Found(data.FS, false)
	if err != nil {
		t.Fatal(err)
	}
	tried, err := study.Stored[PriorRow](data.FS, "calibration_priors")
	if err != nil {
		t.Fatal(err)
	}
	all, err := procedures(3, withChosen(priors(empirical), choose(tried)), alpha)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, r := range rows {
		if r.Kind != "normal" || r.M != 3 || r.Rho1 != 0.2 {
			continue
		}
		k := slices.IndexFunc(all, func(p procedure) bool { return p.method == r.Method && p.prior == r.Prior })
		if k < 0 {
			t.Fatalf("stored %s %s", r.Method, r.Prior)
		}
		seen++
		c := cell{r.Rho1, r.Rho2}
		for _, pair := range [][2]float64{{r.FalseAbove, c.claims(3, all[k], 0)},
			{r.Power, c.claims(3, all[k], effect)}} {
			if math.Abs(pair[0]-pair[1]) > 6e-6 {
				t.Errorf("stored %v, computed %v: %+v", pair[0], pair[1], r)
			}
		}
	}
	if seen != 6*len(all) {
		t.Errorf("%d stored rows of %d", seen, 6*len(all))
	}
	for _, s := range settings() {
		if !slices.ContainsFunc(rows,
			func(r Row) bool { return r.Data == s.name && r.N == s.n && r.Choice == s.choice }) {
			t.Errorf("%s with %d records is missing", s.name, s.n)
		}
	}
}

// The stored rows under the name chosen are of the priors that the choice half chooses,
// and SingleModelPrior is the one for a model.
func TestChosen(t *testing.T) {
	rows, err := study.Stored[ModelPriorRow](data.FS, "calibration_model_priors")
	if err != nil {
		t.Fatal(err)
	}
	best := chooseModel(rows)
	k := slices.IndexFunc(modelRectangles(), func(p namedPrior) bool { return p.name == best })
	if k < 0 || modelRectangles()[k].prior != paired.SingleModelPrior {
		t.Errorf("SingleModelPrior is %v, the study chooses %q", paired.SingleModelPrior, best)
	}
}
