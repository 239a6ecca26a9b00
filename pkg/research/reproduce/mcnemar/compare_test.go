package mcnemar

import (
	"context"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/rejection"
)

// TestCompareLevels: all tests on the four data sets, and the four cells that differ
// from the published ones.
func TestCompareLevels(t *testing.T) {
	cells, err := CompareLevels(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	if len(cells) != 4*len(rejection.Studied) {
		t.Fatalf("%d cells", len(cells))
	}
	var starred []string
	for _, c := range cells {
		if strings.HasSuffix(c.Both, "*") {
			starred = append(starred, c.Test+" on "+c.Data)
		}
	}
	if len(starred) != 4 {
		t.Errorf("starred: %v", starred)
	}
	if c := cells[0]; c.Test != "RHO paired t-test" || c.Data != "Epsilon" || c.Both != "0.478, 0.458" ||
		c.Runs != 10000 {
		t.Errorf("%+v", c)
	}
	if last := cells[len(cells)-1]; last.Published != "" || !strings.HasPrefix(last.Both, "–, 0.06") {
		t.Errorf("%+v", last)
	}
}

func TestApart(t *testing.T) {
	for _, c := range []struct {
		published string
		share     float64
		want      string
	}{{"0.100", 0.125, ""}, {"0.100", 0.14, "*"}, {"0.000", 0.002, ""}, {"0.000", 0.05, "*"}, {"-", 0.5, ""}} {
		if got := apart(c.published, c.share, 0.001); got != c.want {
			t.Errorf("%s and %v: %q", c.published, c.share, got)
		}
	}
}

func TestFewRuns(t *testing.T) {
	rows, err := FewRuns(context.Background(), study.Config{Data: data.FS, Scale: study.Quick, Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 28 || rows[0].Data != "Epsilon" || rows[27].Data != "EXP6" || rows[0].Runs != 40 ||
		rows[27].Test != "5x2 BCV McNemar test" {
		t.Errorf("%d rows: %+v, %+v", len(rows), rows[0], rows[len(rows)-1])
	}
	if rows[0].Share < 0.15 { // the paired t-test of hold-outs, 0.46 in the long run
		t.Errorf("%+v", rows[0])
	}
}
