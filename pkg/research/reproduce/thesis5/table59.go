package thesis5

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/block-regularized/bcv/pkg/dataset/public"
	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/correlation"
)

// letterDraws is the design of tables 5.9 and 5.10 (§5.8.1).
var letterDraws = reproduce.Sampling{Draws: 1000}

// LetterCorrelations covers table 5.9: at the paper scale by a new run if there is
// a local copy of the data, otherwise by the stored run.
func LetterCorrelations() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "letter-correlations",
		Title: "Correlations of the hold-out estimates on the UCI letter data",
		Items: []string{"thesis:table-5.9"},
		Run: func(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
			rows, stored, err := runOrStored[correlation.StoredRow](ctx, cfg, correlation.Letter,
				correlation.LetterTable)
			if err != nil {
				return nil, err
			}
			results, err := letterResults(rows)
			return fromStore(results, stored), err
		},
	}
}

// runOrStored returns the rows of the one table of a study on the letter data: at the
// paper scale of a new run, which is saved where cfg asks for it, if there is a local
// copy of the data, otherwise of the stored one.
func runOrStored[T any](ctx context.Context, cfg study.Config, s study.Study,
	table string) (rows []T, stored bool, err error) {
	if cfg.Scale == study.Paper {
		tables, err := study.Run(ctx, cfg, s)
		if err == nil {
			return tables[0].Rows.([]T), false, nil
		}
		if !errors.Is(err, public.ErrNotFound) {
			return nil, false, err
		}
	}
	rows, err = study.Stored[T](cfg.Data, table)
	return rows, true, err
}

// fromStore marks results of a stored run; inputs are inputs wherever they come from.
func fromStore(results []reproduce.Result, stored bool) []reproduce.Result {
	for i := range results {
		results[i].Stored = stored && !results[i].Input
	}
	return results
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
