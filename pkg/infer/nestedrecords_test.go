package infer

import (
	"math"
	"strings"
	"testing"
)

// By hand, with the differences of TestNestedTByHand: the data's part of the variance is 3/8 on 6 degrees of
// freedom, the partitions' part 1. Records -1, 0, 0, 1 have the variance 2/3 and their mean 1/6, so that
// V = (6 · 3/8 + 10/6)/16 + 1 on 16 degrees of freedom.
func TestNestedRecordsTByHand(t *testing.T) {
	d := must[Differences](t)(DifferencesOf([][]float64{{0, 2}, {3, 3}}))
	d = must[Differences](t)(d.WithInner([][2][][2]float64{{{{1, 3}, {4, 4}}, {{1, 1}, {0, 2}}},
		{{{2, 2}, {1, 3}}, {{0, 0}, {5, 3}}}}))
	without := must[Result](t)(NestedT(d, Options{}))
	d = must[Differences](t)(d.WithRecords([]float64{-1, 0, 0, 1}))
	r := must[Result](t)(NestedRecordsT(d, Options{}))
	if want := 2 / math.Sqrt((6*3.0/8+10.0/6)/16+1); math.Abs(r.Statistic-want) > 1e-14 {
		t.Errorf("statistic %v, want %v", r.Statistic, want)
	}
	if len(r.DF) != 1 || r.DF[0] != 16 {
		t.Errorf("degrees of freedom %v, want 16", r.DF)
	}
	if r.Test != "nested-records-t" {
		t.Errorf("test %q, want nested-records-t", r.Test)
	}
	if same := must[Result](t)(NestedT(d, Options{})); same.Statistic != without.Statistic {
		t.Errorf("nested-t is %v with records, %v without", same.Statistic, without.Statistic)
	}
	equal := must[Differences](t)(d.WithRecords([]float64{2, 2, 2}))
	if got, want := must[Result](t)(NestedRecordsT(equal, Options{})).Statistic, 2/math.Sqrt(6*3.0/8/16+1); math.Abs(got-
		want) > 1e-14 {
		t.Errorf("equal records: statistic %v, want %v", got, want)
	}
}

// Halves that do not differ say that nothing is known, whatever the records say.
func TestNestedRecordsTWithoutSpread(t *testing.T) {
	d := must[Differences](t)(DifferencesOf([][]float64{{0, 2}, {3, 3}}))
	same := [][2]float64{{1, 1}, {1, 1}}
	d = must[Differences](t)(d.WithInner([][2][][2]float64{{same, same}}))
	d = must[Differences](t)(d.WithRecords([]float64{-1, 0, 0, 1}))
	if r := must[Result](t)(NestedRecordsT(d, Options{})); !r.NoSpread {
		t.Errorf("%+v, want no spread", r)
	}
}

func TestWithRecordsRefuses(t *testing.T) {
	folds := must[Differences](t)(DifferencesOf([][]float64{{0, 2}, {3, 3}}))
	three := must[Differences](t)(DifferencesOf([][]float64{{0, 2, 1}}))
	inner := must[Differences](t)(folds.WithInner([][2][][2]float64{{{{1, 3}, {4, 4}}, {{1, 1}, {0, 2}}}}))
	for _, c := range []struct {
		run  func() error
		want string
	}{
		{func() error { _, err := folds.WithRecords([]float64{1}); return err }, "fewer than 2 records"},
		{func() error { _, err := folds.WithRecords([]float64{1, math.Inf(1)}); return err }, "of record 2 is +Inf"},
		{func() error { _, err := three.WithRecords([]float64{1, 2}); return err }, "give them for an m x 2 CV"},
		{func() error { _, err := NestedRecordsT(inner, Options{}); return err }, "needs losses of records"},
		{func() error { _, err := NestedRecordsT(folds, Options{}); return err }, "setting `inner` 2"},
	} {
		if err := c.run(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}
