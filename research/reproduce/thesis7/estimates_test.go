package thesis7

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/internal/accounttest"
	"github.com/block-regularized/bcv/research/reproduce"
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
		if !(r.PublishedSE > r.SE && r.SE > 0) || r.Setting == "" || !strings.Contains(r.Note, "below the print") ||
			!strings.Contains(r.Note, "within each training half") {
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
		check.That(t, r.Under+r.Over <= 1+1e-12, "r.Under+r.Over = %v, want at most %v", r.Under+r.Over, 1+1e-12)
		check.That(t, r.Sets >= 2, "r.Sets = %v, want at least %v", r.Sets, 2)
		check.That(t, r.Low <= r.Median && r.Median <= r.High, "want r.Low <= r.Median && r.Median <= r.High")
		check.That(t, r.Printed > 0, "want r.Printed > 0")
	}
}
