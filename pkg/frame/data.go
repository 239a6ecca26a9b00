package frame

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/results"
)

// Data returns a data set to learn from: the rows of df are the records, the column
// target what is to be predicted, the columns features what it is predicted from, all
// others where none is named. Numbers and truth values (0 and 1) are numeric features,
// text is a nominal feature whose levels are sorted. A target of text or truth values is
// a class, one of floating-point numbers a response.
//
// Errors: a missing value; a target of integers, which may be classes or counts: make
// it a column of text or of floating-point numbers, as is meant; where no feature is
// named, a column that numbers the rows, see dataset.NumbersRecords.
func Data(df dataframe.DataFrame, target string, features ...string) (*dataset.Data, error) {
	if df.Err != nil {
		return nil, fmt.Errorf("frame: the data frame has failed before: %w", df.Err)
	}
	goal, err := find(df, target)
	if err != nil {
		return nil, err
	}
	d := &dataset.Data{Name: target}
	switch goal.Type() {
	case series.Float:
		d.Response = goal.Float()
	case series.Int:
		return nil, fmt.Errorf("frame: the target %s holds integers, classes or counts; make it a column of strings "+
			"for classes or of floats for a response", target)
	default:
		d.Classes, d.Class = levels(goal.Records())
	}
	names := features
	if len(features) == 0 {
		names = slices.DeleteFunc(df.Names(), func(n string) bool { return n == target })
	}
	if slices.Contains(names, target) {
		return nil, fmt.Errorf("frame: the target %s is among the features; leave it out of them", target)
	}
	if len(names) == 0 || df.Nrow() == 0 {
		return nil, fmt.Errorf("frame: %d features of %d records; give at least one of each", len(names), df.Nrow())
	}
	d.X = mat.NewDense(df.Nrow(), len(names), nil)
	for j, name := range names {
		s, err := find(df, name)
		if err != nil {
			return nil, err
		}
		f := dataset.Feature{Name: name}
		var values []float64
		if s.Type() == series.String {
			var codes []int32
			f.Levels, codes = levels(s.Records())
			for _, c := range codes {
				values = append(values, float64(c))
			}
		} else {
			values = s.Float()
		}
		if len(features) == 0 && f.Levels == nil && dataset.NumbersRecords(values) {
			return nil, fmt.Errorf("frame: column %s numbers the rows; leave it out with df.Drop, or name the features", name)
		}
		d.Features = append(d.Features, f)
		d.X.SetCol(j, values)
	}
	return d, d.Check()
}

// levels returns the different texts, sorted, and the number of each value among them.
func levels(values []string) (names []string, codes []int32) {
	names = slices.Clone(values)
	slices.Sort(names)
	names = slices.Compact(names)
	codes = make([]int32, len(values))
	for i, v := range values {
		k, _ := slices.BinarySearch(names, v)
		codes[i] = int32(k)
	}
	return names, codes
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
