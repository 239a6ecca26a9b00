package experiment

import (
	"context"
	"testing"

	"github.com/block-regularized/bcv/data"
)

// Every cell of the voting paper's table 2 agrees to the printed digit.
func TestVotingTableIsMatched(t *testing.T) {
	published, err := ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	run, err := Run(context.Background(), Config{Data: data.FS, Scale: Quick, Seed: 1}, []Experiment{voting()}, published, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := Filter(run.Rows, []string{"voting_appendix:table-2"})
	if len(rows) != 80 {
		t.Fatalf("%d cells, want 80", len(rows))
	}
	for _, r := range rows {
		if r.Verdict != ExactMatch {
			t.Errorf("%s: %s, published %s, computed %s", r.Key, r.Verdict, r.Published, r.Computed)
		}
	}
}
