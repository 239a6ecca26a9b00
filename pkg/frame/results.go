package frame

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"github.com/block-regularized/bcv/pkg/results"
)

// Results returns the results in a frame, with the columns that files of results have
// (docs/formats.md): losses or values of metrics, counts or predictions on the folds.
func Results(df dataframe.DataFrame, opt results.ReadOptions) ([]results.Results, error) {
	if df.Err != nil {
		return nil, fmt.Errorf("frame: the data frame has failed before: %w", df.Err)
	}
	names := df.Names()
	lines := make([][]string, df.Nrow()+1)
	lines[0] = names
	for _, name := range names {
		column := df.Col(name)
		for i := range df.Nrow() {
			lines[i+1] = append(lines[i+1], cellText(column.Elem(i)))
		}
	}
	var text bytes.Buffer
	if err := csv.NewWriter(&text).WriteAll(lines); err != nil {
		return nil, err
	}
	return results.Parse("data frame", &text, opt)
}

// cellText writes a cell with all its digits, and nothing for a missing one.
func cellText(e series.Element) string {
	switch {
	case e.IsNA():
		return ""
	case e.Type() == series.Float:
		return strconv.FormatFloat(e.Float(), 'g', -1, 64)
	}
	return e.String()
}

// FromResults returns a frame with one row per model and fold, which Results reads back: the columns
// model, replication and fold, one for each metric, where loss holds error rates, or tp, fp and
// fn of results with counts; and dataset, task, n_train, n_valid and set where they are known.
// Predictions are left out.
func FromResults(all ...results.Results) (dataframe.DataFrame, error) {
	form := results.Losses
	if len(all) > 0 && all[0].Counts != nil {
		form = results.Confusion
	}
	var text bytes.Buffer
	if err := results.Write(&text, form, all...); err != nil {
		return dataframe.DataFrame{Err: err}, err
	}
	lines, err := csv.NewReader(&text).ReadAll()
	if err != nil {
		return dataframe.DataFrame{Err: err}, err
	}
	var columns []series.Series
	for j, name := range lines[0] {
		var values []string
		for _, line := range lines[1:] {
			values = append(values, line[j])
		}
		kind := series.Float
		switch name {
		case "dataset", "task", "model", "set":
			kind = series.String
		case "replication", "fold", "n_train", "n_valid", "tp", "fp", "fn", "tn":
			kind = series.Int
		}
		columns = append(columns, series.New(values, kind, name))
	}
	df := dataframe.New(columns...)
	return df, df.Err
}
