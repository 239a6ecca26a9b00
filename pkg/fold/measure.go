package fold

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// Measure says which column of a file holds the results to compare, and whether more of
// it is better. The zero value is the column loss, of which less is better.
type Measure struct {
	Column string
	Score  bool // more is better, as of an accuracy
}

// Name returns the name of the column.
func (m Measure) Name() string { return cmp.Or(m.Column, "loss") }

// measureRow is a DatasetLossRow whose loss stands in another column.
type measureRow struct {
	Dataset     string `dataframe:"dataset" table:"optional,line"`
	Model       string `dataframe:"model" table:"line"`
	Replication int    `dataframe:"replication" table:"nonneg"`
	Fold        int    `dataframe:"fold" table:"nonneg"`
	NTrain      int    `dataframe:"n_train" table:"optional,nonneg"`
	NValid      int    `dataframe:"n_valid" table:"optional,nonneg"`
	Set         string `dataframe:"set" table:"optional"`

	others []string
}

func (r *measureRow) take(others []string) { r.others = others }

// notMeasures are the columns of results that hold no measure.
var notMeasures = []string{"dataset", "task", "model", "replication", "fold", "n_train", "n_valid", "set",
	"truth", "gold", "predicted", "correct", "tp", "fp", "fn", "tn"}

// needed are the columns of losses and counts that say where a result belongs.
var needed = []string{"model", "replication", "fold"}

// measures returns the columns of a file of losses that may hold what is to be compared;
// none if the file is of another kind.
func measures(header []string) []string {
	for _, need := range needed {
		if !slices.Contains(header, need) {
			return nil
		}
	}
	var out []string
	for _, name := range header {
		if table.RowNames(name) { // which the reader of the rows refuses
			continue
		}
		switch at := slices.Index(notMeasures, name); {
		case at < 0:
			out = append(out, name)
		case at > slices.Index(notMeasures, "set"):
			return nil
		}
	}
	return out
}

// read has r read the rows of all files.
func (m Measure) read(paths []string, r *lossReader) error {
	if m.Column == "" {
		for _, path := range paths {
			if err := ask(path); err != nil {
				return err
			}
		}
		return eachRow(paths, r.begin, r.visit)
	}
	place := 0
	begin := func(info table.Info, at spot) error {
		if place = slices.Index(info.Others, m.Column); place < 0 {
			return at.Errorf(m.Column, "does not exist; the file has %s", quoted(append(slices.Clone(info.Columns), info.Others...)))
		}
		return r.begin(info, at)
	}
	visit := func(row *measureRow, at spot) error {
		value, problem := table.Float(row.others[place])
		if problem != "" {
			return at.Errorf(m.Column, "%s", problem)
		}
		return r.visit(&DatasetLossRow{Dataset: row.Dataset, LossRow: LossRow{Model: row.Model, Replication: row.Replication, Fold: row.Fold,
			Loss: value, NTrain: row.NTrain, NValid: row.NValid, Set: row.Set}}, at)
	}
	return eachRow(paths, begin, visit, table.Others())
}

// ErrMeasure is the cause of the errors of files whose columns leave open what is compared.
var ErrMeasure = errors.New("which measure is open")

// ask refuses a file whose columns leave open what is compared, or whether more of it is
// better.
func ask(path string) error {
	header, err := fileHeader(path)
	if err != nil {
		return nil // readers of the results say what is wrong
	}
	found := measures(header)
	if len(found) == 0 || slices.Equal(found, []string{"loss"}) {
		return nil
	}
	name := found[0]
	e := &table.Error{File: path, Row: 1, Column: name, Err: ErrMeasure}
	if len(found) == 1 {
		e.Problem = fmt.Sprintf("is more of it better, or less? Name it as a score or as a loss (bcv: --score %s or --loss %[1]s)", name)
		return e
	}
	e.Column = ""
	e.Problem = fmt.Sprintf("the columns %s: which one is to be compared, and is more of it better, or less? Name it as a score or as a loss (bcv: --score %s or --loss %[2]s, for instance)", quoted(found), name)
	return e
}
