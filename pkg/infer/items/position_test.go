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

// By hand: A wins 3/4 of those in which it is first, B 1 1/2 of 3, and one order is unknown.
func TestPosition(t *testing.T) {
	s := prefer(0, 0, 1, 0, 1, 0.5, 0, 1)
	p := s.Position([]int{1, 1, 1, 1, 2, 2, 2, 0}, 0.05)
	near := func(name string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) < 1e-12) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if p.Known != 7 || p.Exchanged {
		t.Errorf("%+v", p)
	}
	near("A first", p.AFirst, 4.0/7)
	near("wins", p.Wins.Mid, (0.75+0.5)/2)
	near("corrected", p.Corrected, 0.5-0.75)
	// variances of the means with n_g - 1, and n/(n - 1) for both together
	v := (0.25/4 + 0.25/3) * 7 / 6
	c := special.StudentCritical(0.025, 6)
	near("high", p.CorrectedInterval.High, -0.25+c*math.Sqrt(v))
	near("high of wins", p.Wins.High, math.Min(1, 0.625+c*math.Sqrt(v)/2))
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
	if own, of := p.CorrectedInterval.High-p.CorrectedInterval.Low, r.CI.High-r.CI.Low; own < of || own > 1.2*of {
		t.Errorf("width %v, that of cluster-t %v", own, of)
	}
	first[0] = 2
	if s.Position(first, 0.05).Exchanged {
		t.Error("an item in one order counts as exchanged")
	}
	if p := s.Position([]int{1, 1, 1, 1, 1, 1, 1, 1, 1, 2}, 0.05); !math.IsNaN(p.Wins.Mid) || p.AFirst != 0.9 {
		t.Errorf("%+v, want nothing of one comparison", p)
	}
}
