package mcnemar

import (
	"testing"

	"github.com/block-regularized/bcv/research/internal/accounttest"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study/rejection"
)

// Table V as far as the quick scale goes: three columns, each cell within the noise
// or with a reason, and few of the latter.
func TestMcNemarTableIsAccountedFor(t *testing.T) {
	count := map[string]int{}
	for _, r := range accounttest.QuickRows(t, ErrorTables(), "mcnemar:table-5") {
		count[r.Verdict]++
		if r.Verdict == reproduce.Differs {
			t.Errorf("%s: published %s, computed %s ± %v", r.Key, r.Published, r.Computed, r.SE)
		}
	}
	if n := count[reproduce.MonteCarloMatch] + count[reproduce.Inconclusive] +
		count[reproduce.Explained]; n != 3*len(rejection.TableV) || count[reproduce.Explained] > 2 {
		t.Errorf("verdicts %v", count)
	}
	for _, r := range accounttest.QuickRows(t, ErrorTables(), "mcnemar:text") {
		if r.Verdict == reproduce.Differs {
			t.Errorf("%s: published %s, computed %s ± %v", r.Key, r.Published, r.Computed, r.SE)
		}
	}
}
