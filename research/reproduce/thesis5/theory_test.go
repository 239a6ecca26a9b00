package thesis5

import (
	"context"
	"math"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
)

// The exact tables of chapter 5 match, except for table 5.4 and the numbers of text
// that follow from it, which have another formula (erratum E4).
func TestTTheory(t *testing.T) {
	published, err := reproduce.ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	run, err := reproduce.Run(context.Background(), study.Config{Data: data.FS, Scale: study.Quick},
		[]reproduce.Experiment{Theory()}, published, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	for _, r := range run.Rows {
		n[r.Verdict]++
		if r.Verdict == reproduce.Explained && r.Item != "table-5.4" && r.Item != "text" ||
			r.Verdict == reproduce.Differs {
			t.Errorf("%+v", r)
		}
	}
	if n[reproduce.ExactMatch] < 1450 || n[reproduce.Explained] > 92 {
		t.Errorf("%d match, %d explained", n[reproduce.ExactMatch], n[reproduce.Explained])
	}
}

// A border of the conservative region is where the error is the wanted one.
func TestRegionBorders(t *testing.T) {
	for _, b := range regionBorders(RegionCase{M: 5, Alpha: 0.05}) {
		l := theory.TStatistic{M: b.M, Rho1: b.Rho1, Rho2: b.Rho2}
		if got := l.NominalError(0.05); !b.Everywhere && math.Abs(got-b.Error) > 1e-4*b.Error {
			t.Errorf("%+v: the error is %g", b, got)
		}
	}
}
