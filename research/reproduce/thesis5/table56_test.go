package thesis5

import (
	"testing"

	"github.com/block-regularized/bcv/research/internal/accounttest"
	"github.com/block-regularized/bcv/research/reproduce"
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

// The other reading of each number is a number of its own.
func TestEstimatorReadings(t *testing.T) {
	for _, r := range accounttest.QuickRun(t, VarianceEstimators()) {
		if len(r.Explanations) != 1 || r.Explanations[0].Value == r.Value {
			t.Errorf("%s %s: %v, readings %+v", r.Item, r.Key, r.Value, r.Explanations)
		}
	}
}
