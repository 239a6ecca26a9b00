package frame

import (
	"fmt"
	"slices"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/results"
)

// Compare returns the verdicts on two models (compare.Row) from a frame of their losses
// (a column loss), counts (gold or tp) or predictions (truth) on the folds; see package
// fold for the columns. Predictions have a column a model, or model and predicted.
func Compare(df dataframe.DataFrame, opt compare.Options) (dataframe.DataFrame, error) {
	r, err := Verdicts(df, opt)
	if err != nil {
		return dataframe.DataFrame{Err: err}, err
	}
	return Of(r.Rows())
}

// Verdicts is Compare with the result itself, which has sentences and notes too.
func Verdicts(df dataframe.DataFrame, opt compare.Options) (compare.Result, error) {
	names := df.Names()
	has := func(name string) bool { return slices.Contains(names, name) }
	switch {
	case df.Err != nil:
		return compare.Result{}, fmt.Errorf("frame: the data frame has failed before: %w", df.Err)
	case has("loss") && has("dataset"):
		return verdicts(df, opt, compare.DatasetLosses)
	case has("loss"):
		return verdicts(df, opt, compare.Losses)
	case has("gold") || has("tp"):
		return verdicts(df, opt, compare.Counts)
	case has("truth") && has("model"):
		return verdicts(df, opt, compare.Predictions)
	case has("truth"):
		return columnPerModel(df, opt)
	}
	return compare.Result{}, fmt.Errorf("frame: the data frame has %v; give losses (a column loss), counts (gold, "+
		"predicted, correct or tp, fp, fn) or predictions (truth)", names)
}

// columnPerModel compares predictions in frames with a column a model.
func columnPerModel(df dataframe.DataFrame, opt compare.Options) (compare.Result, error) {
	var rows []fold.PredictionRow
	for _, name := range df.Names() {
		if results.CheckModel(name) != nil {
			continue // a column of another meaning
		}
		model := series.New(slices.Repeat([]string{name}, df.Nrow()), series.String, "model")
		of, err := Rows[fold.PredictionRow](df.Rename("predicted", name).Mutate(model))
		if err != nil {
			return compare.Result{}, err
		}
		rows = append(rows, of...)
	}
	if rows == nil {
		return compare.Result{}, fmt.Errorf("frame: the data frame has no predictions, only %v; give a column a "+
			"model, or model and predicted", df.Names())
	}
	return compare.Predictions(rows, opt)
}

func verdicts[T any](df dataframe.DataFrame, opt compare.Options, by func([]T, compare.Options) (compare.Result,
	error)) (compare.Result, error) {
	rows, err := Rows[T](df)
	if err != nil {
		return compare.Result{}, err
	}
	return by(rows, opt)
}
