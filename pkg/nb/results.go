package nb

import (
	"github.com/go-gota/gota/dataframe"

	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/frame"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// Results are what models did, in a table that Compare reads with its options.
type Results struct {
	read func(results.ReadOptions) ([]results.Results, error)
	told map[string]sheet.Role
	wide bool
}

// Files reads results from files, in any form that bcv compare reads.
func Files(paths ...string) Results {
	return Results{read: func(o results.ReadOptions) ([]results.Results, error) { return results.Read(paths, o) }}
}

// Table takes a data frame for results, in any form that files have: a column for each model or one that names the
// models, on folds, items, data sets or runs.
func Table(df dataframe.DataFrame) Results {
	return Results{read: func(o results.ReadOptions) ([]results.Results, error) { return frame.Results(df, o) }}
}

// Wide is a Table with a column for each model. The columns named number the folds: replication and fold, or the fold
// of a single cross-validation.
func Wide(df dataframe.DataFrame, folds ...string) Results {
	r := Table(df)
	r.wide, r.told = true, map[string]sheet.Role{}
	roles := []sheet.Role{"replication", "fold"}
	if len(folds) == 0 || len(folds) > len(roles) {
		display.Check(errorf("Wide takes one or two columns that number folds, not %d", len(folds)))
	}
	for k, name := range folds {
		r.told[name] = roles[len(roles)-len(folds)+k]
	}
	return r
}

// Of takes results as they are.
func Of(rs ...results.Results) Results {
	return Results{read: func(results.ReadOptions) ([]results.Results, error) { return rs, nil }}
}
