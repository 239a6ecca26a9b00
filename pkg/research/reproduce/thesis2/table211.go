package thesis2

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/study/covariance"
)

// table211 returns the reduction rates of block-regularized repeated hold-out.
func table211(r covariance.Result, rows []covariance.VarianceRow) []reproduce.Result {
	const item = "table-2.11"
	var out []reproduce.Result
	for _, m := range []int{3, 5, 7} {
		out = append(out,
			rate(r, rows, item, fmt.Sprintf("RHS/%d", m), "RHS", "BRHS", 2*m, 2*m),
			rate(r, rows, item, fmt.Sprintf("mx2CV/%d", m), "mx2CV", "BRHS", m, 2*m),
			rate(r, rows, item, fmt.Sprintf("mx2BCV/%d", m), "mx2BCV", "BRHS", m, 2*m))
	}
	return out
}
