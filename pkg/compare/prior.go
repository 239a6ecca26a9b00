package compare

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// ParsePrior reads a prior of the correlations: uniform, empirical (the pairs that were
// found for pairs of algorithms on 28 data sets), or two numbers RHO1,RHO2.
func ParsePrior(text string) (paired.Prior, error) {
	switch text {
	case "", "uniform":
		return paired.Uniform{}, nil
	case "empirical":
		return EmpiricalPrior()
	}
	first, second, ok := strings.Cut(text, ",")
	rho1, err1 := strconv.ParseFloat(strings.TrimSpace(first), 64)
	rho2, err2 := strconv.ParseFloat(strings.TrimSpace(second), 64)
	if !ok || err1 != nil || err2 != nil {
		return nil, fmt.Errorf("compare: prior %q; use uniform, empirical or two numbers RHO1,RHO2", text)
	}
	return paired.Fixed{Rho1: rho1, Rho2: rho2}, nil
}

// scatterRow is what EmpiricalPrior needs of the study of correlations.
type scatterRow struct {
	A    string  `dataframe:"a"`
	B    string  `dataframe:"b"`
	Rho1 float64 `dataframe:"rho1"`
	Rho2 float64 `dataframe:"rho2"`
}

// EmpiricalPrior returns the correlations of the differences of pairs of algorithms in
// the study rho_scatter: seven algorithms on 28 data sets. Estimates outside of the
// possible correlations, by noise, are left out.
func EmpiricalPrior() (paired.Empirical, error) {
	text := strings.NewReader(data.Correlations)
	rows, _, err := table.Read[scatterRow]("rho_scatter.csv", text, table.Ignore("data", "n", "m", "reps", "mean", "mean_se", "sigma2", "sigma2_se",
		"rho1_se", "rho2_se", "seed", "cpu_seconds", "date"))
	if err != nil {
		return nil, err
	}
	var pairs [][2]float64
	for _, r := range rows {
		if r.B != "" {
			pairs = append(pairs, [2]float64{r.Rho1, r.Rho2})
		}
	}
	return paired.Feasible(pairs), nil
}
