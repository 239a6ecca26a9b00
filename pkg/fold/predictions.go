package fold

import (
	"fmt"
	"io"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/table"
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
	Model       string `dataframe:"model" table:"line"`
	Truth       string `dataframe:"truth"`
	Predicted   string `dataframe:"predicted"`
	Set         string `dataframe:"set" table:"optional"` // the partition set, see cv.ID; empty if unknown
}

// Pairs are the predictions of two models, counted: one contingency table a fold, in
// the order of replications and folds.
type Pairs struct {
	A, B   string // names of the models; the columns a and b if they have no other
	Design Design // Records is 0 unless each replication validates every record once
	Folds  []PairFold
	Labels map[string][]string // by model A or B: predicted labels that are no record's truth, sorted; at most 65536
}

// PairFold is the contingency table of one fold.
type PairFold struct {
	Replication, Fold int // from 1
	Table             infer.Contingency
}

// ReadPredictions reads a CSV file of predictions, in any order of rows: the columns
// replication, fold, record, truth, set (optional) and one more a model, which it names;
// those of PairRow are an example. Or those of PredictionRow. Of several models the two
// that are named are taken; without names there must be two, and A is the one that appears
// first. A record is validated at most once in a replication, by both models, has the
// same truth in all rows, and all rows name the same partition set or none. Errors are
// of type *table.Error and name file, row and column.
//
// The file may be of any size: it is read row by row, and about two bytes are kept for each
// record and replication.
func ReadPredictions(path string, models ...string) (Pairs, error) {
	return ReadPredictionFiles([]string{path}, models...)
}

// ReadPredictionFiles is ReadPredictions for results that lie in several files, such
// as one a model.
func ReadPredictionFiles(paths []string, models ...string) (Pairs, error) {
	sets, err := ReadPredictionSets(paths, models...)
	if err != nil {
		return Pairs{}, err
	}
	return onlyPairs(paths[0], sets)
}

// DatasetPairs are the predictions of two models on one of several data sets, counted.
type DatasetPairs struct {
	Dataset string
	Pairs
}

// ReadPredictionSets is ReadPredictionFiles for results on several data sets, which the
// column dataset names, in order of appearance. Each has records and a partition set of
// its own; A and B are the same models on all of them.
func ReadPredictionSets(paths []string, models ...string) ([]DatasetPairs, error) {
	r := pairReader{models: models, byFile: byFile(paths)}
	if err := eachRow(paths, r.begin, r.visit, table.Others()); err != nil {
		return nil, err
	}
	return r.result()
}

func onlyPairs(name string, sets []DatasetPairs) (Pairs, error) {
	if len(sets) > 1 {
		return Pairs{}, severalSets(name, sets[0].Dataset, sets[1].Dataset)
	}
	return sets[0].Pairs, nil
}

// severalSets refuses results on more than one data set.
func severalSets(name, a, b string) error {
	return &table.Error{File: name, Column: "dataset", Problem: fmt.Sprintf("%q and %q; keep the rows of one data set, or compare on all of them with bcv compare", a, b)}
}

// ParsePredictions is ReadPredictions on text that is already open; name stands for
// the file in errors.
func ParsePredictions(name string, text io.Reader, models ...string) (Pairs, error) {
	r := pairReader{models: models}
	if err := eachRowOf(name, text, false, r.begin, r.visit, table.Others()); err != nil {
		return Pairs{}, err
	}
	sets, err := r.result()
	if err != nil {
		return Pairs{}, err
	}
	return onlyPairs(name, sets)
}

// PairsOf is ReadPredictions for pairs in memory; errors count them from 1.
func PairsOf(rows []PairRow) (Pairs, error) {
	r := pairReader{}
	return pairsOf(&r, rows, table.Info{Others: []string{"a", "b"}}, func(x PairRow) predictionRow {
		return predictionRow{Replication: x.Replication, Fold: x.Fold, Record: x.Record, Truth: x.Truth, Set: x.Set, others: []string{x.A, x.B}}
	})
}

// PredictionsOf is ReadPredictions for rows in memory; errors count them from 1.
func PredictionsOf(rows []PredictionRow, models ...string) (Pairs, error) {
	r := pairReader{models: models}
	return pairsOf(&r, rows, table.Info{Columns: []string{"model", "predicted"}}, func(x PredictionRow) predictionRow {
		return predictionRow{Replication: x.Replication, Fold: x.Fold, Record: x.Record, Truth: x.Truth, Model: x.Model, Predicted: x.Predicted, Set: x.Set}
	})
}

func pairsOf[T any](r *pairReader, rows []T, in table.Info, of func(T) predictionRow) (Pairs, error) {
	if len(rows) == 0 {
		return Pairs{}, errNoRows
	}
	at := spot{file: "predictions"}
	if err := r.begin(in, at); err != nil {
		return Pairs{}, err
	}
	for i := range rows {
		row := of(rows[i])
		at.line = i + 1
		if row.Record < 0 {
			return Pairs{}, at.Errorf("record", "%d; records are numbered from 0", row.Record)
		}
		if err := r.visit(&row, at); err != nil {
			return Pairs{}, err
		}
	}
	sets, err := r.result()
	if err != nil {
		return Pairs{}, err
	}
	return sets[0].Pairs, nil
}
