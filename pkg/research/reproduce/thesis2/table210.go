package thesis2

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/study/covariance"
)

// table210 returns the variances of four estimators of 2m splits.
func table210(rows []covariance.VarianceRow) []reproduce.Result {
	var out []reproduce.Result
	for _, m := range []int{3, 5, 7} {
		for _, c := range []struct {
			method string
			size   int
		}{{"RHS", 2 * m}, {"mx2CV", m}, {"mx2BCV", m}, {"BRHS", 2 * m}} {
			out = append(out, variance("table-2.10", fmt.Sprintf("%s/%d", c.method, m), covariance.Find(rows, c.method,
				c.size)))
		}
	}
	return out
}
