package thesis2

import (
	"context"
	"strings"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/internal/variances"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/covariance"
)

// Variances covers the variances of cross-validation estimators in tables 2.9 to 2.12.
func Variances() reproduce.Experiment {
	return reproduce.Experiment{
		Name:    "variances",
		Title:   "Variances of cross-validation estimators",
		Items:   []string{"thesis:table-2.9", "thesis:table-2.10", "thesis:table-2.11", "thesis:table-2.12"},
		Run:     runVariances,
		Studies: []study.Study{covariance.Variances, covariance.Functions},
	}
}

// simulated are the configurations on simulated data. The last two are other readings of
// rows with p = n, which are on another distribution than the text says (erratum E41).
var simulated = []string{"SREG+lm+500+100", ridge, lasso, "SCLA+svm+1000+20", "SCLA+knn+1000+20",
	ridge + covariance.FanLv, lasso + covariance.FanLv}

const ridge, lasso = "SREG+ridge+500+500", "SREG+lasso+500+500"

// OtherData reports whether a configuration is on other data than the text says (erratum E41).
func OtherData(config string) bool { return config == ridge || config == lasso }

// published is the design of tables 2.9 to 2.11 (§2.3).
var published = reproduce.Sampling{Draws: 10_000, Sets: 1000}

func runVariances(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
	all, _, err := variances.Run(ctx, cfg, 2, simulated)
	if err != nil {
		return nil, err
	}
	byConfig := map[string]covariance.Result{}
	for _, r := range all {
		byConfig[r.Study.Config] = r
	}
	var out []reproduce.Result
	for _, r := range all {
		switch config := r.Study.Config; config {
		case ridge + covariance.FanLv, lasso + covariance.FanLv:
		case ridge, lasso:
			out = append(out, bothReadings(config, r, byConfig[config+covariance.FanLv])...)
		default:
			out = append(out, results(config, r)...)
		}
	}
	return out, nil
}

// results puts a study beside the tables that have its configuration, or that of which
// it is another reading.
func results(config string, r covariance.Result) []reproduce.Result {
	rows := r.Rows()
	out := table29(r, rows)
	out = append(out, table210(rows)...)
	out = append(out, table211(r, rows)...)
	if repeated[r.Study.Config] {
		out = append(out, table212(out, r.Study.Shards)...)
	}
	if j, ok := swapped[config]; ok {
		swapColumns(config, out, j)
	}
	if !OtherData(config) {
		scatter(rows, out)
	}
	exchanged(config, out)
	for i := range out {
		out[i].Source = "thesis"
		out[i].Key = config + "/" + out[i].Key
		out[i].Setting = variances.Setting(r.Study)
	}
	return out
}

// bothReadings explains the results of the text's reading by the results of the other.
func bothReadings(config string, text, other covariance.Result) []reproduce.Result {
	out := results(config, text)
	for i, o := range results(config, other) { // the same tables in the same order
		out[i].Explanations = append(out[i].Explanations, reproduce.Explanation{Erratum: "E41",
			Reading: "data of Fan and Lv, as in the author's R package", Part: partOfE41(config, o), Value: o.Value, SE: o.SE,
			PublishedSE: o.PublishedSE})
	}
	return out
}

// partOfE41 is the numbers that are judged together with one: those of its configuration, but those of ridge regression
// with J = 10 in table 2.9 by themselves, because they contradict each other in print (erratum E23).
func partOfE41(config string, r reproduce.Result) string {
	if config == ridge && r.Item == "table-2.9" && strings.Contains(r.Key, "/10/") {
		return config + ", J = 10"
	}
	return config
}
