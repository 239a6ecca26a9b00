package infer

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/internal/special"
)

// Cochran's critical value by hand: the 97.5% points of Student's t with 1, 2 and 8 degrees of freedom are 12.70620,
// 4.302653 and 2.306004.
func TestCochran(t *testing.T) {
	p := Parts{{Variance: 2, DF: 8}, {Variance: 0, DF: 1}, {Variance: 1, DF: 2}, {Variance: 1, DF: 1}}
	const c = (2*2.306004 + 4.302653 + 12.70620) / 4
	if got := p.Critical(0.025); math.Abs(got-c) > 1e-5 {
		t.Errorf("critical value %v, want %v", got, c)
	}
	if got := p.Tail(c); math.Abs(got-0.025) > 1e-7 {
		t.Errorf("tail of %v is %v, want 0.025", c, got)
	}
	if got := p.Tail(-c); math.Abs(got-0.975) > 1e-7 {
		t.Errorf("tail of -%v is %v, want 0.975", c, got)
	}
	if got := special.StudentCritical(0.025, p.DF(0.025)); math.Abs(got-c) > 1e-5 {
		t.Errorf("%v degrees of freedom have the critical value %v, want %v", p.DF(0.025), got, c)
	}
	if got, want := p.Satterthwaite(), 16/(4.0/8+1.0/2+1); math.Abs(got-want) > 1e-12 {
		t.Errorf("Satterthwaite's degrees of freedom %v, want %v", got, want)
	}
	for _, tail := range []float64{1e-100, 1e-20, 1e-4, 0.3, 0.5} {
		if got := p.Tail(p.Critical(tail)); !(math.Abs(got/tail-1) < 1e-9) {
			t.Errorf("tail %v comes back as %v", tail, got)
		}
	}
}

// One part is Student's t, exactly; without variance the first counts.
func TestOnePart(t *testing.T) {
	for _, df := range []float64{1, 2.5, 40, math.Inf(1)} {
		for _, p := range []Parts{{{Variance: 3, DF: df}}, {{Variance: 1, DF: df}, {Variance: 0, DF: 1}}} {
			for _, x := range []float64{-2, 0, 0.3, 5, 1e5} {
				if got, want := p.Tail(x), special.StudentTail(x, df); got != want {
					t.Errorf("%v: tail of %v is %v, want %v", p, x, got, want)
				}
			}
			if got := p.DF(0.025); !(math.Abs(got-df) <= 1e-12*df) && got != df {
				t.Errorf("%v: %v degrees of freedom, want %v", p, got, df)
			}
		}
	}
	none := Parts{{DF: 4}, {DF: 1}}
	if none.Satterthwaite() != 4 || none.Critical(0.1) != special.StudentCritical(0.1, 4) {
		t.Errorf("without variance: %v degrees of freedom, critical value %v", none.Satterthwaite(), none.Critical(0.1))
	}
}
