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
	fmt.Println(f.Width, "x", f.Height, "pixels,", len(f.Rows[0].Legend), "entries in the legend")
	fmt.Println(figure.Save(f, "f.bmp")) // for a paper: .svg or .pdf
	// Output:
	// 840 x 236 pixels, 3 entries in the legend
	// figure: cannot write ".bmp" files; use .png, .svg or .pdf
}

// How often two training sets of two partition sets share a number of records.
func ExampleBars() {
	_, err := figure.Bars([]figure.Bar{
		{Series: "random", X: 24, Value: 3}, {Series: "random", X: 25, Value: 9}, {Series: "random", X: 26, Value: 3},
		{Series: "regularized", X: 25, Value: 15},
	}, figure.Labels{X: "overlap", Value: "pairs"})
	fmt.Println(err)

	_, err = figure.Bars([]figure.Bar{{X: 24, Value: 3}, {X: 24, Value: 4}}, figure.Labels{})
	fmt.Println(err)
	// Output:
	// <nil>
	// figure: row 2: series "" has two bars at 24; keep one
}
