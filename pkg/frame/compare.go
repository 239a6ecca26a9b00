package frame

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/results"
)

// Compare returns the verdicts (compare.Row) from a frame of losses, values, counts or predictions on
// the folds, with the columns that files of results have.
func Compare(df dataframe.DataFrame, opt compare.Options) (dataframe.DataFrame, error) {
	rs, err := Results(df, results.ReadOptions{})
	if err != nil {
		return dataframe.DataFrame{Err: err}, err
	}
	r, err := compare.Run(rs, opt)
	if err != nil {
		return dataframe.DataFrame{Err: err}, err
	}
	return Of(r.Rows())
}

// Results returns the results in a frame, with the columns that files of results have.
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
