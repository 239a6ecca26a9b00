package figure

import (
	"fmt"
	"math"
	"testing"

	"github.com/block-regularized/bcv/pkg/posterior"
	"gonum.org/v1/plot"
)

// TestErrors fixes the messages for rows that cannot be drawn.
func TestErrors(t *testing.T) {
	point := func(x, d float64, metric, weighting string) posterior.CurvePoint {
		return posterior.CurvePoint{Task: "T", Metric: metric, Model: "A", Weighting: weighting, X: x, Density: d}
	}
	good := point(0.5, 1, "P", posterior.BCV)
	densities := func(p ...posterior.CurvePoint) error { _, err := Densities(p); return err }
	difference := func(x, d float64, c posterior.Comparison) error {
		_, err := Difference([]posterior.DifferencePoint{{X: 0, Density: 1}, {X: x, Density: d}}, c)
		return err
	}
	points := func(p ...Point) error { _, err := Curves(p, Labels{}); return err }
	var crowd []Point
	var many []posterior.CurvePoint
	for i := range 8 {
		p := good
		p.Model = fmt.Sprint(i)
		many = append(many, p)
		crowd = append(crowd, Point{Series: p.Model})
	}
	other := good
	other.Task, other.Metric = "U", "R"
	nan, inf := math.NaN(), math.Inf(1)
	tests := []struct {
		err  error
		want string
	}{
		{densities(), "figure: no rows; give at least one"},
		{points(), "figure: no rows; give at least one"},
		{points(Point{X: nan}), "figure: row 1: x is NaN; give a finite number"},
		{points(Point{}, Point{Y: inf}), "figure: row 2: y is +Inf; give a finite number"},
		{points(Point{SE: -1}), "figure: row 1: se is -1; give a finite number from 0 on"},
		{points(Point{Series: "a"}, Point{Series: "a", Mark: Dash}),
			`figure: row 2: series "a" has two marks; give all its points the same`},
		{points(crowd...), "figure: 8 series; draw at most 7 at once"},
		{densities(good, point(nan, 1, "P", posterior.BCV)), "figure: row 2: x is NaN; give a number from 0 to 1"},
		{densities(good, point(1.5, 1, "P", posterior.BCV)), "figure: row 2: x is 1.5; give a number from 0 to 1"},
		{densities(point(0.5, inf, "P", posterior.BCV)), "figure: row 1: density is +Inf; give a finite number from 0 on"},
		{densities(point(0.5, nan, "P", posterior.BCV)), "figure: row 1: density is NaN; give a finite number from 0 on"},
		{densities(point(0.5, -1, "P", posterior.BCV)), "figure: row 1: density is -1; give a finite number from 0 on"},
		{densities(point(0.5, 1, "P", "mean")), `figure: row 1: weighting "mean"; use "bcv" or "hold-out average"`},
		{densities(good, other), `figure: task "T" has no rows for metric R; give every task the same metrics`},
		{densities(many...), `figure: 8 models for task "T"; draw at most 7 at once`},
		{second(Difference(nil, posterior.Comparison{})), "figure: no rows; give at least one"},
		{difference(2, 1, posterior.Comparison{}), "figure: row 2: x is 2; give a number from -1 to 1"},
		{difference(0, nan, posterior.Comparison{}), "figure: row 2: density is NaN; give a finite number from 0 on"},
		{difference(0, 1, posterior.Comparison{Task: "T", Metric: "P"}),
			`figure: row 1 is of task "", metric , but the comparison is of task "T", metric P; draw one at a time`},
		{difference(0, 1, posterior.Comparison{PH0: nan}), "figure: P(H0) is NaN and P(H1) is 0; give probabilities"},
		{difference(0, 1, posterior.Comparison{Delta: nan}), "figure: delta must be from -1 to 1 and rope from 0 to 1"},
		{difference(0, 1, posterior.Comparison{Rope: -0.1}), "figure: delta must be from -1 to 1 and rope from 0 to 1"},
	}
	for _, test := range tests {
		if test.err == nil || test.err.Error() != test.want {
			t.Errorf("got %v\nwant %s", test.err, test.want)
		}
	}
}

func TestDrawErrors(t *testing.T) {
	p := plot.New()
	tests := []struct {
		f             *Figure
		width, height int
		want          string
	}{
		{nil, 100, 100, "figure: no plots; give at least one"},
		{&Figure{}, 100, 100, "figure: no plots; give at least one"},
		{&Figure{rows: []row{{Plots: []*plot.Plot{p}}, {}}}, 100, 100,
			"figure: row 2 has 0 plots, row 1 has 1; give every row the same number"},
		{&Figure{rows: []row{{Plots: []*plot.Plot{nil}}}}, 100, 100,
			"figure: row 1 has a plot that is nil; make every plot with plot.New"},
		{of(p, 10, 10, ""), 0, 10, "figure: size 0 x 10; give sides from 1 to 8192 pixels"},
		{of(p, 10, 10, ""), 10, 10000, "figure: size 10 x 10000; give sides from 1 to 8192 pixels"},
		{of(p, 10, 10, ""), 30, 30, "figure: no room for 1 x 1 plots and their legends; make the figure larger"},
	}
	for _, test := range tests {
		if _, err := encode(test.f, ".png", test.width, test.height); err == nil || err.Error() != test.want {
			t.Errorf("got %v\nwant %s", err, test.want)
		}
	}
}
