package items_test

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
)

// prefer is a sample of comparisons that B won.
func prefer(b ...float64) items.Sample {
	s := items.Sample{A: make([][]float64, 1), B: [][]float64{b}}
	for _, x := range b {
		s.A[0] = append(s.A[0], 1-x)
	}
	return s
}

// By hand: of 6 with A first A wins 4 1/2, of 5 with B first B wins 2, and one order is unknown.
func TestPosition(t *testing.T) {
	s := prefer(0, 0, 1, 0, 0.5, 0, 1, 1, 0, 0, 0, 1)
	p := s.Position([]int{1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 0}, 0.05)
	near := func(name string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) < 1e-12) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if p.Known != 11 || p.Exchanged {
		t.Errorf("%+v", p)
	}
	near("A first", p.AFirst, 6.0/11)
	near("wins", p.Wins.Mid, (0.75+0.4)/2)
	near("corrected", p.Corrected, 0.4-0.75)
	v1, v2 := (4*0.0625+0.5625+0.0625)/5/6, (2*0.36+3*0.16)/4/5
	df := (v1 + v2) * (v1 + v2) / (v1*v1/5 + v2*v2/4)
	half := special.StudentCritical(0.025, df) * math.Sqrt(v1+v2+1.0/72+1.0/50)
	near("high", p.CorrectedInterval.High, -0.35+half)
	near("low of wins", p.Wins.Low, 0.575-half/2)
	if p := s.Position([]int{1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 0, 0}, 0.05); !math.IsNaN(p.Wins.Mid) {
		t.Errorf("%+v, want nothing of 4 comparisons in one order", p)
	}
}

// Where every item is shown in both orders the correction changes nothing, and the clusters give its interval.
func TestPositionExchanged(t *testing.T) {
	s := prefer(0, 1, 1, 1, 0.5, 1, 0, 0, 0, 1)
	s.Clusters = []int{0, 0, 1, 1, 2, 2, 3, 3, 4, 4}
	first := []int{1, 2, 2, 1, 1, 2, 2, 1, 1, 2}
	p := s.Position(first, 0.05)
	r, err := items.ClusterT(s, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !p.Exchanged || math.Abs(p.Corrected-r.Estimate) > 1e-12 {
		t.Errorf("%+v, want the difference %v", p, r.Estimate)
	}
	// the variance of cluster-t, and what was not seen of 5 in each order
	se := math.Hypot(r.Estimate/r.Statistic, math.Sqrt(1.0/25))
	if own, want := p.CorrectedInterval.High-p.Corrected, special.StudentCritical(0.025, 4)*se; math.Abs(own-want) > 1e-12 &&
		p.CorrectedInterval.High < 1 {
		t.Errorf("half width %v, want %v", own, want)
	}
	first[0] = 2
	if s.Position(first, 0.05).Exchanged {
		t.Error("an item in one order counts as exchanged")
	}
	if p := s.Position([]int{1, 1, 1, 1, 1, 1, 1, 1, 1, 2}, 0.05); !math.IsNaN(p.Wins.Mid) || p.AFirst != 0.9 {
		t.Errorf("%+v, want nothing of one comparison", p)
	}
}
