package theory

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/variance"
)

// Corrected values of notes on table 5.4 and printed ones of the table.
func TestARRCI(t *testing.T) {
	for _, c := range []struct {
		m                  int
		alpha              float64
		corrected, printed float64
		within             float64 // of the published value
	}{
		{3, 0.05, 0.0837, 0.1184, 0.0001},
		{4, 0.05, 0.0464, 0.0701, 0.00005},
		{5, 0.05, 0.0295, 0.0467, 0.00005},
		{8, 0.05, 0.0114, 0.0199, 0.00005},
		{9, 0.05, 0.0090, 0.0161, 0.00005},
	} {
		for form, want := range map[Form]float64{Corrected: c.corrected, AsPrinted: c.printed} {
			got, err := ARRCI(c.m, c.alpha, form)
			if err != nil || math.Abs(got-want) > c.within {
				t.Errorf("m = %d, %v: %v %v, want %v", c.m, form, got, err, want)
			}
		}
	}
}

// A plain midpoint rule, of second order, gives the same.
func TestARRCIMidpoint(t *testing.T) {
	midpoint := func(m int, alpha float64, points int) float64 {
		var sum float64
		for i := range points {
			for j := range points {
				rho1, rho2 := (float64(i)+0.5)/float64(2*points), (float64(j)+0.5)/float64(2*points)
				sum += 1 - TStatistic{m + 1, rho1, rho2}.ExpectedLength(alpha)/TStatistic{m, rho1,
					rho2}.ExpectedLength(alpha)
			}
		}
		return sum / float64(points*points)
	}
	for _, m := range []int{1, 3, 10} {
		want := (4*midpoint(m, 0.01, 80) - midpoint(m, 0.01, 40)) / 3
		got, err := ARRCI(m, 0.01, Corrected)
		if err != nil || math.Abs(got-want) > 1e-8 {
			t.Errorf("m = %d: %v %v, want %v", m, got, err, want)
		}
	}
}

// The marks of table 5.4: the first m below 10%, 5% and 1%, and what is right.
func TestChooseM(t *testing.T) {
	for _, c := range []struct {
		alpha, gamma       float64
		printed, corrected int
	}{
		{0.1, 0.01, 11, 8}, {0.05, 0.01, 12, 9}, {0.01, 0.01, 14, 11}, {0.005, 0.01, 15, 12}, {0.001, 0.01, 16, 14},
		{0.1, 0.05, 5, 4}, {0.05, 0.05, 5, 4}, {0.01, 0.05, 6, 5}, {0.005, 0.05, 7, 6}, {0.001, 0.05, 7, 7},
	} {
		for form, want := range map[Form]int{AsPrinted: c.printed, Corrected: c.corrected} {
			if got, err := ChooseM(c.alpha, c.gamma, form); err != nil || got != want {
				t.Errorf("alpha = %v, gamma = %v, %v: %d %v, want %d", c.alpha, c.gamma, form, got, err, want)
			}
		}
	}
	for _, bad := range [][2]float64{{0, 0.1}, {1, 0.1}, {math.NaN(), 0.1}, {0.05, 0}, {0.05, 1}, {0.05, math.NaN()},
		{0.05, 1e-12}} {
		if _, err := ChooseM(bad[0], bad[1], Corrected); err == nil {
			t.Errorf("%v passes", bad)
		}
	}
	if _, err := ARRCI(0, 0.05, Corrected); err == nil {
		t.Error("m = 0 passes")
	}
}

func TestLimitLength(t *testing.T) {
	for _, rho2 := range []float64{0, 0.2, 0.5} {
		l := TStatistic{100000, 0.3, rho2}
		if got, want := LimitLength(0.05, rho2), l.ExpectedLength(0.05); math.Abs(got-want) > 1e-4 || got >= want {
			t.Errorf("rho2 = %v: limit %v, at m = 100000 %v", rho2, got, want)
		}
	}
}

func TestZones(t *testing.T) {
	for _, alpha := range []float64{0.1, 0.05, 0.01} {
		low, high := LimitRegion(alpha)
		for _, c := range []struct {
			rho2 float64
			want Zone
		}{{low - 0.003, OverConservative}, {low + 0.003, Relative}, {high - 0.003, Relative}, {high + 0.003, Liberal}} {
			l := TStatistic{20000, 0.2, c.rho2}
			if exact := zone(l.ExactError(alpha), alpha); l.Zone(alpha) != c.want || exact != c.want {
				t.Errorf("alpha = %v, rho2 = %v: %v, by the exact distribution %v, want %v",
					alpha, c.rho2, l.Zone(alpha), exact, c.want)
			}
		}
		// by the definition with quantiles instead of probabilities
		for i := range 20 {
			for j := range 20 {
				l := TStatistic{4, float64(i) / 20, float64(j) / 20}
				if l.Check() != nil {
					continue
				}
				quantile := func(p, df float64) float64 { return distuv.StudentsT{Sigma: 1, Nu: df}.Quantile(1 - p) }
				want := Liberal
				if left := variance.Chat(4) * quantile(alpha, variance.DFhat(4)); left > l.C()*quantile(alpha/5,
					l.DF()) {
					want = OverConservative
				} else if left > l.C()*quantile(alpha, l.DF())*(1+1e-7) {
					want = Relative
				}
				if got := l.Zone(alpha); got != want && math.Abs(l.NominalError(alpha)-alpha) > 1e-6 {
					t.Errorf("%+v: %v, want %v", l, got, want)
				}
			}
		}
	}
	if got := fmt.Sprint(OverConservative, Relative,
		Liberal); got != "over-conservative relatively conservative liberal" {
		t.Error(got)
	}
}

func TestTCritical(t *testing.T) {
	for _, c := range []struct{ p, df, want float64 }{ // R 4.2.2: qt(p, df, lower.tail = FALSE), 16 digits
		{0.025, 5, 2.570581835636314}, {0.05, 23, 1.713871527747048}, {0.0005, 9, 4.780912585931136},
	} {
		if got := tCritical(c.p, c.df); math.Abs(got-c.want) > 1e-13*c.want {
			t.Errorf("p = %v, df = %v: %v, want %v", c.p, c.df, got, c.want)
		}
	}
	for _, df := range []float64{1, 2.5, 7, 39.3, 5000} {
		for _, p := range []float64{1e-6, 0.001, 0.05, 0.3, 0.49} {
			if got := tTail(tCritical(p, df), df); math.Abs(got/p-1) > 1e-10 {
				t.Errorf("p = %v, df = %v: tail %v", p, df, got)
			}
		}
	}
}

func ExampleChooseM() {
	m, _ := ChooseM(0.05, 0.01, Corrected)
	printed, _ := ChooseM(0.05, 0.01, AsPrinted)
	fmt.Println(m, printed)
	// Output: 9 12
}
