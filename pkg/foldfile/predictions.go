package foldfile

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/table"
)

// PredictionRow is what two models predicted for one validation record of one
// fold. Labels are compared as text.
type PredictionRow struct {
	Replication int    `dataframe:"replication" table:"nonneg"` // from 1
	Fold        int    `dataframe:"fold" table:"nonneg"`        // from 1
	Record      int    `dataframe:"record" table:"nonneg"`      // from 0
	Truth       string `dataframe:"truth"`
	A           string `dataframe:"a"`
	B           string `dataframe:"b"`
}

// Pairs is a file of the predictions of two models: one contingency table a fold,
// in the order of replications and folds.
type Pairs struct {
	Folds  []PairFold
	Labels map[string][]string // by column a or b: labels that never occur in truth, sorted
}

// PairFold is the contingency table of one fold.
type PairFold struct {
	Replication, Fold int // from 1
	Table             infer.Contingency
}

// ReadPredictions reads a CSV file of predictions with the columns of
// PredictionRow, in any order of rows. A record is validated at most once in a
// replication, and has the same truth in all. Errors are of type *table.Error and
// name file, row and column.
func ReadPredictions(path string) (Pairs, error) {
	rows, info, err := table.ReadFile[PredictionRow](path)
	if err != nil {
		return Pairs{}, err
	}
	return pairs(rows, info)
}

// ParsePredictions is ReadPredictions on text that is already open; name stands for
// the file in errors.
func ParsePredictions(name string, r io.Reader) (Pairs, error) {
	rows, info, err := table.Read[PredictionRow](name, r)
	if err != nil {
		return Pairs{}, err
	}
	return pairs(rows, info)
}

func pairs(rows []PredictionRow, info table.Info) (Pairs, error) {
	type place struct{ replication, record int }
	seen := make(map[place]int, len(rows))
	truth := map[int]int{} // row where a record has its first truth
	folds := map[[2]int]*infer.Contingency{}
	for i, r := range rows {
		if column, problem := r.problem(); problem != "" {
			return Pairs{}, info.Errorf(i, column, "%s", problem)
		}
		at := place{r.Replication, r.Record}
		if old, ok := seen[at]; ok {
			return Pairs{}, info.Errorf(i, "record", "record %d of replication %d is already in fold %d; give each record once a replication", r.Record, r.Replication, rows[old].Fold)
		}
		seen[at] = i
		if first, ok := truth[r.Record]; !ok {
			truth[r.Record] = i
		} else if rows[first].Truth != r.Truth {
			return Pairs{}, info.Errorf(i, "truth", "%q, but record %d is %q in replication %d; a record has one class", r.Truth, r.Record, rows[first].Truth, rows[first].Replication)
		}
		fold := [2]int{r.Replication, r.Fold}
		if folds[fold] == nil {
			folds[fold] = new(infer.Contingency)
		}
		folds[fold].Add(r.A == r.Truth, r.B == r.Truth)
	}
	out := Pairs{Labels: strangers(rows)}
	for at, c := range folds {
		out.Folds = append(out.Folds, PairFold{at[0], at[1], *c})
	}
	slices.SortFunc(out.Folds, func(a, b PairFold) int {
		return cmp.Or(a.Replication-b.Replication, a.Fold-b.Fold)
	})
	return out, nil
}

// problem returns the first defect of a row taken alone.
func (r PredictionRow) problem() (column, problem string) {
	switch {
	case r.Replication < 1:
		return "replication", fmt.Sprintf("%d; replications are numbered from 1", r.Replication)
	case r.Fold < 1:
		return "fold", fmt.Sprintf("%d; folds are numbered from 1", r.Fold)
	}
	for _, c := range [...]struct{ column, label string }{{"truth", r.Truth}, {"a", r.A}, {"b", r.B}} {
		if c.label == "" {
			return c.column, "is empty; write the class"
		}
	}
	return "", ""
}

// strangers returns the predicted labels that are no record's truth.
func strangers(rows []PredictionRow) map[string][]string {
	known := map[string]bool{}
	for _, r := range rows {
		known[r.Truth] = true
	}
	out := map[string][]string{}
	add := func(column, label string) {
		if !known[label] && !slices.Contains(out[column], label) {
			out[column] = append(out[column], label)
		}
	}
	for _, r := range rows {
		add("a", r.A)
		add("b", r.B)
	}
	for _, labels := range out {
		slices.Sort(labels)
	}
	return out
}

// Tables returns the contingency tables of all folds.
func (p Pairs) Tables() []infer.Contingency {
	out := make([]infer.Contingency, len(p.Folds))
	for k, f := range p.Folds {
		out[k] = f.Table
	}
	return out
}

// First returns the folds of the first replication.
func (p Pairs) First() []PairFold {
	k := 1
	for k < len(p.Folds) && p.Folds[k].Replication == p.Folds[0].Replication {
		k++
	}
	return p.Folds[:k]
}

// TwoFold returns an error unless the folds are those of an m x 2 CV: folds 1 and 2
// of replications 1 to m.
func (p Pairs) TwoFold() error {
	for k, f := range p.Folds {
		replication, fold := k/2+1, k%2+1
		if f.Replication != replication || f.Fold != fold {
			return fmt.Errorf("foldfile: replication %d fold %d stands where replication %d fold %d should; give folds 1 and 2 of replications 1 to m", f.Replication, f.Fold, replication, fold)
		}
	}
	if len(p.Folds)%2 != 0 {
		return fmt.Errorf("foldfile: replication %d has no fold 2; give folds 1 and 2 of every replication", len(p.Folds)/2+1)
	}
	return nil
}
