package thesis3

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/study/covariance"
)

// table36 returns the coefficients of the covariance function.
func table36(r covariance.Result) []reproduce.Result {
	var out []reproduce.Result
	coefficients := r.Coefficients()
	for _, name := range []string{"rho2", "omega+gamma-2tau", "sigma2-omega-n*gamma+n*tau", "gamma"} {
		c := coefficients[name]
		out = append(out, reproduce.Result{Item: "table-3.6", Key: name, Value: c.Value, SE: c.SE})
	}
	return out
}

// contradictions notes beside the linear coefficients of table 3.6 that with the
// other published coefficients they make f(n/4) another number than the published
// rho2 does (erratum E36). f(n/2), which is not in the table, is ours.
func contradictions(r covariance.Result, p reproduce.Numbers, results []reproduce.Result) []reproduce.Result {
	const linear = "sigma2-omega-n*gamma+n*tau"
	n := float64(r.Study.N)
	at := func(name string) float64 { return p.Thesis("table-3.6", r.Study.Config+"/"+name) }
	// f(n/4) by T 3.10, n2² f(x) = a x² + b x + n² gamma/4
	quarter := at("omega+gamma-2tau")/4 + at(linear)/n + at("gamma")
	byRho := at("rho2") * r.Coefficients()["sigma2"].Value
	for i, x := range results {
		if x.Item == "table-3.6" && x.Key == linear {
			results[i].Note = fmt.Sprintf("E36: with the printed coefficients f(n/4) is %.2g, by the printed rho2 %.2g",
				quarter, byRho)
		}
	}
	return results
}
