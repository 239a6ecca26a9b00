package thesis5

import (
	"strings"
	"testing"

	"github.com/block-regularized/bcv/research/internal/accounttest"
	"github.com/block-regularized/bcv/research/reproduce"
)

// Table 5.8 is explained by one look at m = 12, where the sequential test errs more
// often than the table says.
func TestNormalTableIsAccountedFor(t *testing.T) {
	rows := accounttest.QuickRows(t, NormalErrors(), "thesis:table-5.8")
	if len(rows) != 108 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, r := range rows {
		if r.Verdict == reproduce.Differs || r.Verdict == reproduce.Explained && !strings.Contains(r.Note, "E24") {
			t.Errorf("%s: %s, published %s, computed %s: %s", r.Key, r.Verdict, r.Published, r.Computed, r.Note)
		}
	}
}
