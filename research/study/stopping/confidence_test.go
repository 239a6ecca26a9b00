package stopping

import (
	"errors"
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"reflect"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
)

func TestSummarizeRules(t *testing.T) {
	row := func(rule string, rho1, rho2, reject float64) RuleRow {
		return RuleRow{Rule: rule, Alpha: 0.05, Rho1: rho1, Rho2: rho2, Reject: reject, RejectSE: reject / 100}
	}
	got := SummarizeRules([]RuleRow{row("printed", 0, 0.4, 0.06), row("late", 0, 0.4, 0.04), row("printed", 0.5, 0.5,
		0.09), row("late", 0.5, 0.5, 0.0501)})
	want := []RuleSummary{
		{Rule: "printed", Error: 0.09, SE: 0.0009, Rho1: 0.5, Rho2: 0.5, Milder: 0.06, MildSE: 0.0006, Percent: 100},
		{Rule: "late", Error: 0.0501, SE: 0.000501, Rho1: 0.5, Rho2: 0.5, Milder: 0.04, MildSE: 0.0004, Percent: 0},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}

func TestLetterCurves(t *testing.T) {
	rows := []LetterRow{{Test: Dietterich, Stopping: OneLook}, {Test: Dietterich, Stopping: Adjusted, Reject: 0.1},
		{Test: BCV, Stopping: calibratedLate}}
	got := LetterCurves(rows)
	check.MustEqual(t, "len(got)", len(got), 2)
	check.Equal(t, "got[0].Stopping", got[0].Stopping, Dietterich+", adjusted")
	check.Equal(t, "got[0].Reject", got[0].Reject, 0.1)
	check.Equal(t, "got[1].Stopping", got[1].Stopping, BCV+", calibrated, late")
	if rows[1].Stopping != Adjusted {
		t.Error("the rows were changed")
	}
}

func TestCells(t *testing.T) {
	got := Cells([]float64{0, 0.2}, []float64{0.1, 0.5})
	if want := []sequential.Correlation{{Rho1: 0, Rho2: 0.1}, {Rho1: 0, Rho2: 0.5}, {Rho1: 0.2, Rho2: 0.1},
		{Rho1: 0.2, Rho2: 0.5}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

// The bands are the intervals of the looks, about the estimate.
func TestConfidenceSequences(t *testing.T) {
	var differences [][2]float64
	for j := range 6 {
		differences = append(differences, [2]float64{0.1 + 0.01*math.Sin(float64(j)), 0.1 - 0.02*math.Cos(float64(j))})
	}
	rows, err := ConfidenceSequences(differences, 6)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2*4*3 {
		t.Fatalf("%d rows", len(rows))
	}
	for i := 0; i < len(rows); i += 3 {
		high, middle, low := rows[i], rows[i+1], rows[i+2]
		if high.M != 3+i/3%4 || !(low.Value < middle.Value && middle.Value < high.Value) ||
			math.Abs(high.Value+low.Value-2*middle.Value) > 1e-12 {
			t.Errorf("%+v %+v %+v", high, middle, low)
		}
	}
	if rows[0].Rule != "calibrated, equal" || rows[12].Rule != "calibrated, late" || !(rows[0].Value > rows[9].Value) {
		t.Errorf("%+v", rows)
	}
	if _, err := ConfidenceSequences(differences[:2], 6); err == nil {
		t.Error("no error for two replications")
	}
}

func TestLookRows(t *testing.T) {
	got := LookRows([]sequential.Look{{M: 3, Estimate: 0.2, Boundary: infer.Interval{Low: -0.1, High: 0.1},
		CI: infer.Interval{Low: 0.05, High: 0.35}, Decision: sequential.BetterA}})
	if want := []LookRow{{3, 0.2, 0.1, 0.05, 0.35, true}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestReplications(t *testing.T) {
	got, err := Replications(func(m int) ([2]float64, error) { return [2]float64{float64(m), 0}, nil }, 2)
	if want := [][2]float64{{1, 0}, {2, 0}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	broken := errors.New("no data")
	if _, err := Replications(func(m int) ([2]float64, error) { return [2]float64{}, broken }, 2); err != broken {
		t.Errorf("error %v", err)
	}
}
