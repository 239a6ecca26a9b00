package frame

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/results"
)

// Data returns the data set that a CSV file with the cells of df gives, read with the same options, errors and notes
// (dataset.Options): the target is the last column unless it is named, texts and truth values are levels, and a target
// is one of classes, also of 0 and 1, unless Response says that it is a number to predict.
//
// The text of a cell counts, not the type of its series: a number has all its digits, and a missing value (NaN) is an
// empty text, always missing. So texts of digits are numbers, unless Nominal names their column, and the text NA is
// missing, unless Missing leaves it out. Lines in errors count the header, which is line 1, and the options of text,
// Comma and NoHeader, mean nothing.
//
// Errors: those of dataset.Parse, which are about the file "data frame"; a series of integers without any, as gota makes
// of int64.
func Data(df dataframe.DataFrame, opt dataset.Options) (*dataset.Data, error) {
	text, err := csvOf(df)
	if err != nil {
		return nil, err
	}
	opt.Comma, opt.NoHeader = 0, false
	if opt.Missing != nil {
		opt.Missing = append([]string{""}, opt.Missing...)
	}
	return dataset.Parse(source, text, opt)
}

// SplitOptions say how to split a data frame. The zero value is a 3 x 2 BCV of its rows.
type SplitOptions struct {
	cv.Options // M, K, Train, Seed, Limit; Conditions and Groups come from the columns below

	Method   cv.Method // empty for cv.BCV, or cv.Grouped with GroupBy
	Strata   []string  // columns whose values are spread alike over training and validation records
	Labels   []string  // columns of several labels per row, separated by blanks, to be spread alike
	Response string    // column of counts or measurements to be spread alike
	GroupBy  string    // column that names groups of rows that stay together
}

// Set returns the partition set of the rows of df, for holdout.Plan; records are rows, counted from
// 0. Of(set.Rows()) makes a frame of its folds.
func Set(df dataframe.DataFrame, opt SplitOptions) (cv.Set, error) {
	if df.Err != nil {
		return cv.Set{}, fmt.Errorf("frame: the data frame has failed before: %w", df.Err)
	}
	method := opt.Method
	if method == "" {
		method = cv.BCV
		if opt.GroupBy != "" {
			method = cv.Grouped
		}
	}
	o := opt.Options
	texts := func(name string) ([]string, error) {
		s, err := find(df, name)
		if err != nil {
			return nil, err
		}
		return s.Records(), nil
	}
	conditions, err := cv.Columns{Labels: opt.Strata, Lists: opt.Labels, Response: opt.Response}.Conditions(texts,
		func(name string) ([]float64, error) {
			s, err := find(df, name)
			if err != nil {
				return nil, err
			}
			return s.Float(), nil
		})
	if err != nil {
		return cv.Set{}, err
	}
	o.Conditions = append(o.Conditions, conditions...)
	if opt.GroupBy != "" {
		if o.Groups, err = texts(opt.GroupBy); err != nil {
			return cv.Set{}, err
		}
	}
	return cv.New(method, df.Nrow(), o)
}

// find returns a column without missing values.
func find(df dataframe.DataFrame, name string) (series.Series, error) {
	s := df.Col(name)
	if s.Err != nil {
		return s, fmt.Errorf("frame: column %s is missing; the data frame has %v", name, df.Names())
	}
	for i, missing := range s.IsNaN() {
		if missing {
			return s, fmt.Errorf("frame: row %d, column %s: %w", i+1, name, errMissing)
		}
	}
	return s, nil
}

// Results returns the results in a frame, with the columns that files of results have
// (docs/reference/formats.md): losses or values of metrics, counts or predictions on the folds.
func Results(df dataframe.DataFrame, opt results.ReadOptions) ([]results.Results, error) {
	text, err := csvOf(df)
	if err != nil {
		return nil, err
	}
	return results.Parse(source, text, opt)
}

// source is what errors call a frame.
const source = "data frame"

// csvOf writes a frame as a file of its cells.
func csvOf(df dataframe.DataFrame) (*bytes.Buffer, error) {
	if df.Err != nil {
		return nil, fmt.Errorf("frame: the data frame has failed before: %w", df.Err)
	}
	names := df.Names()
	lines := make([][]string, df.Nrow()+1)
	lines[0] = names
	for _, name := range names {
		column := df.Col(name)
		if column.Type() == series.Int && column.Len() > 0 && !slices.Contains(column.IsNaN(), false) {
			return nil, fmt.Errorf("frame: column %s holds integers, but no value: gota makes int64 and the like NaN; "+
				"give it int, or leave the column out with df.Drop", name)
		}
		for i := range df.Nrow() {
			lines[i+1] = append(lines[i+1], cellText(column.Elem(i)))
		}
	}
	text := new(bytes.Buffer)
	return text, csv.NewWriter(text).WriteAll(lines)
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
