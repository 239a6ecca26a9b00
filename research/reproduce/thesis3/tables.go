// Package thesis3 reproduces chapter 3 of the thesis: the partition sets of m x 2 BCV and
// its variances.
package thesis3

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/internal/variances"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/covariance"
	"github.com/block-regularized/bcv/research/theory"
)

// ReductionRates covers table 3.5, which is exact.
func ReductionRates() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "arrv",
		Title: "Average reduction rate of variance",
		Items: []string{"thesis:table-3.5"},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			var out []reproduce.Result
			for _, m := range []int{2, 3, 4, 5, 6, 7, 11, 15, 16} {
				v, err := theory.ARRV(m)
				if err != nil {
					return nil, err
				}
				r := reproduce.Result{Source: "thesis", Item: "table-3.5", Key: strconv.Itoa(m), Value: v}
				if slices.Contains([]int{2, 4, 5, 6}, m) {
					r.Note = "E23"
				}
				out = append(out, r)
			}
			return out, nil
		},
	}
}

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
		a, b := covariance.Find(rows, "mx2CV", m), covariance.Find(rows, "mx2BCV", m)
		out = append(out, reproduce.Result{Item: rates, Key: fmt.Sprint(m), Value: rate, SE: se,
			Resolution: variances.RateResolution, PublishedSE: variances.RateError(published, se, a, b, true),
			Explanations: byFewer(r.Study, rate, se, a, b)})
	}
	return out
}

// Variances covers the covariance function of table 3.6, and the variances given the
// data set of tables 3.7 to 3.10.
func Variances() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "bcv-variances",
		Title: "Covariance function and variances of m x 2 BCV",
		Items: []string{"thesis:table-3.6", "thesis:table-3.7", "thesis:table-3.8", "thesis:table-3.9",
			"thesis:table-3.10"},
		Run: runVariances,
	}
}

// simulated are the configurations on simulated data.
var simulated = []string{"SCLA+svm+1000+20", "SCLA+knn+1000+20", "SREG+lm+1000+100", "SREG+rid+1000+100",
	"SREG+lso+1000+100"}

// published is the design of tables 3.7 to 3.10 (§3.5.4 and §3.6).
var published = reproduce.Sampling{Draws: 10_000, Sets: 1000}

func runVariances(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
	all, numbers, err := variances.Run(ctx, cfg, 3, simulated)
	if err != nil {
		return nil, err
	}
	var out []reproduce.Result
	other := map[string][]reproduce.Result{} // readings of configurations
	for _, r := range all {
		results := table37(r)
		if text, ok := strings.CutSuffix(r.Study.Config, covariance.ThreeClasses); ok {
			other[text] = results
			continue
		}
		results = remark(r.Study.Config, r.Study.N, numbers, results)
		if r.Study.Simulated() {
			results = append(results, contradictions(r, numbers, table36(r))...)
		}
		for i := range results {
			results[i].Source = "thesis"
			results[i].Key = r.Study.Config + "/" + results[i].Key
			results[i].Setting = variances.Setting(r.Study)
		}
		out = append(out, results...)
	}
	for i, x := range out {
		config := x.Key[:strings.Index(x.Key, "/")]
		if len(other[config]) == 0 {
			continue
		}
		o := other[config][0] // the same tables in the same order
		other[config] = other[config][1:]
		out[i].Explanations = append([]reproduce.Explanation{{Erratum: "E46", Part: "CON", Value: o.Value, SE: o.SE,
			Reading: "three classes, as in the author's R package", PublishedSE: o.PublishedSE}}, o.Explanations...)
	}
	return out, nil
}
