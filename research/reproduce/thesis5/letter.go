package thesis5

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/correlation"
	"github.com/block-regularized/bcv/research/study/stopping"
	"github.com/block-regularized/bcv/research/theory"
)

// LetterSequential covers table 5.10: at the paper scale by a new run if there is
// a local copy of the data, otherwise by the stored run.
func LetterSequential() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "letter-sequential",
		Title: "Type I errors of sequential tests on the UCI letter data",
		Items: []string{"thesis:table-5.10", "thesis:text"},
		Run:   runOrStored(stopping.Letter, stopping.LetterTable, letterErrors),
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

// letterDraws is the design of tables 5.9 and 5.10 (§5.8.1).
var letterDraws = reproduce.Sampling{Draws: 1000}

// LetterCorrelations covers table 5.9: at the paper scale by a new run if there is
// a local copy of the data, otherwise by the stored run.
func LetterCorrelations() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "letter-correlations",
		Title: "Correlations of the hold-out estimates on the UCI letter data",
		Items: []string{"thesis:table-5.9"},
		Run:   runOrStored(correlation.Letter, correlation.LetterTable, letterResults),
	}
}

// runOrStored returns the results from the rows of the one table of a study on the letter data: at the
// paper scale of a new run, which is saved where cfg asks for it, if there is a local
// copy of the data, otherwise of the stored one. Inputs are inputs wherever they come from.
func runOrStored[T any](s study.Study, table string,
	of func(rows []T) ([]reproduce.Result, error)) func(context.Context, study.Config) ([]reproduce.Result, error) {
	return func(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
		if cfg.Scale == study.Paper {
			tables, err := study.Run(ctx, cfg, s)
			if err == nil {
				return of(tables[0].Rows.([]T))
			}
			if !errors.Is(err, public.ErrNotFound) {
				return nil, err
			}
		}
		rows, err := study.Stored[T](cfg.Data, table)
		if err != nil {
			return nil, err
		}
		results, err := of(rows)
		for i := range results {
			results[i].Stored = !results[i].Input
		}
		return results, err
	}
}

// letterResults sets rows beside table 5.9.
func letterResults(rows []correlation.StoredRow) ([]reproduce.Result, error) {
	find := func(a, b string) (correlation.StoredRow, error) {
		for _, r := range rows {
			if r.A == a && r.B == b {
				return r, nil
			}
		}
		return correlation.StoredRow{},
			fmt.Errorf("thesis5: the correlations of the letter data have no row for %q and %q; run them anew", a, b)
	}
	var out []reproduce.Result
	for k, omega := range correlation.LetterOmegas {
		label := fmt.Sprintf("Letter%d", k+1)
		neighbour, err := find(label, "")
		if err != nil {
			return nil, err
		}
		tree, err := find("tree", "")
		if err != nil {
			return nil, err
		}
		difference, err := find(label, "tree")
		if err != nil {
			return nil, err
		}
		out = append(out,
			reproduce.Result{Source: "thesis", Item: "table-5.9", Key: label + "/n", Value: float64(neighbour.N),
				Input: true},
			reproduce.Result{Source: "thesis", Item: "table-5.9", Key: label + "/omega",
				Text: strconv.FormatFloat(omega, 'g', -1, 64), Input: true})
		out = append(out, letterCells(label, [3]string{"mu_A", "rho_A1", "rho_A2"}, neighbour)...)
		out = append(out, letterCells(label, [3]string{"mu_B", "rho_B1", "rho_B2"}, tree)...)
		out = append(out, letterCells(label, [3]string{"mu", "rho1", "rho2"}, difference)...)
	}
	return out, nil
}

// letterCells are the mean and the two correlations of a row.
func letterCells(label string, keys [3]string, r correlation.StoredRow) []reproduce.Result {
	note := fmt.Sprintf("%d data sets, seed %d", r.Sets, r.Seed)
	var out []reproduce.Result
	for i, v := range [3][2]float64{{r.Mean, r.MeanSE}, {r.Rho1, r.Rho1SE}, {r.Rho2, r.Rho2SE}} {
		out = append(out, reproduce.Result{Source: "thesis", Item: "table-5.9", Key: label + "/" + keys[i],
			Value: v[0], SE: v[1],
			PublishedSE: letterDraws.Scaled(v[1], r.Sets), Note: note})
	}
	return out
}

// lengthTable covers tables 5.11 and 5.12.
func lengthTable() []reproduce.Result {
	var out []reproduce.Result
	for m := 2; m <= 12; m++ {
		eachPair(func(rho1, rho2 float64) {
			if m == 12 && rho1 == 0.4 {
				return // the row is missing from the thesis
			}
			l := theory.TStatistic{M: m, Rho1: rho1, Rho2: rho2}
			for _, c := range []struct {
				name  string
				value float64
			}{{"f_m", l.DF()}, {"q_m", l.Q()}} {
				out = append(out, reproduce.Result{Source: "thesis", Item: "table-5.11-5.12",
					Key: fmt.Sprintf("%d/%.1f/%.1f/%s", m, rho1, rho2, c.name), Value: c.value})
			}
		})
	}
	return out
}
