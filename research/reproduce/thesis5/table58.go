package thesis5

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/stopping"
)

// NormalErrors covers table 5.8.
func NormalErrors() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "sequential",
		Title: "Type I errors of sequential tests on normal differences",
		Items: []string{"thesis:table-5.8"},
		Run: func(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
			rows, err := stopping.Errors(ctx, cfg, stopping.DefaultNormal(cfg.Scale))
			if err != nil {
				return nil, err
			}
			var out []reproduce.Result
			for _, r := range rows {
				out = append(out, normalResult(r))
			}
			return out, nil
		},
		Studies: []study.Study{stopping.NormalErrors, stopping.CalibratedRules, stopping.AllTests},
	}
}

// labels are the names that the thesis gives the tests.
var labels = map[string]string{stopping.Dietterich: "98paired", stopping.BCV: "bmx2", stopping.Ideal: "ideal"}

// normalResult sets the error of the sequential test beside table 5.8, which shows that
// of one look at m = 12 instead (erratum E24).
func normalResult(r stopping.ErrorRow) reproduce.Result {
	s := reproduce.Sampling{Draws: 1000} // §5.6
	return reproduce.Result{Source: "thesis", Item: "table-5.8", Key: fmt.Sprintf("%s/%.1f/%.1f", labels[r.Test],
		r.Rho1, r.Rho2),
		Value: r.Sequential, SE: r.SequentialSE, PublishedSE: s.Share(r.Sequential), Resolution: 0.05,
		Explanations: []reproduce.Explanation{{Erratum: "E24", Reading: "one look at m = 12 with one-sided t_0.05",
			Value: r.Fixed, SE: r.FixedSE, PublishedSE: s.Share(r.Fixed)}}}
}

// NormalComparison is a cell of table 5.8 beside the two readings of it.
type NormalComparison struct {
	Test      string  `dataframe:"test"`
	Rho1      float64 `dataframe:"rho1"`
	Rho2      float64 `dataframe:"rho2"`
	Published string  `dataframe:"published"`
	OneLook   float64 `dataframe:"one look"`
	Ten       float64 `dataframe:"first of ten looks"`
}

// CompareNormalErrors returns the cells of table 5.8 beside the stored run.
func CompareNormalErrors(fsys fs.FS) ([]NormalComparison, error) {
	p, err := reproduce.ReadNumbers(study.Config{Data: fsys})
	if err != nil {
		return nil, err
	}
	rows, err := study.Stored[stopping.ErrorRow](fsys, "sequential_errors")
	if err != nil {
		return nil, err
	}
	var out []NormalComparison
	for _, r := range rows {
		out = append(out, NormalComparison{Test: r.Test, Rho1: r.Rho1, Rho2: r.Rho2,
			Published: p["thesis:table-5.8 "+normalResult(r).Key].Text, OneLook: r.Fixed, Ten: r.Sequential})
	}
	return out, nil
}
