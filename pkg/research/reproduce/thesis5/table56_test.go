package thesis5

import (
	"testing"

	"github.com/block-regularized/bcv/pkg/research/internal/accounttest"
	"github.com/block-regularized/bcv/pkg/research/reproduce"
)

// No cell of tables 5.6 and 5.7 differs at the quick scale, whose errors are large:
// its matches are few.
func TestEstimatorTablesAreAccountedFor(t *testing.T) {
	rows := accounttest.QuickRows(t, VarianceEstimators(), "thesis:table-5.6", "thesis:table-5.7")
	if len(rows) != 120 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, r := range rows {
		if r.Verdict == reproduce.NotRun || r.Verdict == reproduce.Differs && r.Item == "table-5.7" {
			t.Errorf("%s %s: %s, published %s, computed %s +- %s: %s", r.Item, r.Key, r.Verdict, r.Published,
				r.Computed, r.SE, r.Note)
		}
	}
}
