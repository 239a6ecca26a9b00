package thesis5

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/theory"
	"github.com/block-regularized/bcv/pkg/variance"
)

// constantsTable covers tables 5.2 and 5.3.
func constantsTable() []reproduce.Result {
	var out []reproduce.Result
	add := func(key string, v float64) {
		out = append(out, reproduce.Result{Source: "thesis", Item: "table-5.2-5.3", Key: key, Value: v})
	}
	for m := 3; m <= 11; m++ {
		eachPair(func(rho1, rho2 float64) {
			l := theory.TStatistic{M: m, Rho1: rho1, Rho2: rho2}
			add(fmt.Sprintf("%d/%.1f/%.1f/C_m", m, rho1, rho2), l.C())
			add(fmt.Sprintf("%d/%.1f/%.1f/f_m", m, rho1, rho2), l.DF())
		})
		if m != 9 { // no longer legible
			add(fmt.Sprintf("%d///C_hat", m), variance.Chat(m))
		}
		add(fmt.Sprintf("%d///f_hat", m), variance.DFhat(m))
	}
	return out
}
