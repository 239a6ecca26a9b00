package thesis3

import (
	"context"

	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/reproduce/internal/variances"
	"github.com/block-regularized/bcv/pkg/research/study"
)

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
	for _, r := range all {
		results := table37(r)
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
	return out, nil
}
