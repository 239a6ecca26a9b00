package experiment

import (
	"context"
	"math"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/variance"
)

// The exact tables of chapter 5 match, but for table 5.4 and the numbers of text
// that follow from it, which have another formula (erratum E4).
func TestTTheory(t *testing.T) {
	published, err := ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	run, err := Run(context.Background(), Config{Data: data.FS, Scale: Quick}, []Experiment{tTheory()}, published, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	for _, r := range run.Rows {
		n[r.Verdict]++
		if r.Verdict == Explained && r.Item != "table-5.4" && r.Item != "text" || r.Verdict == Differs {
			t.Errorf("%+v", r)
		}
	}
	if n[ExactMatch] < 1450 || n[Explained] > 92 {
		t.Errorf("%d match, %d explained", n[ExactMatch], n[Explained])
	}
}

// A border of the conservative region is where the error is the wanted one.
func TestRegionBorders(t *testing.T) {
	for _, b := range RegionBorders(RegionCase{M: 5, Alpha: 0.05}) {
		l := variance.TLaw{M: b.M, Rho1: b.Rho1, Rho2: b.Rho2}
		if got := l.NominalError(0.05); !b.Everywhere && math.Abs(got-b.Error) > 1e-4*b.Error {
			t.Errorf("%+v: the error is %g", b, got)
		}
	}
}
