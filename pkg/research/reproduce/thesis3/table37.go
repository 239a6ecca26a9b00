package thesis3

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/reproduce/internal/variances"
	"github.com/block-regularized/bcv/pkg/research/study/covariance"
)

// table37 returns the variances of m x 2 CV and m x 2 BCV given the data set, which
// tables 3.7 and 3.9 have (erratum E20), and the reduction rates, which tables 3.8 and
// 3.10 have; the first of each is for simulated data.
func table37(r covariance.Result) []reproduce.Result {
	rows := r.Rows()
	given, rates := "table-3.9", "table-3.10"
	if r.Study.Simulated() {
		given, rates = "table-3.7", "table-3.8"
	}
	var out []reproduce.Result
	for _, m := range []int{3, 5, 7, 9} {
		for _, method := range []string{"mx2CV", "mx2BCV"} {
			row := covariance.Find(rows, method, m)
			out = append(out, reproduce.Result{Item: given, Key: fmt.Sprintf("%s/%d", method, m), Value: row.Given,
				SE: row.GivenSE, PublishedSE: published.Scaled(row.GivenSE, row.Sets)})
		}
		rate, se := r.Reduction("mx2CV", "mx2BCV", m, m, true)
		out = append(out, reproduce.Result{Item: rates, Key: fmt.Sprint(m), Value: rate, SE: se,
			Resolution: variances.RateResolution,
			PublishedSE: variances.RateError(published, se, covariance.Find(rows, "mx2CV", m),
				covariance.Find(rows, "mx2BCV", m), true)})
	}
	return out
}
