package thesis5

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/correlation"
	"github.com/block-regularized/bcv/pkg/research/study/stopping"
)

// LetterSequential covers table 5.10: at the paper scale by a new run if there is
// a local copy of the data, otherwise by the stored run.
func LetterSequential() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "letter-sequential",
		Title: "Type I errors of sequential tests on the UCI letter data",
		Items: []string{"thesis:table-5.10", "thesis:text"},
		Run: func(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
			rows, stored, err := runOrStored[stopping.LetterRow](ctx, cfg, stopping.Letter, stopping.LetterTable)
			if err != nil {
				return nil, err
			}
			results, err := letterErrors(rows)
			return fromStore(results, stored), err
		},
	}
}

// letterErrors sets the errors at Delta = mu beside table 5.10, which shows the errors of
// one look at m = 12, as table 5.8 does.
func letterErrors(rows []stopping.LetterRow) ([]reproduce.Result, error) {
	find := func(experiment, test, stop string) (stopping.LetterRow, error) {
		for _, r := range rows {
			if r.Experiment == experiment && r.Test == test && r.Stopping == stop && r.Excess == 0 {
				return r, nil
			}
		}
		return stopping.LetterRow{}, fmt.Errorf("thesis5: the sequential tests on the letter data have no row for "+
			"%q, %q, %q at Delta = mu; run them anew", experiment, test, stop)
	}
	var out []reproduce.Result
	s := letterDraws
	for _, test := range []string{stopping.Dietterich, stopping.BCV} {
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
			r := reproduce.Result{Source: "thesis", Item: "table-5.10", Key: labels[test] + "/" + label,
				Value: first.Reject, SE: first.RejectSE, PublishedSE: s.Share(first.Reject), Resolution: 0.05,
				Explanations: []reproduce.Explanation{{Erratum: "E24",
					Reading: "one look at m = 12 with one-sided t_0.05", Value: one.Reject, SE: one.RejectSE,
					PublishedSE: s.Share(one.Reject)}},
				Note: fmt.Sprintf("%d data sets, seed %d", one.Sets, one.Seed)}
			out = append(out, r)
			if test == stopping.Dietterich && label == "Letter6" {
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
	rows, err := study.Stored[stopping.LetterRow](fsys, "letter_sequential")
	if err != nil {
		return nil, err
	}
	var out []LetterComparison
	for _, test := range []string{stopping.Dietterich, stopping.BCV} {
		for k := range correlation.LetterOmegas {
			label := fmt.Sprintf("Letter%d", k+1)
			out = append(out, LetterComparison{Test: test, Stopping: "published", Experiment: label,
				Error: p["thesis:table-5.10 "+labels[test]+"/"+label].Text})
		}
		for _, rule := range stopping.LetterStoppings {
			for _, r := range rows {
				if r.Test == test && r.Stopping == rule && r.Excess == 0 && rule != stopping.Adjusted {
					out = append(out, LetterComparison{Test: test, Stopping: rule, Experiment: r.Experiment,
						Error: fmt.Sprintf("%.4f ± %.4f", r.Reject, r.RejectSE)})
				}
			}
		}
	}
	return out, nil
}
