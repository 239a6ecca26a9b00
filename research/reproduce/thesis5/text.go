package thesis5

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/theory"
)

// tTheoryText covers numbers in the running text of thesis chapter 5.
func tTheoryText() ([]reproduce.Result, error) {
	var out []reproduce.Result
	add := func(key string, value float64, note string) {
		out = append(out, reproduce.Result{Source: "thesis", Item: "text", Key: key, Value: value, Note: note})
	}
	for _, alpha := range []float64{0.1, 0.05} {
		low, high := theory.LimitRegion(alpha)
		add(fmt.Sprintf("5.2.5.1/theta_R_inf_alpha_%g_rho2_low", alpha), low, "")
		add(fmt.Sprintf("5.2.5.1/theta_R_inf_alpha_%g_rho2_high", alpha), high, "")
	}
	nominal, exact := worstOverConservative(0.05)
	out = append(out, reproduce.Result{Source: "thesis", Item: "text",
		Key: "5.2.5.1/over_conservative_true_alpha_below", Value: nominal, Below: true,
		Note: fmt.Sprintf("largest error on a grid of the over-conservative region, m = 3, 5 and 12, by the t law of "+
			"eq. 5.22; by the exact law %.4f there", exact)})
	for _, c := range []struct {
		key   string
		gamma float64
	}{{"5.4/M_above_for_alpha_0.05_gamma_5", 0.05}, {"5.6/M", 0.01}} {
		printed, err := theory.ChooseM(0.05, c.gamma, theory.AsPrinted)
		if err != nil {
			return nil, err
		}
		corrected, err := theory.ChooseM(0.05, c.gamma, theory.Corrected)
		if err != nil {
			return nil, err
		}
		out = append(out, reproduce.Result{Source: "thesis", Item: "text", Key: c.key, Value: float64(corrected),
			Explanations: []reproduce.Explanation{{Erratum: "E4",
				Reading: "with C_m for v_m in E[sd], as eq. 5.23 has it", Value: float64(printed)}}})
	}
	for _, c := range []struct {
		key, test string
		m         int
	}{{"5.5.1/paired_5x2cv_dof", "5x2-t", 5}, {"5.5.3/blocked_3x2cv_dof", "blocked-3x2-t", 3}} {
		df, err := degreesOf(c.test, c.m)
		if err != nil {
			return nil, err
		}
		add(c.key, df, "")
	}
	return out, nil
}

// worstOverConservative returns the largest errors, by the t distribution and by the exact
// distribution, on a grid of correlations that the t distribution puts into the over-conservative
// region.
func worstOverConservative(alpha float64) (nominal, exact float64) {
	for _, m := range []int{3, 5, 12} {
		for i := range 20 {
			for j := range 20 {
				l := theory.TStatistic{M: m, Rho1: float64(i) / 20, Rho2: float64(j) / 20}
				if l.Check() == nil && l.Zone(alpha) == theory.OverConservative {
					nominal, exact = max(nominal, l.NominalError(alpha)), max(exact, l.ExactError(alpha))
				}
			}
		}
	}
	return nominal, exact
}

// degreesOf returns the degrees of freedom that a test takes for m replications.
func degreesOf(test string, m int) (float64, error) {
	mu := make([][]float64, m)
	for j := range mu {
		mu[j] = []float64{float64(j), 1}
	}
	d, err := infer.DifferencesOf(mu)
	if err != nil {
		return 0, err
	}
	r, err := infer.Run(test, d, infer.Options{})
	if err != nil {
		return 0, err
	}
	return r.DF[0], nil
}
