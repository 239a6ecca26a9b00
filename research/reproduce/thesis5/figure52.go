package thesis5

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/research/theory"
)

// RegionCase is a panel of thesis figure 5.2.
type RegionCase struct {
	M     int
	Alpha float64 // one-sided
}

// regionCases are nine panels like the panels of figure 5.2, whose m and alpha the text
// does not name.
func regionCases() []RegionCase {
	var out []RegionCase
	for _, alpha := range []float64{0.1, 0.05, 0.01} {
		for _, m := range []int{3, 5, 12} {
			out = append(out, RegionCase{m, alpha})
		}
	}
	return out
}

// RegionBorder is a point on the borders of the conservative region
// Theta_{m,alpha} of thesis eq. 5.34. Sigma_2m is positive definite for rho2 below
// (1+rho1)/2; borders end there.
type RegionBorder struct {
	M     int     `dataframe:"m"`
	Alpha float64 `dataframe:"alpha"`
	Rho1  float64 `dataframe:"rho1"`
	// probability of rejecting a true hypothesis on this border: alpha or alpha/5
	Error      float64 `dataframe:"error"`
	Rho2       float64 `dataframe:"rho2"`       // border by the t distribution of eq. 5.22, as in figure 5.2
	Rho2Exact  float64 `dataframe:"rho2_exact"` // border by the exact distribution
	Everywhere bool    `dataframe:"everywhere"` // the error is below for all rho2, so that both are (1+rho1)/2
}

// regionBorders computes the borders at rho1 = 0, 0.05, ..., 0.95: above the one at
// alpha the test is liberal, below the one at alpha/5 it is over-conservative.
func regionBorders(c RegionCase) []RegionBorder {
	var out []RegionBorder
	for _, err := range []float64{c.Alpha, c.Alpha / theory.Divisor} {
		for i := range 20 {
			rho1 := float64(i) / 20
			distribution := func(rho2 float64) theory.TStatistic {
				return theory.TStatistic{M: c.M, Rho1: rho1, Rho2: rho2}
			}
			b := RegionBorder{M: c.M, Alpha: c.Alpha, Rho1: rho1, Error: err}
			var a, e bool
			b.Rho2, a = border((1+rho1)/2, err,
				func(rho2 float64) float64 { return distribution(rho2).NominalError(c.Alpha) })
			b.Rho2Exact, e = border((1+rho1)/2, err,
				func(rho2 float64) float64 { return distribution(rho2).ExactError(c.Alpha) })
			b.Everywhere = a && e
			out = append(out, b)
		}
	}
	return out
}

// border returns the rho2 between 0 and high at which an error that rises with
// rho2 reaches the given one; high if it stays below.
func border(high, want float64, at func(rho2 float64) float64) (rho2 float64, everywhere bool) {
	low, top := 0.0, high-1e-9
	a, b := at(low)-want, at(top)-want
	if b < 0 {
		return high, true
	}
	for side := 0; top-low > 1e-6; { // false position; an end that stays twice loses half its weight (Illinois)
		mid := (low*b - top*a) / (b - a)
		switch v := at(mid) - want; {
		case math.Abs(v) < 1e-6*want:
			return mid, false
		case v < 0:
			if side < 0 {
				b /= 2
			}
			low, a, side = mid, v, -1
		default:
			if side > 0 {
				a /= 2
			}
			top, b, side = mid, v, 1
		}
	}
	return low, false
}

// ConservativeRegions draws thesis figure 5.2 with lines for shades: between the
// two borders the test with Chat_m and fhat_m is relatively conservative, below the
// lower one over-conservative, above the upper one liberal. Solid lines follow the
// t distribution of eq. 5.22, dashed ones the exact distribution. No cases means regionCases.
func ConservativeRegions(cases ...RegionCase) (*figure.Figure, error) {
	if len(cases) == 0 {
		cases = regionCases()
	}
	var points []figure.Point
	for _, c := range cases {
		panel := fmt.Sprintf("m = %d, alpha = %g", c.M, c.Alpha)
		add := func(series string, x, y float64, mark figure.Mark) {
			points = append(points, figure.Point{Panel: panel, Series: series, X: x, Y: y, Mark: mark})
		}
		for _, b := range regionBorders(c) {
			name := "error alpha"
			if b.Error != c.Alpha {
				name = "error alpha/5"
			}
			add(name+", t distribution", b.Rho1, b.Rho2, figure.Line)
			add(name+", exact distribution", b.Rho1, b.Rho2Exact, figure.Dash)
		}
		for _, x := range []float64{0, 0.95} {
			add("rho2 = 1/2", x, 0.5, figure.Dash)
			add("largest possible rho2", x, (1+x)/2, figure.Dash)
		}
	}
	return figure.Curves(points, figure.Labels{X: "correlation within, rho1", Y: "correlation between, rho2"})
}

// ErrorLines draws the true error of one look with Chat_m and fhat_m along three
// lines through the square of correlations, by the exact distribution and in units of alpha,
// with thesis figure 5.2's borders 1 and 1/5 as dashes. One panel for each m and
// one-sided alpha.
func ErrorLines(ms []int, alphas []float64) (*figure.Figure, error) {
	return figure.Curves(errorLines(ms, alphas), figure.Labels{X: "correlation between, rho2", Y: "true error / alpha"})
}

func errorLines(ms []int, alphas []float64) []figure.Point {
	var points []figure.Point
	for _, m := range ms {
		for _, alpha := range alphas {
			panel := fmt.Sprintf("m = %d, alpha = %g", m, alpha)
			for _, rho1 := range []float64{0, 0.2, 0.5} {
				for i := range 21 {
					l := theory.TStatistic{M: m, Rho1: rho1, Rho2: float64(i) * 0.024999}
					points = append(points, figure.Point{Panel: panel, Series: fmt.Sprintf("rho1 = %g", rho1),
						X: l.Rho2, Y: l.ExactError(alpha) / alpha, Mark: figure.Line})
				}
			}
		}
	}
	return figure.Across(points, figure.Point{Series: "alpha", Y: 1}, figure.Point{Series: "alpha / 5",
		Y: 1. / theory.Divisor})
}
