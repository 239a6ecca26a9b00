package thesis5

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/variance"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
)

// Theory covers the exact tables and numbers of thesis chapter 5.
func Theory() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "t-theory",
		Title: "Law of the m x 2 t statistic and length of its interval",
		Items: []string{"thesis:table-5.1", "thesis:table-5.2-5.3", "thesis:table-5.4", "thesis:table-5.11-5.12",
			"thesis:text"},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			out := slices.Concat(estimatorFormulas(), constantsTable(), lengthTable())
			rows, err := arrciTable()
			if err != nil {
				return nil, err
			}
			for _, r := range rows {
				out = append(out, r.result())
			}
			text, err := tTheoryText()
			return append(out, text...), err
		},
	}
}

// eachPair visits the correlations 0, 0.1, ..., 0.5.
func eachPair(visit func(rho1, rho2 float64)) {
	for i := range 6 {
		for j := range 6 {
			visit(float64(i)/10, float64(j)/10)
		}
	}
}

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
