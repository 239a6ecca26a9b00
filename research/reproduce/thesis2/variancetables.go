package thesis2

import (
	"fmt"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/internal/variances"
	"github.com/block-regularized/bcv/research/study/covariance"
)

// table29 returns the variances of RLT and K-fold CV with 2, 5 and 10 splits, and their
// reduction rates.
func table29(r covariance.Result, rows []covariance.VarianceRow) []reproduce.Result {
	const item = "table-2.9"
	out := []reproduce.Result{
		variance(item, "RLT/2/variance", covariance.Find(rows, "RHS", 2)),
		variance(item, "KFCV/2/variance", covariance.Find(rows, "mx2CV", 1)),
		rate(r, rows, item, "RLT/KFCV/2/reduction_rate_pct", "RHS", "mx2CV", 2, 1),
	}
	for _, k := range []int{5, 10} {
		for _, method := range []string{"RLT", "KFCV"} {
			out = append(out, variance(item, fmt.Sprintf("%s/%d/variance", method, k), covariance.Find(rows, method,
				k)))
		}
		out = append(out, rate(r, rows, item, fmt.Sprintf("RLT/KFCV/%d/reduction_rate_pct", k), "RLT", "KFCV", k, k))
	}
	return out
}

// swapped are the configurations of table 2.9 with RLT and K-fold CV exchanged at one
// J (erratum E23).
var swapped = map[string]int{"optdigits+svm+300+64": 2}

// swapColumns explains the variances of RLT and of K-fold CV, with j splits, by each
// other, and their reduction rate.
func swapColumns(config string, results []reproduce.Result, j int) {
	at := map[string]*reproduce.Result{}
	for i := range results {
		if results[i].Item == "table-2.9" {
			at[results[i].Key] = &results[i]
		}
	}
	one, other := at[fmt.Sprintf("RLT/%d/variance", j)], at[fmt.Sprintf("KFCV/%d/variance", j)]
	rate := at[fmt.Sprintf("RLT/KFCV/%d/reduction_rate_pct", j)]
	explain := func(r *reproduce.Result, value, se, published float64) {
		r.Explanations = append(r.Explanations, reproduce.Explanation{Erratum: "E23",
			Reading: "the columns of RLT and K-fold CV exchanged", Part: config, Value: value, SE: se,
			PublishedSE: published})
	}
	explain(one, other.Value, other.SE, other.PublishedSE)
	explain(other, one.Value, one.SE, one.PublishedSE)
	ratio := one.Value / other.Value // 100 (1 - 1/ratio) is the rate; its derivative is 100/ratio²
	explain(rate, 100*(1-ratio), rate.SE*ratio*ratio, rate.PublishedSE*ratio*ratio)
}

// rate is the reduction rate of b against a.
func rate(r covariance.Result, rows []covariance.VarianceRow, item, key, a, b string, sizeA,
	sizeB int) reproduce.Result {
	value, se := r.Reduction(a, b, sizeA, sizeB, false)
	return reproduce.Result{Item: item, Key: key, Value: value, SE: se, Resolution: variances.RateResolution,
		PublishedSE: variances.RateError(published, se, covariance.Find(rows, a, sizeA), covariance.Find(rows, b,
			sizeB), false)}
}

// variance is the variance of an estimator.
func variance(item, key string, row covariance.VarianceRow) reproduce.Result {
	return reproduce.Result{Item: item, Key: key, Value: row.Total, SE: row.TotalSE,
		PublishedSE: published.Scaled(row.TotalSE, row.Sets)}
}

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

// repeated are the configurations whose experiment the thesis did twenty times.
var repeated = map[string]bool{"krvskp+knn+200+36": true, "krvskp+svm+200+36": true, "optdigits+knn+300+64": true}

// table212 returns table 2.12 from the results of table 2.10: the mean over twenty
// experiments, and its standard error, which follows from the standard error of one. Ours is
// estimated from the spread of the shards.
func table212(results []reproduce.Result, shards int) []reproduce.Result {
	published := reproduce.Sampling{Draws: 10_000, Sets: 1000, Repeats: 20} // §2.4.3
	var out []reproduce.Result
	for _, r := range results {
		if r.Item != "table-2.10" {
			continue
		}
		mean, se := r, r
		mean.Item, mean.Key = "table-2.12", r.Key+"/variance_mean"
		se.Item, se.Key = "table-2.12", r.Key+"/variance_se"
		mean.PublishedSE, se.PublishedSE = published.Repeated(r.PublishedSE)
		se.Value = mean.PublishedSE
		se.SE = se.Value * reproduce.RelativeErrorOfSpread(shards)
		out = append(out, mean, se)
	}
	return out
}
