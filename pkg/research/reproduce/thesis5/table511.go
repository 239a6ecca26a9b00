package thesis5

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/theory"
)

// lengthTable covers tables 5.11 and 5.12.
func lengthTable() []reproduce.Result {
	var out []reproduce.Result
	for m := 2; m <= 12; m++ {
		eachPair(func(rho1, rho2 float64) {
			if m == 12 && rho1 == 0.4 {
				return // the row is missing from the thesis
			}
			l := theory.TStatistic{M: m, Rho1: rho1, Rho2: rho2}
			for _, c := range []struct {
				name  string
				value float64
			}{{"f_m", l.DF()}, {"q_m", l.Q()}} {
				out = append(out, reproduce.Result{Source: "thesis", Item: "table-5.11-5.12",
					Key: fmt.Sprintf("%d/%.1f/%.1f/%s", m, rho1, rho2, c.name), Value: c.value})
			}
		})
	}
	return out
}
