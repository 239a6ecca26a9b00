package mcnemar

import (
	"context"
	"math"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/study"
)

// TestReadings: three tests on four data sets, at equal error rates alone.
func TestReadings(t *testing.T) {
	rows, err := Readings(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 12 {
		t.Fatalf("%d rows, want 3 tests on 4 data sets", len(rows))
	}
	last := rows[len(rows)-1]
	check.Equal(t, "test", last.Test, "Naive K-fold CV McNemar test, no correction")
	check.Equal(t, "data", last.Data, "UCI letter")
	check.Equal(t, "setting", last.Setting, 30.09)
	check.Equal(t, "share", math.Round(1000*last.Share), 60.0)
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
