package fold

import (
	"io"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/table"
)

// PairRow is what two models predicted for one validation record of one fold. Labels
// are compared as text.
type PairRow struct {
	Replication int    `dataframe:"replication" table:"nonneg"` // from 1
	Fold        int    `dataframe:"fold" table:"nonneg"`        // from 1
	Record      int    `dataframe:"record" table:"nonneg"`      // from 0
	Truth       string `dataframe:"truth"`
	A           string `dataframe:"a"`
	B           string `dataframe:"b"`
	Set         string `dataframe:"set" table:"optional"` // the partition set, see cv.ID; empty if unknown
}

// PredictionRow is what one model predicted for one validation record of one fold.
type PredictionRow struct {
	Replication int    `dataframe:"replication" table:"nonneg"` // from 1
	Fold        int    `dataframe:"fold" table:"nonneg"`        // from 1
	Record      int    `dataframe:"record" table:"nonneg"`      // from 0
	Model       string `dataframe:"model"`
	Truth       string `dataframe:"truth"`
	Predicted   string `dataframe:"predicted"`
	Set         string `dataframe:"set" table:"optional"` // the partition set, see cv.ID; empty if unknown
}

// eitherRow is a row of PairRow or PredictionRow.
type eitherRow struct {
	Replication int    `dataframe:"replication" table:"nonneg"`
	Fold        int    `dataframe:"fold" table:"nonneg"`
	Record      int    `dataframe:"record" table:"nonneg"`
	Truth       string `dataframe:"truth"`
	A           string `dataframe:"a" table:"optional"`
	B           string `dataframe:"b" table:"optional"`
	Model       string `dataframe:"model" table:"optional"`
	Predicted   string `dataframe:"predicted" table:"optional"`
	Set         string `dataframe:"set" table:"optional"`
}

// Pairs are the predictions of two models, counted: one contingency table a fold, in
// the order of replications and folds.
type Pairs struct {
	A, B   string // names of the models; the columns a and b if they have no other
	Design Design // Records is 0 unless each replication validates every record once
	Folds  []PairFold
	Labels map[string][]string // by model A or B: predicted labels that are no record's truth, sorted
}

// PairFold is the contingency table of one fold.
type PairFold struct {
	Replication, Fold int // from 1
	Table             infer.Contingency
}

// ReadPredictions reads a CSV file of predictions with the columns of PairRow, or with
// those of PredictionRow, in any order of rows. Of several models the two that are
// named are taken; without names there must be two, and A is the one that appears
// first. A record is validated at most once in a replication, by both models, has the
// same truth in all rows, and all rows name the same partition set or none. Errors are
// of type *table.Error and name file, row and column.
func ReadPredictions(path string, models ...string) (Pairs, error) {
	return ReadPredictionFiles([]string{path}, models...)
}

// ReadPredictionFiles is ReadPredictions for results that lie in several files, such
// as one a model.
func ReadPredictionFiles(paths []string, models ...string) (Pairs, error) {
	rows, in, err := readAll[eitherRow](paths)
	if err != nil {
		return Pairs{}, err
	}
	return pairs(rows, in, models)
}

// ParsePredictions is ReadPredictions on text that is already open; name stands for
// the file in errors.
func ParsePredictions(name string, r io.Reader, models ...string) (Pairs, error) {
	rows, info, err := table.Read[eitherRow](name, r)
	if err != nil {
		return Pairs{}, err
	}
	return pairs(rows, origin{infos: []table.Info{info}, ends: []int{len(rows)}}, models)
}

// PairsOf is ReadPredictions for pairs in memory; errors count them from 1.
func PairsOf(rows []PairRow) (Pairs, error) {
	if len(rows) == 0 {
		return Pairs{}, errNoRows
	}
	all := make([]eitherRow, len(rows))
	for i, r := range rows {
		all[i] = eitherRow{Replication: r.Replication, Fold: r.Fold, Record: r.Record, Truth: r.Truth, A: r.A, B: r.B, Set: r.Set}
	}
	return pairs(all, memory("predictions", all, "model", "predicted"), nil)
}

// PredictionsOf is ReadPredictions for rows in memory; errors count them from 1.
func PredictionsOf(rows []PredictionRow, models ...string) (Pairs, error) {
	if len(rows) == 0 {
		return Pairs{}, errNoRows
	}
	all := make([]eitherRow, len(rows))
	for i, r := range rows {
		all[i] = eitherRow{Replication: r.Replication, Fold: r.Fold, Record: r.Record, Truth: r.Truth, Model: r.Model, Predicted: r.Predicted, Set: r.Set}
	}
	return pairs(all, memory("predictions", all, "a", "b"), models)
}

// pairs brings rows of either kind into pairs and counts them.
func pairs(rows []eitherRow, in origin, models []string) (Pairs, error) {
	t := tally{in: in, seen: map[validation]int{}, truth: map[int]int{}, folds: map[[2]int]*infer.Contingency{}, set: setChecker{in: in, first: -1}}
	switch {
	case in.Has("a", "b") && in.Has("model"):
		return Pairs{}, in.Errorf(-1, "model", "stands beside columns a and b; give either a, b or model, predicted")
	case in.Has("a", "b"):
		t.models = [2]string{"a", "b"}
		if len(models) == 2 {
			t.models = [2]string(models)
		}
	case in.Has("model", "predicted"):
		var err error
		if rows, err = t.join(rows, models); err != nil {
			return Pairs{}, err
		}
	default:
		for _, c := range [...][2]string{{"a", "b"}, {"b", "a"}, {"model", "predicted"}, {"predicted", "model"}} {
			if in.Has(c[0]) {
				return Pairs{}, in.Errorf(-1, c[1], "is missing beside %s; add it", c[0])
			}
		}
		return Pairs{}, in.Errorf(-1, "", "has no predictions of two models; give columns a and b, or model and predicted")
	}
	for k := range rows {
		if err := t.add(rows, k); err != nil {
			return Pairs{}, err
		}
	}
	return t.result(rows)
}
