package thesis5

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/research/theory"
)

// EstimatorRegions draws thesis figure 5.1, one panel for each m above 1: below its
// line, in the square 0 < rho1, rho2 < 1/2, an estimator of the variance is
// conservative. Var3 is so in the whole square.
func EstimatorRegions(ms []int) (*figure.Figure, error) {
	var points []figure.Point
	for _, m := range ms {
		for _, e := range theory.Estimators {
			end := 0.5
			if s := e.Slope(m); s > 1 {
				end = 0.5 / s // the line leaves the square
			}
			for i := range 26 {
				rho1 := end * float64(i) / 25
				points = append(points, figure.Point{Panel: fmt.Sprintf("m = %d", m), Series: e.String(), X: rho1,
					Y: 0.5 - e.Slope(m)*rho1, Mark: figure.Line})
			}
		}
	}
	return figure.Curves(points, figure.Labels{X: "correlation within a replication, rho1",
		Y: "largest correlation between, rho2"})
}
