package special

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
)

func TestStudentTail(t *testing.T) {
	for _, c := range []struct{ t, df, want float64 }{
		// R 4.2.2: sprintf("%.16g", pt(t, df, lower.tail = FALSE))
		{0, 5, 0.5},
		{1e-9, 5, 0.4999999996203933},
		{0.3, 1000000, 0.3820886089894972},
		{2.5, 5, 0.0272450496711881},
		{-2.5, 5, 0.9727549503288119},
		{40, 9, 9.491499224669917e-12},
		{8, 99, 1.200151910528437e-12},
		{8, 10000, 6.910604364532654e-16},
		{1e8, 1, 3.183098861837907e-09},
		{8, math.Inf(1), 6.220960574271785e-16},
		{math.Inf(1), 5, 0},
		{math.Inf(-1), 5, 1},
	} {
		if got := StudentTail(c.t, c.df); !scalar.EqualWithinRel(got, c.want, 1e-10) && got != c.want {
			t.Errorf("P(t_%v > %v) = %.16g, want %.16g", c.df, c.t, got, c.want)
		}
	}
}

func TestFisherTail(t *testing.T) {
	for _, c := range []struct{ f, df1, df2, want float64 }{
		// R 4.2.2: sprintf("%.16g", pf(f, df1, df2, lower.tail = FALSE))
		{0, 10, 5, 1},
		{1e-3, 10, 5, 0.9999999999996293},
		{1.3, 7, 5, 0.3996022931930784},
		{4.735063069693, 10, 5, 0.05000000000000893},
		{1e6, 7, 5, 4.684976432734865e-15},
		{math.Inf(1), 10, 5, 0},
	} {
		if got := FisherTail(c.f, c.df1, c.df2); !scalar.EqualWithinRel(got, c.want, 1e-12) && got != c.want {
			t.Errorf("P(F_%v,%v > %v) = %.16g, want %.16g", c.df1, c.df2, c.f, got, c.want)
		}
	}
}

// The quantile is the inverse of the tail, also far out.
func TestStudentCritical(t *testing.T) {
	for _, df := range []float64{1, 2, 3, 5, 9, 29, 99, 999, math.Inf(1)} {
		for _, p := range []float64{1e-100, 1e-12, 1e-4, 0.025, 0.05, 0.3, 0.4999, 0.5, 0.7, 0.999} {
			if x := StudentCritical(p, df); !scalar.EqualWithinRel(StudentTail(x, df), p, 1e-8) {
				t.Errorf("df %v: P(t > %v) = %v, want %v", df, x, StudentTail(x, df), p)
			}
		}
	}
	// R 4.2.2: qt(0.975, 5), qt(0.95, 9), qnorm(0.975)
	for _, c := range []struct{ got, want float64 }{
		{StudentCritical(0.025, 5), 2.570581835636314}, {StudentCritical(0.05, 9), 1.833112932656237},
		{StudentCritical(0.025, math.Inf(1)), 1.959963984540054},
	} {
		if !scalar.EqualWithinRel(c.got, c.want, 1e-14) {
			t.Errorf("quantile %.16g, want %.16g", c.got, c.want)
		}
	}
}
