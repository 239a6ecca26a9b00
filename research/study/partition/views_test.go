package partition

import (
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
)

func TestHalfSplits(t *testing.T) {
	sets, err := HalfSplits(20, 1)
	if err != nil || len(sets) != 4 {
		t.Fatalf("%d sets, %v", len(sets), err)
	}
	shared, uses := Shared(sets), Uses(sets...)
	if len(shared) != 4*6*5 || len(uses) != 4*20 {
		t.Fatalf("%d overlaps, %d uses", len(shared), len(uses))
	}
	for _, r := range shared {
		if r.Set == "3 x 2 BCV" && r.Shared != 5 && r.Shared != 0 || r.Set == "BRHS" && r.Shared != 4 {
			t.Errorf("%+v", r)
		}
	}
	for _, r := range uses {
		if r.Set != "RHS" && r.Times != 3 {
			t.Errorf("%+v", r)
		}
	}
}

func TestRandomHalves(t *testing.T) {
	if r := RandomHalves(40)[0]; r.Mean != 10 || r.Variance < 2.56 || r.Variance > 2.57 {
		t.Errorf("%+v", r)
	}
}

func TestGrowth(t *testing.T) {
	rows, err := Growth([]int{61, 600}, []int{3, 7}, 1)
	if err != nil || len(rows) != 4 {
		t.Fatal(rows, err)
	}
	for _, r := range rows {
		if !r.Unchanged || r.N == 600 && r.K != 0 {
			t.Errorf("%+v", r)
		}
	}
	a, errA := cv.New(cv.BCV, 60, cv.Options{Seed: 1})
	b, errB := cv.New(cv.BCV, 60, cv.Options{Seed: 2})
	if errA != nil || errB != nil || BeginsWith(a, b) {
		t.Error("other splits count as unchanged")
	}
	if got := UnreachedOrders(100); !slices.Equal(got, []int{92}) {
		t.Errorf("%v", got)
	}
	if got := Reached([]BRLTRow{{K: 1, Bound: 1}, {K: 2, Bound: 1}}); got != 1 {
		t.Errorf("%d", got)
	}
}

func TestConditionRows(t *testing.T) {
	sentences := MadeSentences(400, 1)
	lengths, err := MadeLengths(sentences)
	if err != nil {
		t.Fatal(err)
	}
	s, err := cv.New(cv.BCV, 400, cv.Options{Seed: 1, Conditions: []cv.Condition{sentences, lengths}})
	if err != nil {
		t.Fatal(err)
	}
	worst, err := Worst(s, []cv.Condition{sentences, lengths})
	if err != nil || len(worst) != 2 || worst[1].Condition != "sentence length" {
		t.Fatal(worst, err)
	}
	rows, err := Distances(lengths, Named{"a", s})
	if err != nil || len(rows) != 3 {
		t.Fatal(rows, err)
	}
	largest := slices.MaxFunc(rows, func(a, b DistanceRow) int {
		if a.Ratio < b.Ratio {
			return -1
		}
		return 1
	})
	if largest.Ratio != worst[1].Ratio || largest.Set != "a" {
		t.Errorf("%v, want %v", largest, worst[1])
	}
	limits, err := CompareLimits("made", sentences, 3, 5, []float64{1, 0.5}, 1)
	if err != nil || len(limits) != 2 || limits[1].Limit != 0.5 {
		t.Error(limits, err)
	}
}
