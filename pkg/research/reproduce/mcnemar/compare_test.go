package mcnemar

import (
	"context"
	"github.com/block-regularized/bcv/pkg/research/internal/check"
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
	{
		c := cells[0]
		check.Equal(t, "c.Test", c.Test, "RHO paired t-test")
		check.Equal(t, "c.Data", c.Data, "Epsilon")
		check.Equal(t, "c.Both", c.Both, "0.478, 0.458")
		check.Equal(t, "c.Runs", c.Runs, 10000)
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
	check.MustEqual(t, "len(rows)", len(rows), 28)
	check.Equal(t, "rows[0].Data", rows[0].Data, "Epsilon")
	check.Equal(t, "rows[27].Data", rows[27].Data, "EXP6")
	check.Equal(t, "rows[0].Runs", rows[0].Runs, 40)
	check.Equal(t, "rows[27].Test", rows[27].Test, "5x2 BCV McNemar test")
	if rows[0].Share < 0.15 { // the paired t-test of hold-outs, 0.46 in the long run
		t.Errorf("%+v", rows[0])
	}
}
