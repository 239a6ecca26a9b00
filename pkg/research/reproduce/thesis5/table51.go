package thesis5

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/theory"
)

// formula is a published formula in m, with the numbers that it gives.
type formula struct {
	text string
	at   func(m float64) float64
}

// estimatorFormulas checks the formulas of table 5.1 against the estimators, m = 3 to
// 20. A formula that holds is given as published, which is a match.
func estimatorFormulas() []reproduce.Result {
	zero := formula{"0", func(float64) float64 { return 0 }}
	half := formula{"m/2", func(m float64) float64 { return m / 2 }}
	rows := []struct {
		e                         theory.Estimator
		lambda2, condition, share formula
	}{
		{e: theory.Var1, lambda2: zero,
			condition: formula{"1/2 > rho2 + (m+1)/(2*(m-1))*rho1",
				func(m float64) float64 { return (m + 1) / (2 * (m - 1)) }},
			share: formula{"(3*m-5)/(4*(m-1))", func(m float64) float64 { return (3*m - 5) / (4 * (m - 1)) }}},
		{e: theory.Var2, lambda2: formula{"(m-1)/m", func(m float64) float64 { return (m - 1) / m }},
			condition: formula{"1/2 > rho2 + 1/(2*(m-1))*rho1", func(m float64) float64 { return 1 / (2 * (m - 1)) }},
			share:     formula{"(4*m-5)/(4*(m-1))", func(m float64) float64 { return (4*m - 5) / (4 * (m - 1)) }}},
		{e: theory.Var3, lambda2: formula{"(m+1)/m", func(m float64) float64 { return (m + 1) / m }},
			condition: formula{"1/2 > rho2", func(float64) float64 { return 0 }},
			share:     formula{"1", func(float64) float64 { return 1 }}},
	}
	var out []reproduce.Result
	for _, r := range rows {
		e := r.e
		add := func(column, note string, f formula, exact func(m int) float64) {
			out = append(out, reproduce.Result{Source: "thesis", Item: "table-5.1", Key: e.String() + "/" + column,
				Text: f.checked(exact), Note: note})
		}
		add("lambda1", "", half, func(m int) float64 { l, _ := e.Lambdas(m); return l })
		add("lambda2", "", r.lambda2, func(m int) float64 { _, l := e.Lambdas(m); return l })
		add("conservative_condition", "the slope of the line on which the bias is 0", r.condition,
			func(m int) float64 { return biasSlope(e, m) })
		note := ""
		if e == theory.Var1 {
			note = fmt.Sprintf("for m = 3 and more; at m = 2 the share is %.4g, not the 1/4 of the formula",
				e.Feasible(2))
		}
		add("feasible_fraction", note, r.share, e.Feasible)
	}
	return out
}

// checked returns the formula if it holds for m = 3 to 20, else where it fails.
func (f formula) checked(exact func(m int) float64) string {
	for m := 3; m <= 20; m++ {
		if got := exact(m); math.Abs(got-f.at(float64(m))) > 1e-12 {
			return fmt.Sprintf("%g at m = %d", got, m)
		}
	}
	return f.text
}

// biasSlope returns s for which the bias of an estimator is 0 on the line rho2 + s
// rho1 = 1/2. The bias is linear in both, so that two points give it.
func biasSlope(e theory.Estimator, m int) float64 {
	root := func(rho1 float64) float64 { // the rho2 without bias
		a, b := e.Bias(theory.TStatistic{M: m, Rho1: rho1}), e.Bias(theory.TStatistic{M: m, Rho1: rho1, Rho2: 0.25})
		return 0.25 * a / (a - b)
	}
	return (root(0) - root(0.5)) / 0.5
}
