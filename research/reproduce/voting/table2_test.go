package voting

import (
	"context"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
)

// Every cell of the voting paper's table 2 agrees to the published digit.
func TestVotingTableIsMatched(t *testing.T) {
	published, err := reproduce.ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	run, err := reproduce.Run(context.Background(), study.Config{Data: data.FS, Scale: study.Quick, Seed: 1},
		[]reproduce.Experiment{Table2()}, published, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := reproduce.Filter(run.Rows, []string{"voting_appendix:table-2"})
	if len(rows) != 80 {
		t.Fatalf("%d cells, want 80", len(rows))
	}
	for _, r := range rows {
		if r.Verdict != reproduce.ExactMatch {
			t.Errorf("%s: %s, published %s, computed %s", r.Key, r.Verdict, r.Published, r.Computed)
		}
	}
}
