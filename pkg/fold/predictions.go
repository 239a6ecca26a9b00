package fold

import (
	"fmt"
	"io"
	"slices"
	"strings"

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
	Dataset     string `dataframe:"dataset" table:"optional"`
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

// ReadPredictions reads a CSV file of predictions with the columns of PairRow, or with
// those of PredictionRow, in any order of rows. Of several models the two that are
// named are taken; without names there must be two, and A is the one that appears
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
	r := pairReader{models: models}
	if err := eachRow(paths, r.begin, r.visit); err != nil {
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
	if err := eachRowOf(name, text, false, r.begin, r.visit); err != nil {
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
	return pairsOf(rows, false, nil, func(r PairRow) eitherRow {
		return eitherRow{Replication: r.Replication, Fold: r.Fold, Record: r.Record, Truth: r.Truth, A: r.A, B: r.B, Set: r.Set}
	})
}

// PredictionsOf is ReadPredictions for rows in memory; errors count them from 1.
func PredictionsOf(rows []PredictionRow, models ...string) (Pairs, error) {
	return pairsOf(rows, true, models, func(r PredictionRow) eitherRow {
		return eitherRow{Replication: r.Replication, Fold: r.Fold, Record: r.Record, Truth: r.Truth, Model: r.Model, Predicted: r.Predicted, Set: r.Set}
	})
}

func pairsOf[T any](rows []T, long bool, models []string, either func(T) eitherRow) (Pairs, error) {
	if len(rows) == 0 {
		return Pairs{}, errNoRows
	}
	at := spot{file: "predictions"}
	t, err := newTally(long, models, at)
	if err != nil {
		return Pairs{}, err
	}
	for i := range rows {
		row := either(rows[i])
		at.line = i + 1
		if row.Record < 0 {
			return Pairs{}, at.Errorf("record", "%d; records are numbered from 0", row.Record)
		}
		if err := t.add(&row, at); err != nil {
			return Pairs{}, err
		}
	}
	return t.result()
}

// pairReader tallies the rows of files, those of each data set by themselves.
type pairReader struct {
	models  []string
	long    bool
	begun   spot
	names   datasetNames
	tallies map[string]*tally // by data set
}

// begin takes the columns of a file, which are of the same kind in all.
func (r *pairReader) begin(in table.Info, at spot) (err error) {
	long := in.Has("model", "predicted")
	switch {
	case in.Has("a", "b") && in.Has("model"):
		return at.Errorf("model", "stands beside columns a and b; give either a, b or model, predicted")
	case in.Has("a", "b") || long:
	default:
		for _, c := range [...][2]string{{"a", "b"}, {"b", "a"}, {"model", "predicted"}, {"predicted", "model"}} {
			if in.Has(c[0]) {
				return at.Errorf(c[1], "is missing beside %s; add it", c[0])
			}
		}
		return at.Errorf("", "has no predictions of two models; give columns a and b, or model and predicted")
	}
	if r.tallies == nil {
		r.tallies, r.long, r.begun = map[string]*tally{}, long, at
		return checkWanted(r.models)
	}
	if r.long != long {
		return at.Errorf("", "has %s, other than %s; give all files the same columns", pick(long, "model, predicted", "a, b"), r.begun.file)
	}
	return nil
}

func (r *pairReader) visit(row *eitherRow, at spot) error {
	if err := r.names.see(at, row.Dataset); err != nil {
		return err
	}
	t := r.tallies[row.Dataset]
	if t == nil {
		var err error
		if t, err = newTally(r.long, r.models, r.begun); err != nil {
			return err
		}
		if len(r.tallies) > 0 {
			t.models = slices.Clone(r.tallies[r.names.names[0]].models) // those that appeared before
		}
		r.tallies[strings.Clone(row.Dataset)] = t
	}
	return t.add(row, at)
}

// result gives each data set the models of the first one, as A and B.
func (r *pairReader) result() ([]DatasetPairs, error) {
	var out []DatasetPairs
	for i, name := range r.names.names {
		t := r.tallies[name]
		first := r.tallies[r.names.names[0]].models
		if i > 0 && !slices.Equal(t.models, first) {
			return nil, r.begun.Errorf("model", "the data set %.40q has the models %s, %.40q has %s; %s", name, quoted(t.models), r.names.names[0], quoted(first), chooseTwo)
		}
		p, err := t.result()
		if err != nil {
			return nil, err
		}
		out = append(out, DatasetPairs{Dataset: name, Pairs: p})
	}
	return out, nil
}
