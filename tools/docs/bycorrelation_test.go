package docs

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/variance"
)

// The page about tests has the exact errors of bcv-t by the largest correlation, and what larger constants cost.
func TestErrorsByCorrelation(t *testing.T) {
	for _, want := range errorsByCorrelation(t) {
		if !strings.Contains(words(t, "docs/why/5-tests.md"), want) {
			t.Errorf("docs/why/5-tests.md lacks %q", want)
		}
	}
}

// errorsByCorrelation computes what that page says.
func errorsByCorrelation(t *testing.T) (says []string) {
	t.Helper()
	power := func(alpha, difference float64, m int, rho [2]float64) float64 {
		p, err := infer.PowerAnalysis{Options: infer.Options{Alpha: alpha}, M: m, SD: 1, Difference: difference,
			Rho1: rho[0], Rho2: rho[1]}.Power()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, limit := range []float64{0.4, 0.45, 0.5, 0.55, 0.6, 0.7} {
		row := fmt.Sprintf("| %g |", limit)
		for _, m := range []int{3, 5, 10, 50} {
			worst := 0.0
			for _, rho := range variance.UpTo(limit) {
				worst = max(worst, power(0.05, 0, m, rho))
			}
			row += fmt.Sprintf(" %.1f%% |", 100*worst)
		}
		says = append(says, row)
	}

	// C_m at rho1 = rho2 = rho is √((1+(2m-1)rho) / ((1-rho)(2m-1))) (thesis, eq. 5.3 and 5.32).
	const m, df = 5, 9.
	student, typical := distuv.StudentsT{Sigma: 1, Nu: df}, [2]float64{0.2, 0.4}
	three := 3 * math.Sqrt(variance.TStatistic{M: m, Rho1: typical[0], Rho2: typical[1]}.Var())
	level := func(rho float64) (wider, alpha float64) {
		wider = math.Sqrt((1+df*rho)/(1-rho)/df) / variance.Chat(m)
		return wider, 2 * student.Survival(student.Quantile(0.975)*wider)
	}
	wider, alpha := level(0.6)
	_, less := level(0.55)
	return append(says, fmt.Sprintf("For correlations up to 0.6, m = 5, intervals are %.2f times as wide, and the power "+
		"at three standard deviations of the mean falls from %.2f to %.2f ($\\rho_1 = 0.2$, $\\rho_2 = 0.4$). So it is no "+
		"test of its own: `--alpha %.3f` is that constant, and `--alpha %.3f` the one for 0.55 (m = 5).", wider,
		power(0.05, three, m, typical), power(alpha, three, m, typical), alpha, less))
}
