package cells

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/research/study/replicability"
)

// grid returns the multiples of 1/500 from low to high, at which densities are drawn.
func grid(low, high float64) (x []float64) {
	for i := math.Round(500 * low); i <= math.Round(500*high); i++ {
		x = append(x, i/500)
	}
	return x
}

// Sliders shows the posterior density of the expected difference, B minus A, between low and high, with sliders for the
// number of replications, both correlations and the rope. Replication j has the differences[j]; a and b
// name the models in the text below.
func Sliders(caption, label string, differences [][2]float64, a, b string, low, high float64) {
	x := grid(low, high)
	display.Sliders(display.Slides{
		Caption: caption, XLabel: label, X: x,
		Axes: []display.Axis{
			{Name: "replications m", Start: 1, Values: []float64{3, 5, 10}},
			{Name: "rho1, within", Start: 1, Values: []float64{0, 0.2, 0.5}},
			{Name: "rho2, between", Start: 2, Values: []float64{0, 0.1, 0.2, 0.3, 0.4}},
			{Name: "rope", Start: 2, Values: []float64{0, 0.01, 0.02, 0.03, 0.05}},
		},
		At: func(v []float64) (display.Slide, error) {
			s, y, err := replicability.Believe(differences[:int(v[0])], v[1], v[2], v[3], x)
			return display.Slide{Y: y, Marks: []float64{-v[3], v[3]}, Text: fmt.Sprintf(
				"%v folds, worth %.1f independent ones. P(%s better) = %.3f, P(within %v) = %.3f, P(%s better) = %.3f",
				2*v[0], s.Worth, b, s.B, v[3], s.Within, a, s.A)}, err
		},
	})
}

// Beliefs shows a table and the posterior densities between low and high for pairs of correlations, rho1 and rho2.
func Beliefs(label string, differences [][2]float64, rope, low, high float64, correlations ...[2]float64) {
	x := grid(low, high)
	var beliefs []replicability.Belief
	var curves []figure.Point
	for _, rho := range correlations {
		b, y, err := replicability.Believe(differences, rho[0], rho[1], rope, x)
		display.Check(err)
		beliefs = append(beliefs, b)
		name := fmt.Sprintf("rho1 = %v, rho2 = %v", rho[0], rho[1])
		for k := range x {
			curves = append(curves, figure.Point{Series: name, X: x[k], Y: y[k], Mark: figure.Line})
		}
	}
	display.Table(beliefs, display.Digits(3))
	display.Figure(figure.Curves(curves, figure.Labels{X: label, Y: "posterior density"}))
}
