package figure_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/posterior"
	"gonum.org/v1/gonum/stat/distuv"
)

// Two models with 90 and 93 correct of 100 predicted chunks.
func ExampleDensities() {
	var points []posterior.CurvePoint
	for k, distribution := range []distuv.Beta{{Alpha: 91, Beta: 11}, {Alpha: 94, Beta: 8}} {
		for i := range 101 {
			x := distribution.Quantile(0.001 + 0.998*float64(i)/100)
			points = append(points, posterior.CurvePoint{Metric: "P", Model: []string{"A", "B"}[k],
				Weighting: posterior.BCV, X: x, Density: distribution.Prob(x)})
		}
	}
	f, err := figure.Densities(points)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Width, "x", f.Height, "pixels:", f.Alt)
	fmt.Println(figure.Save(f, "f.bmp")) // for a paper: .svg or .pdf
	// Output:
	// 840 x 236 pixels: Posterior densities: P of A and B (m x 2 BCV)
	// figure: cannot write ".bmp" files; use .png, .svg or .pdf
}
