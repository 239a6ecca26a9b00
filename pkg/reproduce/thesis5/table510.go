package thesis5

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/reproduce"
	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/study/correlation"
	"github.com/block-regularized/bcv/pkg/study/stopping"
)

// LetterSequential covers table 5.10: at the paper scale by a new run if there is
// a local copy of the data, otherwise by the stored run.
func LetterSequential() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "letter-sequential",
		Title: "Type I errors of sequential tests on the UCI letter data",
		Items: []string{"thesis:table-5.10", "thesis:text"},
		Run: func(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
			rows, stored, err := letterSequentialRows(ctx, cfg)
			if err != nil {
				return nil, err
			}
			if cfg.Results != "" && cfg.Scale == study.Paper {
				if err := study.Save(cfg, "letter_sequential", rows); err != nil {
					return nil, err
				}
			}
			results, err := letterErrors(rows)
			return fromStore(results, stored), err
		},
	}
}

// letterSequentialRows runs the study or, without the data, reads the stored run.
func letterSequentialRows(ctx context.Context, cfg study.Config) (rows []stopping.LetterPower, stored bool, err error) {
	return runOrStored(cfg, "letter_sequential", "letter-sequential", func(d *dataset.Data, opt sim.Options) ([]stopping.LetterPower, error) {
		mu, err := letterTruth(cfg.Data)
		if err != nil {
			return nil, err
		}
		return stopping.LetterSequential(ctx, d, mu, letterSets, cfg.Seed, opt)
	})
}

// letterTruth reads the true differences from the run of table 5.9.
func letterTruth(fsys fs.FS) ([]stopping.LetterTruth, error) {
	rows, err := study.Stored[correlation.StoredCorrelation](fsys, letterTable)
	if err != nil {
		return nil, err
	}
	out := make([]stopping.LetterTruth, len(correlation.LetterOmegas))
	for k := range out {
		for _, r := range rows {
			if r.A == fmt.Sprintf("Letter%d", k+1) && r.B == "tree" {
				out[k] = stopping.LetterTruth{Mu: r.Mean, SE: r.MeanSE}
			}
		}
		if out[k].SE == 0 {
			return nil, fmt.Errorf("thesis5: the correlations of the letter data have no row for Letter%d and the tree; run them anew", k+1)
		}
	}
	return out, nil
}

// letterErrors sets the errors at Delta = mu beside table 5.10, which shows those of
// one look at m = 12, as table 5.8 does.
func letterErrors(rows []stopping.LetterPower) ([]reproduce.Result, error) {
	find := func(experiment, test, stop string) (stopping.LetterPower, error) {
		for _, r := range rows {
			if r.Experiment == experiment && r.Test == test && r.Stopping == stop && r.Excess == 0 {
				return r, nil
			}
		}
		return stopping.LetterPower{}, fmt.Errorf("thesis5: the sequential tests on the letter data have no row for %q, %q, %q at Delta = mu; run them anew", experiment, test, stop)
	}
	var out []reproduce.Result
	s := reproduce.SamplingOf("thesis:table-5.9")
	for _, test := range []string{stopping.Paired, stopping.BMx2} {
		for k := range correlation.LetterOmegas {
			label := fmt.Sprintf("Letter%d", k+1)
			one, err := find(label, test, stopping.OneLook)
			if err != nil {
				return nil, err
			}
			first, err := find(label, test, stopping.FirstCrossing)
			if err != nil {
				return nil, err
			}
			r := reproduce.Result{Source: "thesis", Item: "table-5.10", Key: test + "/" + label, Value: first.Reject, SE: first.RejectSE, PublishedSE: s.Share(first.Reject), Resolution: 0.05,
				Explanations: []reproduce.Explanation{{Erratum: "E24", Reading: "one look at m = 12 with one-sided t_0.05", Value: one.Reject, SE: one.RejectSE, PublishedSE: s.Share(one.Reject)}},
				Note:         fmt.Sprintf("%d data sets, seed %d, %s, %.0f CPU seconds for the whole table", one.Sets, one.Seed, one.Date, one.CPUSeconds)}
			out = append(out, r)
			if test == stopping.Paired && label == "Letter6" {
				r.Item, r.Key = "text", "5.8.2/max_type1_98paired_letter6"
				out = append(out, r)
			}
		}
	}
	return out, nil
}

// LetterComparison is a cell of table 5.10, or what another way to stop gives there.
type LetterComparison struct {
	Test       string `dataframe:"test"`
	Stopping   string `dataframe:"stopping"` // "published", or a way to stop
	Experiment string `dataframe:"experiment"`
	Error      string `dataframe:"error"` // with its standard error, if that is known
}

// CompareLetterErrors returns the errors at Delta = mu of the stored run behind the
// published ones. Adjusted levels are left out: they make the error what it should be.
func CompareLetterErrors(fsys fs.FS) ([]LetterComparison, error) {
	p, err := reproduce.ReadNumbers(study.Config{Data: fsys})
	if err != nil {
		return nil, err
	}
	rows, err := study.Stored[stopping.LetterPower](fsys, "letter_sequential")
	if err != nil {
		return nil, err
	}
	var out []LetterComparison
	for _, test := range []string{stopping.Paired, stopping.BMx2} {
		for k := range correlation.LetterOmegas {
			label := fmt.Sprintf("Letter%d", k+1)
			out = append(out, LetterComparison{test, "published", label, p["thesis:table-5.10 "+test+"/"+label].Text})
		}
		for _, rule := range stopping.LetterStoppings {
			for _, r := range rows {
				if r.Test == test && r.Stopping == rule && r.Excess == 0 && rule != stopping.Adjusted {
					out = append(out, LetterComparison{test, rule, r.Experiment, fmt.Sprintf("%.4f ± %.4f", r.Reject, r.RejectSE)})
				}
			}
		}
	}
	return out, nil
}
