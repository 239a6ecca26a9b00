package frame

import (
	"fmt"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"github.com/block-regularized/bcv/pkg/cv"
)

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
