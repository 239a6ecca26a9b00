package thesis7

import (
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/research/internal/accounttest"
	"github.com/block-regularized/bcv/pkg/research/reproduce"
)

// The estimates carry the spread between partition sets as the standard error of the
// published value, and say where it lies among them.
func TestEstimates(t *testing.T) {
	n := 0
	for _, r := range accounttest.QuickRun(t, DefectProneness()) {
		if r.Item != "table-7.2" || strings.Contains(r.Key, "_ci_") {
			continue
		}
		n++
		if !(r.PublishedSE > r.SE && r.SE > 0) || r.Setting == "" || !strings.Contains(r.Note, "below the print") {
			t.Errorf("%+v", r)
		}
		if (len(r.Explanations) == 1) != strings.HasSuffix(r.Key, "F1_pct") {
			t.Errorf("%s: %d explanations", r.Key, len(r.Explanations))
		}
	}
	if n != 8 {
		t.Errorf("%d estimates", n)
	}
	for _, r := range accounttest.QuickRows(t, DefectProneness(), "thesis:table-7.2") {
		if r.Verdict == reproduce.NotRun {
			t.Errorf("%s is not run", r.Key)
		}
	}
}

// Each printed number stands beside the sets with and without scaling; shares add up.
func TestCompareSets(t *testing.T) {
	rows, err := CompareSets(data.FS)
	if err != nil || len(rows) != 16 {
		t.Fatal(len(rows), err)
	}
	for _, r := range rows {
		if r.Under+r.Over > 1+1e-12 || r.Sets < 2 || !(r.Low <= r.Median && r.Median <= r.High) || !(r.Printed > 0) {
			t.Errorf("%+v", r)
		}
	}
}
